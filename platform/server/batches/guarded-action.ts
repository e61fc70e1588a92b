/**
 * What the words of an action ask for before its handler works: which records it is offered for (`when`), which a filter finds,
 * whether it is done as a task. Checked and held in the transaction in which the handler writes.
 */
import type { ActionDeclaration, When } from '#platform/declare/action.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { ListQuery } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { sql } from 'kysely'
import { refuse } from '../calls/refusal.ts'
import type { Context } from '../contract/context.ts'
import type { BoundRoute } from '../contract/registry.ts'
import type { Ask, Route } from '../contract/route.ts'
import { anyTable } from '../db/any-table.ts'
import { visibleResource } from '../lists/column-rights.ts'
import { keyOfRowId, primaryColumns, rowId } from '../lists/columns.ts'
import { askingOf, type Predicate } from '../lists/conditions.ts'
import { cleanHtml } from '../html/clean-html.ts'
import { fieldValue, ofField } from '../records/field-value.ts'
import { byKeys } from '../lists/keys.ts'
import { planOf } from '../lists/query.ts'
import { orderAction } from './action-job.ts'

/** What one action over a filter takes in. */
const filteredMax = 10_000

type Handler = Route['handler']

const isGuarded = (face: ActionDeclaration): boolean => face.when !== undefined || face.over === 'filter' || face.job === true

/** The route as it is served. */
export function guardedAction(route: BoundRoute): BoundRoute {
  const { resource, actions } = route
  if (resource === undefined || actions === undefined || (route.checksInput !== true && !actions.some(isGuarded))) return route
  const handler: Handler = (context, asked) => {
    const face = faceOf(actions, asked)
    if (face.over === 'filter' && asked.input['preview'] === true) return preview(context, resource, face, asked)
    const ask = route.checksInput === true ? filledIn(face, asked) : asked
    if (face.job === true)
      return orderAction(context, resource, {
        path: route.path,
        method: route.method,
        title: face.title,
        input: ask.input,
        params: ask.params,
      })
    return workOf(route, face)(context, ask)
  }
  const work: Handler = (context, ask) => workOf(route, faceOf(actions, ask))(context, ask)
  return { ...route, handler, work }
}

/** What the form of the action asks for, checked as a form's input is. */
function filledIn({ input = {} }: ActionDeclaration, ask: Ask): Ask {
  const checked = Object.entries(input).map(([name, field]) => [name, field, fieldValue(field, ask.input[name], cleanHtml)] as const)
  const errors = checked.flatMap(([name, { title }, [, fault]]) =>
    fault === null ? [] : [{ field: name, message: ofField(title, fault) }],
  )
  if (errors.length > 0) throw refuse.invalid(errors)
  return { ...ask, input: { ...ask.input, ...Object.fromEntries(checked.map(([name, , [value]]) => [name, value])) } }
}

/** Of several actions of a call the one whose fixed part the body has. */
function faceOf(actions: readonly ActionDeclaration[], { input }: Ask): ActionDeclaration {
  const found = actions.find(({ body = {} }) => Object.entries(body).every(([name, value]) => asText(input[name] ?? '') === asText(value)))
  if (found === undefined) throw refuse.rule(sentence`没有这个操作`)
  return found
}

function workOf({ resource, handler }: Route, face: ActionDeclaration): Handler {
  if (resource === undefined) return handler
  return (context, ask) =>
    face.over === 'filter' ? overFilter(context, resource, face, ask, handler) : overChosen(context, resource, face, ask, handler)
}

const holds = (r: Resource, when: When = {}): Predicate[] =>
  Object.entries(when).map(([name, values]) => {
    const column = sql.ref(`${r.table}.${columnOf(name)}`)
    const given = values.filter(value => value !== null).map(String)
    return values.includes(null)
      ? sql<boolean>`(${column} is null or ${column}::text = any(${given}))`
      : sql<boolean>`${column}::text = any(${given})`
  })

