/** The demo company's paper: contracts, seals, certificates, documents and policies, and what its people do with them by calls. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPeople } from '#areas/admin/index.ts'
import { contractPayments, contracts, pdfOf } from '#areas/contracts/index.ts'
import { finance } from '#areas/finance/index.ts'
import { goods } from '#areas/goods/index.ts'
import { hr as hrArea } from '#areas/hr/index.ts'
import { sales as salesArea } from '#areas/sales/index.ts'
import { supply, supplyPayments } from '#areas/supply/index.ts'
import { workflow } from '#areas/workflow/index.ts'
import { usualFlows } from '#areas/workflow/usual-flows.ts'
import { keepUpload } from '#platform/server/files.ts'
import { readFileText } from '#platform/server/files/text-of-files.ts'
import { localFileStore } from '#platform/server/files/local-store.ts'
import { demoHouse, signedInAs, type DemoHouse } from '../../test/setup/demo-house.ts'
import { employeesOf, publishFlow } from '../../test/setup/flows.ts'
import { demoDocuments, demoFolders, demoPolicies } from './demo-words.ts'
import { documents } from './index.ts'
import { compareBytes } from './nightly.ts'

const all = [goods, finance, salesArea, supply, supplyPayments, hrArea, contracts, contractPayments, workflow, documents]
const root = mkdtempSync(join(tmpdir(), 'zhanggui-paper-'))
let h: DemoHouse
beforeAll(async () => {
  h = await demoHouse(all, localFileStore(root))
  for (const [name, permission, operations] of [
    ['人事', 'document', [100, 102]],
    ['人事', 'regulation', [1, 2, 3, 4]],
    ['总经理', 'regulation', [2, 6]],
    ['采购', 'contract', [1, 2, 3, 101, 102]],
    ['采购', 'contractEvent', [1, 2, 3]],
    ['财务', 'contract', [2, 101]],
    ['财务', 'bankExpected', [2]],
    ['总经理', 'contract', [2, 101, 102]],
    ['销售', 'listingCompliance', [2]],
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
type Line = Record<string, string>
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

test('the buyer sees two overdue lines; the acceptance that he attaches gives a payment its day, which finance expects', async () => {
  const [buyer, books] = [await signedInAs(h, 'buyer'), await signedInAs(h, 'finance')]
  const late = (await buyer.post('/contractPlan/list', { state: [6], pageSize: 50 })).data.list as Line[]
  expect(late.map(one => [one['name'], one['partyName']])).toEqual([
    ['首付款', '宁波精模科技有限公司'],
    ['试模款', '宁波精模科技有限公司'],
  ])
  const contractId = late[0]?.['contractId']
  const title = (await buyer.get(`/contract/query/${contractId}`)).data.no as string
  const expected = async () => {
    const ordered = await (await signedInAs(h, 'admin')).post('/bankReconcile/run', {})
    expect(ordered.msg).toBe('')
    const { list } = (await books.post('/bankExpected/list', { source: [6], reference: `${title} 验收款`, pageSize: 50 })).data
    return (list as Line[]).map(one => [one['dueOn'], one['amount'], one['party']])
  }
  expect(await expected()).toEqual([])
  const by = await demoPeople(h.house).as('buyer')
  const name = '验收单.pdf'
  const report = await keepUpload(by, { name, contentType: 'application/pdf', content: pdfOf(['验收合格']), type: 'ATTACHMENT' })
  const accepted = { contractId, kind: 2, day: '2026-11-20', note: '验收合格', files: [report] }
  expect((await buyer.post('/contractEvent/insert', accepted)).msg).toBe('')
  const plan = (await buyer.post('/contractPlan/list', { contractId: [contractId], pageSize: 50 })).data.list as Line[]
  expect(plan.find(one => one['name'] === '验收款')?.['dueOn']).toBe('2026-12-20')
  expect(await expected()).toEqual([['2026-12-20', '-31500.0000', '宁波精模科技有限公司']])
})

test('the general manager reads the draft of a large contract in its approval and sends it back, which the buyer sees', async () => {
  const { boss: bossId = '' } = await employeesOf(h)
  const [admin, boss, buyer] = [await signedInAs(h, 'admin'), await signedInAs(h, 'boss'), await signedInAs(h, 'buyer')]
  const flow = usualFlows(() => ({ by: 'person', ids: [bossId] })).find(([code]) => code === 'contract')
  if (flow !== undefined) await publishFlow(admin, 'contract', flow[2])
  const drafts = (await buyer.post('/contract/list', { state: [0], pageSize: 50 })).data.list as Line[]
  const id = drafts.find(one => Number(one['amount']) >= 100_000)?.['id']
  expect((await buyer.post('/contract/submit', { id })).msg).toBe('')
  const [card] = (await boss.get('/approval/allList?box=1&formCode=contract')).data.list
  expect(card).toMatchObject({ keyValue: id })
  const asked = (await boss.post('/workflow/getAuditProcess', { formCode: 'contract', keyValue: id })).data
  const [draft] = asked.files as { id: string; name: string }[]
  expect(draft?.name).toMatch(/（文稿）\.pdf$/)
  expect(asked.figures.map((one: { title: string }) => one.title)).not.toContain('合同文稿')
  expect((await boss.get(`/fileUpload/preview?id=${draft?.id}`)).data).toMatchObject({ kind: 'pages', closed: false })
  const task = { formCode: 'contract', keyValue: id, currentProcessId: card.processId, round: card.round, opinion: '付款条件请改为验收后' }
  expect((await boss.post('/workflow/backStartProcess', task)).msg).toBe('')
  expect((await buyer.get(`/contract/query/${id}`)).data).toMatchObject({ state: 0 })
})

test('sales sees which listings in Germany lack a number of EPR', async () => {
  const seller = await signedInAs(h, 'sales')
  const { data, msg } = await seller.post('/listingCompliance/list', { countryCode: ['DE'], state: [3], pageSize: 50 })
  expect(msg).toBe('')
  expect((data.list as Line[]).map(one => one['kindIdLabel'])).toEqual(expect.arrayContaining(['德国WEEE']))
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
  // two words of a sentence, one of the title and one of the file: its versions are there as they were read
  const { rows: held } = await sql<{ id: string }>`select v.file[1]::text as id from document_version v
    join office_document d on d.id = v.document_id where d.title = '退货处理流程' and v.no = '1.0'`.execute(h.db)
  for (const { id: fileId } of held) await readFileText(h.house, { orgId: h.demo.organisationIds[0], fileId })
  const found = async (value: string) => {
    const asked = { conditionList: [{ field: 'allText', condition: 'LIKE', value }], pageSize: 50 }
    return ((await employee.post('/document/list', asked)).data.list as Line[]).map(one => one['title'])
  }
  expect(await found('退货处理 双人签收')).toEqual(['退货处理流程'])
  expect(await found('锂电池 鉴定书')).toEqual(['退货处理流程'])
  const [version] = (await employee.post('/documentVersion/list', { documentId: [docs[0]?.['id']], pageSize: 5 })).data.list
  const file = await h.app.inject({
    url: `/api-2024/fileUpload/down2?id=${version.file[0].id}`,
    headers: { authorization: `Bearer ${employee.token}` },
  })
  expect([file.statusCode, file.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
})
