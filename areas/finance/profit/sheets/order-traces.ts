/**
 * What belongs to the number of an order, read kind by kind (order-trace-kinds.ts) through the asker's door, and only where he may view the
 * kind's list.
 */
import { sql } from 'kysely'
import { operations } from '#platform/declare/operations.ts'
import type { Title } from '#platform/declare/title.ts'
import { addDays } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { may, type Context } from '#platform/server/area.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { visibleResource } from '#platform/server/lists.ts'
import { anyTable } from '#platform/server/database.ts'
import { expectedSources } from '../../base/match-words.ts'
import { traces } from './order-trace-kinds.ts'
import type { Trace } from './order-trace-words.ts'

const rowsMax = 200
/** an order is paid out and returned within months; files are partitioned by day and never read whole */
const [daysBefore, daysAfter, daysUnknown] = [7, 150, 365]

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
  const ask = { orderNo, period, shopId }
  for (const trace of open) if (trace.number !== null) found[trace.name] = await rowsOf(context, trace, ask)
  for (const trace of open)
    if (trace.number === null) found[trace.name] = await rowsOf(context, trace, { ...ask, lineIds: await arrivedOf(context, found) })
  return { orderNo, period, found, notFilled }
}

const payoutSources = [expectedSources.amazon[0], expectedSources.market[0]]

/** Bank lines that were matched with the pay-outs that these rows name. */
async function arrivedOf(context: Context, found: Traced['found']): Promise<string[]> {
  const facts = Object.values(found).flatMap(rows =>
    rows.flatMap(row => {
      const [shop, payout] = [asText(row['shopId'] ?? ''), asText(row['settlementId'] ?? '')]
      return shop === '' || payout === '' ? [] : [`${shop} ${payout}`]
    }),
  )
  if (facts.length === 0) return []
  const rows = await context.db
    .selectFrom('bank_expected as e')
    .innerJoin('bank_match_side as p', 'p.expected_id', 'e.id')
    .innerJoin('bank_match_side as l', 'l.match_id', 'p.match_id')
    .where(sql<boolean>`e.source = any(${payoutSources}::smallint[]) and e.fact_key = any(${[...new Set(facts)]}::text[])`)
    .where(sql<boolean>`l.line_id is not null`)
    .select(sql<string>`l.line_id::text`.as('id'))
    .distinct()
    .limit(rowsMax)
    .execute()
  return rows.map(row => row.id)
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
    const rows = await anyTable(context.db)
      .selectFrom(`${table} as f`)
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

interface RowsAsk {
  readonly orderNo: string
  readonly period: Traced['period']
  readonly shopId?: string | undefined
  /** bank lines that belong to the order whatever they say */
  readonly lineIds?: readonly string[]
}

async function rowsOf(context: Context, trace: Trace, { orderNo, period, shopId, lineIds = [] }: RowsAsk): Promise<readonly Row[]> {
  const inPeriod = trace.day === undefined ? sql`true` : sql`${sql.ref(trace.day)} between ${period.from} and ${period.to}`
  const named =
    trace.number === null
      ? sql<boolean>`(f.id = any(${lineIds}::bigint[]) or (${inPeriod} and strpos(${sql.raw(trace.texts ?? '')}, ${orderNo}) > 0))`
      : sql<boolean>`${sql.ref(trace.number)} = ${orderNo} and ${inPeriod}`
  let query = anyTable(context.db).selectFrom(`${trace.table} as f`).where(named)
  if (shopId !== undefined && Object.hasOwn(trace.columns, 'shopId')) {
    const shops = (trace.shops ?? ['shop_id']).map(column => sql.ref(`f.${column}`))
    query = query.where(sql<boolean>`${shopId}::bigint in (${sql.join(shops)})`)
  }
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
