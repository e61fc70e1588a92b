/**
 * Import of large files through the real path (stored file, job, worker thread, staging, merge) against COPY of the same typed rows into
 * the same table: a settlement in every run, the files of other families when asked for.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { randomUUID } from 'node:crypto'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { taskStates } from '#platform/server/db/house-tables.ts'
import { acceptImport } from '#platform/server/imports/findings.ts'
import { startImport } from '#platform/server/imports/start-import.ts'
import { inChild } from './child.ts'
import { median, megabytes, percent, perSecond, seconds, timed, times, type Figure } from './figures.ts'
import type { ImportAnswer, ImportTask } from './import-child.ts'
import { importFamilies, settlementFamily, type ImportFamily } from './import-families.ts'
import type { Options } from './options.ts'
import { openPlace, shopOf, type BenchShop, type Place } from './place.ts'
import { firstDay } from './settlement-file.ts'

const indexed = 'bench_line_indexed'
const bare = 'bench_line_bare'
const shareMin = 0.6
const bytesMax = 400e6
const growthMax = 1.2

interface Run extends ImportAnswer {
  readonly importId: string
  /** rows of the table that it brought */
  readonly rows: number
}
/** What is measured, where, of whose shop. */
interface Work {
  readonly place: Place
  readonly family: ImportFamily
  readonly shop: BenchShop
}
interface Measured {
  readonly small: Run
  readonly runs: readonly Run[]
  readonly copied: readonly { indexedMs: number; bareMs: number }[]
  readonly fileId: string
}

export async function importPart(place: Place, options: Options): Promise<Figure[]> {
  const work = await workOf(place, settlementFamily)
  const done = await measured(work, options)
  const refreshMs = await timed(() => refreshRollups(place.house, place.orgId))
  const again = await importOf(work, done.fileId, 'again')
  const part = 'import'
  const { importLines } = options
  return [
    ...figuresOf(part, work.family, importLines, done),
    { part, what: 'the same file again: nothing changes', value: `${perSecond(importLines, again.ms, 'lines')} (${seconds(again.ms)})` },
    { part, what: `roll-ups brought up to date after ${done.runs.length} such imports`, value: seconds(refreshMs) },
  ]
}

/** Files of the other families, in a database of their own. */
export async function familiesPart(options: Options): Promise<Figure[]> {
  const place = await openPlace(options.data, options)
  const figures: Figure[] = []
  try {
    for (const family of importFamilies)
      figures.push(...figuresOf('families', family, options.importLines, await measured(await workOf(place, family), options)))
  } finally {
    await place.close()
  }
  return figures
}

const workOf = async (place: Place, family: ImportFamily): Promise<Work> => ({
  place,
  family,
  shop: await shopOf(place, family.marketplace),
})

async function measured(work: Work, { importLines, rounds }: Options): Promise<Measured> {
  const { place, family } = work
  await makeTables(work)
  const small = await importOf(work, await storedFile(work, Math.max(1, Math.round(importLines / 10))))
  await copies(work, small.importId)
  const runs: Run[] = []
  const copied: { indexedMs: number; bareMs: number }[] = []
  let fileId = ''
  for (let round = 0; round < rounds; round += 1) {
    fileId = await storedFile(work, importLines)
    runs.push(await importOf(work, fileId))
    copied.push(await copies(work, runs.at(-1)?.importId ?? ''))
  }
  for (const t of [indexed, bare]) await place.owner.query(`drop table ${t}`)
  await place.owner.query(`analyze ${family.table}`)
  return { small, runs, copied, fileId }
}

function figuresOf(part: string, { name }: ImportFamily, lines: number, { small, runs, copied }: Measured): Figure[] {
  const [importMs, indexedMs, bareMs] = [
    median(runs.map(r => r.ms)),
    median(copied.map(c => c.indexedMs)),
    median(copied.map(c => c.bareMs)),
  ]
  const peak = Math.max(...runs.map(r => r.peakBytes))
  const rate = (ms: number): string => perSecond(lines, ms, 'lines')
  const growth = peak / small.peakBytes
  const rows = runs[0]?.rows ?? lines
  const count = lines.toLocaleString('en') + (rows === lines ? ' lines' : ` lines (${rows.toLocaleString('en')} rows)`)
  return [
    {
      part,
      what: `${name} of ${count}, against COPY into the same table with keys and indexes`,
      value: `${rate(importMs)} (${seconds(importMs)})`,
      against: `${rate(indexedMs)} (${seconds(indexedMs)})`,
      ratio: percent(indexedMs / importMs),
      aim: '>= 60 %',
      met: indexedMs / importMs >= shareMin,
    },
    {
      part,
      what: `${name}: against COPY into a table without keys and indexes`,
      value: rate(importMs),
      against: `${rate(bareMs)} (${seconds(bareMs)})`,
      ratio: percent(bareMs / importMs),
    },
    {
      part,
      what: `${name}: peak resident memory of the process, worker thread included`,
      value: megabytes(peak),
      aim: '< 400 MB',
      met: peak < bytesMax,
    },
    {
      part,
      what: `${name}: memory against a file a tenth of the size`,
      value: megabytes(peak),
      against: megabytes(small.peakBytes),
      ratio: times(growth),
      aim: '<= 1.2 x',
      met: growth <= growthMax,
    },
  ]
}

