/**
 * A page of the transactions list by shop, month and type, newest first, with exact total and sums, through its handler; against its own
 * two statements run bare.
 */
import pg from 'pg'
import type { ListQuery } from '#platform/declare/wire.ts'
import { firstOfMonth, lastOfMonth } from '#platform/format/dates.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { connectionSettings } from '#platform/server/db/pools.ts'
import type { Ask } from '#platform/server/contract/route.ts'
import { monthsFilled } from './fill.ts'
import { median, ms, quantile, timed, times, type Figure } from './figures.ts'
import type { BenchShop, Place } from './place.ts'
import { asList, runAll, statementsOf, type Statement } from './statements.ts'

const part = 'list'
const table = 'amazon_transaction_line'
export const listPath = '/AmazonTransactionReport/list'
const pageSize = 50
const ratioMax = 1.3
const p95MsMax = 100

/** One query for each shop and month, of the most frequent type and of a rarer one. */
export async function listQueries(place: Place, shops: readonly BenchShop[] = place.shops): Promise<ListQuery[]> {
  const { rows } = await place.owner.query<{ id: string }>(
    `select id from amazon_kind where family = 2 and column_name = '' and type in ('order', 'refund') order by type`,
  )
  return shops.flatMap(shop =>
    monthsFilled.flatMap(month =>
      rows.map(({ id }): ListQuery => ({
        shopId: [shop.id],
        typeId: [id],
        postedOn: [firstOfMonth(month), lastOfMonth(month)],
        sortField: 'postedAt',
        sortWay: 'DESC',
        pageNum: 1,
        pageSize,
      })),
    ),
  )
}

/** Calls a route's function as the HTTP layer does, after it has checked the input. */
export function callOf(place: Place, path: string): (context: Context, input: ListQuery) => Promise<unknown> {
  const route = place.house.registry.routes.find(r => r.path === path)
  if (!route) throw new Error(`no call ${path}`)
  return (context, input) => route.handler(context, { input } as unknown as Ask)
}

export async function listPart(place: Place): Promise<Figure[]> {
  const list = callOf(place, listPath)
  const context = await place.context()
  const queries = await listQueries(place)
  const bare: Statement[][] = []
  for (const query of queries) bare.push([...asList(await statementsOf(() => list(context, query)), table).page])
  const pool = new pg.Pool({ ...connectionSettings(place.address.appUrl, 'bench'), max: 2 })
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (const [at, query] of queries.entries()) {
    await runAll(pool, bare[at] ?? [])
    // in turns and in either order, so that neither has the warmer cache
    const measures = [
      async () => ours.push(await timed(() => list(context, query))),
      async () => theirs.push(await timed(() => runAll(pool, bare[at] ?? []))),
    ]
    for (const measure of at % 2 === 0 ? measures : measures.reverse()) await measure()
    for (const measure of measures) await measure()
  }
  await pool.end()
  const [mine, raw] = [median(ours), median(theirs)]
  const [p95, rawP95] = [quantile(ours, 0.95), quantile(theirs, 0.95)]
  return [
    {
      part,
      what: `page of ${pageSize} with exact total and 20 sums, p50, against its two statements run bare`,
      value: ms(mine),
      against: ms(raw),
      ratio: times(mine / raw),
      aim: '<= 1.3 x',
      met: mine / raw <= ratioMax,
    },
    {
      part,
      what: 'the same, p95',
      value: ms(p95),
      against: ms(rawP95),
      ratio: times(p95 / rawP95),
      aim: '<= 1.3 x, < 100 ms',
      met: p95 / rawP95 <= ratioMax && p95 < p95MsMax,
    },
  ]
}
