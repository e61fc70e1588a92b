/**
 * 导入运单: the carrier's sheet of waybills, pasted or of a file's columns: number of the document or of the order, waybill, carrier, fee.
 * A line that can't be is named with what to change, the others are taken; the same sheet again changes nothing.
 */
import { longText, referenceBy } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { act, refuse, type Context, type Route } from '#platform/server/area.ts'
import { within, tablesOf } from '#platform/server/database.ts'
import { changeEachTo } from '#platform/server/records.ts'
import { sql } from 'kysely'
import { goodsOut } from '../documents/out-tables.ts'
import { outboundStates as states } from '../documents/words.ts'

const [linesMax, waybillMax, carrierMax] = [1_000, 60, 60]

export interface WaybillLine {
  /** of the sheet */
  readonly at: number
  readonly no: string
  readonly waybill: string
  readonly carrier: string
  readonly fee: string
  /** it has more than the four cells */
  readonly isWide: boolean
}
export interface Parcel {
  readonly id: string
  readonly no: string
  readonly orderNo: string | null
  readonly state: number
  readonly trackingNo: string | null
  readonly carrier: string | null
  readonly freight: string | null
  readonly freightCurrency: string | null
}
export interface Wanted {
  readonly id: string
  readonly trackingNo: string
  readonly carrier: string | null
  readonly freight: string | null
  readonly freightCurrency: string | null
}
interface Judged {
  readonly set: readonly Wanted[]
  readonly refused: readonly { readonly at: number; readonly reason: Wording }[]
}

const cellsMax = 4
/** With a decimal point or two separators, the comma can only part thousands. */
const thousands = /^\d{1,3}(,\d{3})+\.\d{1,2}$|^\d{1,3}(,\d{3}){2,}$/
function feeOf(cell: string): string {
  const fee = cell.replace(/^[¥$￥]/, '')
  return thousands.test(fee) ? fee.replaceAll(',', '') : fee
}
/** Columns in this order, by tab where the line has one, else by comma; a line of heads is left out. */
export function linesOf(sheet: string): readonly WaybillLine[] {
  return sheet.split(/\r?\n/).flatMap((text, index) => {
    const cells = text.split(text.includes('\t') ? '\t' : /,|，/).map(cell => cell.trim())
    const [no = '', waybill = '', carrier = '', fee = ''] = cells
    const isWide = cells.slice(cellsMax).some(cell => cell !== '')
    const isHead = index === 0 && /单号|order|waybill/i.test(no)
    return isHead || text.trim() === '' ? [] : [{ at: index + 1, no, waybill, carrier, fee: feeOf(fee), isWide }]
  })
}

/** `parcels`: documents that the lines name, or that have one of the waybills. Pure. */
export function judge(lines: readonly WaybillLine[], parcels: readonly Parcel[], currency: string | null): Judged {
  const byName = new Map<string, Parcel[]>()
  for (const one of parcels)
    for (const name of new Set([one.no, one.orderNo ?? ''])) if (name !== '') byName.set(name, [...(byName.get(name) ?? []), one])
  const holder = new Map(
    parcels.flatMap(one => (one.trackingNo === null || one.state >= states.reversed[0] ? [] : [[one.trackingNo, one] as const])),
  )
  /** what the lines so far say of each parcel, whether it changes or not */
  const given = new Map<string, Wanted>()
  const refused: { at: number; reason: Wording }[] = []
  for (const line of lines) {
    const found = (byName.get(line.no) ?? []).filter(one => one.state >= states.open[0] && one.state <= states.shipped[0])
    const reason = faultOf(line, found, { holder, isNamed: byName.has(line.no), currency })
    const [parcel] = found
    if (reason !== null || parcel === undefined) {
      refused.push({ at: line.at, reason: reason ?? sentence`没有单号为 ${line.no} 的出库单` })
      continue
    }
    const earlier = given.get(parcel.id)
    if (earlier !== undefined && earlier.trackingNo !== line.waybill) {
      refused.push({ at: line.at, reason: sentence`${line.no} 在这张表里已有运单号 ${earlier.trackingNo}，一张出库单只有一个` })
      continue
    }
    holder.set(line.waybill, parcel)
    const before = earlier ?? parcel
    given.set(parcel.id, {
      id: parcel.id,
      trackingNo: line.waybill,
      carrier: line.carrier === '' ? before.carrier : line.carrier,
      freight: line.fee === '' ? before.freight : line.fee,
      freightCurrency: line.fee === '' ? before.freightCurrency : currency,
    })
  }
  const set = parcels.flatMap(one => {
    const wanted = given.get(one.id)
    return wanted === undefined || isSame(wanted, one) ? [] : [wanted]
  })
  return { set, refused }
}
const isSame = (wanted: Wanted, parcel: Parcel): boolean =>
  wanted.trackingNo === parcel.trackingNo &&
  wanted.carrier === parcel.carrier &&
  wanted.freightCurrency === parcel.freightCurrency &&
  (wanted.freight === null ? parcel.freight === null : parcel.freight !== null && Number(wanted.freight) === Number(parcel.freight))

