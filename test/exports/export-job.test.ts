/** An export as a job: ordered, written to a file that its asker alone may fetch, gone after a day. */
import { sentence, toStored } from '#platform/declare/sentence.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListQuery } from '../../platform/declare/wire.ts'
import { exportJobs, forgetExports, orderExport } from '../../platform/server/exports/export-job.ts'
import { exportOfList } from '#platform/server/exports/export.ts'
import { openWorkbook } from '../../platform/server/sheets/read-xlsx.ts'
import { defined } from '#platform/server/base/defined.ts'
import { openScopeHouse, type ScopeHouse } from '../scope/house.ts'

let h: ScopeHouse
const folder = mkdtempSync(join(tmpdir(), 'zhanggui-exported-'))
beforeAll(async () => {
  h = await openScopeHouse()
})
afterAll(async () => {
  await h?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Orders the export and runs the job that was enqueued, as the worker would. */
async function exported(
  who: 'finance' | 'sales',
  ask: { headers: string[]; fields: string[]; query?: ListQuery; format?: 'csv' },
): Promise<Record<string, string>> {
  const context = await h.as(who)
  const shop = defined(h.house.registry.types.get('shop'), 'the list shop')
  const { taskId } = await orderExport(context, shop, ask)
  const [job] = await h.rows<{ payload: Record<string, unknown> }>(
    `select payload from graphile_worker._private_jobs where payload->>'taskId' = $1`,
    [taskId],
  )
  await defined(exportJobs['list.export'], 'the job')(h.house, defined(job, 'a job').payload, new AbortController().signal)
  const [task] = await h.rows<Record<string, string>>('select state, message, result from task where id = $1', [taskId])
  return defined(task, 'a task')
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
  for await (const batch of book.rows()) names.push(...batch.map(row => defined(row.cells[0], 'a cell')))
  await book.close()
  expect(names.length).toBe(1 + h.sellers.length)
  expect((await get('finance')).json()).toMatchObject({ code: 1004 })
})

test('as CSV: what it is in lines before the head, formulas neutralised, figures exact', async () => {
  await h.rows(`update shop set name = '=1+1,"x"' where id = (select id from shop order by id limit 1)`)
  const task = await exported('finance', { headers: ['店铺名称'], fields: ['name'], format: 'csv' })
  const { link, name } = task['result'] as unknown as { link: string; name: string }
  expect(name).toMatch(/^店铺-.*\.csv$/)
  const answer = await h.app.inject({ url: link, headers: { authorization: `Bearer ${await h.token('finance')}` } })
  const lines = answer.rawPayload.toString('utf8').split('\r\n')
  expect(lines[0]).toBe('\ufeff列表,店铺')
  expect(lines.slice(1, 5).map(line => line.split(',')[0])).toEqual(['筛选', '导出人', '导出时间', '店铺名称'])
  expect(lines).toContain(`"'=1+1,""x"""`)
})

test('rows written are told, of how many', async () => {
  const context = await h.as('finance')
  const shop = defined(h.house.registry.types.get('shop'), 'the list shop')
  const told: (readonly [number, number])[] = []
  const { blob } = await exportOfList(
    context,
    shop,
    { headers: [], fields: [] },
    { written: (rows, total) => void told.push([rows, total]) },
  )
  for await (const bytes of blob) expect(bytes.length).toBeGreaterThan(0)
  expect(told.at(-1)?.[0]).toBe(told.at(-1)?.[1])
  expect(told.at(-1)?.[1]).toBeGreaterThan(0)
})

test('people who call without a pause, and one call that never ends, hold no export up for ever', async () => {
  const end = h.house.peoplesCalls.begin()
  let isOver = false
  const headers = { authorization: `Bearer ${await h.token('sales')}` }
  const busy = async (): Promise<void> => {
    while (!isOver)
      expect((await h.app.inject({ method: 'POST', url: '/api-2024/sysShopSetting/list', headers, payload: {} })).statusCode).toBe(200)
  }
  const people = [busy(), busy(), busy()]
  try {
    expect(await exported('finance', { headers: ['店铺名称'], fields: ['name'] })).toMatchObject({ state: 2 })
  } finally {
    isOver = true
    end()
    await Promise.all(people)
  }
  expect(h.house.peoplesCalls.underWay).toBe(0)
})

test('nothing to export ends the task with the sentence, not with a file', async () => {
  const task = await exported('finance', { headers: [], fields: [], query: { name: '没有这样的店铺' } })
  expect(task).toMatchObject({ state: 3, message: toStored(sentence`没有数据，无法导出`), result: null })
})

test('after a day the file is gone', async () => {
  await exported('finance', { headers: ['店铺名称'], fields: ['name'] })
  await h.rows(`update stored_file set created_at = $1::timestamptz - interval '2 days' where upload_type = 'EXPORT'`, [
    h.house.now().toISOString(),
  ])
  await forgetExports(h.house)
  expect(await h.rows(`select 1 from stored_file where upload_type = 'EXPORT'`)).toEqual([])
})
