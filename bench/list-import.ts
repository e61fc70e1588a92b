/**
 * Import of a list with mapped columns through the real path, all or nothing, against the reader alone on the same workbook; and the same
 * file again.
 */
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startResourceImport } from '#platform/server/imports/resource-upload.ts'
import { defined } from '#platform/server/base/defined.ts'
import { inChild } from './child.ts'
import { median, megabytes, percent, perSecond, seconds, type Figure } from './figures.ts'
import type { ListImportAnswer, ListImportTask } from './list-import-child.ts'
import type { Options } from './options.ts'
import type { Place } from './place.ts'
import { productMapping, writeProductsFile } from './products-file.ts'

const part = 'listImport'
const shareMin = 0.6

/** Puts a workbook into the store as an upload of the administrator's. */
export async function storedUpload(place: Place, path: string, name: string): Promise<string> {
  const storageKey = randomUUID()
  const stored = await place.house.files.put(storageKey, createReadStream(path), { bytesMax: 2 ** 30 })
  const { caller } = await place.context()
  const { rows } = await place.owner.query<{ id: string }>(
    `insert into stored_file (org_id, account_id, storage_key, name, size, sha256, upload_type, content_type, created_by)
      values ($1, $2, $3, $6, $4, $5, 'IMPORT', 'application/octet-stream', $2) returning id`,
    [place.orgId, caller.accountId, storageKey, stored.size, stored.sha256, name],
  )
  return rows[0]?.id ?? ''
}

export async function listImportPart(place: Place, { listRows, rounds }: Options): Promise<Figure[]> {
  const product = defined(place.house.registry.types.get('product'), 'the list of products')
  const path = join(place.address.dataDir, 'products.xlsx')
  const child = (importId: string | null, onlyMapped = false): Promise<ListImportAnswer> =>
    inChild<ListImportTask, ListImportAnswer>('list-import-child.ts', { ...place.address, importId, onlyMapped, path })
  const run = async (fileId: string, expected: 'new' | 'again'): Promise<ListImportAnswer> => {
    const { importIds } = await startResourceImport(await place.context(), product, [fileId], { mappings: { [fileId]: productMapping } })
    await place.checkpoint()
    const done = await child(importIds[0] ?? '')
    const { rows } = await place.owner.query<{ state: number; message: string | null; lines_merged: number }>(
      'select state, message, lines_merged from import_run where id = $1',
      [importIds[0]],
    )
    if (rows[0]?.state !== 2 || rows[0].lines_merged > 0 !== (expected === 'new'))
      throw new Error(`the import ended otherwise than expected: ${JSON.stringify(rows[0])}`)
    return done
  }
  const [readers, narrow, imports]: [ListImportAnswer[], ListImportAnswer[], ListImportAnswer[]] = [[], [], []]
  let fileId = ''
  for (let round = 0; round < rounds; round += 1) {
    await writeProductsFile(path, listRows, `${Date.now().toString(36)}${round}`)
    fileId = await storedUpload(place, path, '商品.xlsx')
    readers.push(await child(null))
    narrow.push(await child(null, true))
    imports.push(await run(fileId, 'new'))
  }
  const again = await run(fileId, 'again')
  await rm(path)
  const timeOf = (runs: readonly ListImportAnswer[]): number => median(runs.map(r => r.ms))
  const [mine, reader, narrowReader] = [timeOf(imports), timeOf(readers), timeOf(narrow)]
  const rate = (ms: number): string => `${perSecond(listRows, ms, 'rows')} (${seconds(ms)})`
  return [
    {
      part,
      what: `list of ${listRows.toLocaleString('en')} xlsx rows of 25 columns, 6 of them mapped, all or nothing, against the reader alone`,
      value: rate(mine),
      against: rate(reader),
      ratio: percent(reader / mine),
      aim: '>= 60 %',
      met: reader / mine >= shareMin,
    },
    {
      part,
      what: 'the same, against the reader that takes out the 6 mapped columns alone',
      value: rate(mine),
      against: rate(narrowReader),
      ratio: percent(narrowReader / mine),
    },
    { part, what: 'the same file again: nothing changes', value: rate(again.ms) },
    { part, what: 'peak resident memory of the process', value: megabytes(Math.max(...imports.map(r => r.peakBytes))) },
  ]
}
