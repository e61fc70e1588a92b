/** Files of the guide: what is to come, contents of boxes, tracking numbers, with heads as the marketplace's own sheets have them. */
import { sql } from 'kysely'
import { choice, type Fields } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import { asText } from '#platform/format/text.ts'
import { act, type Route, type Tx } from '#platform/server/area.ts'
import { tableFile } from '#platform/server/files.ts'
import { noteExport, oneRecord } from '#platform/server/records.ts'
import { behind } from '#areas/goods/index.ts'
import { shippingOrder } from '../order-tables.ts'
import { targets } from '../words.ts'
import { boxesOf } from './guide.ts'
import { inUnit, units } from './limits.ts'

const when = { target: [targets.fba[0], targets.wfs[0]] }
const reason = ['发往平台仓的发货单才有', 'Of orders to a marketplace alone'] as const
const sheet = (name: string, heads: readonly string[], rows: readonly (readonly string[])[]) =>
  tableFile({
    name,
    title: name,
    columns: heads.map(title => ({ title, kind: 'text' as const })),
    rows: (async function* () {
      yield rows.map(row => [...row])
    })(),
  })
const file = (
  name: string,
  title: readonly [string, string],
  read: (tx: Tx, id: string, unit: number) => Promise<Sheet>,
  input: Fields = {},
): Route =>
  act(
    shippingOrder,
    {
      name,
      title,
      over: 'row',
      operation: operations.view,
      when,
      reason,
      result: 'file',
      ...(Object.keys(input).length === 0 ? {} : { input }),
    },
    (context, { input: given }) =>
      context.write(async (tx, inside) => {
        const row = await oneRecord(inside, shippingOrder, given['id'])
        const { heads, rows } = await read(tx, row.id, Number(given['unit'] ?? units.metric[0]))
        await noteExport(inside, shippingOrder.table, { export: name, document: row['no'], rows: rows.length })
        return sheet(`${asText(row['no'])} ${title[0]}`, heads, rows)
      }),
  )
interface Sheet {
  readonly heads: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Seller SKU, units, who prepares and labels, expiry: what the marketplace is told is to come. */
export const planSheet = file('fbaPlanSheet', ['货件上传表', 'Sheet of the shipment'], async (tx, id) => {
  const { rows } = await sql<{
    sku: string
    units: string
    expires: string
  }>`select m.seller_sku as sku, sum(l.quantity)::int::text as units,
      coalesce(to_char(min(b.expires_on), 'MM/DD/YYYY'), '') as expires
    from shipping_order_line l join sku_map m on m.id = l.label_id left join goods_batch b on b.id = l.batch_id
    where l.order_id = ${id} group by 1 order by 1`.execute(behind(tx))
  return {
    heads: ['Merchant SKU', 'Quantity', 'Prep owner', 'Labeling owner', 'Expiration date (MM/DD/YYYY)'],
    rows: rows.map(one => [one.sku, one.units, 'Seller', 'Seller', one.expires]),
  }
})

interface BoxContent {
  readonly boxNo: number
  readonly sku: string
  readonly units: string
  readonly expires: string
  readonly length: string
  readonly width: string
  readonly height: string
  readonly weight: string
}
/** Contents of boxes; equal boxes are one group with their number. */
export const boxSheet = file(
  'fbaBoxSheet',
  ['箱内容表', 'Contents of boxes'],
  async (tx, id, unit) => {
    await boxesOf(tx, id)
    const { rows } =
      await sql<BoxContent>`select b.box_no as "boxNo", coalesce(m.seller_sku, p.sku) as sku, sum(l.quantity)::int::text as units,
        coalesce(to_char(l.expires_on, 'MM/DD/YYYY'), '') as expires, b.length::text as length, b.width::text as width,
        b.height::text as height, b.weight::text as weight
      from packing_box b join packing_box_line l on l.box_id = b.id join product p on p.id = l.product_id
        left join sku_map m on m.id = l.label_id
      where b.order_id = ${id} group by 1, 2, 4, 5, 6, 7, 8 order by 1, 2, 4`.execute(behind(tx))
    const [side, weight] = unit === units.imperial[0] ? ['in', 'lb'] : ['cm', 'kg']
    const groups = Map.groupBy(
      Map.groupBy(rows, one => one.boxNo),
      ([, lines]) => lines.map(line => Object.values({ ...line, boxNo: '' }).join('\t')).join('\n'),
    )
    return {
      heads: [
        'Box group',
        'Number of boxes',
        'Boxes',
        'Merchant SKU',
        'Units per box',
        'Expiration date (MM/DD/YYYY)',
        `Box length (${side})`,
        `Box width (${side})`,
        `Box height (${side})`,
        `Box weight (${weight})`,
      ],
      rows: [...groups.values()].flatMap((boxes, at) =>
        (boxes[0]?.[1] ?? []).map(line => [
          String(at + 1),
          String(boxes.length),
          boxes.map(([boxNo]) => boxNo).join(','),
          line.sku,
          line.units,
          line.expires,
          inUnit('side', line.length, unit),
          inUnit('side', line.width, unit),
          inUnit('side', line.height, unit),
          inUnit('weight', line.weight, unit),
        ]),
      ),
    }
  },
  { unit: choice('单位', 'Units', units, { default: 1 }) },
)

/** Tracking numbers by box: of the box, else of the whole order. */
export const trackSheet = file('fbaTrackSheet', ['跟踪号表', 'Tracking numbers'], async (tx, id) => {
  const { rows } = await sql<{ no: string; box: string; boxNo: string; tracking: string }>`select coalesce(s.confirmation_id, '') as no,
      coalesce(b.fba_box_id, '') as box, b.box_no::text as "boxNo", coalesce(b.tracking_no, o.logistics_no, '') as tracking
    from packing_box b join shipping_order o on o.id = b.order_id left join fba_shipment s on s.id = b.fba_shipment_id
    where b.order_id = ${id} order by s.confirmation_id, b.box_no`.execute(behind(tx))
  return { heads: ['Shipment ID', 'Box ID', 'Box', 'Tracking number'], rows: rows.map(one => [one.no, one.box, one.boxNo, one.tracking]) }
})
