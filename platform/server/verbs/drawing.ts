/**
 * Calls that follow from `draws` of lines, beside those of their document: `POST /goodsIn/draw` lists what is open, for the dialog 从…取;
 * `POST /goodsIn/make/<document>` is the action 生成… of the source, which makes drafts, one for each different set of what must be the
 * same; `POST /purchaseOrder/closeLine` is the action of a source line that closes what is open of it.
 */
import type { Draw } from '#platform/declare/draws.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { lineNo } from '#platform/declare/document.ts'
import { text, type Fields } from '#platform/declare/fields.ts'
import { operations, type Demand } from '#platform/declare/operations.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { ListQuery, Row } from '#platform/declare/wire.ts'
import { dayInZone } from '#platform/format/zones.ts'
import { openOf } from '#platform/format/drawn.ts'
import { asText } from '#platform/format/text.ts'
import { sql } from 'kysely'
import { Any, Object as O, Optional, Record as Rec, String as Text } from 'typebox'
import { act, call } from '../calls/verbs.ts'
import { refuse } from '../calls/refusal.ts'
import { mayView } from '../calls/view-demands.ts'
import type { Context } from '../contract/context.ts'
import type { Values } from '../contract/record-hooks.ts'
import type { BoundRoute, Registry } from '../contract/registry.ts'
import type { Route } from '../contract/route.ts'
import { closeLine, closingOf } from '../documents/close-line.ts'
import { guardedAction } from '../batches/guarded-action.ts'
import { anyTable } from '../db/any-table.ts'
import { visibleResource } from '../lists/column-rights.ts'
import { wireFields } from '../lists/columns.ts'
import type { Predicate } from '../lists/conditions.ts'
import { withLabels } from '../lists/labels.ts'
import { listOf } from '../lists/list.ts'
import { rowsQuery, toRow } from '../lists/query.ts'
import { maskRows } from '../lists/sensitive.ts'
import { editableFields } from '../lists/editable-fields.ts'
import { codesOf, drawings, isIn, ofColumn, type Drawing } from '../lists/drawings.ts'
import { lineNames, sameOfDocument, sharedNames } from '../records/drawn-fields.ts'
import { addRecord } from './record.ts'
import { idsOf, listInput } from './verbs.ts'

/** What `draw` names an open line's rest by. */
const openName = 'open'

const within = (fields: Fields, name: string): boolean => Object.hasOwn(fields, name)

/** Something is left to be drawn, and the document is in a state for it. */
function openWhere(context: Context, { draw, source, sourceHeader }: Drawing): Predicate[] {
  const column = (name: string) => sql.ref(`${source.table}.${columnOf(name)}`)
  const closed = draw.closed === undefined ? sql`0` : column(draw.closed)
  const documents = anyTable(context.db)
    .selectFrom(sourceHeader.table)
    .select(sql<number>`1`.as('one'))
    .where(sql<boolean>`${sql.ref(`${sourceHeader.table}.id`)} = ${sql.ref(`${source.table}.${ofColumn(source)}`)}`)
    .where(isIn(sourceHeader, draw.when))
  return [sql<boolean>`(${column(draw.of ?? draw.measure)} - ${column(draw.counter)} - ${closed}) > 0`, sql<boolean>`exists (${documents})`]
}

/** Lines that agree with what the document says of what must be the same. */
function sameWhere(context: Context, { draw, header, lines, source, sourceHeader }: Drawing, given: Readonly<Values>): Predicate[] {
  return sameOfDocument({ draw, header, lines }).flatMap((name): Predicate[] => {
    const value = given[name]
    if (value === null || value === undefined || value === '') return []
    const agrees = (table: string) => {
      const theirs = sql.ref(`${table}.${columnOf(name)}`)
      return sql<boolean>`(${theirs} is null or ${theirs}::text = ${asText(value)})`
    }
    if (within(source.fields, name)) return [agrees(source.table)]
    const documents = anyTable(context.db)
      .selectFrom(sourceHeader.table)
      .select(sql<number>`1`.as('one'))
      .where(sql<boolean>`${sql.ref(`${sourceHeader.table}.id`)} = ${sql.ref(`${source.table}.${ofColumn(source)}`)}`)
      .where(agrees(sourceHeader.table))
    return [sql<boolean>`exists (${documents})`]
  })
}

/** never taken over: a document has its own */
const ownOfDocument = ['businessOn', 'remark', 'attachments']

const restOf = (row: Row, draw: Draw): string | undefined => {
  const [there, drawn] = [row[draw.of ?? draw.measure], row[draw.counter]]
  if (there === undefined || drawn === undefined) return undefined
  return openOf(asText(there ?? '0'), asText(drawn ?? '0'), asText((draw.closed === undefined ? null : row[draw.closed]) ?? '0'))
}

