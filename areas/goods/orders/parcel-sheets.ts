/**
 * Sheets of parcels: what a carrier is given to make waybills of (面单下单表), and what a marketplace takes as shipped (平台发货表). The
 * carrier's own sheet comes back by 导入运单.
 */
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { operations } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { platformChoices } from '#areas/reference/index.ts'
import { act, may, refuse, type Context, type Route } from '#platform/server/area.ts'
import { tablesOf } from '#platform/server/database.ts'
import { tableFile } from '#platform/server/files.ts'
import { noteExport } from '#platform/server/records.ts'
import { goodsOut, outKinds } from '../documents/out-tables.ts'
import { behind } from '../documents/places.ts'
import { outboundStates as states } from '../documents/words.ts'

const parcelsMax = 1_000
const rowId = /^\d{1,18}$/

interface Parcel {
  readonly no: string
  readonly orderNo: string
  readonly shippedOn: string
  readonly carrier: string
  readonly trackingNo: string
  readonly address: string
  readonly channel: string
  readonly platform: number | null
  /** number of the line in the order, where the document was made of it */
  readonly orderLine: string
  readonly sku: string
  readonly name: string
  readonly sellerSku: string
  readonly quantity: string
  readonly kilograms: string
}

/** Lines of these documents, of those that whoever asks sees; the trail has what left. */
const parcelsOf = (context: Context, input: Readonly<Record<string, unknown>>, what: object): Promise<readonly Parcel[]> =>
  context.write(async (tx, inside) => {
    const ids = ((input['ids'] as readonly unknown[] | undefined) ?? [input['id']]).map(one => asText(one))
    if (!ids.every(id => rowId.test(id))) throw refuse.unknown(goodsOut.title)
    if (ids.length > parcelsMax) throw refuse.rule(sentence`一次最多 ${parcelsMax} 张出库单`)
    const seen = await tablesOf<typeof goodsOut>(inside.db)
      .selectFrom('goods_out')
      .select(sql<string>`id::text`.as('id'))
      .where(sql<boolean>`id = any(${ids}::bigint[])`)
      .execute()
    const { rows } = await sql<Parcel>`select d.no, coalesce(d.order_no, '') as "orderNo", d.business_on::text as "shippedOn",
        coalesce(d.carrier, '') as carrier, coalesce(d.tracking_no, '') as "trackingNo", coalesce(d.address, '') as address,
        coalesce(c.name, '') as channel, m.platform, coalesce(split_part(l.order_line, ' ' || d.order_no || ' ', 2), '') as "orderLine",
        p.sku, p.name, coalesce(goods_label(l.label_id), '') as "sellerSku", trim_scale(least(l.held, l.quantity))::text as quantity,
        coalesce(trim_scale(p.packed_weight)::text, '') as kilograms
      from goods_out d join goods_out_line l on l.out_id = d.id and l.held > 0 and l.of_line_id is null
        join product p on p.id = l.product_id
      left join logistics_channel c on c.id = d.channel_id left join shop s on s.id = d.shop_id
      left join marketplace m on m.code = s.marketplace_code
      where d.id = any(${seen.map(one => String(one['id']))}::bigint[]) order by d.id, l.line_no`.execute(behind(tx))
    if (rows.length === 0) throw refuse.unknown(goodsOut.title)
    await noteExport(inside, goodsOut.table, { ...what, documents: [...new Set(rows.map(({ no }) => no))], rows: rows.length })
    return rows
  })

const sheet = (name: string, heads: readonly string[], rows: readonly (readonly string[])[]) =>
  tableFile({
    name,
    title: name,
    columns: heads.map(title => ({ title, kind: 'text' as const })),
    rows: (async function* () {
      yield rows.map(row => [...row])
    })(),
  })

/** Whoever may not see addresses gets none. */
export const carrierSheet: Route = act(
  goodsOut,
  {
    name: 'carrierSheet',
    title: ['面单下单表', 'Sheet for the carrier'],
    over: 'rows',
    operation: operations.export,
    when: { state: [states.open[0], states.held[0], states.picking[0], states.picked[0]] },
    reason: ['已提交、未发运的出库单才能下单', 'Issues that were submitted and not shipped'],
    result: 'file',
  },
  async (context, { input }) => {
    const isSeen = may(context.caller, 'goodsOut', operations.reveal)
    const parcels = await parcelsOf(context, input, { export: 'carrierSheet', addresses: isSeen })
    return sheet(
      '面单下单表',
      ['出库单号', '订单号', '物流渠道', '收货信息', 'SKU', '品名', '数量', '单件重量（kg）'],
      parcels.map(one => [one.no, one.orderNo, one.channel, isSeen ? one.address : '', one.sku, one.name, one.quantity, one.kilograms]),
    )
  },
)

/** Amazon's shipping confirmation is text with these heads. */
const amazonHeads = ['order-id', 'order-item-id', 'quantity', 'ship-date', 'carrier-code', 'carrier-name', 'tracking-number', 'ship-method']
const amazonRow = (one: Parcel): readonly string[] => [
  one.orderNo,
  one.orderLine,
  one.quantity,
  one.shippedOn,
  'Other',
  one.carrier,
  one.trackingNo,
  one.channel,
]
const textOf = (rows: readonly (readonly string[])[]): string =>
  rows.map(row => row.map(cell => cell.replaceAll(/[\t\r\n]+/g, ' ')).join('\t')).join('\r\n')

/** Of shipped documents of one marketplace, each with its waybill. */
export const marketplaceSheet: Route = act(
  goodsOut,
  {
    name: 'marketplaceSheet',
    title: ['平台发货表', 'Sheet for the marketplace'],
    over: 'rows',
    operation: operations.export,
    when: { state: [states.shipped[0]], kind: [outKinds.sold[0]] },
    reason: ['已发运的销售出库单才能上传平台', 'Sales that were shipped'],
    result: 'file',
  },
  async (context, { input }) => {
    const parcels = await parcelsOf(context, input, { export: 'marketplaceSheet' })
    const bare = parcels.find(one => one.trackingNo === '' || one.orderNo === '')
    if (bare !== undefined) throw refuse.rule(sentence`${bare.no} 没有订单号或运单号，平台不收`)
    const [platform, other] = [...new Set(parcels.map(one => one.platform))]
    if (other !== undefined) throw refuse.rule(sentence`一次只能导出一个平台的出库单，请按平台分开选择`)
    if (platform === platformChoices.amazon[0])
      return {
        blob: Readable.from([textOf([amazonHeads, ...parcels.map(amazonRow)])]),
        fileName: 'shipping-confirmation.txt',
        contentType: 'text/plain; charset=utf-8',
      }
    return sheet(
      '平台发货表',
      ['Order number', 'Order line', 'Seller SKU', 'Quantity', 'Ship date', 'Carrier', 'Tracking number'],
      parcels.map(one => [
        one.orderNo,
        one.orderLine,
        one.sellerSku === '' ? one.sku : one.sellerSku,
        one.quantity,
        one.shippedOn,
        one.carrier,
        one.trackingNo,
      ]),
    )
  },
)
