/**
 * 暂估: what was received without its invoice and not sent back, by the order's price, as it stands open at the end of each month. What was
 * sent back is asked of a function: whoever sees the receipt need not see the warehouse.
 */
import { bigInteger, date, decimal, money, month, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { view, tablesOf } from '#platform/server/database.ts'
import { sql } from 'kysely'
import { receiptBases, type costInvoice } from './tables.ts'
import { costAmounts, permissions } from './words.ts'

const end = sql`m.month + interval '1 month'`
/** asked once for a receipt, not for each of its months */
const sentBack = sql`case when x.doc_type = 'goods_in' then goods_returned(x.line_id::bigint) end`
const back = sql`jsonb_to_recordset(r.back)`.as<'b'>(sql`b(day date, quantity numeric)`)
const open = sql`(r.quantity - coalesce(sum(i.quantity), 0) - w.quantity)`
const units = (zh: string, en: string) => decimal(zh, en, 6, { width: 110 })

export const costProvisional = view(
  'cost_provisional',
  {
    type: 'financeCostProvisional',
    title: ['暂估', 'Received without invoice'],
    access: { scope: ownOrganisation, permission: permissions.receipt },
    fields: {
      month: month('月份', 'Month', { filter: 'range', sort: true }),
      documentNo: text('入库单号', 'Receipt', { filter: 'contains', sort: true, width: 160 }),
      day: date('入库日期', 'Received on', { sort: true, width: 110 }),
      supplierId: reference('供应商', 'Supplier', 'supplier', { optional: true, filter: 'select', width: 160 }),
      productId: reference('商品', 'Product', 'product', { filter: 'select', width: 200 }),
      quantity: units('入库数量', 'Units received'),
      invoiced: units('已开票数量', 'Units invoiced'),
      returned: units('已退货数量', 'Units sent back'),
      open: units('未开票数量', 'Units without invoice'),
      amount: money('暂估金额', 'Provisional amount', { currency: 'currency', optional: true, sort: true, see: costAmounts, width: 130 }),
      currency: referenceBy('币种', 'Currency', 'currency', 'code', { filter: 'select', width: 70 }),
      orgId: bigInteger('组织', 'Organisation', { hidden: true }),
      receiptId: reference('入库行', 'Receipt line', 'cost_receipt', { show: false }),
    },
    list: {
      search: false,
      bound: { field: 'month', days: 365 },
      sort: { field: 'month', way: 'DESC' },
      shownAs: { card: { title: 'documentNo', subtitle: 'month' } },
      empty: [
        '没有暂估：按订单价入库的货物都已收到发票或已退货',
        'None: every receipt by the price of its order has its invoice or went back',
      ],
    },
    storage: { primary: ['receiptId', 'month'] },
  },
  db =>
    tablesOf<typeof costInvoice | 'cost_receipt'>(db)
      .selectFrom(eb =>
        eb
          .selectFrom('cost_receipt as x')
          .selectAll('x')
          .select(sentBack.as('back'))
          .where(sql<boolean>`x.basis = ${sql.lit(receiptBases.order[0])}`)
          .offset(0)
          .as('r'),
      )
      .innerJoin(sql`generate_series(date_trunc('month', r.day), current_date, interval '1 month')`.as<'m'>(sql`m(month)`), join =>
        join.onTrue(),
      )
      .leftJoin('cost_invoice as i', join => join.on(sql<boolean>`i.receipt_id = r.id and greatest(i.counts_from, r.day) < ${end}`))
      .leftJoinLateral(
        eb =>
          eb
            .selectFrom(back)
            .select(sql<string>`coalesce(sum(b.quantity), 0)`.as('quantity'))
            .where(sql<boolean>`b.day < ${end}`)
            .as('w'),
        join => join.onTrue(),
      )
      .groupBy([
        ...[
          'id',
          'org_id',
          'document_no',
          'day',
          'supplier_id',
          'product_id',
          'quantity',
          'purchase',
          'currency',
          'doc_type',
          'line_id',
        ].map(name => sql.ref(`r.${name}`)),
        sql`m.month`,
        sql`w.quantity`,
      ])
      .having(sql<boolean>`${open} > 0`)
      .select([
        sql<string>`r.id`.as('receipt_id'),
        sql<string>`r.org_id`.as('org_id'),
        sql<string>`m.month::date`.as('month'),
        sql<string>`r.document_no`.as('document_no'),
        sql<string>`r.day`.as('day'),
        sql<string>`r.supplier_id`.as('supplier_id'),
        sql<string>`r.product_id`.as('product_id'),
        sql<string>`r.quantity`.as('quantity'),
        sql<string>`coalesce(sum(i.quantity), 0)::numeric(20,6)`.as('invoiced'),
        sql<string>`w.quantity::numeric(20,6)`.as('returned'),
        sql<string>`${open}::numeric(20,6)`.as('open'),
        sql<string>`round(r.purchase * ${open} / r.quantity, 4)`.as('amount'),
        sql<string>`r.currency`.as('currency'),
      ]),
)
