/** 报关资料 of an order, from its boxes by HS code and declared name: invoice and packing list, as a workbook or as a paper. */
import { sql } from 'kysely'
import { choice } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { sum } from '#platform/format/decimal.ts'
import { asText, escaped } from '#platform/format/text.ts'
import { act, refuse, type Route, type Tx } from '#platform/server/area.ts'
import { paperFile, sheetsFile } from '#platform/server/files.ts'
import { noteExport, oneRecord } from '#platform/server/records.ts'
import { behind } from '#areas/goods/index.ts'
import { shippingOrder } from './order-tables.ts'

const currency = 'USD'
export interface Declared {
  readonly hsCode: string
  readonly name: string
  readonly nameEn: string
  readonly unit: string
  readonly quantity: string
  readonly price: string
  readonly amount: string
  readonly boxes: number
  readonly net: string
  readonly gross: string
  readonly volume: string
}
/** What lies in the boxes of an order; a box of several goods gives each its part of weight and volume by units. */
export async function declaredOf(tx: Tx, orderId: string): Promise<readonly Declared[]> {
  const { rows } = await sql<Declared>`with b as (select b.id, b.weight, b.length * b.width * b.height / 1000000 as volume,
        sum(l.quantity) as units from packing_box b join packing_box_line l on l.box_id = b.id where b.order_id = ${orderId} group by b.id),
    d as (select coalesce(s.hs_code, '') as hs_code, coalesce(s.declare_name, p.name) as name, coalesce(s.declare_name_en, '') as name_en,
        coalesce(s.unit, '件') as unit, l.quantity, b.id as box_id, b.weight * l.quantity / b.units as gross,
        b.volume * l.quantity / b.units as volume, l.quantity * p.net_weight as net,
        round(coalesce((select max(x.declare_value) from shipping_order_line x where x.order_id = ${orderId} and x.product_id = l.product_id
          and x.label_id is not distinct from l.label_id), s.declare_value, 0), 4) as price
      from b join packing_box_line l on l.box_id = b.id join product p on p.id = l.product_id
        left join product_supply s on s.product_id = p.id)
    select hs_code as "hsCode", name, name_en as "nameEn", unit, trim_scale(sum(quantity))::text as quantity,
      price::numeric(20,4)::text as price, round(sum(quantity * price), 2)::text as amount, count(distinct box_id)::int as boxes,
      case when count(net) = count(*) then round(sum(net), 2)::text else '' end as net, coalesce(round(sum(gross), 2)::text, '') as gross,
      coalesce(round(sum(volume), 3)::text, '') as volume
    from d group by 1, 2, 3, 4, 6 order by 1, 2, 6`.execute(behind(tx))
  return rows
}

const text = (title: string, width = 14) => ({ title, kind: 'text' as const, width })
const heads = {
  invoice: ['海关编码', '申报品名', '英文品名', '数量', '单位', '单价', '金额', '币种'],
  packing: ['海关编码', '申报品名', '英文品名', '箱数', '数量', '单位', '净重（kg）', '毛重（kg）', '体积（m³）'],
} as const
const invoiceRow = (one: Declared): string[] => [one.hsCode, one.name, one.nameEn, one.quantity, one.unit, one.price, one.amount, currency]
const packingRow = (one: Declared): string[] => {
  const { hsCode, name, nameEn, boxes, quantity, unit, net, gross, volume } = one
  return [hsCode, name, nameEn, String(boxes), quantity, unit, net, gross, volume]
}

const forms = { sheet: [1, 'Excel', 'Excel'], paper: [2, 'PDF', 'PDF'] } as const
const tableOf = (title: string, cells: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<h2>${escaped(title)}</h2><table><thead><tr>${cells.map(cell => `<th>${escaped(cell)}</th>`).join('')}</tr></thead><tbody>${rows
    .map(row => `<tr>${row.map(cell => `<td>${escaped(cell)}</td>`).join('')}</tr>`)
    .join('')}</tbody></table>`

export const customsPapers: Route = act(
  shippingOrder,
  {
    name: 'customs',
    title: ['报关资料', 'Customs papers'],
    over: 'row',
    operation: operations.view,
    result: 'file',
    input: { form: choice('格式', 'As', forms, { default: 1 }) },
  },
  (context, { input }) =>
    context.write(async (tx, inside) => {
      const row = await oneRecord(inside, shippingOrder, input['id'])
      const rows = await declaredOf(tx, row.id)
      if (rows.length === 0) throw refuse.rule(sentence`发货单还没有装箱`)
      const no = asText(row['no'])
      await noteExport(inside, shippingOrder.table, { export: 'customs', document: no, rows: rows.length })
      const all = sum(rows.map(one => one.amount))
      const [invoice, packing] = [[...rows.map(invoiceRow), ['', '合计', '', '', '', '', all, currency]], rows.map(packingRow)]
      if (Number(input['form'] ?? 1) === forms.paper[0]) {
        const html = `<h1>${escaped(`报关资料 ${no}`)}</h1>${tableOf('商业发票', heads.invoice, invoice)}${tableOf('装箱单', heads.packing, packing)}`
        return paperFile(inside, html, `报关资料 ${no}`)
      }
      return sheetsFile(
        `报关资料 ${no}`,
        [
          { name: '商业发票', columns: heads.invoice.map(title => text(title)), rows: [invoice] },
          { name: '装箱单', columns: heads.packing.map(title => text(title)), rows: [packing] },
        ],
        [],
      )
    }),
)
