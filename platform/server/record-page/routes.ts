/**
 * Calls of the page of one record: the record, its neighbours in a list, how many records refer to it.
 * The right to its list decides, and its scope.
 */
import { sql } from 'kysely'
import { Object as O, Optional, String as Text } from 'typebox'
import { signedIn } from '#platform/declare/operations.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { ListQuery, Row } from '#platform/declare/wire.ts'
import type { Context } from '../contract/context.ts'
import { anyTable } from '../db/any-table.ts'
import { satisfies } from '../calls/may.ts'
import { mayView } from '../calls/view-demands.ts'
import { openedTo } from '../lists/approval-of.ts'
import { refuse } from '../calls/refusal.ts'
import { call } from '../calls/verbs.ts'
import type { RouteMap } from '../contract/route.ts'
import { Query, RowId } from '../calls/wire-types.ts'
import { fitsColumn } from '../lists/value-range.ts'
import { lineNo } from '#platform/declare/document.ts'
import { wireFields } from '../lists/columns.ts'
import { withLabels } from '../lists/labels.ts'
import { maskRows } from '../lists/sensitive.ts'
import { rowsQuery, toRow } from '../lists/query.ts'
import { oneRecord } from '../verbs/record.ts'
import { shownResource, visibleResource } from '../lists/column-rights.ts'
import { listInput } from '../verbs/verbs.ts'
import { rowInWords, storedQuery } from '../lists/stored-sentences.ts'
import type { BoundRoute } from '../contract/registry.ts'
import { chainOf } from './chain.ts'
import { neighboursOf } from '../lists/neighbours.ts'
import { relatedCounts } from '../lists/relations.ts'

const named = { type: Text({ title: '列表类型', minLength: 1, maxLength: 100 }), id: RowId('记录') }

/** The call of a list that the caller may make; its records are what he may see one by one. */
function listOfType({ caller, house }: Context, type: string): { readonly r: Resource; readonly route: BoundRoute } {
  const declared = house.registry.types.get(type)
  if (declared === undefined) throw refuse.unknown(['列表', 'List'])
  const route = house.registry.routes.find(
    one => one.verb === 'list' && one.resource?.table === declared.table && satisfies(caller, one.demand),
  )
  if (route === undefined) throw refuse.forbidden()
  return { r: shownResource(caller, declared), route }
}

/** Who has or had an approval task on a record of a list that is not his: that one record. */
async function taskedOn(context: Context, type: string, id: string): Promise<{ readonly r: Resource; readonly context: Context } | null> {
  const declared = context.house.registry.types.get(type)
  if (declared?.approval === undefined || mayView(context, declared)) return null
  const opened = await openedTo(context, declared, id)
  return opened === null ? null : { r: visibleResource(context.caller, declared), context: opened }
}

/** All lines of a document, in their order: there are at most so many as are declared. */
async function linesOf(context: Context, r: Resource, id: string): Promise<{ list: readonly Row[] }> {
  const declared = context.house.registry.lines.get(r.table)
  if (declared?.linesOf === undefined) throw refuse.unknown(['明细', 'Lines'])
  const header = await oneRecord(context, r, id)
  const lines = visibleResource(context.caller, declared)
  const by = sql.ref(`${lines.table}.${columnOf(declared.linesOf.field)}`)
  const rows = await rowsQuery(
    anyTable(context.db),
    lines,
    { where: [sql<boolean>`${by} = ${header.id}`], order: [{ column: columnOf(lineNo), way: 'asc' }] },
    wireFields(lines).map(([name]) => name),
  )
    .limit(declared.linesOf.max)
    .execute()
  const list = await withLabels(
    context,
    lines,
    rows.map(row => toRow(lines, row)),
  )
  maskRows(lines, list)
  return { list }
}

/** References by a natural key name their record by it: `code:CNY`. No id of ours holds a colon. */
const byKey = /^(\w+):(.+)$/s

/** The id of the record that is meant; unknown where no record of the caller has that key. */
async function idOf(context: Context, r: Resource, given: string): Promise<string> {
  const [, name = '', value = ''] = byKey.exec(given) ?? []
  if (name === '') return given
  const column = columnOf(name)
  if (r.key?.length !== 1 || r.key[0] !== name || !fitsColumn(r, column, value)) throw refuse.unknown(r.title)
  const where = [sql<boolean>`${sql.ref(`${r.table}.${column}`)} = ${value}`]
  const [row] = await rowsQuery(anyTable(context.db), r, { where, order: [] }, []).limit(1).execute()
  if (row === undefined) throw refuse.unknown(r.title)
  return toRow(r, row).id
}

const wanted = (input: Readonly<Record<string, unknown>>) => ({ type: input['type'] as string, id: input['id'] as string })

export const recordPageRoutes: RouteMap = {
  'POST /listField/record': call(
    { demand: signedIn, summary: '一条记录', input: Query(named), write: false },
    async (context, ask): Promise<Row> => {
      const { type, id } = wanted(ask.input)
      const tasked = await taskedOn(context, type, id)
      if (tasked !== null) return oneRecord(tasked.context, tasked.r, id)
      const { r, route } = listOfType(context, type)
      const found = await oneRecord(context, r, await idOf(context, r, id))
      const [row = found] = route.besides === undefined ? [found] : await route.besides(context, [found])
      return route.words === undefined ? row : rowInWords(context, route.words, row)
    },
  ),
  'POST /listField/neighbours': call(
    {
      demand: signedIn,
      summary: '列表中的上一条和下一条',
      input: O({ ...named, query: Optional(listInput) }, { additionalProperties: false }),
      write: false,
    },
    (context, ask) => {
      const { type, id } = wanted(ask.input)
      const { r, route } = listOfType(context, type)
      const query = (ask.input['query'] ?? {}) as ListQuery
      return neighboursOf(context, r, id, route.words === undefined ? query : storedQuery(context, route.words, query))
    },
  ),
  'POST /listField/lines': call({ demand: signedIn, summary: '单据的明细行', input: Query(named), write: false }, (context, ask) => {
    const { type, id } = wanted(ask.input)
    return linesOf(context, listOfType(context, type).r, id)
  }),
  'POST /listField/chain': call({ demand: signedIn, summary: '单据的上下游', input: Query(named), write: false }, async (context, ask) => {
    const { type, id } = wanted(ask.input)
    const { r } = listOfType(context, type)
    return chainOf(context, r, (await oneRecord(context, r, await idOf(context, r, id))).id)
  }),
  'POST /listField/related': call({ demand: signedIn, summary: '关联记录数量', input: Query(named), write: false }, (context, ask) => {
    const { type, id } = wanted(ask.input)
    return relatedCounts(context, listOfType(context, type).r, id)
  }),
}
