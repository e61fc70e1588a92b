/** The proof of customers: their months against the lines of orders, their sums against their months. A shop at a time. */
import { sql } from 'kysely'
import { asText } from '#platform/format/text.ts'
import type { Context } from '#platform/server/area.ts'
import { type UntypedQuery } from '#platform/server/database.ts'
import type { Difference } from '#platform/server/reports.ts'
import { customer, customerMonth } from './tables.ts'

/** Empty: proven. */
export async function proveCustomers(context: Context): Promise<Difference[]> {
  const found: Difference[] = []
  for (const shopId of context.caller.shops)
    found.push(
      ...(await differing(customerMonth.table, shopId, { expected: ofLines(context, shopId), stored: ofMonths(context, shopId) })),
      ...(await differing(customer.table, shopId, { expected: ofTheirMonths(context, shopId), stored: ofCustomers(context, shopId) })),
    )
  return found
}

/** `key` and `said` of each record. */
const keyed = (query: unknown, key: string, said: string): UntypedQuery =>
  (query as UntypedQuery).select([
    sql.raw<string>(`concat_ws(' ', ${key})`).as('key'),
    sql.raw<string>(`concat_ws(' ', ${said})`).as('said'),
  ])

const ofLines = ({ db }: Context, shopId: string): UntypedQuery =>
  keyed(
    db
      .selectFrom('order_line as f')
      .where('f.shop_id', '=', shopId)
      .where(sql<boolean>`not f.is_cancelled`)
      .groupBy(sql`date_trunc('month', f.ordered_on), f.customer_no, f.currency`),
    `date_trunc('month', f.ordered_on)::date, f.customer_no, f.currency`,
    'sum(f.first_of_order), sum(f.quantity), sum(f.sales), min(f.ordered_on), max(f.ordered_on)',
  )

const ofMonths = ({ db }: Context, shopId: string): UntypedQuery =>
  keyed(
    db.selectFrom('customer_month as f').where('f.shop_id', '=', shopId),
    'f.month, f.customer_no, f.currency',
    'f.orders, f.units, f.sales, f.first_on, f.last_on',
  )

/** Months of somebody who is no customer stand against nothing. */
const ofTheirMonths = ({ db }: Context, shopId: string): UntypedQuery =>
  keyed(
    db
      .selectFrom('customer_month as m')
      .leftJoin('customer as c', join => join.on(sql<boolean>`c.shop_id = m.shop_id and c.customer_no = m.customer_no`))
      .where('m.shop_id', '=', shopId)
      .where('m.customer_no', '<>', '')
      .groupBy(sql`m.customer_no`),
    'm.customer_no',
    `sum(m.orders), sum(m.units), coalesce(sum(m.sales) filter (where m.currency = c.currency), 0)::numeric(20, 4), min(m.first_on),
      max(m.last_on)`,
  )

const ofCustomers = ({ db }: Context, shopId: string): UntypedQuery =>
  keyed(
    db
      .selectFrom('customer as c')
      .where('c.shop_id', '=', shopId)
      .where(sql<boolean>`(c.last_on is not null or c.orders <> 0 or c.units <> 0 or c.sales <> 0)`),
    'c.customer_no',
    'c.orders, c.units, c.sales, c.first_on, c.last_on',
  )

async function differing(
  what: string,
  ownerId: string,
  { expected, stored }: { readonly expected: UntypedQuery; readonly stored: UntypedQuery },
): Promise<Difference[]> {
  const [lacking, left] = [await expected.except(stored).execute(), await stored.except(expected).execute()].map(
    rows => new Map(rows.map(row => [asText(row['key']), asText(row['said'])])),
  )
  return [...new Set([...(lacking?.keys() ?? []), ...(left?.keys() ?? [])])]
    .sort()
    .map(key => ({ what, ownerId, month: null, key, expected: lacking?.get(key) ?? '', found: left?.get(key) ?? '' }))
}
