/**
 * What belongs to the number of an order: its lines, payments, lines of settlements and transactions, parcels, bank lines. Each kind is
 * read through the asker's door, and only where he may view its list.
 */
import { sql } from 'kysely'
import { operations } from '#platform/declare/operations.ts'
import type { Title } from '#platform/declare/title.ts'
import { addDays } from '#platform/format/dates.ts'
import { may } from '#platform/server/calls/may.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { visibleResource } from '#platform/server/lists/column-rights.ts'
import { anyTable } from '#platform/server/db/any-table.ts'
import type { UntypedQuery } from '#platform/server/db/untyped-query.ts'

const rowsMax = 200
/** an order is paid out and returned within months; files are partitioned by day and never read whole */
const [daysBefore, daysAfter, daysUnknown] = [7, 150, 365]

export interface Trace {
  readonly name: string
  readonly title: Title
  readonly table: string
  readonly permission: string
  /** column that holds the number; null: it stands in texts (`texts`) */
  readonly number: string | null
  readonly texts?: string
  /** date by which the table is bounded; absent: found by an index of the number */
  readonly day?: string
  readonly columns: Readonly<Record<string, string>>
  /** columns that show a field of the list which has a right of its own */
  readonly sees?: Readonly<Record<string, string>>
  readonly order: string
}

/** An instant as the wire has it. */
export const iso = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
const money = { amount: 'f.amount::text', currency: 'f.currency' }

export const traces: readonly Trace[] = [
  {
    name: 'payments',
    title: ['订单交易', 'Payments'],
    table: 'order_payment',
    permission: 'finance.orderPayment',
    number: 'f.order_no',
    columns: {
      id: 'f.id::text',
      shopId: 'f.shop_id::text',
      paidAt: iso('f.paid_at'),
      gross: 'f.gross::text',
      fee: 'f.fee::text',
      net: '(f.gross - f.fee)::text',
      currency: 'f.currency',
      trackingNo: 'f.tracking_no',
    },
    order: 'f.paid_at',
  },
  {
    name: 'orderLines',
    title: ['订单明细', 'Order lines'],
    table: 'order_line',
    permission: 'sales.order',
    number: 'f.order_no',
    columns: {
      shopId: 'f.shop_id::text',
      orderedOn: 'f.ordered_on::text',
      lineNo: 'f.line_no',
      title: 'f.title',
      sku: 'f.sku',
      quantity: 'f.quantity::text',
      sales: 'f.sales::text',
      currency: 'f.currency',
      status: 'f.status::text',
      statusAt: iso('f.status_at'),
    },
    order: 'f.ordered_on, f.line_no',
  },
  {
    name: 'settlementLines',
    title: ['结算明细', 'Settlement lines'],
    table: 'amazon_settlement_line',
    permission: 'finance.amazon.settlement',
    number: 'f.order_id',
    day: 'f.posted_on',
    columns: {
      shopId: 'f.shop_id::text',
      postedAt: iso('f.posted_at'),
      settlementId: 'f.settlement_id',
      sku: 'f.sku',
      kindId: 'f.kind_id::text',
      ...money,
    },
    order: 'f.posted_at, f.line_no',
  },
  {
    name: 'transactions',
    title: ['交易明细', 'Transactions'],
    table: 'amazon_transaction_line',
    permission: 'finance.amazon.transaction',
    number: 'f.order_id',
    day: 'f.posted_on',
    columns: {
      shopId: 'f.shop_id::text',
      postedAt: iso('f.posted_at'),
      settlementId: 'f.settlement_id',
      sku: 'f.sku',
      kindId: 'f.type_id::text',
      deferred: 'f.deferred',
      amount: 'f.total::text',
      currency: 'f.currency',
    },
    order: 'f.posted_at',
  },
  {
    name: 'marketLines',
    title: ['其他平台明细', 'Lines of other marketplaces'],
    table: 'market_line',
    permission: 'finance.market.line',
    number: 'f.order_no',
    day: 'f.posted_on',
    columns: { shopId: 'f.shop_id::text', postedAt: iso('f.posted_at'), sku: 'f.sku', kindId: 'f.kind_id::text', ...money },
    order: 'f.posted_at',
  },
  {
    name: 'parcels',
    title: ['包裹', 'Parcels'],
    table: 'final_leg_fee',
    permission: 'finance.freight.finalLeg',
    number: 'f.order_no',
    columns: { trackingNo: 'f.tracking_no', shippedOn: 'f.shipped_on::text', amount: 'f.total::text', currency: 'f.currency' },
    sees: { amount: 'fee' },
    order: 'f.shipped_on',
  },
  {
    name: 'bankLines',
    title: ['银行流水', 'Bank lines'],
    table: 'bank_statement',
    permission: 'finance.bank.statement',
    number: null,
    texts: "concat_ws(' ', f.purpose, f.summary, f.serial_no, f.remark)",
    day: 'f.posted_on',
    columns: {
      accountId: 'f.account_id::text',
      postedOn: 'f.posted_on::text',
      income: 'f.income::text',
      outgo: 'f.outgo::text',
      currency: 'f.currency',
      purpose: 'f.purpose',
    },
    order: 'f.posted_on',
  },
  {
    name: 'returns',
    title: ['退货', 'Returns'],
    table: 'fba_return',
    permission: 'finance.fba',
    number: 'f.order_id',
    columns: {
      shopId: 'f.shop_id::text',
      returnedAt: iso('f.returned_at'),
      sku: 'f.sku',
      quantity: 'f.quantity::text',
      what: `concat_ws(' · ', nullif(f.disposition, ''), nullif(f.reason, ''))`,
    },
    order: 'f.returned_at',
  },
  {
    name: 'reimbursements',
    title: ['赔偿', 'Reimbursements'],
    table: 'fba_reimbursement',
    permission: 'finance.fba',
    number: 'f.order_id',
    columns: {
      shopId: 'f.shop_id::text',
      approvedOn: 'f.approved_on::text',
      sku: 'f.sku',
      quantity: 'f.units::text',
      what: 'f.reason',
      ...money,
    },
    order: 'f.approved_on',
  },
  {
    name: 'corrections',
    title: ['手工调整', 'Corrections'],
    table: 'finance_correction',
    permission: 'finance.correction',
    number: 'f.order_no',
    columns: { id: 'f.id::text', shopId: 'f.shop_id::text', day: 'f.day::text', sku: 'f.sku', what: 'f.reason', ...money },
    order: 'f.day',
  },
  {
    name: 'findings',
    title: ['核对差异', 'Findings'],
    table: 'order_finding',
    permission: 'finance.orderCheck',
    number: 'f.order_no',
    columns: {
      id: 'f.id::text',
      shopId: 'f.shop_id::text',
      happenedOn: 'f.happened_on::text',
      kind: 'f.kind::text',
      state: 'f.state::text',
      ...money,
    },
    order: 'f.happened_on',
  },
]

