/** What the rows of a batch were, kept set by set inside the database: for undo as whole rows, for the audit trail as the wire has them. */
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { isByProgram, type Field } from '#platform/declare/fields.ts'
import { columnOf, isInstallations, type Resource } from '#platform/declare/resource.ts'
import { hashedColumns, hashOfRow } from '../trail/entry-hash.ts'
import { keepsLast } from '../trail/masked.ts'
import { authorOf, monthOfTrail } from '../trail/write-audit.ts'
import type { Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'
import { wireFields } from '../lists/columns.ts'
import type { AnyDb } from '../contract/database.ts'
import { hasVersion } from '../lists/query.ts'
import { outcomes } from './batch-tables.ts'
import { ownValue } from '#platform/declare/own-value.ts'

/** a function of PostgreSQL takes at most 100 arguments */
const pairsMax = 40

const numberKinds: ReadonlySet<Field['kind']> = new Set(['integer', 'choice'])
const textKinds: ReadonlySet<Field['kind']> = new Set(['decimal', 'money', 'bigInteger', 'reference'])

/** `rowId` of lists/columns.ts, worked out by the database. */
export function recordId(r: Resource, alias: string = r.table): RawBuilder<string> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  if (!r.primary) return sql<string>`${column('id')}::text`
  const parts = r.primary.map(name =>
    numberKinds.has(ownValue(r.fields, name)?.kind ?? 'text')
      ? sql`${column(columnOf(name))}::text`
      : sql`to_json(${column(columnOf(name))}::text)::text`,
  )
  const json = sql`'[' || ${sql.join(parts, sql` || ',' || `)} || ']'`
  return sql<string>`translate(encode(convert_to(${json}, 'UTF8'), 'base64'), E'+/=\\n', '-_')`
}

/** A value as the wire writes it: exact decimals and ids as texts, months without a day. */
function wireValue(alias: string, name: string, field: Field): RawBuilder<unknown> {
  const ref = sql.ref(`${alias}.${columnOf(name)}`)
  if (field.options.sensitive === true)
    return keepsLast(field)
      ? sql`'****' || right(${ref}::text, least(4, length(${ref}::text) / 3))`
      : sql`case when ${ref} is not null then '****' end`
  if (field.kind === 'month') return sql`to_char(${ref}, 'YYYY-MM')`
  if (field.kind === 'files' || field.kind === 'links') return sql`${ref}::text[]`
  return textKinds.has(field.kind) ? sql`${ref}::text` : sql`${ref}`
}

/**
 * A row as JSON with the names of its fields; `alias`: rows of the same columns under another name. `some`: these fields alone, without id
 * and version.
 */
export function wireJson(r: Resource, alias: string = r.table, some?: (field: string) => boolean): RawBuilder<unknown> {
  const fields = wireFields(r).filter(([name, field]) => !isByProgram(field) && some?.(name) !== false)
  const pairs = fields.map(([name, field]) => sql`${sql.lit(name)}, ${wireValue(alias, name, field)}`)
  if (some === undefined) {
    if (hasVersion(r)) pairs.unshift(sql`'version', ${sql.ref(`${alias}.version`)}`)
    pairs.unshift(sql`'id', ${recordId(r, alias)}`)
  }
  const objects: RawBuilder<unknown>[] = []
  for (let at = 0; at < pairs.length; at += pairsMax) objects.push(sql`jsonb_build_object(${sql.join(pairs.slice(at, at + pairsMax))})`)
  return objects.length === 0 ? sql`'{}'::jsonb` : sql`${sql.join(objects, sql` || `)}`
}

export interface ChangedImages {
  readonly batchId: string
  readonly outcome: number
  /** keep the whole row; a new one has nothing before it */
  readonly withImage: boolean
  /** of the rows after the batch, against those that are there now */
  readonly versionStep: 0 | 1
}

