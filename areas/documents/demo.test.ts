/** The demo company's paper: contracts, seals, certificates, documents and policies, and what its people do with them by calls. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPeople } from '#areas/admin/index.ts'
import { contracts } from '#areas/contracts/index.ts'
import { finance } from '#areas/finance/index.ts'
import { goods } from '#areas/goods/index.ts'
import { hr as hrArea } from '#areas/hr/index.ts'
import { sales as salesArea } from '#areas/sales/index.ts'
import { supply } from '#areas/supply/index.ts'
import { workflow } from '#areas/workflow/index.ts'
import { localFileStore } from '#platform/server/files/local-store.ts'
import { demoHouse, signedInAs, type DemoHouse } from '../../test/setup/demo-house.ts'
import { demoDocuments, demoFolders, demoPolicies } from './demo-words.ts'
import { documents } from './index.ts'
import { compareBytes } from './nightly.ts'

const root = mkdtempSync(join(tmpdir(), 'zhanggui-paper-'))
let h: DemoHouse
beforeAll(async () => {
  h = await demoHouse([goods, finance, salesArea, supply, hrArea, contracts, workflow, documents], localFileStore(root))
  for (const [name, permission, operations] of [
    ['人事', 'document', [100, 102]],
    ['人事', 'regulation', [1, 2, 3, 4]],
    ['总经理', 'regulation', [2, 6]],
    ['采购', 'contract', [1, 2, 3, 101, 102]],
    ['采购', 'contractEvent', [1, 2, 3]],
    ['财务', 'contract', [2, 101]],
  ] as const) {
    const role = await h.db.selectFrom('role').select(['id', 'org_id']).where('name', '=', name).executeTakeFirstOrThrow()
    await h.db
      .insertInto('role_permission')
      .values(operations.map(operation => ({ org_id: role.org_id, role_id: role.id, permission, operation })))
      .onConflict(c => c.doNothing())
      .execute()
  }
  for (const area of [contracts, documents]) await area.demo?.(demoPeople(h.house))
}, 400_000)
afterAll(async () => {
  await h.close()
  rmSync(root, { recursive: true, force: true })
})
const count = async (table: string): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(h.db)).rows[0]?.n ?? 0

test('there is what is told of it', async () => {
  expect([await count('folder'), await count('office_document'), await count('regulation')]).toEqual([
    demoFolders.length,
    demoDocuments.length,
    demoPolicies.length,
  ])
  expect([await count('seal_request'), await count('certificate'), await count('contract')]).toEqual([12, 35, 40])
  expect(await count('stored_file')).toBeGreaterThan(140)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from document_version where standing = 3`.execute(h.db)
  expect(rows[0]?.n).toBe(demoDocuments.length)
  const inside = await h.house.asSystem(h.demo.organisationIds[0] ?? '', 'test')
  expect(await inside.write((tx, at) => compareBytes(at, tx))).toBeUndefined()
})

test('the buyer sees two overdue lines, and an acceptance gives a payment its day', async () => {
  const buyer = await signedInAs(h, 'buyer')
  const late = (await buyer.post('/contractPlan/list', { state: [6], pageSize: 50 })).data.list as Record<string, string>[]
  expect(late).toHaveLength(2)
  const tools = late.filter(one => one['partyName'] === '宁波精模科技有限公司')
  expect(tools.map(one => one['name'])).toEqual(['首付款', '试模款'])
  const contractId = tools[0]?.['contractId']
  expect((await buyer.post('/contractEvent/insert', { contractId, kind: 2, day: '2026-11-20', note: '验收合格' })).msg).toBe('')
  const plan = (await buyer.post('/contractPlan/list', { contractId: [contractId], pageSize: 50 })).data.list as Record<string, string>[]
  expect(plan.find(one => one['name'] === '验收款')?.['dueOn']).toBe('2026-12-20')
})

test('finance reads stamp duty; the employee reads a policy and confirms it, the bytes of a document are those uploaded', async () => {
  const [books, employee] = [await signedInAs(h, 'finance'), await signedInAs(h, 'employee')]
  const { list } = (await books.post('/contractStamp/list', { pageSize: 50 })).data
  expect(list.some((one: { stampTax: string }) => Number(one.stampTax) > 0)).toBe(true)
  const open = (await employee.post('/regulationReading/list', { state: [1], pageSize: 50 })).data.list as Record<string, string>[]
  expect(open.length).toBe(demoPolicies.filter(([, , mustRead]) => mustRead).length)
  const id = open[0]?.['publishedId']
  expect((await employee.get(`/regulationPublished/query/${id}`)).data.content).toContain('<p>')
  expect((await employee.post('/regulationPublished/confirmRead', { id })).msg).toBe('')
  expect((await employee.post('/regulationReading/list', { state: [1], pageSize: 50 })).data.list).toHaveLength(open.length - 1)
  const docs = (await employee.post('/document/list', { pageSize: 50 })).data.list as Record<string, string>[]
  expect(docs.length).toBe(demoDocuments.filter(([, place]) => !['人事资料', '薪酬方案'].includes(place)).length)
  const [version] = (await employee.post('/documentVersion/list', { documentId: [docs[0]?.['id']], pageSize: 5 })).data.list
  const file = await h.app.inject({
    url: `/api-2024/fileUpload/down2?id=${version.file[0].id}`,
    headers: { authorization: `Bearer ${employee.token}` },
  })
  expect([file.statusCode, file.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
})
