/**
 * Posting to ledgers: all that one transaction posts goes in one call, ledger by ledger in the order of their names and cell by cell, so
 * that two postings never wait for each other in a circle. The database refuses a second posting of a transaction.
 */
import { sql } from 'kysely'
import pg from 'pg'
import type { Ledger } from '#platform/declare/ledger.ts'
import { entryKinds, type EntryKind } from '#platform/declare/ledger-kinds.ts'
import { columnOf } from '#platform/declare/resource.ts'
import type { Wording } from '#platform/declare/sentence.ts'
import { refuse } from '../calls/refusal.ts'
import type { Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'

export interface LedgerLine {
  readonly kind: EntryKind
  /** by field: whose, or what of it */
  readonly cell: Readonly<Record<string, string>>
  /** more than 0, of a correction also less; absent where the hold or what has expired says it */
  readonly amount?: number | string
  /** day in the books, YYYY-MM-DD */
  readonly bookedOn: string
  /** names the event: entered once in its cell */
  readonly eventKey?: string
  /** names what is reserved: `exchange:7` */
  readonly hold?: string
  /** last day on which what comes in can be used; null: for ever */
  readonly expiresOn?: string | null
  /** most that may come in under the value of the capped field on the day, and in the month */
  readonly dayMax?: number | null
  readonly monthMax?: number | null
  /** other fields of the entry, by name */
  readonly extraFields?: Readonly<Record<string, string | number | null>>
}
export interface Posting {
  readonly ledger: Ledger
  readonly lines: readonly LedgerLine[]
  /** said where a balance does not suffice; `free`: what there is of it */
  readonly short?: (line: LedgerLine, free: string) => Wording
}
/** What became of a line: `amount` as posted; known: the event was entered before; capped: day or month may bring no more. */
export interface Posted {
  readonly amount: number
  readonly why?: 'known' | 'capped'
}
interface Answer extends Posted {
  readonly no: number
}

/** Answers for each posting, in the order given, what became of its lines. A balance that does not suffice refuses all of them. */
export async function post(context: Context, tx: Tx, postings: readonly Posting[]): Promise<readonly (readonly Posted[])[]> {
  const answers = new Map<Posting, readonly Posted[]>()
  for (const posting of postings.toSorted((a, b) => (a.ledger.name < b.ledger.name ? -1 : 1)))
    answers.set(posting, posting.lines.length === 0 ? [] : await postOne(context, tx, posting))
  return postings.map(posting => answers.get(posting) ?? [])
}

async function postOne({ caller, now }: Context, tx: Tx, { ledger, lines, short }: Posting): Promise<readonly Posted[]> {
  const rows = lines.map((line, no) => ({
    no,
    ...byColumn(line.cell),
    kind: entryKinds[line.kind],
    amount: line.amount ?? null,
    booked_on: line.bookedOn,
    event_key: line.eventKey ?? null,
    hold: line.hold ?? null,
    expires_on: line.expiresOn ?? null,
    day_max: line.dayMax ?? null,
    month_max: line.monthMax ?? null,
    ...byColumn(line.extraFields ?? {}),
  }))
  try {
    const { rows: said } = await sql<{ answers: readonly Answer[] }>`select ${sql.raw(`${ledger.name}_post`)}(${caller.orgId}::bigint,
      ${caller.accountId}::bigint, ${now().toISOString()}::timestamptz, ${JSON.stringify(rows)}::jsonb) as answers`.execute(tx)
    const byNo = new Map((said[0]?.answers ?? []).map(({ no, ...answer }) => [no, answer]))
    return lines.map((_, no) => byNo.get(no) ?? { amount: 0 })
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== belowFloor || short === undefined) throw error
    const { no, free } = JSON.parse(error.detail ?? '{}') as { no: number; free: number }
    const line = lines[no]
    throw line === undefined ? error : refuse.rule(short(line, String(free)))
  }
}

/** SQLSTATE of the posting functions (db/ledger-ddl.ts) */
const belowFloor = 'LG001'

const byColumn = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [columnOf(name), value]))
