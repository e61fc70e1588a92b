/** 委外发料单: what was sent to a subcontractor on a day, on paper, for whoever carries it and whoever receives it to sign. */
import { sql } from 'kysely'
import { date } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { asText, escaped } from '#platform/format/text.ts'
import { act, refuse, type Context, type Route } from '#platform/server/area.ts'
import { paperFile } from '#platform/server/files.ts'
import { noteExport, oneRecord } from '#platform/server/records.ts'
import { behind } from '#areas/goods/index.ts'
import { docType } from './orders.ts'
import { orderKinds, productionOrder } from './order-tables.ts'

interface Sent {
  readonly day: string
  readonly sku: string
  readonly name: string
  readonly batch: string
  readonly quantity: string
  readonly unit: string
}
interface Head {
  readonly no: string
  readonly product: string
  readonly quantity: string
  readonly due: string
  readonly supplier: string
  readonly warehouse: string
}
const row = (cells: readonly string[], as: 'td' | 'th' = 'td'): string =>
  `<tr>${cells.map(cell => `<${as}>${escaped(cell)}</${as}>`).join('')}</tr>`

/** Of the last day on which something was sent, or of the day that is asked for. */
const sentOf = (context: Context, given: unknown, day: string | null): Promise<{ readonly head: Head; readonly lines: readonly Sent[] }> =>
  context.write(async (tx, inside) => {
    const { id } = await oneRecord(inside, productionOrder, given)
    const { rows: heads } = await sql<Head>`select o.no, p.sku || ' ' || p.name as product, trim_scale(o.quantity)::text as quantity,
        o.due_on::text as due, coalesce(s.name, '') as supplier, w.name as warehouse
      from production_order o join product p on p.id = o.product_id join warehouse w on w.id = o.warehouse_id
        left join supplier s on s.id = o.supplier_id where o.id = ${id}`.execute(behind(tx))
    const { rows } =
      await sql<Sent>`with sent as (select m.booked_on, m.product_id, m.batch_id, sum(m.quantity) as quantity, min(m.id) as id
        from goods_move m join goods_location l on l.id = m.to_id and l.doc_type = ${docType} and l.doc_id = ${id}
          join goods_location f on f.id = m.from_id and f.kind < 8
        where m.doc_type = ${docType} and m.doc_id = ${id} group by 1, 2, 3)
      select s.booked_on::text as day, p.sku, p.name, coalesce(b.batch_no, '') as batch, trim_scale(s.quantity)::text as quantity,
        coalesce(y.unit, '件') as unit
      from sent s join product p on p.id = s.product_id left join product_supply y on y.product_id = p.id
        left join goods_batch b on b.id = s.batch_id
      where s.booked_on = coalesce(${day}::date, (select max(booked_on) from sent)) order by s.id`.execute(behind(tx))
    const [head] = heads
    if (head === undefined || rows.length === 0)
      throw refuse.rule(day === null ? sentence`还没有给加工商发料，没有可打印的` : sentence`${day} 没有给加工商发料`)
    await noteExport(inside, productionOrder.table, { export: 'deliveryNote', document: head.no, rows: rows.length })
    return { head, lines: rows }
  })

function noteHtml({ no, product, quantity, due, supplier, warehouse }: Head, lines: readonly Sent[]): string {
  const about = [
    ['加工商', supplier, '生产单', no],
    ['发料仓库', warehouse, '发料日期', lines[0]?.day ?? ''],
    ['加工商品', product, '加工数量', `${quantity}，${due} 前交货`],
  ]
  const body = lines.map(({ sku, name, batch, quantity: units, unit }, at) => row([String(at + 1), sku, name, batch, units, unit, '']))
  return `<table><tbody>${about.map(cells => row(cells)).join('')}</tbody></table><p></p>
    <table><thead>${row(['序号', 'SKU', '物料', '批次', '数量', '单位', '备注'], 'th')}</thead><tbody>${body.join('')}</tbody></table>
    <p></p><p>${['发料人', '承运人', '加工商签收', '日期'].map(one => `${one}：＿＿＿＿＿＿`).join('　')}</p>`
}

export const deliveryNote: Route = act(
  productionOrder,
  {
    name: 'deliveryNote',
    title: ['打印发料单', 'Print delivery note'],
    over: 'row',
    operation: operations.view,
    when: { kind: [orderKinds.subcontract[0]] },
    reason: ['委外的生产单', 'Of a subcontracted order'],
    input: {
      day: date('发料日期', 'Sent on', {
        optional: true,
        help: ['不填时打印最近一次发料的日期', 'Empty: the last day on which something was sent'],
      }),
    },
    result: 'file',
  },
  async (context, { input }) => {
    const day = asText(input['day'] ?? '')
    const { head, lines } = await sentOf(context, input['id'], day === '' ? null : day)
    return paperFile(context, noteHtml(head, lines), `委外发料单 ${head.no}`)
  },
)
