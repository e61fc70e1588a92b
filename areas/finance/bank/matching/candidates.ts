/** What one open line may be, as the asker sees lines and payments: every proposal that fits it, and a search over all open payments. */
import { sql } from 'kysely'
import { isDecimal } from '#platform/format/decimal.ts'
import { type Context, refuse } from '#platform/server/area.ts'
import { likeText, rowId } from '#platform/server/lists.ts'
import { bankStatement } from '../statements/tables.ts'
import type { Candidate, CandidatesAnswer, LineAnswer, PaymentAnswer } from './answers.ts'
import { lineColumns, openOf, type Near } from './open.ts'
import { bankOpenLine } from './open-lines.ts'
import { confidenceOf } from './refresh.ts'
import { textOfUnits } from './sides.ts'
import { bestFirst, candidatesOf, isDoubt, proposalKey, type Proposal } from './suggest.ts'
import { bankItems, expectedSources, expectedStates, matchKinds } from '../../base/match-words.ts'

/** one key each */
const shownMax = 9
const foundMax = 50
const scoreMax = 100

type Words = Readonly<Record<string, readonly [code: number, zh: string, en: string, ...more: readonly unknown[]]>>
/** The title of a code. */
export function wordOf({ language }: Pick<Context, 'language'>, words: Words, code: number): string {
  const found = Object.values(words).find(([one]) => one === code)
  return found?.[language === 'en' ? 2 : 1] ?? ''
}

export interface CandidatesAsk {
  readonly lineId: string
  /** absent: no payments beside the suggestions */
  readonly keyword: string | undefined
}

export async function candidates(context: Context, { lineId, keyword }: CandidatesAsk): Promise<CandidatesAnswer> {
  const line = await lineOf(context, lineId)
  if (line.open === '0.0000') return { taken: await takenBy(context, lineId), suggestions: [], payments: null }
  // a line that moved nothing has none
  if (line.direction > 2) return { taken: null, suggestions: [], payments: null }
  const [suggestions, payments] = await Promise.all([
    keyword === undefined ? suggestionsOf(context, line) : [],
    keyword === undefined ? null : foundPayments(context, line, keyword.trim()),
  ])
  return { taken: null, suggestions, payments }
}

type Line = Near & { readonly open: string }
async function lineOf(context: Context, lineId: string): Promise<Line> {
  const line = await context.db.selectFrom('bank_statement').select(lineColumns).where('id', '=', lineId).executeTakeFirst()
  if (line === undefined) throw refuse.unknown(bankStatement.title)
  return line
}

