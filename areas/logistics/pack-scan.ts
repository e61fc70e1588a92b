/**
 * 装箱台: units of an order are scanned into its open box until the order is packed; a full box gets size and weight and is sealed, the next
 * scan opens another. No more than what is held for the order goes into boxes.
 */
import { sql } from 'kysely'
import { Object as O, Optional, String as Text } from 'typebox'
import { codeMax } from '#platform/declare/scans.ts'
import { needs, operations } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { add, compare } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { call, Id, refuse, type Context, type RouteMap, type Tx } from '#platform/server/area.ts'
import { tablesOf } from '#platform/server/database.ts'
import { change, create, oneRecord } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { behind, lockDocument, refuseForeign } from '#areas/goods/index.ts'
import { boxLinesMax, packingBox, packingBoxLine, sideBounds, weightBounds } from './box-tables.ts'
import { isWithin } from './pack-sheet.ts'
import { shippingOrder, shippingStates as states } from './order-tables.ts'
import type { BoxBench, BoxLine } from './pack-wire.ts'

const packs = needs('shippingOrder', operations.edit)
const packable: readonly number[] = [states.held[0], states.picking[0], states.picked[0]]
const measure = (title: string) => Text({ title, pattern: '^\\d{1,5}(\\.\\d{1,3})?$' })

async function benchOf(context: Context, tx: Tx, id: string): Promise<BoxBench> {
  const row = await oneRecord(context, shippingOrder, id)
  const { rows: lines } =
    await sql<BoxLine>`select l.id::text as id, l.product_id::text as "productId", l.label_id::text as "labelId", p.sku,
      p.name, p.pictures[1]::text as picture, m.seller_sku as label, trim_scale(l.held)::text as held, trim_scale(l.packed)::text as packed
    from shipping_order_line l join product p on p.id = l.product_id left join sku_map m on m.id = l.label_id
    where l.order_id = ${id} order by l.line_no`.execute(behind(tx))
  const { rows: boxes } = await sql<BoxBench['boxes'][number]>`select b.id::text as id, b.box_no as "boxNo", b.state = 2 as "isSealed",
      trim_scale(b.weight)::text as weight,
      coalesce((select trim_scale(sum(x.quantity)) from packing_box_line x where x.box_id = b.id), 0)::text
        as units
    from packing_box b where b.order_id = ${id} order by b.box_no desc`.execute(behind(tx))
  return { id, no: asText(row['no']), state: Number(row['state']), lines, boxes }
}