/** Notes these rows as part of a batch, as they are now. */
export async function storeImages(
  context: Context,
  db: AnyDb,
  r: Resource,
  where: RawBuilder<boolean>,
  kept: ChangedImages,
): Promise<void> {
  const version = hasVersion(r) ? sql<number>`${sql.ref(`${r.table}.version`)} + ${sql.lit(kept.versionStep)}` : sql<number>`null::integer`
  await db
    .insertInto('list_batch_row')
    .columns(['org_id', 'batch_id', 'record_id', 'outcome', 'before', 'version'])
    .expression(
      db
        .selectFrom(r.table)
        .select([
          sql`${context.caller.orgId}::bigint`.as('org_id'),
          sql`${kept.batchId}::bigint`.as('batch_id'),
          recordId(r).as('record_id'),
          sql`${sql.lit(kept.outcome)}::smallint`.as('outcome'),
          (kept.withImage ? sql`to_jsonb(${sql.ref(r.table)})` : sql`null::jsonb`).as('before'),
          version.as('version'),
        ])
        .where(where),
    )
    .execute()
}

/** A row that was just made. */
export interface AddedImages {
  readonly id: string
  readonly version: number | null
}

/** Notes rows that a batch has just made: nothing was before them, so that nobody need look at them again. */
export async function storeAddedImages(context: Context, db: AnyDb, batchId: string, rows: readonly AddedImages[]): Promise<void> {
  const made = sql`unnest(${rows.map(row => row.id)}::text[], ${rows.map(row => row.version)}::integer[])`
  await db
    .insertInto('list_batch_row')
    .columns(['org_id', 'batch_id', 'record_id', 'outcome', 'version'])
    .expression(
      db
        .selectFrom(made.as<'v'>(sql.raw('v(id, version)')))
        .select([
          sql`${context.caller.orgId}::bigint`.as('org_id'),
          sql`${batchId}::bigint`.as('batch_id'),
          sql`v.id`.as('record_id'),
          sql`${sql.lit(outcomes.added)}::smallint`.as('outcome'),
          sql`v.version`.as('version'),
        ]),
    )
    .execute()
}

/** One entry per row of a query with `record_id`, `before` and `after`. */
export async function auditing(
  context: Context,
  db: AnyDb,
  r: Resource,
  verb: string,
  rows: AuditedRows,
  note: string | null = null,
): Promise<void> {
  const author = authorOf(context)
  await monthOfTrail(db as Tx, author.at)
  // what belongs to no organisation stands in the trail of each, as in trail/write-audit.ts: past the door, which lets nobody write for
  // another
  const isOfAll = isInstallations(r)
  const ownValue = sql`${author.org_id}::bigint`
  const told = isOfAll ? rows.innerJoin('organisation as told', join => join.onTrue()) : rows
  const entries = told.select([
    (isOfAll ? sql`told.id` : ownValue).as('org_id'),
    sql`${author.at}::timestamptz`.as('at'),
    sql`${author.account_id}::bigint`.as('account_id'),
    sql`${author.account_name}::text`.as('account_name'),
    (isOfAll ? sql`case when told.id = ${ownValue} then ${author.address}::text end` : sql`${author.address}::text`).as('address'),
    sql`${author.via}::text`.as('via'),
    sql`${author.request_id}::text`.as('request_id'),
    sql`${author.acting_for_id}::bigint`.as('acting_for_id'),
    sql`${author.acting_for}::text`.as('acting_for'),
    sql`${r.table}::text`.as('subject'),
    sql`${verb}::text`.as('verb'),
    sql`${note}::text`.as('note'),
  ])
  const columns = hashedColumns.map(([column]) => column)
  await (isOfAll ? db.withoutPlugins() : db)
    .insertInto('audit_entry')
    .columns([...columns, 'row_hash'])
    .expression(
      db
        .selectFrom(entries.as('entry'))
        .select([...columns.map(column => sql.ref(`entry.${column}`).as(column)), hashOfRow('entry').as('row_hash')])
        .orderBy(sql.ref('entry.record_id')),
    )
    .execute()
}
type AuditedRows = SelectQueryBuilder<Record<string, Record<string, unknown>>, string, Record<string, unknown>>
