/** An export as a job: ordered, written to a file that its asker alone may fetch, gone after a day. */
import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListQuery } from '../../platform/declare/wire.ts'
import { exportJobs, orderExport } from '../../platform/server/exports/export-job.ts'
import { openWorkbook } from '../../platform/server/sheets/read-xlsx.ts'
import { there } from '../../platform/server/there.ts'
import { openScopeHouse, type ScopeHouse } from '../scope/house.ts'

let h: ScopeHouse
const folder = mkdtempSync(join(tmpdir(), 'zhanggui-exported-'))
beforeAll(async () => {
  h = await openScopeHouse()
}, 60_000)
afterAll(async () => {
  await h?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Orders the export and runs the job that was enqueued, as the worker would. */
async function exported(
  who: 'finance' | 'sales',
  ask: { headers: string[]; fields: string[]; query?: ListQuery },
): Promise<Record<string, string>> {
  const context = await h.as(who)
  const shop = there(h.house.registry.types.get('shop'), 'the list shop')
  const { taskId } = await orderExport(context, shop, ask)
  const [job] = await h.rows<{ payload: Record<string, unknown> }>(
    `select payload from graphile_worker._private_jobs where payload->>'taskId' = $1`,
    [taskId],
  )
  await there(exportJobs['list.export'], 'the job')(h.house, there(job, 'a job').payload, new AbortController().signal)
  const [task] = await h.rows<Record<string, string>>('select state, message, result from task where id = $1', [taskId])
  return there(task, 'a task')
}

test('the file holds the rows of the asker and nobody else may fetch it', async () => {
  const task = await exported('sales', { headers: ['店铺名称'], fields: ['name'] })
  expect(task).toMatchObject({ state: 2 })
  const { link } = task['result'] as unknown as { link: string }
  const get = async (who: 'finance' | 'sales') => h.app.inject({ url: link, headers: { authorization: `Bearer ${await h.token(who)}` } })
  const own = await get('sales')
  expect(own.statusCode).toBe(200)
  const path = join(folder, 'own.xlsx')
  await writeFile(path, own.rawPayload)
  const book = await openWorkbook(path)
  const names: string[] = []
  for await (const batch of book.rows()) names.push(...batch.map(row => there(row.cells[0], 'a cell')))
  await book.close()
  expect(names.length).toBe(1 + h.sellers.length)
  expect((await get('finance')).json()).toMatchObject({ code: 1004 })
})

test('nothing to export ends the task with the sentence, not with a file', async () => {
  const task = await exported('finance', { headers: [], fields: [], query: { name: '没有这样的店铺' } })
  expect(task).toMatchObject({ state: 3, message: '没有数据，无法导出', result: null })
})

test('after a day the file is gone', async () => {
  await exported('finance', { headers: ['店铺名称'], fields: ['name'] })
  await h.rows(`update stored_file set created_at = $1::timestamptz - interval '2 days' where upload_type = 'EXPORT'`, [
    h.house.now().toISOString(),
  ])
  await there(exportJobs['export.forget'], 'the job')(h.house, {}, new AbortController().signal)
  expect(await h.rows(`select 1 from stored_file where upload_type = 'EXPORT'`)).toEqual([])
})
