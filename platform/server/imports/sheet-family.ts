/**
 * The family of files that sheet layouts describe: staged as plain values, merged through the key of each line, taken back line by line.
 * The area names the owner, the table of the lines and how a line fills its columns.
 */
import { sentence } from '#platform/declare/sentence.ts'
import { sql, type RawBuilder } from 'kysely'
import type { FileKind } from '#platform/declare/file-kind.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { SheetLayout } from '#platform/declare/sheet-layout.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { Context } from '../contract/context.ts'
import type { MergedTotal, OwnedFamily, OwnedMerge, OwnerWord } from '../contract/file-family.ts'
import { typeOf } from '../db/ddl.ts'
import { numberEqualLines } from './equal-lines.ts'
import { sheetKind, type SheetHead } from './sheet-kind.ts'

export interface SheetFamily {
  readonly code: string
  readonly permission: string
  readonly reader: string
  readonly layouts: readonly SheetLayout[]
  /**
   * records with a reference to the owner, `lineKey`, `ordinal` and `importId`; with `postedOn`, `currency`, `balance`, `amount` and
   * `direction` (1 in, 2 out) as far as balances follow on each other; `status` where states of a line change
   */
  readonly facts: Resource
  readonly ownerField: string
  /** the fields that `valuesOf` of the reader fills */
  readonly fills: readonly string[]
  readonly owner: OwnerWord
  taught?(context: Context): Promise<readonly SheetLayout[]>
}

const staging = 'sheet_staging'
export function sheetFamily(words: SheetFamily): OwnedFamily {
  return {
    code: words.code,
    permission: words.permission,
    reader: words.reader,
    stagingTable: staging,
    monthTables: [],
    factTable: words.facts.table,
    kinds: words.layouts.map(layout => sheetKind(words.code, layout) as FileKind),
    ownerOf: words.owner,
    ...(words.taught ? { taught: words.taught } : {}),
    merge: task => merge(words, task as OwnedMerge<SheetHead>),
    remove: task => remove(words, task),
  }
}

const ofFile = ({ importId }: Pick<OwnedMerge, 'importId'>): RawBuilder<boolean> => sql<boolean>`s.import_id = ${importId}`

async function merge(words: SheetFamily, task: OwnedMerge<SheetHead>) {
  const { tx, owner, orgId } = task
  const facts = sql.table(words.facts.table)
  const ownerColumn = sql.ref(columnOf(words.ownerField))
  await numberEqualLines(tx, staging, ofFile(task), ['line_key'])
  await sql`update sheet_staging s set record_id = f.id from ${facts} f where ${ofFile(task)} and f.org_id = ${orgId}
    and f.${ownerColumn} = ${owner.id} and f.line_key = s.line_key and f.ordinal = s.ordinal`.execute(tx)
  await sql`insert into import_seen (import_id, record_id) select s.import_id, s.record_id from sheet_staging s
    where ${ofFile(task)} and s.record_id is not null`.execute(tx)
  const changed = await renew(words, task)
  const columns = words.fills.map(columnOf)
  const inOrder = task.head.newestFirst ? sql`-s.line_no` : sql`s.line_no`
  const inserted =
    await sql`insert into ${facts} (org_id, ${ownerColumn}, line_key, ordinal, import_id, ${sql.join(columns.map(c => sql.ref(c)))})
    select ${orgId}, ${owner.id}, s.line_key, s.ordinal, s.import_id, ${sql.join(words.fills.map(name => valueOf(words.facts, name)))}
    from sheet_staging s where ${ofFile(task)} and s.record_id is null order by ${inOrder}`.execute(tx)
  const { rows } = await sql<{ name: string; currency: string; merged: string; unchanged: string; lines: number }>`
    select s.line->>'printedWay' as name, s.line->>'printedCurrency' as currency,
      coalesce(sum((s.line->>'printedAmount')::numeric) filter (where s.record_id is null), 0)::text as merged,
      coalesce(sum((s.line->>'printedAmount')::numeric) filter (where s.record_id is not null), 0)::text as unchanged,
      count(*)::int as lines
    from sheet_staging s where ${ofFile(task)} group by 1, 2`.execute(tx)
  const controlTotals: MergedTotal[] = task.controlTotals.flatMap(total => {
    const sums = rows.find(row => row.name === total.name && row.currency === total.currency)
    return [{ ...total, merged: sums?.merged ?? '0', unchanged: sums?.unchanged ?? '0' }]
  })
  const merged = Number(inserted.numAffectedRows ?? 0)
  const read = rows.reduce((sum, row) => sum + row.lines, 0)
  const notes = changed > 0 ? [sentence`有 ${changed} 行此前已导入，状态按本文件更新`] : []
  const statements = task.head.balances
  return { merged, unchanged: read - merged, controlTotals, unmapped: { types: [], skus: [] }, notes, statements }
}

/** Lines that are there and come with another state: what they moved follows. */
async function renew(words: SheetFamily, task: OwnedMerge): Promise<number> {
  if (!Object.hasOwn(words.facts.fields, 'status')) return 0
  const sets = words.fills.filter(name => name === 'status' || ownValue(words.facts.fields, name)?.options.currency !== undefined)
  const done = await sql`update ${sql.table(words.facts.table)} f
    set ${sql.join(sets.map(name => sql`${sql.ref(columnOf(name))} = ${valueOf(words.facts, name)}`))}, version = f.version + 1
    from sheet_staging s where ${ofFile(task)} and s.record_id = f.id and f.status is distinct from s.line->>'status'`.execute(task.tx)
  return Number(done.numAffectedRows ?? 0)
}

const valueOf = (facts: Resource, name: string): RawBuilder<unknown> => {
  const field = ownValue(facts.fields, name)
  if (!field) throw new Error(`${facts.table}: ${name} is no field`)
  return sql`(s.line->>${sql.lit(name)})::${sql.raw(typeOf(field))}`
}

/** Lines that another finished import met are handed on to it, the others go. */
async function remove(words: SheetFamily, { tx, importId, ownerId }: Parameters<OwnedFamily['remove']>[0]) {
  const facts = sql.table(words.facts.table)
  const mine = sql`f.${sql.ref(columnOf(words.ownerField))} = ${ownerId} and f.import_id = ${importId}`
  await sql`delete from import_seen where import_id = ${importId}`.execute(tx)
  const handedOn = await sql`update ${facts} f set import_id = h.import_id
    from (select e.record_id, min(e.import_id) as import_id from import_seen e join import_run r on r.id = e.import_id and r.state = 2
      group by e.record_id) h where ${mine} and h.record_id = f.id`.execute(tx)
  const removed = await sql`delete from ${facts} f where ${mine}`.execute(tx)
  return { removed: Number(removed.numAffectedRows ?? 0), handedOn: Number(handedOn.numAffectedRows ?? 0) }
}
