/** 供应商余额: what is owed to each supplier, how old it is, what came without an invoice. */
import { sql } from 'kysely'
import { bigInteger, money, reference, referenceBy } from '#platform/declare/fields.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { homeZone } from '#platform/format/zones.ts'
import { view, tablesOf } from '#platform/server/database.ts'
import { orderStates, type purchaseOrder, type purchaseOrderLine } from '../orders/order-tables.ts'
import { priceRight } from '../orders/words.ts'
import type { goodsIn, goodsInLine } from '#areas/goods/index.ts'
import type { receiptDiscrepancy } from '../receiving/discrepancy-tables.ts'
import type { purchaseInvoice, purchaseInvoiceLine } from './invoice-tables.ts'
import type { paymentRequest } from './request-tables.ts'

const owed = (zh: string, en: string) =>
  money(zh, en, { optional: true, total: true, sort: true, currency: 'currency', see: priceRight, width: 110 })

/** The day there, not that of the database's clock. */
const today = sql`(now() at time zone ${sql.lit(homeZone)})::date`

/** One fact of a supplier: 1 invoiced, 2 deducted, 3 paid, 4 received and not billed. */
const factOf = (of: string, amount: ReturnType<typeof sql>, kind: ReturnType<typeof sql>, dueOn: ReturnType<typeof sql>) => [
  sql<string>`${sql.ref(`${of}.org_id`)}`.as('org_id'),
  sql<string>`${sql.ref(`${of}.supplier_id`)}`.as('supplier_id'),
  sql<string>`${sql.ref(`${of}.currency`)}`.as('currency'),
  sql<number>`${kind}`.as('kind'),
  sql<string>`${amount}`.as('amount'),
  sql<string | null>`${dueOn}`.as('due_on'),
]

export const supplierBalance = view(
  'supplier_balance',
  {
    type: 'supplierBalance',
    title: ['供应商余额', 'Supplier balances'],
    access: { scope: ownOrganisation },
    fields: {
      orgId: bigInteger('组织', 'Organisation', { hidden: true }),
      supplierId: reference('供应商', 'Supplier', 'supplier', { filter: 'select', sort: true, width: 200 }),
      currency: referenceBy('币种', 'Currency', 'currency', 'code', { filter: 'select', width: 70 }),
      balance: owed('应付余额', 'Balance'),
      unbilled: money('暂估（未开票）', 'Received, not billed', {
        optional: true,
        total: true,
        sort: true,
        currency: 'currency',
        see: priceRight,
        width: 130,
        help: [
          '已入库未开票的数量 × 订单含税价，只算您看得到的入库单',
          'Units received and not billed, by the price of the order with tax; of receipts that you see',
        ],
      }),
      notDue: owed('未到期', 'Not due'),
      within30: owed('逾期 30 天内', 'Up to 30 days late'),
      older: owed('逾期 30 天以上', 'Above 30 days late'),
      invoiced: owed('发票金额', 'Invoiced'),
      deducted: owed('扣款', 'Deducted'),
      paid: owed('已付', 'Paid'),
    },
    list: {
      search: false,
      sort: { field: 'supplierId', way: 'ASC' },
      empty: ['发票、结算和付款之后，这里是每个供应商的应付余额和账龄', 'What is owed to each supplier, and how old it is'],
    },
    storage: { primary: ['orgId', 'supplierId', 'currency'] },
  },
  db => {
    const invoices = tablesOf<typeof purchaseInvoice | typeof purchaseInvoiceLine>(db)
      .selectFrom('purchase_invoice as v')
      .innerJoin('purchase_invoice_line as x', 'x.invoice_id', 'v.id')
      .where(sql<boolean>`v.state = 2`)
      .select(factOf('v', sql`x.amount`, sql`1`, sql`v.due_on`))
    const deductions = tablesOf<typeof receiptDiscrepancy>(db)
      .selectFrom('receipt_discrepancy as d')
      .where(sql<boolean>`d.state in (2, 3) and d.amount is not null and d.undone_on is null`)
      .select(factOf('d', sql`d.amount`, sql`2`, sql`null::date`))
    const payments = tablesOf<typeof paymentRequest>(db)
      .selectFrom('payment_request as r')
      .where(sql<boolean>`r.paid <> 0`)
      .select(factOf('r', sql`r.paid`, sql`3`, sql`null::date`))
    const received = tablesOf<typeof goodsIn | typeof goodsInLine | typeof purchaseOrder | typeof purchaseOrderLine>(db)
      .selectFrom('purchase_order_line as l')
      .innerJoin('purchase_order as o', 'o.id', 'l.order_id')
      .innerJoin('goods_in_line as i', 'i.order_line_id', 'l.id')
      .innerJoin('goods_in as h', 'h.id', 'i.in_id')
      // of a settled order all is billed: only open ones are read
      .where(sql<boolean>`o.state <> ${sql.lit(orderStates.settled[0])} and h.state = 4 and i.quantity > i.returned + i.invoiced`)
      .select(factOf('o', sql`round((i.quantity - i.returned - i.invoiced) * (l.net + l.tax) / l.quantity, 2)`, sql`4`, sql`null::date`))
    const sum = (where: ReturnType<typeof sql>) => sql`coalesce(sum(f.amount) filter (where ${where}), 0)`
    const owed = sql`greatest(${sum(sql`f.kind = 1`)} - ${sum(sql`f.kind in (2, 3)`)}, 0)`
    // what was paid was paid for the oldest
    const notDue = sql`least(${owed}, ${sum(sql`f.kind = 1 and f.due_on >= ${today}`)})`
    const recent = sql`least(${owed} - ${notDue}, ${sum(sql`f.kind = 1 and f.due_on < ${today} and f.due_on >= ${today} - 30`)})`
    return db
      .selectFrom(invoices.unionAll(deductions).unionAll(payments).unionAll(received).as('f'))
      .groupBy(['f.org_id', 'f.supplier_id', 'f.currency'])
      .select([
        sql<string>`f.org_id`.as('org_id'),
        sql<string>`f.supplier_id`.as('supplier_id'),
        sql<string>`f.currency`.as('currency'),
        sql<string>`${sum(sql`f.kind = 1`)}`.as('invoiced'),
        sql<string>`${sum(sql`f.kind = 2`)}`.as('deducted'),
        sql<string>`${sum(sql`f.kind = 3`)}`.as('paid'),
        sql<string>`${sum(sql`f.kind = 1`)} - ${sum(sql`f.kind in (2, 3)`)}`.as('balance'),
        sql<string>`${sum(sql`f.kind = 4`)}`.as('unbilled'),
        sql<string>`${notDue}`.as('not_due'),
        sql<string>`${recent}`.as('within30'),
        sql<string>`${owed} - ${notDue} - ${recent}`.as('older'),
      ])
  },
)