type Row = Readonly<Record<string, unknown>>
export interface Traced {
  readonly orderNo: string
  readonly period: { readonly from: string; readonly to: string }
  readonly found: Readonly<Record<string, readonly Row[]>>
  readonly notFilled: readonly { readonly field: string; readonly reason: string }[]
}

export interface Narrowed {
  readonly wanted?: readonly string[]
  /** of this shop alone, where the kind is of a shop */
  readonly shopId?: string
  /** days on which it is known to have something; absent: around its lines and payments */
  readonly days?: Traced['period']
}

export async function tracesOf(context: Context, orderNo: string, { wanted, shopId, days }: Narrowed = {}): Promise<Traced> {
  const period = days ?? (await periodOf(context, orderNo))
  const { open, notFilled } = openTo(
    context,
    traces.filter(one => wanted?.includes(one.name) !== false),
  )
  const found: Record<string, readonly Row[]> = {}
  for (const trace of open) found[trace.name] = await rowsOf(context, trace, orderNo, period, shopId)
  return { orderNo, period, found, notFilled }
}

/** Kinds that have an index of the number, each read once for all of these orders: name -> number -> rows. */
export async function tracesOfEach(
  context: Context,
  orderNos: readonly string[],
  names: readonly string[],
): Promise<Pick<Traced, 'notFilled'> & { readonly found: ReadonlyMap<string, ReadonlyMap<string, readonly Row[]>> }> {
  const { open, notFilled } = openTo(
    context,
    traces.filter(one => names.includes(one.name)),
  )
  const found = new Map<string, ReadonlyMap<string, readonly Row[]>>()
  for (const trace of open) {
    const { name, table, number, order } = trace
    if (number === null) throw new Error(`${name} has no index of the number`)
    const rows = await (anyTable(context.db).selectFrom(`${table} as f`) as unknown as UntypedQuery)
      .where(sql<boolean>`${sql.ref(number)} = any(${orderNos}::text[])`)
      .select([...selected(context, trace), sql<string>`${sql.ref(number)}`.as(ofOrder)])
      .orderBy(sql.raw(order))
      .limit(rowsMax * orderNos.length)
      .execute()
    const byOrder = Map.groupBy(rows, row => String(row[ofOrder]))
    const plain = (row: Row): Row => Object.fromEntries(Object.entries(row).filter(([name]) => name !== ofOrder))
    found.set(name, new Map([...byOrder].map(([no, of]) => [no, of.slice(0, rowsMax).map(plain)])))
  }
  return { found, notFilled }
}
const ofOrder = 'ofOrder'

