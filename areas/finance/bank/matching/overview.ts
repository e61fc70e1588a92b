/** What is open at a glance: accounts with their newest file, months, sums, how much has a suggestion. As the asker sees accounts. */
import { sql } from 'kysely'
import { sum } from '#platform/format/decimal.ts'
import type { Context } from '#platform/server/area.ts'
import { taskStates } from '#platform/server/database.ts'
import { rowId } from '#platform/server/lists.ts'
import type { OverviewAnswer } from './answers.ts'
import { wordOf } from './candidates.ts'
import { bankOpenLine } from './open-lines.ts'
import { bankItems, confidences } from '../../base/match-words.ts'

export interface OverviewAsk {
  readonly accountId: string | undefined
  readonly month: string | undefined
  /** the lines of sure proposals as well */
  readonly withHigh: boolean
}
/** accepted in portions; no more than can be taken back in one go */
const highMax = 1_000
const isOpen = sql<boolean>`s.direction in (1, 2) and s.matched < s.income + s.outgo`
const isHigh = sql<boolean>`g.confidence = ${sql.lit(confidences.high[0])}`
/** lines of one proposal name each other: it is counted with its first */
const isFirst = sql<boolean>`s.id::text = g.line_ids ->> 0`

export async function overview(context: Context, ask: OverviewAsk): Promise<OverviewAnswer> {
  const { db } = context
  const groups = db
    .selectFrom('bank_statement as s')
    .leftJoin('bank_suggestion as g', 'g.line_id', 's.id')
    .where(isOpen)
    .groupBy([sql`s.account_id`, sql`to_char(s.posted_on, 'YYYY-MM')`, sql`s.currency`])
    .select([
      sql<string>`s.account_id::text`.as('accountId'),
      sql<string>`to_char(s.posted_on, 'YYYY-MM')`.as('month'),
      sql<string>`s.currency::text`.as('currency'),
      sql<number>`count(*)::int`.as('open'),
      sql<string>`sum(s.income - s.outgo - case when s.direction = 2 then -s.matched else s.matched end)::text`.as('amount'),
      sql<number>`count(g.line_id)::int`.as('suggested'),
      sql<number>`(count(*) filter (where ${isHigh} and ${isFirst}))::int`.as('high'),
    ])
    .execute()
  const [rows, accounts, files, highIds] = await Promise.all([
    groups,
    accountsOf(context),
    filesOf(context),
    ask.withHigh ? highOf(context, ask) : null,
  ])
  const fileOf = new Map(files.map(file => [file.accountId, { on: file.on, until: file.until }]))
  const mine = rows.filter(row => ask.accountId === undefined || row.accountId === ask.accountId)
  const shown = mine.filter(row => ask.month === undefined || row.month === ask.month)
  const total = (of: (row: (typeof shown)[number]) => number, all = shown): number => all.reduce((n, row) => n + of(row), 0)
  return {
    accounts: accounts.map(({ id, name }) => ({
      id,
      name,
      open: total(
        row => row.open,
        rows.filter(row => row.accountId === id),
      ),
      file: fileOf.get(id) ?? null,
    })),
    items: Object.values(bankItems).map(([value]) => ({ value, label: wordOf(context, bankItems, value) })),
    months: [...new Set(mine.map(row => row.month))].toSorted().toReversed(),
    open: total(row => row.open),
    sums: [...Map.groupBy(shown, row => row.currency)]
      .map(([currency, all]) => ({ currency, amount: sum(all.map(row => row.amount)) }))
      .toSorted((a, b) => (a.currency < b.currency ? -1 : 1)),
    suggested: total(row => row.suggested),
    high: total(row => row.high),
    ...(highIds === null ? {} : { highIds }),
  }
}

const accountsOf = (context: Context) =>
  context.db
    .selectFrom('bank_account')
    .select([sql<string>`id::text`.as('id'), sql<string>`name`.as('name')])
    .orderBy('name')
    .orderBy('id')
    .execute()

/** The newest file of each account, on the clock of the organisation. */
const filesOf = (context: Context) =>
  context.db
    .selectFrom('import_run')
    .where('owner_table', '=', 'bank_account')
    .where(sql<boolean>`state = ${sql.lit(taskStates.done[0])}`)
    .groupBy('owner_id')
    .select([
      sql<string>`owner_id::text`.as('accountId'),
      sql<string>`(max(created_at) at time zone ${context.caller.zone})::date::text`.as('on'),
      sql<string | null>`(array_agg(last_day order by created_at desc, id desc))[1]::text`.as('until'),
    ])
    .execute()

async function highOf(context: Context, { accountId, month }: OverviewAsk): Promise<string[]> {
  let query = context.db
    .selectFrom('bank_statement as s')
    .innerJoin('bank_suggestion as g', 'g.line_id', 's.id')
    .where(sql<boolean>`${isOpen} and ${isHigh} and ${isFirst}`)
    .select(sql<string>`s.id::text`.as('id'))
    .orderBy('s.posted_on', 'desc')
    .orderBy('s.id', 'desc')
    .limit(highMax)
  if (accountId !== undefined) query = query.where('s.account_id', '=', accountId)
  if (month !== undefined) query = query.where(sql<boolean>`to_char(s.posted_on, 'YYYY-MM') = ${month}`)
  return (await query.execute()).map(row => rowId(bankOpenLine, [row.id]))
}