let files = 0
/** Writes a file of its own, puts it into the store and gives its id. */
async function storedFile({ place, family, shop }: Work, lines: number): Promise<string> {
  files += 1
  const path = join(place.address.dataDir, family.fileName)
  await family.write({ path, lines, seed: files * 7_654_321, shop })
  const storageKey = randomUUID()
  const stored = await place.house.files.put(storageKey, createReadStream(path), { bytesMax: 2 ** 31 })
  await rm(path)
  const { caller } = await place.context()
  const { rows } = await place.owner.query<{ id: string }>(
    `insert into stored_file (org_id, account_id, storage_key, name, size, sha256, upload_type, content_type, created_by)
      values ($1, $2, $3, $6, $4, $5, 'IMPORT', 'text/plain', $2) returning id`,
    [place.orgId, caller.accountId, storageKey, stored.size, stored.sha256, family.fileName],
  )
  return rows[0]?.id ?? ''
}

async function importOf({ place, family, shop }: Work, fileId: string, expected: 'new' | 'again' = 'new'): Promise<Run> {
  const context = await place.context()
  const {
    importIds: [importId = ''],
  } = await startImport(context, { fileIds: [fileId], shopId: shop.id })
  await place.checkpoint()
  const run = () => inChild<ImportTask, ImportAnswer>('import-child.ts', { ...place.address, importId })
  const outcome = async () =>
    (
      await place.owner.query<{ state: number; message: string | null; lines_merged: number; lines_unchanged: number }>(
        'select state, message, lines_merged, lines_unchanged from import_run where id = $1',
        [importId],
      )
    ).rows[0]
  let done = await run()
  // the first file of a kind without a genuine sample waits for a person's yes
  if ((await outcome())?.state === taskStates.waiting[0]) {
    await acceptImport(context, importId, 'bench')
    done = await run()
  }
  const result = await outcome()
  if (result?.state !== 2 || (expected === 'new') !== result.lines_merged > 0)
    throw new Error(`the import of ${family.name} ended otherwise than expected: ${JSON.stringify(result)}`)
  const { rows: counted } = await place.owner.query<{ n: number }>(
    `select count(*)::int as n from ${family.table} where shop_id = $1 and import_id = $2`,
    [shop.id, importId],
  )
  return { ...done, importId, rows: counted[0]?.n ?? 0 }
}

/** One table with the same keys, indexes and months, one with neither. */
async function makeTables({ place: { owner }, family: { table, byMonth } }: Work): Promise<void> {
  for (const t of [indexed, bare]) await owner.query(`drop table if exists ${t}`)
  const { rows } = await owner.query<{ month: string }>(
    `select to_char(m, 'YYYYMM') as month from generate_series(date_trunc('month', $1::date - 1), date_trunc('month', $1::date + 20),
      interval '1 month') m`,
    [firstDay],
  )
  for (const [name, how] of [
    [indexed, 'including all'],
    [bare, 'including defaults'],
  ] as const) {
    await owner.query(`create table ${name} (like ${table} ${how})${byMonth === null ? '' : ` partition by range (${byMonth})`}`)
    for (const { month } of byMonth === null ? [] : rows) {
      await owner.query(`create table ${name}_${month} (like ${table} ${how})`)
      await owner.query(
        `alter table ${name} attach partition ${name}_${month} for values from (to_date('${month}', 'YYYYMM')) to (to_date('${month}',
          'YYYYMM') + interval '1 month')`,
      )
    }
  }
}

/** The rows of an import, in the order of its file, as text on disk and from there by COPY into both tables. */
async function copies({ place, family, shop }: Work, importId: string): Promise<{ indexedMs: number; bareMs: number }> {
  const { owner } = place
  const path = join(place.address.dataDir, 'rows.copy')
  const mine = `shop_id = ${shop.id} and import_id = ${importId}`
  await pipeline(
    owner.query(copyTo(`copy (select * from ${family.table} where ${mine} order by ${family.order}) to stdout`)),
    createWriteStream(path),
  )
  const into = async (name: string): Promise<number> => {
    await place.checkpoint()
    return timed(() => pipeline(createReadStream(path, { highWaterMark: 1 << 18 }), owner.query(copyFrom(`copy ${name} from stdin`))))
  }
  const result = { indexedMs: await into(indexed), bareMs: await into(bare) }
  await rm(path)
  return result
}
