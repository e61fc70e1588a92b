/** Cards `queue`: what waits for the person, out of lists and of what areas tell, the oldest first. */
import type { QueueSource } from '#platform/declare/home-card.ts'
import type { QueueAnswer, WaitingItem, WaitingPart } from '#platform/declare/wire-home.ts'
import type { Row } from '#platform/declare/wire.ts'
import type { Context } from '#platform/server/area.ts'
import { answerInWords, visibleResource, listOf } from '#platform/server/lists.ts'
import { conditionsOf, listUrl, todayOf } from './card-where.ts'
import { maySee } from './content.ts'

/** told of each kind */
const toldMax = 5

type ListSource = Extract<QueueSource, { list: string }>

export const seesSource = (context: Context, source: QueueSource): boolean => 'waits' in source || maySee(context, source.list)

const asText = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
/** What a row is called, as its list shows it. */
const said = (row: Row, field: string): string => asText(row[`${field}Label`] ?? row[field])

async function partOf(context: Context, source: ListSource): Promise<WaitingPart | null> {
  const declared = context.house.registry.types.get(source.list)
  if (declared === undefined) return null
  const resource = visibleResource(context.caller, declared)
  const conditionList = conditionsOf(context, source.where)
  const found = await listOf(context, resource, {
    conditionList,
    pageSize: toldMax,
    orderByList: [{ field: source.since, orderBy: 'ASC' }],
  })
  const words = context.house.registry.routes.find(one => one.verb === 'list' && one.resource === declared)?.words
  const { list, total } = words === undefined ? found : answerInWords(context, words, found)
  const url = listUrl(context, source.list, source.where)
  const says = source.says ?? [resource.label ?? 'id']
  const page = url?.split('?')[0]
  const items = list.map((row): WaitingItem => ({
    key: `${source.list} ${row.id}`,
    title: says.map(field => said(row, field)).filter(text => text !== '')[0] ?? '',
    note: says
      .slice(1)
      .map(field => said(row, field))
      .filter(text => text !== '')
      .join(' · '),
    since: asText(row[source.since]) || null,
    ...(source.due === true ? { due: true as const } : {}),
    url: page === undefined ? null : `${page}/detail?id=${row.id}`,
  }))
  return { title: source.title[context.language === 'en' ? 1 : 0], count: total, url, list: items }
}

/** What an area tells of; null: the caller has no part in it. */
const told = async (context: Context, name: string): Promise<WaitingPart | null> =>
  (await context.house.registry.waits.get(name)?.(context)) ?? null

export async function readQueue(context: Context, sources: readonly QueueSource[]): Promise<QueueAnswer> {
  const seen = sources.filter(source => seesSource(context, source))
  const parts = await Promise.all(seen.map(source => ('waits' in source ? told(context, source.waits) : partOf(context, source))))
  const shown = parts.filter(part => part !== null && part.count > 0) as WaitingPart[]
  return { total: shown.reduce((n, part) => n + part.count, 0), parts: shown, today: todayOf(context) }
}
