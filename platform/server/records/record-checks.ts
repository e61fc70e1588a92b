/** What no field can say alone: both ends of a period, what one choice leaves of another, whose files these are, a tree without circles. */
import { sentence } from '#platform/declare/sentence.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Field } from '#platform/declare/fields.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import { instantMs } from '#platform/format/instants.ts'
import { asText } from '#platform/format/text.ts'
import type { Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'
import { refuse } from '../calls/refusal.ts'
import type { FieldError } from '../contract/route.ts'
import type { AnyDb } from '../contract/database.ts'
import { isWide, namedRows } from '../lists/named-rows.ts'
import { allConditions, type Sql } from '../db/untyped-query.ts'
import type { Values } from '../contract/record-hooks.ts'
import { dayInZone } from '#platform/format/zones.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { validOn } from '#platform/declare/validity.ts'

type Resources = ReadonlyMap<string, Resource>
/** Levels of a tree, from the top. */
export const treeDepthMax = 20
/** Records below those that are written, beside those themselves: so many are read to find how deep a move goes. */
export const treeBelowMax = 20_000
/** what a record may hold: what was uploaded to be shown or attached, not data files and exports */
const heldUploads = ['IMAGE', 'ATTACHMENT', 'HTML_IMAGE', 'HELP_CENTER']

/** One record about to be written. */
export interface Written {
  /** by field name; a field that is absent keeps what it has */
  readonly values: Readonly<Values>
  /** as it is now, null: a new one */
  readonly before: Readonly<Record<string, unknown>> | null
}
const valueIn = ({ values, before }: Written, field: string): unknown =>
  (Object.hasOwn(values, field) ? values[field] : before?.[field]) ?? null
const isWritten = ({ values }: Written, fields: readonly string[]): boolean => fields.some(field => Object.hasOwn(values, field))

/** Column values as field values. */
export const byField = (r: Resource, values: Readonly<Values>): Values =>
  Object.fromEntries(Object.keys(r.fields).flatMap(name => (Object.hasOwn(values, columnOf(name)) ? [[name, values[columnOf(name)]]] : [])))

/** Faults of each row, in the order of the rows: periods that end before they begin, references that contradict what narrows them. */
export async function relationFaults(db: AnyDb, r: Resource, rows: readonly Written[], resources: Resources): Promise<FieldError[][]> {
  const periods = Object.entries(r.fields).filter(([, { options }]) => options.rangeTo !== undefined)
  const faults = rows.map(row => periodFaults(r, periods, row))
  for (const [name, field] of Object.entries(r.fields))
    if ((field.options.narrowedBy ?? field.options.targetWhere ?? field.options.choosableWhere) !== undefined && field.to !== undefined)
      await addNarrowing(db, r, [name, field, resources.get(field.to)], rows, faults)
  return faults
}

function periodFaults(r: Resource, periods: readonly (readonly [string, Field])[], row: Written): FieldError[] {
  return periods.flatMap(([name, { options, title }]) => {
    const until = options.rangeTo
    if (until === undefined || !isWritten(row, [name, until])) return []
    const [from, to] = [valueIn(row, name), valueIn(row, until)]
    if (from === null || to === null || asText(from) <= asText(to)) return []
    return [{ field: until, message: sentence`${ownValue(r.fields, until)?.title ?? until}不能早于${title}` }]
  })
}

async function addNarrowing(
  db: AnyDb,
  r: Resource,
  [name, field, target]: readonly [string, Field, Resource | undefined],
  rows: readonly Written[],
  faults: FieldError[][],
): Promise<void> {
  const narrowed = Object.entries(field.options.narrowedBy ?? {})
  const table = field.to as string
  const concerned = rows.map(row => isWritten(row, [name, ...narrowed.map(([ours]) => ours)]) && valueIn(row, name) !== null)
  const chosen = [...new Set(rows.flatMap((row, at) => (concerned[at] ? [asText(valueIn(row, name))] : [])))]
  if (chosen.length === 0) return
  const key = sql.ref(`${table}.${field.by ?? 'id'}`)
  const meets = (values: Readonly<Record<string, string | number>> = {}): Sql<boolean> =>
    allConditions(Object.entries(values).map(([theirs, value]) => sql<boolean>`${sql.ref(`${table}.${columnOf(theirs)}`)} = ${value}`))
  const found = await namedRows(db, table, null, isWide(field))
    .select(sql<string>`${key}::text`.as('key'))
    .select(narrowed.map(([, theirs], i) => narrowingValue(table, theirs, target).as(`by_${i}`)))
    .select([meets(field.options.targetWhere).as('is_among'), meets(field.options.choosableWhere).as('is_offered')])
    .where(sql<boolean>`${key} = any(${chosen})`)
    .execute()
  const targets = new Map(found.map(row => [asText(row['key']), row]))
  rows.forEach((written, at) => {
    if (!concerned[at]) return
    const row = targets.get(asText(valueIn(written, name)))
    const isKept = asText(written.before?.[name] ?? '') === asText(valueIn(written, name))
    if (row !== undefined && row['is_among'] !== true)
      faults[at]?.push({ field: name, message: sentence`${field.title}不存在或无权使用，请重新选择` })
    else if (row !== undefined && row['is_offered'] !== true && !isKept)
      faults[at]?.push({ field: name, message: sentence`${field.title}已停用，请重新选择` })
    narrowed.forEach(([ours, theirs], i) => {
      const wanted = valueIn(written, ours)
      if (wanted === null || row === undefined || agrees(theirs, asText(row[`by_${i}`] ?? ''), asText(wanted))) return
      const [fits, to] = [field.title, ownValue(r.fields, ours)?.title ?? ours] as const
      // said where it can be mended
      if (written.before !== null && field.options.editDisabled)
        faults[at]?.push({ field: ours, message: sentence`${to}与${fits}不符，请重新选择` })
      else faults[at]?.push({ field: name, message: sentence`${fits}与${to}不符，请重新选择` })
    })
  })
}

/** Of what is narrowed by the day on which it holds: its first and its last day. */
function narrowingValue(table: string, theirs: string, target: Resource | undefined): RawBuilder<string | null> {
  const text = (name: string) => sql<string | null>`${sql.ref(`${table}.${columnOf(name)}`)}::text`
  const validity = theirs === validOn ? target?.validity : undefined
  return validity === undefined ? text(theirs) : sql`concat(${text(validity.from)}, '/', ${text(validity.to)})`
}

function agrees(theirs: string, found: string, wanted: string): boolean {
  if (theirs !== validOn) return found === wanted
  const [from = '', to = ''] = found.split('/')
  return from <= wanted && (to === '' || wanted <= to)
}

const idsOfFiles = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.map((one: unknown) => (typeof one === 'object' && one !== null && 'id' in one ? asText(one.id) : asText(one)))
    : []

/** Files that the record did not hold before must be the writer's own uploads. */
async function fileFaults(context: Context, db: AnyDb, r: Resource, row: Written): Promise<FieldError[]> {
  const faults: FieldError[] = []
  for (const [name, { kind, options, title }] of Object.entries(r.fields)) {
    if (kind !== 'files' || !Object.hasOwn(row.values, name)) continue
    const held = new Set(idsOfFiles(row.before?.[name]))
    const added = idsOfFiles(row.values[name]).filter(id => !held.has(id))
    if (added.length === 0) continue
    const found = await db
      .selectFrom('stored_file')
      .select([sql.ref<string>('id').as('id'), sql.ref<string>('content_type').as('content_type')])
      .where(sql<boolean>`id = any(${added})`)
      .where('account_id', '=', context.caller.accountId)
      .where('deleted_at', 'is', null)
      .where(sql<boolean>`upload_type = any(${heldUploads})`)
      .execute()
    const types = new Map(found.map(one => [asText(one.id), one.content_type]))
    const at = added.findIndex(id => !types.has(id))
    if (at >= 0) faults.push({ field: name, message: sentence`${title}新加的第 ${at + 1} 个文件不存在或不是您上传的，请重新上传` })
    else if (options.accept === 'image' && found.some(one => !one.content_type.startsWith('image/')))
      faults.push({ field: name, message: sentence`${title}只能是图片，请移除其他文件` })
  }
  return faults
}

/** Times and days that may not be past, where they are new. */
function timeFaults({ caller, now }: Context, r: Resource, { values, before }: Written): FieldError[] {
  return Object.entries(r.fields).flatMap(([name, { kind, options, title }]) => {
    const value = values[name]
    if (options.notBefore === undefined || typeof value !== 'string' || value === before?.[name]) return []
    const at = now().getTime()
    const isPast = kind === 'date' ? value < dayInZone(at, caller.zone) : instantMs(value) < at
    return isPast ? [{ field: name, message: sentence`${title}不能早于现在` }] : []
  })
}

/** Refuses one record with every fault that its fields alone don't show. `values` by column. */
export async function checkRecord(
  context: Context,
  db: AnyDb,
  r: Resource,
  values: Readonly<Values>,
  before: Readonly<Record<string, unknown>> | null,
): Promise<void> {
  const row: Written = { values: byField(r, values), before }
  const [faults = []] = await relationFaults(db, r, [row], context.house.registry.resources)
  faults.push(...(await fileFaults(context, db, r, row)), ...timeFaults(context, r, row))
  if (faults.length > 0) throw refuse.invalid(faults)
}

/**
 * After a write to these records of a tree: none stands below itself. Writers of one tree go one after the other, so that two moves that
 * are right each by itself don't make a circle together. Only what stands above and below the written ones is read.
 */
export async function keepTree(
  context: Context,
  tx: Tx,
  db: AnyDb,
  r: Resource,
  ids: readonly string[],
  limit = treeBelowMax,
): Promise<void> {
  const { tree } = r
  if (tree === undefined || ids.length === 0) return
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tree ${r.table} ${context.caller.orgId}`}, 0))`.execute(tx)
  const parent = `t.${columnOf(tree)}`
  const loose = db
  const belowMax = limit + ids.length
  // without "all": a circle ends
  const rows = await loose
    .withRecursive('above', query =>
      query
        .selectFrom(`${r.table} as t`)
        .select(['t.id as id', `${parent} as parent`])
        .where(sql<boolean>`t.id = any(${ids})`)
        .union(
          query
            .selectFrom(`${r.table} as t`)
            .innerJoin('above as a', 'a.parent', 't.id')
            .select(['t.id as id', `${parent} as parent`]),
        ),
    )
    .withRecursive('below', query =>
      query
        .selectFrom(`${r.table} as t`)
        .select(['t.id as id', `${parent} as parent`])
        .where(sql<boolean>`${sql.ref(parent)} = any(${ids})`)
        .union(
          query
            .selectFrom(`${r.table} as t`)
            .innerJoin('below as b', 'b.id', parent)
            .select(['t.id as id', `${parent} as parent`]),
        ),
    )
    .selectFrom('above')
    .select([sql<string>`above.id::text`.as('id'), sql<string | null>`above.parent::text`.as('parent')])
    .select(sql<boolean>`false`.as('is_below'))
    .unionAll(query =>
      query
        // a recursive query is worked out no further than it is asked
        .selectFrom(some =>
          some
            .selectFrom('below')
            .selectAll()
            .limit(belowMax + 1)
            .as('below'),
        )
        .select([sql<string>`below.id::text`.as('id'), sql<string | null>`below.parent::text`.as('parent')])
        .select(sql<boolean>`true`.as('is_below')),
    )
    .execute()
  if (rows.filter(row => row.is_below).length > belowMax)
    throw refuse.rule(sentence`要移动的${r.title}有超过 ${belowMax} 个下级，不能一次移动，请先移动其中的下级`)
  const fault = treeFault(new Map(rows.map(row => [row.id, row.parent])))
  if (fault === null) return
  const title = ownValue(r.fields, tree)?.title[0] ?? tree
  throw refuse.invalid([
    {
      field: tree,
      message:
        fault === 'circle' ? sentence`${title}不能是自己或自己的下级，请重新选择` : sentence`最多 ${treeDepthMax} 层，请选择更高的${title}`,
    },
  ])
}

/** What is wrong with a tree, by record and the one above it. */
export function treeFault(parents: ReadonlyMap<string, string | null>): 'circle' | 'deep' | null {
  const depths = new Map<string, number>()
  for (const start of parents.keys()) {
    const path: string[] = []
    const seen = new Set<string>()
    let at: string | null = start
    while (at !== null && !depths.has(at)) {
      if (seen.has(at)) return 'circle'
      seen.add(at)
      path.push(at)
      at = parents.get(at) ?? null
    }
    let depth = at === null ? 0 : (depths.get(at) ?? 0)
    for (const one of path.toReversed()) depths.set(one, ++depth)
    if (depth > treeDepthMax) return 'deep'
  }
  return null
}