async function openBench(context: Context, no: string): Promise<BoxBench> {
  const found = await tablesOf<typeof shippingOrder>(context.db)
    .selectFrom('shipping_order')
    .select(sql<string>`id::text`.as('id'))
    .where(sql<boolean>`no = ${no} or logistics_no = ${no}`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (found === undefined) throw refuse.unknown(shippingOrder.title)
  return context.write((tx, inside) => benchOf(inside, tx, String(found['id'])))
}

/** The order stays locked: who packs it at another table waits. */
async function packing(context: Context, tx: Tx, id: string): Promise<void> {
  await lockDocument(tx, shippingOrder, id)
  const row = await oneRecord(context, shippingOrder, id)
  await refuseForeign(context, tx, asText(row['fromWarehouseId']))
  if (!packable.includes(Number(row['state']))) throw refuse.rule(sentence`发货单配货后、发运前才能装箱`)
}

interface Item {
  readonly productId: string
  readonly labelId: string | null
  readonly unitQty: string
}
/** A bar code, an FNSKU, a SKU or a seller SKU. */
async function itemsOf(tx: Tx, orgId: string, code: string): Promise<readonly Item[]> {
  const spellings = [...new Set([code, code.toUpperCase(), code.toLowerCase()])]
  const { rows } =
    await sql<Item>`select b.product_id::text as "productId", b.label_id::text as "labelId", trim_scale(b.unit_qty)::text as "unitQty"
      from goods_barcode b where b.org_id = ${orgId} and b.code = any(${spellings})
    union all select p.id::text, null, '1' from product p where p.org_id = ${orgId} and p.sku = any(${spellings})
    union all select m.product_id::text, m.id::text, '1' from sku_map m where m.org_id = ${orgId} and m.seller_sku = any(${spellings})
      and m.product_id is not null`.execute(behind(tx))
  return rows
}

const scanItem = (context: Context, id: string, code: string): Promise<BoxBench & { readonly lineId: string }> =>
  context.write(async (tx, inside) => {
    await packing(inside, tx, id)
    const items = await itemsOf(tx, inside.caller.orgId, code)
    const { lines, boxes } = await benchOf(inside, tx, id)
    if (items.length === 0) throw refuse.rule(sentence`没有商品有这个码：${code}`)
    const found = items.flatMap(item => {
      const line = lines.find(
        one =>
          one.productId === item.productId &&
          (item.labelId === null || one.labelId === item.labelId) &&
          compare(add(one.packed, item.unitQty), one.held) <= 0,
      )
      return line === undefined ? [] : [{ line, item }]
    })
    const [first] = found
    const known = lines.find(line => items.some(item => item.productId === line.productId))
    const isLabelled = lines.some(line =>
      items.some(item => item.productId === line.productId && (item.labelId === null || item.labelId === line.labelId)),
    )
    if (first === undefined)
      throw known === undefined
        ? refuse.rule(sentence`这张发货单没有 ${code}`)
        : !isLabelled
          ? refuse.rule(sentence`这张发货单的 ${known.sku} 没有标签 ${code}，请换标或核对`)
          : refuse.rule(sentence`${known.sku} 已配 ${known.held}，已装 ${known.packed}，不能再装`)
    const { line, item } = first
    const open = boxes.find(box => !box.isSealed)
    const boxId = open?.id ?? (await create(inside, packingBox, { orderId: id, boxNo: (boxes[0]?.boxNo ?? 0) + 1 })).id
    const [same] = await sameOf(tx, boxId, line)
    if (same !== undefined) await change(inside, packingBoxLine, same.id, { quantity: add(same.quantity, item.unitQty) })
    else {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from packing_box_line where box_id = ${boxId}`.execute(behind(tx))
      if ((rows[0]?.n ?? 0) >= boxLinesMax) throw refuse.rule(sentence`第 ${open?.boxNo ?? 1} 箱超过 ${boxLinesMax} 行`)
      await create(inside, packingBoxLine, { boxId, productId: line.productId, labelId: line.labelId, quantity: item.unitQty })
    }
    return { lineId: line.id, ...(await benchOf(inside, tx, id)) }
  })

async function sameOf(tx: Tx, boxId: string, line: BoxLine): Promise<readonly { id: string; quantity: string }[]> {
  const { rows } = await sql<{ id: string; quantity: string }>`select id::text as id, quantity::text as quantity from packing_box_line
    where box_id = ${boxId} and product_id = ${line.productId} and label_id is not distinct from ${line.labelId}::bigint
      and expires_on is null order by id limit 1`.execute(behind(tx))
  return rows
}

interface Sealing {
  readonly id: string
  readonly boxId: string
  readonly length: string
  readonly width: string
  readonly height: string
  readonly weight: string
}
const sealBox = (context: Context, { id, boxId, ...size }: Sealing): Promise<BoxBench> =>
  context.write(async (tx, inside) => {
    await packing(inside, tx, id)
    if (![size.length, size.width, size.height].every(one => isWithin(one, sideBounds)))
      throw refuse.rule(sentence`尺寸应为 ${sideBounds.min} 到 ${sideBounds.max} 的数，最多 ${sideBounds.scale} 位小数`)
    if (!isWithin(size.weight, weightBounds))
      throw refuse.rule(sentence`重量应为 ${weightBounds.min} 到 ${weightBounds.max} 的数，最多 ${weightBounds.scale} 位小数`)
    const box = await oneRecord(inside, packingBox, boxId)
    if (asText(box['orderId']) !== id) throw refuse.unknown(packingBox.title)
    await change(inside, packingBox, box.id, size)
    await takeSteps(inside, packingBox, { ids: [{ id: box.id }], pick: { step: 'seal' }, input: {} })
    return benchOf(inside, tx, id)
  })

export const packScanRoutes: RouteMap = {
  'POST /packingBox/open': call(
    { demand: packs, summary: '打开装箱台', input: O({ no: Text({ title: '发货单号', minLength: 1, maxLength: codeMax }) }), write: false },
    (context, { input }) => openBench(context, input.no.trim()),
  ),
  'POST /packingBox/scanItem': call(
    {
      demand: packs,
      summary: '装箱扫商品',
      // the key tells two scans of one code apart from one that is sent again
      input: O({
        id: Id(),
        code: Text({ title: '条码', minLength: 1, maxLength: codeMax }),
        key: Optional(Text({ title: '扫码键', maxLength: 60 })),
      }),
    },
    (context, { input }) => scanItem(context, input.id, input.code.trim()),
  ),
  'POST /packingBox/sealBox': call(
    {
      demand: packs,
      summary: '填写尺寸重量并封箱',
      input: O({
        id: Id(),
        boxId: Id(),
        length: measure('长'),
        width: measure('宽'),
        height: measure('高'),
        weight: measure('重量'),
      }),
    },
    (context, { input }) => sealBox(context, input),
  ),
}
