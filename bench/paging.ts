/** All transactions, newest first, through the list's handler: the first page, going on far down, and a jump to page 10,000. */
import type { ListAnswer, ListQuery } from '#platform/declare/wire.ts'
import { firstOfMonth, lastOfMonth } from '#platform/format/dates.ts'
import { monthsFilled } from './fill.ts'
import { median, ms, quantile, timed, times, type Figure } from './figures.ts'
import { callOf, listPath } from './list.ts'
import type { Options } from './options.ts'
import type { Place } from './place.ts'

const part = 'paging'
const pageSize = 50
const jumpTo = 10_000
const repeats = 15
const firstMsMax = 100
const nextRatioMax = 2
const jumpExtraMsMax = 100

export async function pagingPart(place: Place, { lines }: Options): Promise<Figure[]> {
  const call = callOf(place, listPath)
  const context = await place.context()
  const from = firstOfMonth(monthsFilled[0] ?? '')
  const all: ListQuery = { startDate: from, endDate: lastOfMonth(monthsFilled.at(-1) ?? ''), only: 'rows', pageSize }
  // index-only walks need the visibility map, which autovacuum keeps in a server that runs
  await place.owner.query('vacuum analyze amazon_transaction_line')
  const page = async (query: ListQuery): Promise<ListAnswer> => (await call(context, query)) as ListAnswer
  const measured = async (query: ListQuery): Promise<number[]> => {
    await page(query)
    const took: number[] = []
    for (let i = 0; i < repeats; i += 1) took.push(await timed(() => page(query)))
    return took
  }
  // as far down as there are rows
  const pageNum = Math.max(1, Math.min(jumpTo, Math.floor(lines / pageSize) - 1))
  const jump = { ...all, pageNum }
  const deep = await page(jump)
  if (deep.list.length !== pageSize || typeof deep.next !== 'string') throw new Error(`page ${pageNum} holds ${deep.list.length} rows`)
  const first = await measured(all)
  const going = await measured({ ...all, next: deep.next })
  const jumped = await measured(jump)
  const extra = median(jumped) - median(first)
  const far = `page ${pageNum.toLocaleString('en')}`
  return [
    {
      part,
      what: `all ${lines.toLocaleString('en')} lines newest first, page of ${pageSize}, total estimated, p95`,
      value: ms(quantile(first, 0.95)),
      aim: '< 100 ms',
      met: quantile(first, 0.95) < firstMsMax,
    },
    {
      part,
      what: `going on behind ${far}, p50, against the first page`,
      value: ms(median(going)),
      against: ms(median(first)),
      ratio: times(median(going) / median(first)),
      aim: '<= 2 x',
      met: median(going) <= nextRatioMax * median(first),
    },
    {
      part,
      what: `jump to ${far} by number, p50, against the first page`,
      value: ms(median(jumped)),
      against: ms(median(first)),
      ratio: `+${ms(extra)}`,
      aim: '<= +100 ms',
      met: extra <= jumpExtraMsMax,
    },
  ]
}
