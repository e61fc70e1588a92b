/** Sheets of third-party warehouses, pasted: what their columns mean, what lies where by them, and what left by which order. Pure. */
import { listed, sentence, type Wording } from '#platform/declare/sentence.ts'
import { add, compare, isZero, subtract } from '#platform/format/decimal.ts'

export const linesMax = 2_000
const amount = /^\d{1,9}(\.\d{1,6})?$/
const feeAmount = /^\d{1,12}(\.\d{1,2})?$/
const [skuMax, orderMax, waybillMax, carrierMax] = [100, 60, 60, 60]

interface Cells {
  readonly at: number
  readonly cells: readonly string[]
}
/** Columns by tab where the line has one, else by comma; a first line of heads is left out. */
function rowsOf(text: string, head: RegExp): readonly Cells[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    const cells = line.split(line.includes('\t') ? '\t' : /,|，/).map(cell => cell.trim())
    if (cells.every(cell => cell === '') || (index === 0 && head.test(cells[0] ?? ''))) return []
    return [{ at: index + 1, cells }]
  })
}

interface StockRead {
  /** units by what the sheet calls the goods */
  readonly units: ReadonlyMap<string, string>
  readonly fault: Wording | null
}
/** SKU, free, locked: both lie there. Lines of one SKU add up. */
export function readStock(text: string): StockRead {
  const units = new Map<string, string>()
  const rows = rowsOf(text, /sku|商品|产品/i)
  const faulty = (fault: Wording): StockRead => ({ units, fault })
  if (rows.length === 0 || rows.length > linesMax) return faulty(sentence`一次 1 到 ${linesMax} 行，现有 ${rows.length} 行`)
  for (const { at, cells } of rows) {
    const [sku = '', free = '', locked = ''] = cells
    if (sku === '' || sku.length > skuMax) return faulty(sentence`第 ${at} 行缺少 SKU，应在第一列`)
    if (!amount.test(free) || (locked !== '' && !amount.test(locked)))
      return faulty(sentence`第 ${at} 行的数量应为不小于 0 的数：SKU、可用、锁定`)
    units.set(sku, add(units.get(sku) ?? '0', add(free, locked === '' ? '0' : locked)))
  }
  return { units, fault: null }
}

interface Cell {
  readonly id: string
  readonly quantity: string
}
/** What each cell holds where all of them together hold `total`: as the books say as far as it goes, what is more lies in the first. */
export function spread(total: string, cells: readonly Cell[]): readonly Cell[] {
  let left = total
  const held = cells.map(({ id, quantity }) => {
    const part = compare(quantity, left) < 0 ? quantity : left
    left = subtract(left, part)
    return { id, quantity: part }
  })
  const [first, ...others] = held
  return first === undefined || isZero(left) ? held : [{ ...first, quantity: add(first.quantity, left) }, ...others]
}

export interface OutOrder {
  /** its first line in the sheet */
  readonly at: number
  readonly no: string
  readonly waybill: string
  readonly carrier: string
  /** '': the sheet names none */
  readonly fee: string
  readonly units: ReadonlyMap<string, string>
}
export interface Faulty {
  readonly at: number
  readonly reason: Wording
}
type Filling = OutOrder & { waybill: string; carrier: string; fee: string; readonly units: Map<string, string> }

/** Order, SKU, quantity, waybill, carrier, fee. An order is one parcel; its fee stands on one line, or on each the same. */
export function readOut(text: string): {
  readonly orders: readonly OutOrder[]
  readonly faults: readonly Faulty[]
  readonly count: number
} {
  const rows = rowsOf(text, /订单|单号|order/i)
  const orders = new Map<string, Filling>()
  const faults: Faulty[] = []
  const bad = new Set<string>()
  for (const { at, cells } of rows) {
    const [no = '', sku = '', quantity = '', waybill = '', carrier = '', fee = ''] = cells
    const order = orders.get(no) ?? { at, no, waybill: '', carrier: '', fee: '', units: new Map<string, string>() }
    const reason = faultOf(order, { no, sku, quantity, waybill, carrier, fee, isWide: cells.slice(6).some(cell => cell !== '') })
    if (reason !== null) {
      faults.push({ at, reason })
      bad.add(no)
      continue
    }
    order.units.set(sku, add(order.units.get(sku) ?? '0', quantity))
    order.waybill ||= waybill
    order.carrier ||= carrier
    order.fee ||= fee
    orders.set(no, order)
  }
  return { orders: [...orders.values()].filter(one => !bad.has(one.no)), faults, count: rows.length }
}

interface Line {
  readonly no: string
  readonly sku: string
  readonly quantity: string
  readonly waybill: string
  readonly carrier: string
  readonly fee: string
  readonly isWide: boolean
}
/** What of a line must be changed; null: nothing. */
function faultOf(order: OutOrder, { no, sku, quantity, waybill, carrier, fee, isWide }: Line): Wording | null {
  if (isWide) return sentence`一行最多 6 列：订单号、SKU、数量、运单号、承运商、运费`
  if (no === '' || no.length > orderMax) return sentence`缺少订单号，应在第一列`
  if (sku === '' || sku.length > skuMax) return sentence`缺少 SKU，应在第二列`
  if (!amount.test(quantity) || isZero(quantity)) return sentence`数量应为大于 0 的数，在第三列`
  if (waybill.length > waybillMax) return sentence`运单号最多 ${waybillMax} 个字`
  if (carrier.length > carrierMax) return sentence`承运商最多 ${carrierMax} 个字`
  if (fee !== '' && !feeAmount.test(fee)) return sentence`运费 ${fee} 应是不小于 0、最多两位小数的数，在第六列`
  if (waybill !== '' && order.waybill !== '' && waybill !== order.waybill)
    return sentence`订单 ${no} 有两个运单号：${listed([order.waybill, waybill])}，请分开登记出库单`
  if (fee !== '' && order.fee !== '' && compare(fee, order.fee) !== 0) return sentence`订单 ${no} 的运费在各行不同，请写在一行上`
  return null
}
