/** The audit trail: written in the transaction of the change it tells of. */
import { instantMs } from '#platform/format/instants.ts'
import { sql } from 'kysely'
import { isInstallations } from '#platform/declare/resource.ts'
import { dayInZone } from '#platform/format/zones.ts'
import type { Caller, Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'
import { later } from '../db/sealed-later.ts'
import { anyTable } from '../db/any-table.ts'
import { entryHash, hashedColumns, type HashedColumn } from './entry-hash.ts'
import { masked } from './masked.ts'

export interface Change {
  /** table of what was changed, or what the entry is about */
  readonly subject: string
  readonly recordId: string | null
  readonly verb: string
  readonly before: unknown
  readonly after: unknown
  readonly note?: string | null
}

/** An entry without its hash. */
export interface Entry {
  readonly org_id: string
  readonly at: string
  readonly account_id: string | null
  readonly account_name: string
  readonly subject: string
  readonly record_id: string | null
  readonly verb: string
  readonly before: string | null
  readonly after: string | null
  readonly address: string | null
  readonly via: string | null
  readonly request_id: string | null
  readonly acting_for_id?: string | null
  readonly acting_for?: string | null
  readonly note?: string | null
}

/** entries of one INSERT, and letters of them: a JSON of the database ends at 256 MB, of a letter at most three bytes and quoted twice */
const [chunk, lettersMax] = [1_000, 8_000_000]
/** months begin by the clock of the sessions of the database (db/pools.ts) */
const zone = 'Asia/Shanghai'

/**
 * The organisation is the caller's own, of what belongs to no organisation all of them; the entry can be read by who may see the trail, and
 * changed by nobody.
 */
export const writeAudit = (context: Context, tx: Tx, change: Change): Promise<void> => writeAudits(context, tx, [change])

const nameOf = ({ name, key }: Caller): string => (key === undefined ? name : `${name}（经 API 密钥 ${key.name}）`)

/** Who and from where, of every entry of a request or job. */
export const authorOf = (context: Context) => ({
  org_id: context.caller.orgId,
  at: context.now().toISOString(),
  account_id: context.caller.accountId,
  account_name: nameOf(context.caller),
  address: context.origin?.address ?? null,
  via: context.origin?.call ?? null,
  request_id: context.requestId === '' ? null : context.requestId,
  acting_for_id: context.actsFor?.accountId ?? null,
  acting_for: context.actsFor?.name ?? null,
})

/** Entries of one batch; they share the request's id. */
export async function writeAudits(context: Context, tx: Tx, changes: readonly Change[]): Promise<void> {
  const author = authorOf(context)
  const json = (subject: string, values: unknown): string | null =>
    values === null ? null : JSON.stringify(masked(context.house.registry.resources.get(subject), values))
  const entries = changes.map(({ subject, recordId, verb, before, after, note = null }) => ({
    ...author,
    subject,
    record_id: recordId,
    verb,
    before: json(subject, before),
    after: json(subject, after),
    note,
  }))
  if (context.sealed === 'acting') return later(context, tx, 'trail', { entries })
  await insertEntries(tx, entries, context.sealed !== undefined)
  await tellOthers(context, tx, entries)
}

/**
 * What belongs to no organisation is changed for all of them: each has the entry in its own trail. Who did it and what is told, not from
 * where. Past the door, which lets nobody write for another organisation.
 */
async function tellOthers(context: Context, tx: Tx, entries: readonly Entry[]): Promise<void> {
  const ofAll = entries.filter(({ subject }) => {
    const r = context.house.registry.resources.get(subject)
    return r !== undefined && isInstallations(r)
  })
  if (ofAll.length === 0) return
  const everywhere = tx.withoutPlugins()
  const others = await everywhere.selectFrom('organisation').select('id').where('id', '<>', context.caller.orgId).orderBy('id').execute()
  await insertEntries(
    everywhere,
    others.flatMap(({ id }) => ofAll.map(entry => ({ ...entry, org_id: id, address: null }))),
  )
}

/** An export that begins: what left the house, and by whose hand. */
export const noteExport = (context: Context, subject: string, what: object): Promise<void> =>
  context.write(tx => writeAudit(context, tx, { subject, recordId: null, verb: 'export', before: null, after: what }))

const isJson = (column: string): boolean => column === 'before' || column === 'after'
const typed = hashedColumns.map(([column, type]) => `"${column}" ${isJson(column) ? 'text' : type}`).join(', ')
/** A text that was cut inside a character is no JSON of the database. */
const wellFormed = (_: string, value: unknown): unknown => (typeof value === 'string' ? value.toWellFormed() : value)
const valueOf = (column: HashedColumn) => (isJson(column) ? sql`${sql.ref(`v.${column}`)}::jsonb` : sql.ref(`v.${column}`))

/** Entries of one INSERT each; one of any size goes by itself. */
export function portions(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const all: Entry[][] = []
  let letters = 0
  for (const entry of entries) {
    const size = (entry.before?.length ?? 0) + (entry.after?.length ?? 0)
    const last = all.at(-1)
    letters += size
    if (last !== undefined && last.length < chunk && letters <= lettersMax) last.push(entry)
    else {
      all.push([entry])
      letters = size
    }
  }
  return all
}

/**
 * Entries of whoever has no context yet (signing in), a portion of them as one parameter: hundreds of rows of twenty values each take the
 * database longer to read than to write. `isByDay`: of a sealed author, which tell their day alone in every column.
 */
export async function insertEntries(tx: Tx, entries: readonly Entry[], isByDay = false): Promise<void> {
  const [first] = entries
  if (first === undefined) return
  await monthOfTrail(tx, first.at)
  const db = anyTable(tx)
  const columns = hashedColumns.map(([column]) => column)
  const stamps = isByDay ? ['created_at', 'updated_at'] : []
  for (const portion of portions(entries)) {
    const rows = sql`jsonb_to_recordset(${JSON.stringify(portion, wellFormed)}::jsonb)`.as<'v'>(sql.raw(`v(${typed})`))
    const values = [...columns.map(valueOf), entryHash(valueOf), ...stamps.map(() => sql.ref('v.at'))]
    const names = [...columns, 'row_hash', ...stamps]
    await db
      .insertInto('audit_entry')
      .columns(names)
      .expression(db.selectFrom(rows).select(names.map((name, at) => sql`${values[at]}`.as(name))))
      .execute()
  }
}

/** The table of the month an entry goes to; made ahead by the hourly job, here only when that has not run. */
export async function monthOfTrail(tx: Tx, at: string): Promise<void> {
  await sql`select ensure_month('audit_entry', ${dayInZone(instantMs(at), zone)}::date)`.execute(tx)
}
