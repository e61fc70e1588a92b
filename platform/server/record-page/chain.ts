/** What a document was drawn from and what was drawn from it, step by step, as far as the caller sees the documents. */
import type { Chain, ChainLink } from '#platform/declare/wire-draws.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { columnOf, labelOf, type Resource } from '#platform/declare/resource.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../contract/context.ts'
import { anyTable } from '../db/any-table.ts'
import { mayView } from '../calls/view-demands.ts'
import { drawings, ofColumn, type Drawing } from '../lists/drawings.ts'

/** draws that are followed from a record, and documents that are told on each side */
const [stepsMax, linksMax] = [6, 100]

type Way = 'up' | 'down'

export async function chainOf(context: Context, r: Resource, id: string): Promise<Chain> {
  const [up, down] = [await follow(context, r, id, 'up'), await follow(context, r, id, 'down')]
  return { up: up.links, down: down.links, isMore: up.isMore || down.isMore }
}

async function follow(context: Context, r: Resource, id: string, way: Way): Promise<{ links: ChainLink[]; isMore: boolean }> {
  const seen = new Set([`${r.table} ${id}`])
  const links: ChainLink[] = []
  let near: ReadonlyMap<Resource, readonly string[]> = new Map([[r, [id]]])
  for (let steps = 1; steps <= stepsMax && near.size > 0; steps++) {
    const next = new Map<Resource, string[]>()
    for (const [from, ids] of near)
      for (const [to, found] of await neighbours(context, from, ids, way)) {
        const fresh = found.filter(one => !seen.has(`${to.table} ${one}`))
        for (const one of fresh) seen.add(`${to.table} ${one}`)
        if (fresh.length === 0) continue
        next.set(to, [...(next.get(to) ?? []), ...fresh])
        links.push(...(await linksOf(context, to, fresh, steps)))
        if (links.length > linksMax) return { links: links.slice(0, linksMax), isMore: true }
      }
    near = next
  }
  return { links, isMore: near.size > 0 }
}

/** Documents on the other side of each draw of these. */
async function neighbours(context: Context, r: Resource, ids: readonly string[], way: Way): Promise<ReadonlyMap<Resource, string[]>> {
  const found = new Map<Resource, string[]>()
  for (const drawing of drawings(context.house.registry)) {
    const [mine, other] = way === 'up' ? [drawing.header, drawing.sourceHeader] : [drawing.sourceHeader, drawing.header]
    if (mine.table !== r.table || !mayView(context, other)) continue
    const more = await across(context, drawing, ids, way)
    found.set(other, [...new Set([...(found.get(other) ?? []), ...more])])
  }
  return found
}

async function across(context: Context, { draw, lines, source }: Drawing, ids: readonly string[], way: Way): Promise<readonly string[]> {
  const [ours, theirs] = [sql.ref(`${lines.table}.${ofColumn(lines)}`), sql.ref(`${source.table}.${ofColumn(source)}`)]
  const [mine, other] = way === 'up' ? [ours, theirs] : [theirs, ours]
  const rows = await anyTable(context.db)
    .selectFrom(lines.table)
    .innerJoin(source.table, `${source.table}.id`, `${lines.table}.${columnOf(draw.by)}`)
    .select(sql<string>`${other}::text`.as('id'))
    .distinct()
    .where(sql<boolean>`${mine} = any(${[...ids]}::bigint[])`)
    .limit(linksMax + 1)
    .execute()
  return rows.map(row => row.id)
}

async function linksOf(context: Context, r: Resource, ids: readonly string[], steps: number): Promise<readonly ChainLink[]> {
  const at = context.language === 'en' ? 1 : 0
  const column = (name: string | undefined): RawBuilder<string | null> =>
    name === undefined || !Object.hasOwn(r.fields, name)
      ? sql<string | null>`null`
      : sql<string | null>`${sql.ref(`${r.table}.${columnOf(name)}`)}::text`
  const state = r.states?.field
  const rows = await anyTable(context.db)
    .selectFrom(r.table)
    .select([
      sql<string>`${sql.ref(`${r.table}.id`)}::text`.as('id'),
      sql<string>`${sql.ref(`${r.table}.${columnOf(labelOf(r))}`)}::text`.as('label'),
      column(state).as('state'),
      column('businessOn').as('day'),
    ])
    .where(sql<boolean>`${sql.ref(`${r.table}.id`)} = any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .execute()
  const choices = Object.values(ownValue(r.fields, state ?? '')?.choices ?? {})
  return rows.map(row => {
    const [, zh = '', en = '', tone = null] = choices.find(([code]) => String(code) === row.state) ?? []
    return {
      type: r.type ?? r.table,
      id: row.id,
      title: r.title[at],
      label: row.label,
      state: row.state === null ? null : { label: [zh, en][at] ?? '', tone },
      day: row.day,
      steps,
    }
  })
}
