/**
 * Export of many rows to xlsx and CSV through the real path, against the writer alone on the same rows in memory; and whether memory stays
 * flat. In memory the rows are cells, as reports give them to the writer. Those of a list come as the database copies them out, which
 * spares the writer most of its work: what it does with these alone is told as well.
 */
import type { ListQuery } from '#platform/declare/wire.ts'
import { firstOfMonth } from '#platform/format/dates.ts'
import { inChild } from './child.ts'
import type { ExportAnswer, ExportTask } from './export-child.ts'
import { monthsFilled } from './fill.ts'
import { megabytes, percent, perSecond, seconds, times, type Figure } from './figures.ts'
import type { Options } from './options.ts'
import type { Place } from './place.ts'

const part = 'export'
/** memory of the larger export over that of one a tenth of its size: more is not flat */
const growthMax = 1.2
const rowsPerMsMin = 100
const shareMin = 0.7

export async function exportPart(place: Place, { exportRows }: Options): Promise<Figure[]> {
  const { caller } = await place.context()
  const { query, rows } = await queryOf(place, exportRows)
  const small = await queryOf(place, Math.max(1, Math.round(exportRows / 10)))
  const base = { ...place.address, accountId: caller.accountId, orgId: caller.orgId }
  const run = (task: Omit<ExportTask, keyof typeof base>): Promise<ExportAnswer> =>
    inChild<ExportTask, ExportAnswer>('export-child.ts', { ...base, ...task })
  const figures: Figure[] = []
  for (const format of ['xlsx', 'csv'] as const) {
    const little = await run({ query: small.query, format })
    const ours = await run({ query, format })
    const writer = await run({ query, writer: { rows, given: 'cells' }, format })
    const copied = await run({ query, writer: { rows, given: 'copied' }, format })
    const growth = ours.peakBytes / little.peakBytes
    const rate = (ms: number): string => `${perSecond(rows, ms, 'rows')} (${seconds(ms)})`
    figures.push(
      {
        part,
        what: `${rows.toLocaleString('en')} rows of all columns to ${format} (${megabytes(ours.bytes)}), against the writer alone`,
        value: rate(ours.ms),
        against: rate(writer.ms),
        ratio: percent(writer.ms / ours.ms),
        aim: '100,000 rows/s, >= 70 %',
        met: rows / ours.ms >= rowsPerMsMin && writer.ms / ours.ms >= shareMin,
      },
      {
        part,
        what: `${format}: the writer alone, given the same rows as the database copies them`,
        value: rate(copied.ms),
        ratio: percent(copied.ms / ours.ms),
      },
      {
        part,
        what: `${format}: peak resident memory, against an export of ${small.rows.toLocaleString('en')} rows`,
        value: megabytes(ours.peakBytes),
        against: megabytes(little.peakBytes),
        ratio: times(growth),
        aim: 'flat',
        met: growth <= growthMax,
      },
    )
  }
  return figures
}

/** From the first day on, as many days as hold this many rows. */
async function queryOf({ owner, shops }: Place, wanted: number): Promise<{ query: ListQuery; rows: number }> {
  const first = firstOfMonth(monthsFilled[0] ?? '')
  const { rows } = await owner.query<{ day: string; n: string }>(
    `select posted_on as day, sum(count(*)) over (order by posted_on) as n from amazon_transaction_line where shop_id = any($1)
      group by posted_on order by posted_on`,
    [shops.map(s => s.id)],
  )
  const last = rows.find(r => Number(r.n) >= wanted) ?? rows.at(-1)
  return { query: { shopId: shops.map(s => s.id), postedOn: [first, last?.day ?? first] }, rows: Number(last?.n ?? 0) }
}