/** A page of the lines that are open, each with its rest. */
async function openLines(context: Context, drawing: Drawing, input: Readonly<Values>): Promise<object> {
  if (!mayView(context, drawing.source)) throw refuse.forbidden()
  const seen = visibleResource(context.caller, drawing.source)
  const more = [...openWhere(context, drawing), ...sameWhere(context, drawing, (input['header'] ?? {}) as Values)]
  const answer = await listOf(context, seen, (input['query'] ?? {}) as ListQuery, more)
  return { ...answer, list: answer.list.map(row => ({ ...row, [openName]: restOf(row, drawing.draw) })) }
}

/** All open lines of these documents, in their order. */
async function linesOfDocuments(context: Context, drawing: Drawing, ids: readonly string[]): Promise<readonly Row[]> {
  const { source } = drawing
  const seen = visibleResource(context.caller, source)
  const of = ofColumn(source)
  const rows = await rowsQuery(
    anyTable(context.db),
    seen,
    {
      where: [sql<boolean>`${sql.ref(`${source.table}.${of}`)} = any(${[...ids]}::bigint[])`, ...openWhere(context, drawing)],
      order: [
        { column: of, way: 'asc' },
        { column: columnOf(lineNo), way: 'asc' },
      ],
    },
    wireFields(seen).map(([name]) => name),
  ).execute()
  return maskRows(
    seen,
    rows.map(row => toRow(seen, row)),
  )
}

/** Drafts of what is open of these documents. `given`: fields of the new documents that the person was asked for. */
function makeDrawn(
  context: Context,
  drawing: Drawing,
  documentIds: readonly string[],
  given: Readonly<Values>,
): Promise<readonly string[]> {
  const { draw, header, source, sourceHeader } = drawing
  return context.write(async (tx, inside) => {
    const rows = await linesOfDocuments(inside, drawing, documentIds)
    if (rows.length === 0) throw refuse.rule(sentence`所选${sourceHeader.title}没有可取的${source.title}`)
    const documents = await documentsOf(inside, drawing, rows)
    const names = lineNames(inside, drawing)
    const of = source.linesOf?.field ?? ''
    const documentOf = (row: Row): Row | undefined => documents.get(asText(row[of] ?? ''))
    const same = sameOfDocument(drawing)
    const said = (row: Row, name: string): unknown => (within(source.fields, name) ? row[name] : documentOf(row)?.[name]) ?? null
    const ids: string[] = []
    for (const group of Map.groupBy(rows, row => JSON.stringify(same.map(name => said(row, name)))).values()) {
      const shared = sharedNames(header, sourceHeader, ownOfDocument).filter(
        name => new Set(group.map(row => asText(documentOf(row)?.[name] ?? ''))).size === 1,
      )
      const [first] = group
      const taken =
        first === undefined
          ? []
          : [...shared.map(name => [name, documentOf(first)?.[name]]), ...same.map(name => [name, said(first, name)])]
      const added = group.map((row, at) => ({
        id: `n${at}`,
        ...Object.fromEntries(names.map(name => [name, row[name]]).filter(([, value]) => value !== null && value !== undefined)),
        [draw.by]: row.id,
        [draw.measure]: restOf(row, draw),
      }))
      const day = dayInZone(inside.now().getTime(), inside.caller.zone)
      const values = {
        ...(within(header.fields, 'businessOn') ? { businessOn: day } : {}),
        ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined)),
        ...Object.fromEntries(taken.filter(([, value]) => value !== null && value !== undefined)),
        lines: { added, changed: [], removed: [] },
      }
      ids.push((await addRecord(inside, visibleResource(inside.caller, header), values)).id)
    }
    return ids
  })
}

async function documentsOf(context: Context, { source, sourceHeader }: Drawing, rows: readonly Row[]): Promise<ReadonlyMap<string, Row>> {
  const seen = visibleResource(context.caller, sourceHeader)
  const ids = [...new Set(rows.map(row => asText(row[source.linesOf?.field ?? ''] ?? '')))]
  const found = await rowsQuery(
    anyTable(context.db),
    seen,
    { where: [sql<boolean>`${sql.ref(`${sourceHeader.table}.id`)} = any(${ids}::bigint[])`], order: [] },
    wireFields(seen).map(([name]) => name),
  ).execute()
  const labelled = await withLabels(
    context,
    seen,
    found.map(row => toRow(seen, row)),
  )
  return new Map(labelled.map(row => [row.id, row]))
}