interface Around {
  readonly holder: ReadonlyMap<string, Parcel>
  readonly isNamed: boolean
  readonly currency: string | null
}
/** What of a line must be changed; null: nothing. */
function faultOf(line: WaybillLine, found: readonly Parcel[], { holder, isNamed, currency }: Around): Wording | null {
  if (line.isWide) return sentence`一行最多 ${cellsMax} 列：单号、运单号、承运商、运费；运费请去掉千分位逗号`
  if (line.no === '') return sentence`缺少出库单号或订单号，应在第一列`
  if (line.waybill === '' || line.waybill.length > waybillMax) return sentence`运单号应在第二列，最多 ${waybillMax} 个字`
  if (line.carrier.length > carrierMax) return sentence`承运商最多 ${carrierMax} 个字`
  if (/^\d{1,3},\d{3}$/.test(line.fee)) return sentence`运费 ${line.fee} 的逗号有歧义，请去掉逗号`
  if (line.fee !== '' && !/^\d{1,12}(\.\d{1,2})?$/.test(line.fee))
    return sentence`运费 ${line.fee} 应是不小于 0、最多两位小数的数，在第四列`
  if (line.fee !== '' && currency === null) return sentence`表里有运费，请选择运费币种`
  const [parcel, other] = found
  if (parcel === undefined)
    return isNamed ? sentence`${line.no} 未提交、已冲销或已作废，不能填运单号` : sentence`没有单号为 ${line.no} 的出库单`
  if (other !== undefined) return sentence`${line.no} 有多张出库单（${parcel.no}、${other.no}），请改写出库单号`
  const has = holder.get(line.waybill)
  if (has !== undefined && has.id !== parcel.id) return sentence`运单号 ${line.waybill} 已在出库单 ${has.no} 上，一个运单号只属于一个包裹`
  if (parcel.state === states.shipped[0] && parcel.trackingNo !== null && parcel.trackingNo !== line.waybill)
    return sentence`${line.no} 已发运，运单号是 ${parcel.trackingNo}，改正请打开单据修改`
  return null
}

async function bring(context: Context, sheet: string, currency: string | null) {
  const lines = linesOf(sheet)
  if (lines.length === 0 || lines.length > linesMax)
    throw refuse.invalid([{ field: 'sheet', message: sentence`一次 1 到 ${linesMax} 行，现有 ${lines.length} 行` }])
  return context.write(async (tx, inside) => {
    const names = [...new Set(lines.map(one => one.no))]
    const waybills = [...new Set(lines.map(one => one.waybill))]
    const parcels = (await tablesOf<typeof goodsOut>(tx)
      .selectFrom('goods_out as d')
      .where(sql<boolean>`(d.no = any(${names}::text[]) or d.order_no = any(${names}::text[]) or d.tracking_no = any(${waybills}::text[]))`)
      .select([
        sql<string>`d.id::text`.as('id'),
        'd.no',
        'd.order_no as orderNo',
        'd.state',
        'd.tracking_no as trackingNo',
        'd.carrier',
        sql<string | null>`d.freight::text`.as('freight'),
        'd.freight_currency as freightCurrency',
      ])
      .orderBy('d.id')
      .execute()) as unknown as readonly Parcel[]
    const { set, refused } = judge(lines, parcels, currency)
    const { changed } =
      set.length === 0
        ? { changed: 0 }
        : await changeEachTo(
            within(inside, tx),
            goodsOut,
            set.map(one => ({ ...one })),
            { verb: 'update' },
          )
    const { house, language } = context
    const reasons = refused.map(({ at, reason }) => ({
      reason: house.registry.inWords(sentence`${sentence`第 ${at} 行`}：${reason}`, language),
      rows: 1,
    }))
    return {
      total: lines.length,
      changed,
      unchanged: lines.length - changed - reasons.length,
      refused: [],
      reasons,
      batchId: null,
    }
  })
}

export const waybillsRoute: Route = act(
  goodsOut,
  {
    name: 'waybills',
    title: ['导入运单', 'Bring waybills'],
    over: 'page',
    operation: operations.edit,
    input: {
      sheet: longText('运单表', 'Waybills', {
        max: 100_000,
        help: [
          '从承运商的表里复制粘贴，每行：出库单号或订单号、运单号、承运商、运费',
          'Copied from the carrier’s sheet: number of the issue or order, waybill, carrier, fee',
        ],
      }),
      currency: referenceBy('运费币种', 'Currency of the fees', 'currency', 'code', { optional: true }),
    },
  },
  (context, { input }) => bring(context, asText(input['sheet']), input['currency'] == null ? null : asText(input['currency'])),
)