/** Kinds that are answered, and why the others are not. */
function openTo(context: Context, wanted: readonly Trace[]): Pick<Traced, 'notFilled'> & { readonly open: readonly Trace[] } {
  const at = context.language === 'en' ? 1 : 0
  const lacking = wanted.map(trace => ({ trace, lack: lackOf(context, trace) }))
  return {
    open: lacking.flatMap(({ trace, lack }) => (lack === null ? [trace] : [])),
    notFilled: lacking.flatMap(({ trace, lack }) => (lack === null ? [] : [{ field: trace.name, reason: lack[at] }])),
  }
}
export const isOpen = (context: Context, name: string): boolean =>
  traces.some(trace => trace.name === name && lackOf(context, trace) === null)

/** Why a kind is not answered: nobody has it yet, or the asker may not see it. */
function lackOf(context: Context, { table, title, permission }: Trace): Title | null {
  const resource = context.house.registry.resources.get(table)
  if (resource === undefined) return [`${title[0]}还没有数据来源`, `${title[1]}: no source yet`]
  const right = resource.permission ?? permission
  return may(context.caller, right, operations.view) ? null : [`没有查看${title[0]}的权限`, `No right to see ${title[1].toLowerCase()}`]
}

async function rowsOf(
  context: Context,
  trace: Trace,
  orderNo: string,
  { from, to }: Traced['period'],
  shopId?: string,
): Promise<readonly Row[]> {
  const named =
    trace.number === null
      ? sql<boolean>`strpos(${sql.raw(trace.texts ?? '')}, ${orderNo}) > 0`
      : sql<boolean>`${sql.ref(trace.number)} = ${orderNo}`
  let query = anyTable(context.db).selectFrom(`${trace.table} as f`).where(named) as unknown as UntypedQuery
  if (trace.day !== undefined) query = query.where(sql<boolean>`${sql.ref(trace.day)} between ${from} and ${to}`)
  if (shopId !== undefined && Object.hasOwn(trace.columns, 'shopId')) query = query.where(sql<boolean>`f.shop_id = ${shopId}`)
  return query.select(selected(context, trace)).orderBy(sql.raw(trace.order)).limit(rowsMax).execute()
}

/** The columns of a kind, without those whose field of the list the asker may not see. */
function selected(context: Context, { table, columns, sees = {} }: Trace) {
  const list = context.house.registry.resources.get(table)
  const fields = list === undefined ? {} : visibleResource(context.caller, list).fields
  return Object.entries(columns).flatMap(([name, expression]) =>
    ownValue(fields, ownValue(sees, name) ?? '')?.options.hidden === true ? [] : [sql.raw<unknown>(expression).as(name)],
  )
}

/** Days around what is known of the order; of an unknown one, the last year. */
async function periodOf(context: Context, orderNo: string): Promise<Traced['period']> {
  const db = anyTable(context.db)
  const days = await Promise.all(
    [
      ['order_line', 'f.ordered_on'],
      ['order_payment', '(f.paid_at)::date'],
    ].map(async ([table = '', day = '']) => {
      if (!context.house.registry.resources.has(table)) return []
      const rows = await db
        .selectFrom(`${table} as f`)
        .where(sql<boolean>`f.order_no = ${orderNo}`)
        .select(sql<string>`${sql.raw(day)}::text`.as('day'))
        .limit(rowsMax)
        .execute()
      return rows.map(row => row.day)
    }),
  )
  const known = days.flat().sort()
  const today = context.now().toISOString().slice(0, 10)
  const [first, last] = [known[0], known.at(-1)]
  if (first === undefined || last === undefined) return { from: addDays(today, -daysUnknown), to: today }
  return { from: addDays(first, -daysBefore), to: addDays(last, daysAfter) }
}
