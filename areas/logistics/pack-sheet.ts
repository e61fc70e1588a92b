/**
 * 粘贴装箱单: a packing sheet, a line for each item of a box: box, length, width, height (cm), weight (kg), SKU or seller SKU, quantity.
 * Empty cells of a box are those of the line above. All boxes of the order are made anew, or nothing is.
 */
import { sql } from 'kysely'
import { longText } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { add, compare, roundTo } from '#platform/format/decimal.ts'
import { act, refuse, type Context, type Route, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { createEach, oneRecord, removeRecords } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { behind, lockDocument } from '#areas/goods/index.ts'
import { boxLinesMax, packingBox, packingBoxLine, sideBounds, weightBounds } from './box-tables.ts'
import { shippingOrder, shippingStates as states } from './order-tables.ts'

const [linesMax, boxesMax] = [3_000, 1_000]
const amount = /^\d{1,9}(\.\d{1,6})?$/
const whole = /^[1-9]\d{0,3}$/
/** Digits and bounds as a form takes them; the digits of a sheet may end in noughts. */
export const isWithin = (given: string, { scale, min, max }: typeof sideBounds | typeof weightBounds): boolean =>
  amount.test(given) &&
  compare(given, String(min)) >= 0 &&
  compare(given, String(max)) <= 0 &&
  compare(given, roundTo(given, scale, 'down')) === 0

export interface SheetBox {
  readonly boxNo: number
  readonly length: string
  readonly width: string
  readonly height: string
  readonly weight: string
  readonly lines: readonly { readonly sku: string; readonly quantity: string }[]
}
type Filling = SheetBox & { readonly lines: { sku: string; quantity: string }[] }
type Read =
  | { readonly boxes: readonly SheetBox[] }
  | { readonly at: number; readonly why: 'cells' | 'box' | 'size' | 'weight' | 'quantity' | 'differs' }

/** Columns by tab where the line has one, else by comma; a line of heads is left out. Pure. */
export function readSheet(text: string): Read {
  const boxes = new Map<number, Filling>()
  let last: Filling | null = null
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const cells = line.split(line.includes('\t') ? '\t' : /,|，/).map(cell => cell.trim())
    const [no = '', length = '', width = '', height = '', weight = '', sku = '', quantity = ''] = cells
    if (index === 0 && /箱|box/i.test(no) && !whole.test(no)) continue
    const at = index + 1
    if (cells.length < 7 || sku === '') return { at, why: 'cells' }
    if (no !== '' && !whole.test(no)) return { at, why: 'box' }
    const boxNo: number | undefined = no === '' ? last?.boxNo : Number(no)
    if (boxNo === undefined) return { at, why: 'box' }
    const given = [length, width, height, weight]
    if ([length, width, height].some(one => one !== '' && !isWithin(one, sideBounds))) return { at, why: 'size' }
    if (weight !== '' && !isWithin(weight, weightBounds)) return { at, why: 'weight' }
    if (!amount.test(quantity) || compare(quantity, '0') <= 0) return { at, why: 'quantity' }
    const known: Filling | undefined = boxes.get(boxNo)
    if (known === undefined && given.includes('')) return { at, why: 'size' }
    const box: Filling = known ?? { boxNo, length, width, height, weight, lines: [] }
    const was = [box.length, box.width, box.height, box.weight]
    if (given.some((one, i) => one !== '' && compare(one, was[i] ?? '0') !== 0)) return { at, why: 'differs' }
    box.lines.push({ sku, quantity })
    boxes.set(boxNo, box)
    last = box
  }
  return { boxes: [...boxes.values()] }
}

const whys = {
  cells: (at: number) => sentence`第 ${at} 行应有七列：箱号、长、宽、高、重量、SKU、数量`,
  box: (at: number) => sentence`第 ${at} 行的箱号应为 1 到 9999 的整数`,
  size: (at: number) => sentence`第 ${at} 行的尺寸应为 ${sideBounds.min} 到 ${sideBounds.max} 的数，最多 ${sideBounds.scale} 位小数`,
  weight: (at: number) =>
    sentence`第 ${at} 行的重量应为 ${weightBounds.min} 到 ${weightBounds.max} 的数，最多 ${weightBounds.scale} 位小数`,
  quantity: (at: number) => sentence`第 ${at} 行的数量应为大于 0 的数`,
  differs: (at: number) => sentence`第 ${at} 行的尺寸或重量与同一箱的上一行不同`,
} as const

interface OrderLine {
  readonly sku: string
  readonly seller: string | null
  readonly productId: string
  readonly labelId: string | null
}

