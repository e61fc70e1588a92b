/** A small import of a person beside 500 edits of products, whose groups are reckoned anew: how long it waits before it begins. */
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { defined } from '#platform/server/base/defined.ts'
import { startResourceImport } from '#platform/server/imports/resource-upload.ts'
import { startJobs } from '#platform/server/jobs/job-queue.ts'
import { updateRecord } from '#platform/server/verbs/record.ts'
import { ms, type Figure } from './figures.ts'
import { storedUpload } from './list-import.ts'
import type { Options } from './options.ts'
import type { Place } from './place.ts'
import { productMapping, writeProductsFile } from './products-file.ts'

const part = 'beside'
const edits = 500
/** a workbook of these rows is some kilobytes, most of which is not rows */
const rows = 3
const beginMsMax = 2_000
const waitMsMax = 120_000
const stopMsMax = 5_000

export async function besidePart(place: Place, _options: Options): Promise<Figure[]> {
  const product = defined(place.house.registry.types.get('product'), 'the list of products')
  const path = join(place.address.dataDir, 'few-products.xlsx')
  const jobs = await startJobs(place.house, place.ownerUrl, Object.assign({}, ...place.house.areas.map(a => a.jobs ?? {})))
  const context = await place.context()
  const waiting = async (): Promise<number> =>
    Number((await place.owner.query<{ n: string }>('select count(*) as n from graphile_worker.jobs')).rows[0]?.n ?? 0)
  /** from the call that orders an import to the moment its job begins */
  const begins = async (): Promise<number> => {
    await writeProductsFile(path, rows, `${Date.now().toString(36)}`)
    const fileId = await storedUpload(place, path, '几个商品.xlsx')
    const ordered = performance.now()
    const { importIds } = await startResourceImport(context, product, [fileId], { mappings: { [fileId]: productMapping } })
    for (;;) {
      const { rows: found } = await place.owner.query<{ state: number }>('select state from import_run where id = $1', [importIds[0]])
      const took = performance.now() - ordered
      if ((found[0]?.state ?? 0) > 0) return took
      if (took > waitMsMax) throw new Error('the import has not begun')
      await pause(5)
    }
  }
  try {
    const alone = await begins()
    const { rows: products } = await place.owner.query<{ id: string; version: number }>(
      'select id, version from product where org_id = $1 order by id limit $2',
      [place.orgId, edits],
    )
    const began = performance.now()
    const turns = Math.ceil(edits / Math.max(1, products.length))
    for (let turn = 0; turn < turns; turn += 1)
      for (const { id, version } of products.slice(0, edits - turn * products.length))
        await updateRecord(context, product, { id, version: version + turn, brand: `品牌 ${turn} ${id}` })
    const editMs = performance.now() - began
    const [beside, left] = [await begins(), await waiting()]
    const kilobytes = Math.round((await stat(path)).size / 1000)
    return [
      {
        part,
        what: `an import of ${kilobytes} KB begins, ordered after ${edits} edits of products (${ms(editMs)})`,
        value: ms(beside),
        against: `alone ${ms(alone)}, ${left} jobs left`,
        aim: `< ${beginMsMax} ms`,
        met: beside < beginMsMax,
      },
    ]
  } finally {
    await jobs.stop(stopMsMax)
    await rm(path, { force: true })
  }
}
