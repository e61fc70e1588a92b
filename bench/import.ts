/**
 * Import of a large settlement through the real path (stored file, job, worker thread, staging, merge) against COPY of the same typed rows.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { randomUUID } from 'node:crypto'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { refreshRollups } from '#platform/server/reports/refresh.ts'
import { startImport } from '#platform/server/imports/start-import.ts'
import { inChild } from './child.ts'
import { median, megabytes, percent, perSecond, seconds, timed, times, type Figure } from './figures.ts'
import type { ImportAnswer, ImportTask } from './import-child.ts'
import type { Options } from './options.ts'
import type { Place } from './place.ts'
import { firstDay, writeSettlementFile } from './settlement-file.ts'

const table = 'amazon_settlement_line'
const indexed = 'bench_line_indexed'
const bare = 'bench_line_bare'
const shareMin = 0.6
const bytesMax = 400e6
const growthMax = 1.2

interface Run extends ImportAnswer {
  readonly importId: string
}

export async function importPart(place: Place, options: Options): Promise<Figure[]> {
  const { importLines, rounds } = options
  await makeTables(place)
  const small = await importOf(place, await storedFile(place, Math.max(1, Math.round(importLines / 10))))
  await copies(place, small.importId)
  const runs: Run[] = []
  const copied: { indexedMs: number; bareMs: number }[] = []
  let fileId = ''
  for (let round = 0; round < rounds; round += 1) {
    fileId = await storedFile(place, importLines)
    runs.push(await importOf(place, fileId))
    copied.push(await copies(place, runs.at(-1)?.importId ?? ''))
  }
  const refreshMs = await timed(() => refreshRollups(place.house, place.orgId))
  const again = await importOf(place, fileId, 'again')
  for (const t of [indexed, bare]) await place.owner.query(`drop table ${t}`)
  return figuresOf(importLines, small, runs, copied, again.ms, refreshMs)
}

function figuresOf(
  lines: number,
  small: Run,
  runs: readonly Run[],
  copied: readonly { indexedMs: number; bareMs: number }[],
  againMs: number,
  refreshMs: number,
): Figure[] {
  const part = 'import'
  const count = lines.toLocaleString('en')
  const [importMs, indexedMs, bareMs] = [
    median(runs.map(r => r.ms)),
    median(copied.map(c => c.indexedMs)),
    median(copied.map(c => c.bareMs)),
  ]
  const peak = Math.max(...runs.map(r => r.peakBytes))
  const rate = (ms: number): string => perSecond(lines, ms, 'lines')
  const growth = peak / small.peakBytes
  return [
    {
      part,
      what: `settlement of ${count} lines, against COPY into the same table with keys and indexes`,
      value: `${rate(importMs)} (${seconds(importMs)})`,
      against: `${rate(indexedMs)} (${seconds(indexedMs)})`,
      ratio: percent(indexedMs / importMs),
      aim: '>= 60 %',
      met: indexedMs / importMs >= shareMin,
    },
    {
      part,
      what: 'the same against COPY into a table without keys and indexes',
      value: rate(importMs),
      against: `${rate(bareMs)} (${seconds(bareMs)})`,
      ratio: percent(bareMs / importMs),
    },
    {
      part,
      what: 'peak resident memory of the process, worker thread included',
      value: megabytes(peak),
      aim: '< 400 MB',
      met: peak < bytesMax,
    },
    {
      part,
      what: 'the same against a file a tenth of the size',
      value: megabytes(peak),
      against: megabytes(small.peakBytes),
      ratio: times(growth),
      aim: '<= 1.2 x',
      met: growth <= growthMax,
    },
    { part, what: 'the same file again: nothing changes', value: `${rate(againMs)} (${seconds(againMs)})` },
    { part, what: `roll-ups brought up to date after ${runs.length} such imports`, value: seconds(refreshMs) },
  ]
}

let files = 0
/** Writes a settlement of its own, puts it into the store and gives its id. */
async function storedFile(place: Place, lines: number): Promise<string> {
  const shop = place.shops[0]
  if (!shop) throw new Error('the demo company has no shop')
  files += 1
  const path = join(place.address.dataDir, 'settlement.txt')
  await writeSettlementFile({
    path,
    settlementId: String(Date.now() % 1e11),
    lines,
    seed: files * 7_654_321,
    skus: shop.skus,
    marketplaceName: shop.marketplaceCode,
    currency: shop.currency,
  })
  const storageKey = randomUUID()
  const stored = await place.house.files.put(storageKey, createReadStream(path), { bytesMax: 2 ** 30 })
  await rm(path)
  const { caller } = await place.context()
  const { rows } = await place.owner.query<{ id: string }>(
    `insert into stored_file (org_id, account_id, storage_key, name, size, sha256, upload_type, content_type, created_by)
      values ($1, $2, $3, 'settlement.txt', $4, $5, 'IMPORT', 'text/plain', $2) returning id`,
    [place.orgId, caller.accountId, storageKey, stored.size, stored.sha256],
  )
  return rows[0]?.id ?? ''
}

async function importOf(place: Place, fileId: string, expected: 'new' | 'again' = 'new'): Promise<Run> {
  const context = await place.context()
  const {
    importIds: [importId = ''],
  } = await startImport(context, { fileIds: [fileId], shopId: place.shops[0]?.id })
  await place.checkpoint()
  const run = await inChild<ImportTask, ImportAnswer>('import-child.ts', { ...place.address, importId })
  const { rows } = await place.owner.query<{ state: number; message: string | null; lines_merged: number; lines_unchanged: number }>(
    'select state, message, lines_merged, lines_unchanged from import_run where id = $1',
    [importId],
  )
  const [result] = rows
  if (result?.state !== 2 || (expected === 'new') !== result.lines_merged > 0)
    throw new Error(`the import ended otherwise than expected: ${JSON.stringify(result)}`)
  return { ...run, importId }
}

/** One table with the same keys, indexes and months, one with neither. */
async function makeTables({ owner }: Place): Promise<void> {
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
    await owner.query(`create table ${name} (like ${table} ${how}) partition by range (posted_on)`)
    for (const { month } of rows) {
      await owner.query(`create table ${name}_${month} (like ${table} ${how})`)
      await owner.query(
        `alter table ${name} attach partition ${name}_${month} for values from (to_date('${month}', 'YYYYMM')) to (to_date('${month}',
          'YYYYMM') + interval '1 month')`,
      )
    }
  }
}

/** The rows of an import, in the order of its file, as text on disk and from there by COPY into both tables. */
async function copies(place: Place, importId: string): Promise<{ indexedMs: number; bareMs: number }> {
  const { owner } = place
  const path = join(place.address.dataDir, 'rows.copy')
  await pipeline(
    owner.query(copyTo(`copy (select * from ${table} where import_id = ${importId} order by line_no) to stdout`)),
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
