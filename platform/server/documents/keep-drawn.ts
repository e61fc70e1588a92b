/**
 * What is drawn from lines of documents (declare/draws.ts), kept in the transaction of whoever draws: the source documents and lines are
 * locked in the order of their ids, the sum is read anew, held against what there is, written into the counter, and the state of the
 * source follows from it. Documents downstream come before those upstream, so nobody waits in a circle.
 */
import { ownValue } from '#platform/declare/own-value.ts'
import { columnOf, labelOf, type Resource } from '#platform/declare/resource.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { Title } from '#platform/declare/title.ts'
import { lineNo } from '#platform/declare/document.ts'
import { add, canonical, compare, isZero, multiply, subtract } from '#platform/format/decimal.ts'
import { showExact } from '#platform/format/numbers.ts'
import { asText } from '#platform/format/text.ts'
import { sql, type RawBuilder } from 'kysely'
import { refuse } from '../calls/refusal.ts'
import type { Context } from '../contract/context.ts'
import type { AnyDb, Tx } from '../contract/database.ts'
import type { Follower, RecordChange } from '../contract/record-hooks.ts'
import { anyTable } from '../db/any-table.ts'
import { inServersName } from '../db/within.ts'
import { setDerived } from '../records/derived.ts'
import { namesOf } from '../records/refuse-drawn.ts'
import { codesOf, drawings, headerOf, isIn, ofColumn, type Drawing } from '../lists/drawings.ts'
import { stateOfCode, statesOf } from '../states/machine.ts'
import { takeSteps } from '../steps/take-steps.ts'

export const system = (context: Context, tx: Tx): Promise<Context> =>
  inServersName(context, tx, 'sums of what is drawn from lines of documents')

const textOf = (r: Resource, name: string): RawBuilder<string> => sql<string>`${sql.ref(`${r.table}.${columnOf(name)}`)}::text`
const orNothing = (r: Resource, name: string | undefined): RawBuilder<string> =>
  name === undefined ? sql<string>`'0'` : sql<string>`coalesce(${textOf(r, name)}, '0')`