export const pasteSheet = (context: Context, orderId: string, text: string): Promise<{ changed: number }> =>
  context.write(async (tx, inside) => {
    await lockDocument(tx, shippingOrder, orderId)
    const order = await oneRecord(inside, shippingOrder, orderId)
    const read = readSheet(text)
    if ('why' in read) throw refuse.rule(whys[read.why](read.at))
    const { boxes } = read
    const count = boxes.reduce((sum, box) => sum + box.lines.length, 0)
    if (boxes.length === 0) throw refuse.rule(sentence`装箱单是空的`)
    if (boxes.length > boxesMax || count > linesMax) throw refuse.rule(sentence`一次最多 ${boxesMax} 箱、${linesMax} 行`)
    if (Number(order['state']) >= states.shipped[0]) throw refuse.rule(sentence`发货单已发运或已结束，不能改箱`)
    const { rows } = await sql<OrderLine>`select distinct p.sku, m.seller_sku as seller, l.product_id::text as "productId",
        l.label_id::text as "labelId"
      from shipping_order_line l join product p on p.id = l.product_id left join sku_map m on m.id = l.label_id
      where l.order_id = ${orderId}`.execute(behind(tx))
    const made = boxes.map(({ lines, ...box }) => ({ ...box, lines: mergedLines(lines, rows) }))
    const full = made.find(box => box.lines.length > boxLinesMax)
    if (full !== undefined) throw refuse.rule(sentence`第 ${full.boxNo} 箱超过 ${boxLinesMax} 行`)
    await replaceBoxes(inside, tx, orderId, made)
    return { changed: boxes.length }
  })

interface Item {
  readonly productId: string
  readonly labelId: string | null
  readonly quantity: string
}
/** A seller SKU means its label, else a SKU the one line of the product. */
function mergedLines(lines: SheetBox['lines'], of: readonly OrderLine[]): readonly Item[] {
  const items = new Map<string, Item>()
  for (const { sku, quantity } of lines) {
    const bySeller = of.filter(one => one.seller === sku)
    const found = bySeller.length > 0 ? bySeller : of.filter(one => one.sku === sku)
    const [item] = found
    if (item === undefined) throw refuse.rule(sentence`发货单没有 ${sku}`)
    if (found.length > 1) throw refuse.rule(sentence`发货单的 ${sku} 有几个标签，装箱单请写 MSKU`)
    const key = `${item.productId} ${item.labelId ?? ''}`
    const { productId, labelId } = item
    items.set(key, { productId, labelId, quantity: add(items.get(key)?.quantity ?? '0', quantity) })
  }
  return [...items.values()]
}

type NewBox = Omit<SheetBox, 'lines'> & { readonly lines: readonly Item[] }
async function replaceBoxes(context: Context, tx: Tx, orderId: string, boxes: readonly NewBox[]): Promise<void> {
  const server = await inServersName(context, tx, 'boxes of a pasted packing sheet')
  const { rows: old } = await sql<{ id: string }>`select id::text as id from packing_box where order_id = ${orderId} order by id`.execute(
    behind(tx),
  )
  if (old.length > 0)
    await removeRecords(
      server,
      packingBox,
      old.map(one => one.id),
      { undoable: false },
    )
  await createEach(
    server,
    packingBox,
    boxes.map(({ boxNo, length, width, height, weight }) => ({ orderId, boxNo, length, width, height, weight })),
  )
  const { rows: made } = await sql<{ id: string; boxNo: number }>`select id::text as id, box_no as "boxNo" from packing_box
    where order_id = ${orderId} order by box_no`.execute(behind(tx))
  const idOf = new Map(made.map(one => [one.boxNo, one.id]))
  await createEach(
    server,
    packingBoxLine,
    boxes.flatMap(({ boxNo, lines }) => lines.map(line => ({ boxId: idOf.get(boxNo), ...line }))),
  )
  const ids = made.map(({ id }) => ({ id }))
  await takeSteps(server, packingBox, { ids, pick: { step: 'seal' }, input: {}, byProgram: true })
}

export const pastingSheet: Route = act(
  shippingOrder,
  {
    name: 'packSheet',
    title: ['粘贴装箱单', 'Paste the packing list'],
    over: 'row',
    operation: operations.edit,
    when: { state: [states.draft[0], states.asked[0], states.open[0], states.held[0], states.picking[0], states.picked[0]] },
    reason: ['发货单已发运或已结束', 'The order was shipped or is at its end'],
    input: {
      sheet: longText('装箱单', 'Packing list', {
        max: 200_000,
        help: [
          '每行七列：箱号、长、宽、高（cm）、重量（kg）、SKU 或 MSKU、数量；原有的箱会被替换',
          'Seven columns: box, length, width, height (cm), weight (kg), SKU or seller SKU, quantity; boxes that are there are replaced',
        ],
      }),
    },
  },
  async (context, { input }) => pasteSheet(context, (await oneRecord(context, shippingOrder, input['id'])).id, String(input['sheet'])),
)