const help = ['来源没有填写时必填', 'Needed where the source names none'] as const
/** Fields of the new document that its source does not say, or may leave empty: asked for by the action. */
const lackingFields = (drawing: Drawing): Fields => {
  const { header, source, sourceHeader } = drawing
  const same = new Set(sameOfDocument(drawing))
  const known = new Set([...sharedNames(header, sourceHeader, ownOfDocument), ...same, ...ownOfDocument])
  const isAsked = (name: string): boolean => {
    const theirs = ownValue(source.fields, name) ?? ownValue(sourceHeader.fields, name)
    return !known.has(name) || (same.has(name) && theirs?.options.optional === true)
  }
  return Object.fromEntries(
    editableFields(header)
      .filter(([name, { options }]) => options.optional !== true && options.default === undefined && isAsked(name))
      .map(([name, field]) => [name, same.has(name) ? { ...field, options: { ...field.options, optional: true as const, help } } : field]),
  )
}

const drawInput = O({
  from: Optional(Text({ title: '来源明细的列表类型', maxLength: 100 })),
  header: Optional(Rec(Text(), Any(), { title: '单据已填的字段' })),
  query: Optional(listInput),
})

/** Calls of all draws of the house, beside those of the documents that draw: none where no call adds them. */
export function drawRoutes(resources: Registry['resources'], routes: readonly BoundRoute[]): readonly BoundRoute[] {
  const every = drawings({ resources })
  const sources = new Map(every.map(one => [one.source.table, one]))
  const closing = [...sources.values()].flatMap(({ source, sourceHeader }) => {
    const add = addOf(routes, sourceHeader)
    return add === undefined || closingOf(every, source).length === 0
      ? []
      : [guardedAction({ ...closeRoute(source), method: 'POST', path: `${familyOf(add)}/closeLine`, area: add.area })]
  })
  const drawn = [...Map.groupBy(every, one => one.lines.table).values()].flatMap(all => {
    const add = addOf(routes, all[0]?.header)
    if (add === undefined) return []
    const bind = (path: string, route: Route): BoundRoute =>
      guardedAction({ ...route, demand: add.demand, method: 'POST', path: `${familyOf(add)}/${path}`, area: add.area })
    return [
      bind('draw', { ...openRoute(all, add.demand), draws: all[0]?.lines.table ?? '' }),
      ...all.map(one => bind(`make/${one.sourceHeader.type ?? one.sourceHeader.table}`, makeRoute(one))),
    ]
  })
  return [...drawn, ...closing]
}

const addOf = (routes: readonly BoundRoute[], header: Resource | undefined): BoundRoute | undefined =>
  routes.find(one => one.verb === 'add' && one.resource?.table === header?.table && /^\/[^/{]/.test(one.path))
const familyOf = ({ path }: BoundRoute): string => /^\/[^/{]+/.exec(path)?.[0] ?? ''

function closeRoute(source: Resource): Route {
  return act(
    source,
    {
      name: 'closeLine',
      title: ['提前关闭', 'Close early'],
      over: 'row',
      operation: operations.edit,
      input: { reason: text('关闭原因', 'Reason', { max: 200 }) },
    },
    async (context, ask) => {
      const [id = '', ...more] = idsOf(ask.params['id'] ?? ask.input['id'], ask.input['ids'])
      if (more.length > 0) throw refuse.invalid([{ field: 'ids', message: sentence`一次只能关闭一行` }])
      await closeLine(context, source, id, asText(ask.input['reason']))
      return null
    },
  )
}

function openRoute(all: readonly Drawing[], demand: Demand): Route {
  const title = all[0]?.header.title[0] ?? ''
  return call({ demand, summary: `${title}可取的明细`, input: drawInput, write: false }, (context, { input }) => {
    const chosen = input['from'] === undefined ? all[0] : all.find(one => one.source.type === input['from'])
    if (chosen === undefined) throw refuse.unknown(['来源明细', 'Source lines'])
    return openLines(context, chosen, input)
  })
}

function makeRoute(drawing: Drawing): Route {
  const { draw, header, sourceHeader } = drawing
  const codes = codesOf(sourceHeader, draw.when)
  const field = sourceHeader.states?.field
  const input = lackingFields(drawing)
  const face = {
    title: [`生成${header.title[0]}`, `Make ${header.title[1].toLowerCase()}`] as const,
    operation: operations.view,
    ...(codes === null || field === undefined ? {} : { when: { [field]: codes } }),
    ...(Object.keys(input).length === 0 ? {} : { input }),
  }
  return act(
    sourceHeader,
    [
      { ...face, name: `make.${header.table}`, over: 'row', result: 'page' },
      { ...face, name: `makeEach.${header.table}`, over: 'rows' },
    ],
    async (context, ask) => {
      const ids = idsOf(ask.params['id'] ?? ask.input['id'], ask.input['ids'])
      const given = Object.fromEntries(Object.keys(input).map(one => [one, ask.input[one]]))
      const made = await makeDrawn(context, drawing, ids, given)
      return { made: made.length, page: { list: header.type ?? '', id: made[0] ?? '' } }
    },
  )
}
