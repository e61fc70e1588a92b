/** 暂估: what was received without its invoice, by the order's price, as it stands open at the end of each month. */
import { bigInteger, date, decimal, money, month, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { anyTable, view } from '#platform/server/database.ts'
import { sql } from 'kysely'
import { receiptBases } from './tables.ts'
import { costAmounts, permissions } from './words.ts'

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
      empty: ['没有暂估：按订单价入库的货物都已收到发票', 'None: every receipt by the price of its order has its invoice'],
    },
    storage: { primary: ['receiptId', 'month'] },
  },
  db =>
    anyTable(db)
      .selectFrom('cost_receipt as r')
      .innerJoin(sql`generate_series(date_trunc('month', r.day), current_date, interval '1 month')`.as<'m'>(sql`m(month)`), join =>
        join.onTrue(),
      )
      .leftJoin('cost_invoice as i', join =>
        join.on(sql<boolean>`i.receipt_id = r.id and greatest(i.counts_from, r.day) < m.month + interval '1 month'`),
      )
      .where(sql<boolean>`r.basis = ${sql.lit(receiptBases.order[0])}`)
      .groupBy([
        ...['id', 'org_id', 'document_no', 'day', 'supplier_id', 'product_id', 'quantity', 'purchase', 'currency'].map(name =>
          sql.ref(`r.${name}`),
        ),
        sql`m.month`,
      ])
      .having(sql<boolean>`coalesce(sum(i.quantity), 0) < r.quantity`)
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
        sql<string>`(r.quantity - coalesce(sum(i.quantity), 0))::numeric(20,6)`.as('open'),
        sql<string>`round(r.purchase * (r.quantity - coalesce(sum(i.quantity), 0)) / r.quantity, 4)`.as('amount'),
        sql<string>`r.currency`.as('currency'),
      ]),
)