const among = (r: Resource, column: string, ids: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${r.table}.${column}`)} = any(${[...ids]}::bigint[])`

/** What the lines of one write name: those of a draw, by the ids of the lines and of what they are drawn from. */
interface Touched {
  readonly lineIds: readonly string[]
  readonly sourceIds: readonly string[]
  /** sources that some of these lines did not name before */
  readonly newly: ReadonlySet<string>
}

/** Whoever writes lines that are drawn from others. */
export const followLines =
  (drawing: Drawing): Follower =>
  async (context, tx, changes) => {
    const { by } = drawing.draw
    const ids = changes.flatMap(({ before, after }) => [before?.[by], after?.[by]]).filter(id => id !== null && id !== undefined)
    if (ids.length === 0) return
    await keep(await system(context, tx), drawing, {
      lineIds: changes.flatMap(({ id, after }) => (after === null ? [] : [id])),
      sourceIds: [...new Set(ids.map(asText))],
      newly: new Set(
        changes.flatMap(({ before, after }) => (after === null || before?.[by] === after[by] ? [] : [asText(after[by] ?? '')])),
      ),
    })
  }

/** A document whose state, or what must be the same, has changed: all of its lines count otherwise. */
export const followHeaders =
  (drawing: Drawing): Follower =>
  async (context, tx, changes) => {
    const { header, lines, draw } = drawing
    const names = [header.states?.field ?? '', ...(draw.same ?? [])].filter(name => Object.hasOwn(header.fields, name))
    const ids = changes.flatMap(({ id, before, after }) =>
      before !== null && after !== null && names.some(name => asText(before[name] ?? '') !== asText(after[name] ?? '')) ? [id] : [],
    )
    if (ids.length === 0) return
    const own = await system(context, tx)
    const rows = await anyTable(own.db)
      .selectFrom(lines.table)
      .select([textOf(lines, 'id').as('id'), textOf(lines, draw.by).as('of')])
      .where(among(lines, ofColumn(lines), ids))
      .where(sql<boolean>`${sql.ref(`${lines.table}.${columnOf(draw.by)}`)} is not null`)
      .execute()
    if (rows.length > 0)
      await keep(own, drawing, {
        lineIds: rows.map(({ id }) => id),
        sourceIds: [...new Set(rows.map(({ of }) => of))],
        newly: new Set(),
      })
  }

/** Source lines that are changed themselves: no less may be left than is drawn, and the state of their document follows. */
export const followSources =
  (r: Resource): Follower =>
  async (context, tx, changes) => {
    const own = await system(context, tx)
    const changed = changes.flatMap(({ id, before, after }) => (before !== null && after !== null ? [id] : []))
    for (const drawing of drawings(context.house.registry)) {
      if (drawing.source.table !== r.table || changed.length === 0) continue
      await keep(own, drawing, { lineIds: [], sourceIds: changed, newly: new Set() })
      await refuseLeaving(context, tx, drawing, r, changes)
    }
    if (r.linesOf?.progress !== undefined) await keepProgress(own, r, documentsOf(r, changes))
  }

/** A source document that becomes other than what was drawn from its lines must be. */
export const followSourceHeaders =
  (drawing: Drawing): Follower =>
  (context, tx, changes) =>
    refuseLeaving(context, tx, drawing, drawing.sourceHeader, changes)

/** `r`: the lines that are drawn from, or their document. Those who have drawn are named, but for what can count no more. */
async function refuseLeaving(context: Context, tx: Tx, drawing: Drawing, r: Resource, changes: readonly RecordChange[]): Promise<void> {
  const { draw, header, source } = drawing
  const own = (draw.same ?? []).filter(name => (r === source || !Object.hasOwn(source.fields, name)) && Object.hasOwn(r.fields, name))
  const ids = changes.flatMap(({ id, before, after }) =>
    before !== null && after !== null && own.some(name => asText(before[name] ?? '') !== asText(after[name] ?? '')) ? [id] : [],
  )
  if (ids.length === 0) return
  const mayCount = Object.entries(header.states?.states ?? {}).flatMap(([name, state]) =>
    state.final !== true || draw.counts?.includes(name) === true ? [name] : [],
  )
  const found = await differing(anyTable((await system(context, tx)).db), drawing)
    .select(textOf(header, 'id').as('id'))
    .where(among(r, 'id', ids))
    .where(isIn(header, header.states === undefined ? undefined : mayCount))
    .execute()
  const [first] = found
  if (first === undefined) return
  const by = await namesOf(
    context.through(tx),
    [...new Set(found.map(one => one.id))].map(id => ({ id, header })),
  )
  throw refuse.rule(sentence`已被${by}取用，不能修改${ownValue(r.fields, draw.same?.[first.at] ?? '')?.title ?? ''}`)
}

const documentsOf = (r: Resource, changes: readonly RecordChange[]): readonly string[] => {
  const by = r.linesOf?.field ?? ''
  return [...new Set(changes.flatMap(({ before, after }) => [before?.[by], after?.[by]].flatMap(id => (id == null ? [] : [asText(id)]))))]
}

async function keep(own: Context, drawing: Drawing, touched: Touched): Promise<void> {
  const db = anyTable(own.db)
  const { source, draw } = drawing
  await lockSources(db, drawing, touched.sourceIds)
  await refuseDiffering(db, drawing, touched.lineIds)
  const [held, totals] = [await heldSources(db, drawing, touched.sourceIds), await totalsOf(db, drawing, touched.sourceIds)]
  for (const line of held) refuseBeyond(drawing, line, totals.get(line.id) ?? '0', touched.newly)
  await setDerived(
    own,
    source,
    held.map(({ id }) => ({ id, [draw.counter]: totals.get(id) ?? '0' })),
  )
  if (source.linesOf?.progress !== undefined) await keepProgress(own, source, [...new Set(held.map(one => one.of))])
}

/** Documents before their lines, each in the order of the ids. References to them, which hold their keys, are no hindrance. */
export async function lockSources(db: AnyDb, { source, sourceHeader }: Drawing, ids: readonly string[]): Promise<void> {
  const documents = db
    .selectFrom(source.table)
    .select(sql.ref(`${source.table}.${ofColumn(source)}`).as('of'))
    .where(among(source, 'id', ids))
  await db
    .selectFrom(sourceHeader.table)
    .select('id')
    .where(sql<boolean>`${sql.ref(`${sourceHeader.table}.id`)} in (${documents})`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  await db
    .selectFrom(source.table)
    .select('id')
    .where(among(source, 'id', ids))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

interface HeldSource {
  readonly id: string
  /** its document, and how that is called */
  readonly of: string
  readonly name: string
  readonly no: number
  readonly state: number | null
  readonly isOpen: boolean
  readonly there: string
  readonly was: string
  readonly over: string
  readonly closed: string
}

export async function heldSources(
  db: AnyDb,
  { draw, source, sourceHeader }: Drawing,
  ids: readonly string[],
): Promise<readonly HeldSource[]> {
  const { states } = sourceHeader
  return db
    .selectFrom(source.table)
    .innerJoin(sourceHeader.table, `${sourceHeader.table}.id`, `${source.table}.${ofColumn(source)}`)
    .select([
      textOf(source, 'id').as('id'),
      textOf(sourceHeader, 'id').as('of'),
      textOf(sourceHeader, labelOf(sourceHeader)).as('name'),
      sql<number>`${sql.ref(`${source.table}.${columnOf(lineNo)}`)}`.as('no'),
      (states === undefined ? sql<number | null>`null` : sql<number>`${sql.ref(`${sourceHeader.table}.${columnOf(states.field)}`)}`).as(
        'state',
      ),
      isIn(sourceHeader, draw.when).as('isOpen'),
      orNothing(source, draw.of ?? draw.measure).as('there'),
      orNothing(source, draw.counter).as('was'),
      orNothing(source, draw.over).as('over'),
      orNothing(source, draw.closed).as('closed'),
    ])
    .where(among(source, 'id', ids))
    .orderBy(sql.ref(`${source.table}.id`))
    .execute()
}

/** Σ of what counts, by source line. */
async function totalsOf(db: AnyDb, { draw, lines, header }: Drawing, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const by = columnOf(draw.by)
  const rows = await db
    .selectFrom(lines.table)
    .innerJoin(header.table, `${header.table}.id`, `${lines.table}.${ofColumn(lines)}`)
    .select([
      textOf(lines, draw.by).as('of'),
      sql<string>`coalesce(sum(${sql.ref(`${lines.table}.${columnOf(draw.measure)}`)}), 0)::text`.as('total'),
    ])
    .where(among(lines, by, ids))
    .where(isIn(header, draw.counts))
    .groupBy(sql.ref(`${lines.table}.${by}`))
    .execute()
  return new Map(rows.map(({ of, total }) => [of, total]))
}

const isBelow = (a: string, b: string): boolean => compare(a, b) < 0

export const stateTitle = (sourceHeader: Resource, { state }: HeldSource): Title =>
  sourceHeader.states === undefined ? ['', ''] : stateOfCode(sourceHeader, sourceHeader.states, state).title

function refuseBeyond({ draw, source, sourceHeader }: Drawing, line: HeldSource, total: string, newly: ReadonlySet<string>): void {
  // a line closed early gives no more than what is left of it: what may be drawn above goes with it
  const above = isZero(line.closed) ? multiply(multiply(line.there, line.over), '0.01') : '0'
  const limit = subtract(add(line.there, above), line.closed)
  const [least, most] = isBelow(limit, '0') ? [limit, '0'] : ['0', limit]
  const grows = isBelow(line.was, total)
  if (!line.isOpen && (grows || newly.has(line.id)))
    throw refuse.rule(sentence`${sourceHeader.title}“${line.name}”当前为“${stateTitle(sourceHeader, line)}”，不能从中取`)
  if (!isBelow(most, total) && !isBelow(total, least)) return
  const at = [sourceHeader.title, line.name, line.no] as const
  const title = ownValue(source.fields, draw.of ?? draw.measure)?.title ?? draw.measure
  const figure = (value: string): string => showExact(canonical(value))
  const [sum, lowest, highest, more] = [figure(total), figure(least), figure(most), figure(subtract(total, most))]
  throw refuse.rule(
    isBelow(total, least)
      ? sentence`${at[0]}“${at[1]}”第 ${at[2]} 行被取的${title}合计 ${sum}，不能小于 ${lowest}`
      : sentence`${at[0]}“${at[1]}”第 ${at[2]} 行的${title}最多可取 ${highest}，现共取 ${sum}，超出 ${more}`,
  )
}

/** Where a field stands: in the line, or in its document. */
const columnIn = (name: string, lines: Resource, header: Resource): string =>
  Object.hasOwn(lines.fields, name) ? `${lines.table}.${columnOf(name)}` : `${header.table}.${columnOf(name)}`

/** Lines that differ from their source in what must be the same, and in which of it. */
function differing(db: AnyDb, { draw, lines, header, source, sourceHeader }: Drawing) {
  const differs = (draw.same ?? []).map(name => {
    const [ours, theirs] = [columnIn(name, lines, header), columnIn(name, source, sourceHeader)].map(column => sql.ref(column))
    return sql<boolean>`(${theirs} is not null and ${ours} is distinct from ${theirs})`
  })
  const which = sql.join(
    differs.map((one, i) => sql`when ${one} then ${sql.lit(i)}`),
    sql` `,
  )
  return db
    .selectFrom(lines.table)
    .innerJoin(header.table, `${header.table}.id`, `${lines.table}.${ofColumn(lines)}`)
    .innerJoin(source.table, `${source.table}.id`, `${lines.table}.${columnOf(draw.by)}`)
    .innerJoin(sourceHeader.table, `${sourceHeader.table}.id`, `${source.table}.${ofColumn(source)}`)
    .select(sql<number>`(case ${which} end)`.as('at'))
    .where(sql<boolean>`(${sql.join(differs, sql` or `)})`)
    .orderBy(sql.ref(`${lines.table}.id`))
}

/** Refuses lines that differ from their source in what must be the same. */
async function refuseDiffering(db: AnyDb, drawing: Drawing, ids: readonly string[]): Promise<void> {
  const { draw, lines, header, sourceHeader } = drawing
  const { same = [] } = draw
  if (same.length === 0 || ids.length === 0) return
  const found = await differing(db, drawing)
    .select([
      sql<number>`${sql.ref(`${lines.table}.${columnOf(lineNo)}`)}`.as('no'),
      textOf(sourceHeader, labelOf(sourceHeader)).as('name'),
    ])
    .where(among(lines, 'id', ids))
    .limit(1)
    .executeTakeFirst()
  if (found === undefined) return
  const name = same[found.at] ?? ''
  const title = (ownValue(lines.fields, name) ?? ownValue(header.fields, name))?.title ?? name
  throw refuse.rule(sentence`第 ${found.no} 行与${sourceHeader.title}“${found.name}”的${title}不同，请核对`)
}

/** The state of documents follows from the sums of their lines; a document in no state of the progress stays. */
export async function keepProgress(own: Context, r: Resource, ids: readonly string[]): Promise<void> {
  const progress = r.linesOf?.progress
  const header = headerOf(r, own.house.registry.resources)
  if (progress === undefined || header?.states === undefined || ids.length === 0) return
  const { field } = header.states
  const db = anyTable(own.db)
  const documents = await db
    .selectFrom(header.table)
    .select([textOf(header, 'id').as('id'), sql<number>`${sql.ref(`${header.table}.${columnOf(field)}`)}`.as('state')])
    .where(among(header, 'id', ids))
    .where(sql<boolean>`${sql.ref(`${header.table}.${columnOf(field)}`)} = any(${codesOf(header, progress.states)})`)
    .orderBy('id')
    .execute()
  if (documents.length === 0) return
  const rows = await db
    .selectFrom(r.table)
    .select([textOf(r, r.linesOf?.field ?? '').as('of'), ...progress.of.map(name => orNothing(r, name).as(name))])
    .where(
      among(
        r,
        ofColumn(r),
        documents.map(one => one.id),
      ),
    )
    .orderBy('id')
    .execute()
  const lines = Map.groupBy(rows as readonly Record<string, string>[], one => one['of'] ?? '')
  const states = new Map(statesOf(header, header.states).map(({ name, code }) => [name, code]))
  const moving = documents.flatMap(({ id, state }) => {
    const to = states.get(progress.to(lines.get(id) ?? []))
    return to === undefined || to === state ? [] : [{ id, to }]
  })
  for (const [to, some] of Map.groupBy(moving, one => one.to))
    await takeSteps(own, header, { ids: some.map(({ id }) => ({ id })), pick: { to }, input: {}, byProgram: true })
}