/** The newest match of the line, where the asker sees it. */
async function takenBy(context: Context, lineId: string): Promise<NonNullable<CandidatesAnswer['taken']>> {
  const match = await context.db
    .selectFrom('bank_match as m')
    .innerJoin('bank_match_side as s', 's.match_id', 'm.id')
    .select([sql<string>`m.matched_by`.as('by'), sql<string>`to_char(m.created_at at time zone 'Asia/Shanghai', 'MM-DD HH24:MI')`.as('at')])
    .where('s.line_id', '=', lineId)
    .orderBy('m.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return match ?? { by: '', at: '' }
}

/** What a kept suggestion holds, as candidates are told apart; null: of a kind that is no more. */
export function keyOfKept(kept: { readonly kind: unknown; readonly lines: readonly string[]; readonly payments: readonly string[] }) {
  const kinds = Object.keys(matchKinds) as (keyof typeof matchKinds)[]
  const kind = kinds.find(name => matchKinds[name][0] === kept.kind)
  return kind === undefined ? null : proposalKey({ lines: [...kept.lines], payments: [...kept.payments], kind })
}

async function suggestionsOf(context: Context, line: Line): Promise<Candidate[]> {
  const [open, kept] = await Promise.all([
    openOf(context.db, line),
    context.db
      .selectFrom('bank_suggestion')
      .select(['kind', sql<string[]>`line_ids`.as('lines'), sql<string[]>`expected_ids`.as('payments')])
      .where('line_id', '=', line.id)
      .executeTakeFirst(),
  ])
  const found = bestFirst(candidatesOf(open).filter(one => one.lines.includes(line.id))).slice(0, shownMax)
  const [lines, payments] = await Promise.all([
    linesBy(context, [...new Set(found.flatMap(one => one.lines.filter(id => id !== line.id)))]),
    paymentsBy(context, [...new Set(found.flatMap(one => one.payments))]),
  ])
  const proposed = kept === undefined ? null : keyOfKept({ kind: kept['kind'], lines: kept.lines, payments: kept.payments })
  return found.map(one => shown(context, one, line.id, proposed, { lines, payments }))
}

interface Told {
  readonly lines: ReadonlyMap<string, LineAnswer>
  readonly payments: ReadonlyMap<string, PaymentAnswer>
}
function shown(context: Context, one: Proposal, lineId: string, proposed: string | null, told: Told): Candidate {
  return {
    key: proposalKey(one),
    kind: wordOf(context, matchKinds, matchKinds[one.kind][0]),
    score: Math.min(scoreMax, one.score),
    confidence: confidenceOf(one.score),
    isProposed: proposalKey(one) === proposed,
    others: one.lines.flatMap(id => (id === lineId ? [] : (told.lines.get(id) ?? []))),
    payments: one.payments.flatMap(id => told.payments.get(id) ?? []),
    item: one.item,
    itemTitle: one.item === null ? '' : wordOf(context, bankItems, one.item),
    difference: textOfUnits(one.difference),
    reasons: one.reasons.map(reason => ({
      text: context.house.registry.inWords(reason, context.language),
      fits: !isDoubt(reason),
    })),
  }
}

async function linesBy(context: Context, ids: readonly string[]): Promise<Map<string, LineAnswer>> {
  if (ids.length === 0) return new Map()
  const rows = await context.db
    .selectFrom('bank_statement as s')
    .innerJoin('bank_account as a', 'a.id', 's.account_id')
    .select([
      sql<string>`s.id::text`.as('id'),
      sql<string>`s.posted_on::text`.as('postedOn'),
      sql<string>`a.name`.as('account'),
      sql<string>`(s.income - s.outgo - case when s.direction = 2 then -s.matched else s.matched end)::text`.as('open'),
      sql<string>`s.currency::text`.as('currency'),
      sql<string>`left(coalesce(nullif(s.counterparty, ''), nullif(s.purpose, ''), s.summary), 200)`.as('text'),
    ])
    .where('s.id', 'in', ids)
    .execute()
  return new Map(rows.map(row => [row.id, { ...row, rowId: rowId(bankOpenLine, [row.id]) }]))
}

type PaymentRow = Omit<PaymentAnswer, 'source'> & { readonly source: number }
const told = (context: Context, row: PaymentRow): PaymentAnswer => ({ ...row, source: wordOf(context, expectedSources, row.source) })
const openPayments = (context: Context) =>
  context.db
    .selectFrom('bank_expected as e')
    .leftJoin('shop as p', 'p.id', 'e.shop_id')
    .where(sql<boolean>`e.state <= ${sql.lit(expectedStates.partly[0])}`)
    .select([
      sql<string>`e.id::text`.as('id'),
      sql<string>`e.due_on::text`.as('dueOn'),
      sql<number>`e.source`.as('source'),
      sql<string>`e.reference`.as('reference'),
      sql<string>`e.party`.as('party'),
      sql<string>`coalesce(p.name, '')`.as('shop'),
      sql<string>`(e.amount - e.matched)::text`.as('open'),
      sql<string>`e.currency::text`.as('currency'),
    ])
async function paymentsBy(context: Context, ids: readonly string[]): Promise<Map<string, PaymentAnswer>> {
  if (ids.length === 0) return new Map()
  const rows = await openPayments(context).where('e.id', 'in', ids).execute()
  return new Map(rows.map(row => [row.id, told(context, row)]))
}

/** By number, with whom, shop or amount; the nearest to the line in amount first, those of its currency before others. */
async function foundPayments(context: Context, line: Line, keyword: string): Promise<NonNullable<CandidatesAnswer['payments']>> {
  const amount = keyword.replaceAll(',', '')
  const like = `%${likeText(keyword)}%`
  const isFound = sql<boolean>`(${keyword} = '' or e.reference ilike ${like} or e.party ilike ${like} or p.name ilike ${like}
    or ${isDecimal(amount) ? sql<boolean>`abs(e.amount - e.matched) = abs(${amount}::numeric)` : sql<boolean>`false`})`
  const rows = await openPayments(context)
    .where(isFound)
    .select(sql<number>`(count(*) over ())::int`.as('total'))
    .orderBy(sql`(e.currency = ${line.currency})`, 'desc')
    .orderBy(sql`abs((e.amount - e.matched) - ${line.open}::numeric)`)
    .orderBy('e.due_on', 'desc')
    .orderBy('e.id')
    .limit(foundMax)
    .execute()
  return { list: rows.map(({ total: _total, ...row }) => told(context, row)), total: rows[0]?.total ?? 0 }
}
