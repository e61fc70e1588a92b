/**
 * The filtered list in a table of a tenth and in the whole one, with the same hits in both: one shop holds the very same lines, the others
 * hold the rest. Two databases of their own stand beside each other and are asked in turns, so that a machine that grows slower meanwhile
 * does so for both.
 */
import type { ListAnswer, ListQuery } from '#platform/declare/wire.ts'
import { fill, months } from './fill.ts'
import { median, ms, quantile, timed, times, type Figure } from './figures.ts'
import { callOf, listPath, listQueries } from './list.ts'
import type { Options } from './options.ts'
import { openPlace, type Place } from './place.ts'

const part = 'scale'
const smaller = 10
const rounds = 5
const ratioMax = 1.3
const say = (line: string): void => console.log(line)

type Asked = (query: ListQuery) => Promise<ListAnswer>

export async function scalePart({ lines }: Options): Promise<Figure[]> {
  const places: Place[] = []
  try {
    const few = Math.ceil(lines / smaller)
    const asks: Asked[] = []
    let queries: readonly ListQuery[] = []
    for (const size of [few, lines]) {
      say(`正在准备 ${size.toLocaleString('en')} 行交易明细（只为填充，不计入结果）`)
      const place = await openPlace(null)
      places.push(place)
      await fill(place, size, Math.ceil(few / (place.shops.length * months)))
      const [call, context] = [callOf(place, listPath), await place.context()]
      asks.push(async query => (await call(context, query)) as ListAnswer)
      queries = await listQueries(place, place.shops.slice(0, 1))
    }
    const [small, large] = asks
    if (small === undefined || large === undefined) throw new Error('two sizes are compared')
    const hits = await sameHits(queries, small, large)
    return figuresOf(lines, few, hits, await inTurns(queries, small, large))
  } finally {
    for (const place of places) await place.close()
  }
}

/** How many rows the queries find, which must be as many in both. Warms both, too. */
async function sameHits(queries: readonly ListQuery[], small: Asked, large: Asked): Promise<number[]> {
  const hits: number[] = []
  for (const query of queries) {
    const [a, b] = [await small(query), await large(query)]
    if (a.total !== b.total || a.totalExact !== true || b.totalExact !== true)
      throw new Error(`${JSON.stringify(query)} found ${a.total} rows and ${b.total} rows`)
    hits.push(a.total)
  }
  return hits
}

interface Took {
  readonly small: readonly number[]
  readonly large: readonly number[]
}

async function inTurns(queries: readonly ListQuery[], small: Asked, large: Asked): Promise<Took> {
  const [ofSmall, ofLarge]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1)
    for (const [at, query] of queries.entries()) {
      const measures = [
        async () => ofSmall.push(await timed(() => small(query))),
        async () => ofLarge.push(await timed(() => large(query))),
      ]
      for (const measure of (at + round) % 2 === 0 ? measures : measures.reverse()) await measure()
    }
  return { small: ofSmall, large: ofLarge }
}

function figuresOf(lines: number, few: number, hits: readonly number[], { small, large }: Took): Figure[] {
  const ratio = median(large) / median(small)
  const found = `${Math.min(...hits).toLocaleString('en')} to ${Math.max(...hits).toLocaleString('en')} hits`
  return [
    {
      part,
      what: `page by shop, month and type with exact total and 20 sums at ${lines.toLocaleString('en')} lines, p50, against the same ${found} at ${few.toLocaleString('en')}`,
      value: ms(median(large)),
      against: ms(median(small)),
      ratio: times(ratio),
      aim: `<= ${ratioMax} x`,
      met: ratio <= ratioMax,
    },
    { part, what: 'the same, p95', value: ms(quantile(large, 0.95)), against: ms(quantile(small, 0.95)) },
  ]
}