async function overChosen(context: Context, r: Resource, face: ActionDeclaration, ask: Ask, handler: Handler): Promise<unknown> {
  const ids = chosenIds(ask)
  if (face.when === undefined || ids.length === 0) return handler(context, ask)
  return context.write(async (tx, inside) => {
    const keys = ids.map(id => keyOfRowId(r, id)).filter(key => key !== null)
    if (keys.length === 0) throw refuse.unknown(r.title)
    let query = anyTable(tx)
      .selectFrom(r.table)
      .select(sql<number>`1`.as('one'))
      .where(byKeys(r, keys))
    // who else would change what it rests on waits
    const held = await query.forUpdate().execute()
    for (const one of holds(r, face.when)) query = query.where(one)
    const open = await query.execute()
    if (held.length < new Set(ids).size) throw refuse.unknown(r.title)
    if (open.length < held.length)
      throw refuse.rule(
        face.reason
          ? sentence`${face.title}：${face.reason}`
          : sentence`${face.title}：其中 ${held.length - open.length} 条现在不能这样处理，请刷新后再选择`,
      )
    return handler(inside, ask)
  })
}

const chosenIds = ({ params, input }: Ask): string[] => {
  const { id, ids } = input
  const one = params['id'] ?? id
  const all: readonly unknown[] = Array.isArray(ids) ? ids : one === undefined ? [] : [one]
  return all.map(each => asText(typeof each === 'object' && each !== null && 'id' in each ? each.id : each))
}

/** Conditions of what the filter finds and the action is offered for. */
function filtered(context: Context, r: Resource, { when }: ActionDeclaration, { input }: Ask): readonly Predicate[] {
  const query = input['query']
  if (typeof query !== 'object' || query === null) throw refuse.invalid([{ field: 'query', message: sentence`请给出筛选条件` }])
  return [...planOf(visibleResource(context.caller, r), query as ListQuery, askingOf(context)).where, ...holds(r, when)]
}

async function preview(context: Context, r: Resource, face: ActionDeclaration, ask: Ask): Promise<{ total: number }> {
  let query = anyTable(context.db)
    .selectFrom(r.table)
    .select(sql<number>`count(*)::int`.as('n'))
  for (const one of filtered(context, r, face, ask)) query = query.where(one)
  const { n } = await query.executeTakeFirstOrThrow()
  if (n > filteredMax) throw tooMany(n)
  return { total: n }
}

async function overFilter(context: Context, r: Resource, face: ActionDeclaration, ask: Ask, handler: Handler): Promise<unknown> {
  const { query: _query, preview: _preview, expected, ...input } = ask.input
  if (typeof expected !== 'number') throw refuse.invalid([{ field: 'expected', message: sentence`请先预览符合条件的行数` }])
  const where = filtered(context, r, face, ask)
  return context.write(async (tx, inside) => {
    const columns = primaryColumns(r)
    let query = anyTable(tx)
      .selectFrom(r.table)
      .select(columns.map((column, at) => sql<unknown>`${sql.ref(`${r.table}.${column}`)}`.as(`key_${at}`)))
      .limit(filteredMax + 1)
    for (const one of where) query = query.where(one)
    for (const column of columns) query = query.orderBy(sql.ref(`${r.table}.${column}`))
    const rows: readonly Record<string, unknown>[] = await query.forUpdate().execute()
    if (rows.length > filteredMax) throw tooMany(rows.length)
    const found = rows.length
    if (found !== expected) throw refuse.conflict(sentence`符合条件的行数已从 ${expected} 变为 ${found}，请重新预览`)
    if (rows.length === 0) throw refuse.rule(sentence`没有符合条件的数据`)
    const ids = rows.map(row =>
      rowId(
        r,
        columns.map((_, at) => row[`key_${at}`]),
      ),
    )
    return handler(inside, { ...ask, input: { ...input, ids } })
  })
}

const tooMany = (n: number) => refuse.rule(sentence`一次最多处理 ${filteredMax} 行，现有 ${n} 行，请缩小筛选范围`)

/** Words of an action that name what is not there. */
export function actionFaults(r: Resource, faces: readonly ActionDeclaration[]): string[] {
  return faces.flatMap(face => {
    const at = `${r.table}: action ${face.name}`
    return [
      ...Object.keys(face.when ?? {})
        .filter(name => ownValue(r.fields, name) === undefined)
        .map(name => `${at} is offered by ${name}, which is no field`),
      ...(face.when !== undefined && face.over === 'page' ? [`${at} is over the page, where no record says when`] : []),
      ...(face.over === 'filter' && r.type === undefined ? [`${at} is over the filter of what is no list`] : []),
      ...(face.job === true && face.result === 'page' ? [`${at} is a job, which opens no page`] : []),
    ]
  })
}
