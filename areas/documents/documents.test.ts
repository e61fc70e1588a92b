/** Folders, documents and their versions through the calls: who reads and writes, uploads at once, one version in force a day. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contracts } from '#areas/contracts/index.ts'
import { goods } from '#areas/goods/index.ts'
import { hr as hrArea } from '#areas/hr/index.ts'
import { supply } from '#areas/supply/index.ts'
import { sales as salesArea } from '#areas/sales/index.ts'
import { finance } from '#areas/finance/index.ts'
import { workflow } from '#areas/workflow/index.ts'
import { asText } from '#platform/format/text.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { documents } from './index.ts'
import { comeIntoForce } from './nightly.ts'

let h: DemoHouse
let [hr, sales, buyer, employee] = [] as unknown as [Person, Person, Person, Person]
const ids: Record<string, { employee: string; account: string; dept: string }> = {}
let kindId = ''
let n = 0
beforeAll(async () => {
  h = await demoHouse([goods, finance, salesArea, supply, hrArea, contracts, workflow, documents])
  const role = await h.db.selectFrom('role').select(['id', 'org_id']).where('name', '=', '人事').executeTakeFirstOrThrow()
  await h.db
    .insertInto('role_permission')
    .values([100, 102].map(operation => ({ org_id: role.org_id, role_id: role.id, permission: 'document', operation })))
    .onConflict(c => c.doNothing())
    .execute()
  ;[hr, sales, buyer, employee] = [
    await signedInAs(h, 'hr'),
    await signedInAs(h, 'sales'),
    await signedInAs(h, 'buyer'),
    await signedInAs(h, 'employee'),
  ]
  const { rows } = await sql<{ username: string; employee: string; account: string; dept: string }>`
    select a.username, m.employee_id::text as employee, a.id::text as account, e.dept_id::text as dept from account a
    join account_organisation m on m.account_id = a.id join employee e on e.id = m.employee_id`.execute(h.db)
  for (const row of rows) ids[row.username] ??= row
  const kind = await sql<{ id: string }>`select id::text as id from dictionary_item where dictionary_code = 123 limit 1`.execute(h.db)
  kindId = kind.rows[0]?.id ?? ''
}, 180_000)
afterAll(() => h.close())

const file = async (username: string, hash = `hash${++n}`): Promise<string> => {
  const { rows } = await sql<{ id: string }>`insert into stored_file
      (org_id, account_id, storage_key, name, size, sha256, upload_type, content_type)
    select m.org_id, a.id, ${`d${++n}`}, ${`文件${n}.pdf`}, 10, ${hash}, 'ATTACHMENT', 'application/pdf'
    from account a join account_organisation m on m.account_id = a.id where a.username = ${username} limit 1
    returning id::text as id`.execute(h.db)
  return rows[0]?.id ?? ''
}
type Values = Readonly<Record<string, unknown>>
const folder = async (by: Person, values: Values): Promise<string> => {
  const { msg, data } = await by.post('/folder/insert', { name: `目录${++n}`, ...values })
  expect(msg).toBe('')
  return data.id
}
const doc = async (by: Person, values: Values): Promise<string> => {
  const { msg, data } = await by.post('/document/insert', { businessOn: '2026-11-21', title: `文档${++n}`, kindId, ...values })
  expect(msg).toBe('')
  return data.id
}
const row = async (by: Person, id: string) => (await by.get(`/document/query/${id}`)).data as Record<string, unknown> & { version: number }
const put = async (by: Person, id: string, fileId: string, more: Values = {}) => {
  const { version } = await row(by, id)
  return by.post('/document/newVersion', { id, version, file: [fileId], note: '说明', ...more })
}
const versionsOf = async (by: Person, documentId: string) =>
  (await by.post('/documentVersion/list', { documentId: [documentId], pageSize: 50 })).data.list as Record<string, unknown>[]
const names = async (by: Person, type: string): Promise<string[]> =>
  ((await by.post(`/${type}/list`, { pageSize: 200 })).data.list as { id: string }[]).map(one => one.id)

test('folders give rights to those below unless these have their own; a move brings those of the new place', async () => {
  expect((await sales.post('/folder/insert', { name: '顶层' })).msg).toContain('一级目录')
  const top = await folder(hr, { reads: 3, readPeople: [ids['sales']?.employee], writes: 3, writePeople: [ids['buyer']?.employee] })
  const below = await folder(hr, { parentId: top })
  const own = await folder(hr, { parentId: top, reads: 3, readPeople: [ids['employee']?.employee], writes: 1 })
  const other = await folder(hr, { reads: 2 })
  const seen = async (by: Person) => (await names(by, 'folder')).filter(id => [top, below, own, other].includes(id))
  expect((await seen(sales)).toSorted()).toEqual([top, below, other].toSorted())
  expect((await seen(buyer)).toSorted()).toEqual([top, below, own, other].toSorted())
  expect((await seen(employee)).toSorted()).toEqual([own, other].toSorted())
  expect((await sales.post('/folder/insert', { name: '里面', parentId: top })).msg).toContain('没有写入的权限')
  const mine = await folder(buyer, { parentId: below })
  expect((await buyer.post('/folder/update', { id: below, version: 1, name: '改名' })).msg).toContain('负责人维护')
  const { version } = (await hr.get(`/folder/query/${below}`)).data
  expect((await hr.post('/folder/update', { id: below, version, parentId: other })).msg).toBe('')
  expect((await seen(employee)).includes(below)).toBe(true)
  expect((await names(employee, 'folder')).includes(mine)).toBe(true)
  // writers of the old place write no longer below it, the owner of the folder does
  expect((await row(hr, await doc(buyer, { folderId: mine })))['folderId']).toBe(mine)
  expect((await buyer.post('/document/insert', { businessOn: '2026-11-21', title: 'x', kindId, folderId: below })).msg).toContain(
    '没有写入',
  )
  const again = (await hr.get(`/folder/query/${other}`)).data
  expect((await hr.post('/folder/update', { id: other, version: again.version, parentId: mine })).msg).not.toBe('')
})

test('versions: numbers, bytes that are there already, an upload over a newer one says whose, two at once', async () => {
  const place = await folder(hr, { reads: 2, writes: 2 })
  const id = await doc(sales, { folderId: place })
  const first = await file('sales', 'same')
  expect((await put(sales, id, first)).msg).toBe('')
  expect((await put(sales, id, await file('sales', 'same'))).msg).toContain('版本 1.0 完全相同')
  const { version } = await row(buyer, id)
  expect((await put(sales, id, await file('sales'), { size: 2 })).msg).toBe('')
  const stale = await buyer.post('/document/newVersion', { id, version, file: [await file('buyer')], note: '改' })
  expect([stale.code, stale.msg.includes('最新版本 2.0 由')]).toEqual([1009, true])
  expect((await buyer.post('/document/newVersion', { id, file: [await file('buyer')], note: '改' })).msg).toContain('缺少版本号')
  // a file of somebody else is no file
  const now = await row(buyer, id)
  expect((await buyer.post('/document/newVersion', { id, version: now.version, file: [await file('hr')], note: '改' })).msg).not.toBe('')
  const both = await Promise.all(
    [buyer, sales].map(async (by, at) =>
      by.post('/document/newVersion', { id, version: now.version, file: [await file(at === 0 ? 'buyer' : 'sales')], note: '同时' }),
    ),
  )
  expect(new Set(both.map(one => one.code))).toEqual(new Set([0, 1009]))
  const list = await versionsOf(sales, id)
  expect(list.map(one => one['no'])).toEqual(['2.1', '2.0', '1.0'])
  const twin = await doc(sales, { folderId: place })
  expect((await put(sales, twin, await file('sales', 'same'))).msg).toBe('')
  expect((await versionsOf(sales, twin))[0]?.['sameAs']).toContain('1.0')
  const old = list.at(-1)?.['id']
  expect((await sales.post('/documentVersion/restore', { id: old, note: '退回' })).msg).toBe('')
  expect((await versionsOf(sales, id))[0]).toMatchObject({ no: '2.2', note: '退回' })
})

test('one version is in force on a day, from today on; the clock changes it', async () => {
  const place = await folder(hr, { reads: 2, writes: 2 })
  const id = await doc(sales, { folderId: place })
  for (let i = 0; i < 3; i++) expect((await put(sales, id, await file('sales'))).msg).toBe('')
  const [third, second, first] = (await versionsOf(sales, id)).map(one => asText(one['id']))
  const force = (one: string | undefined, effectiveOn: string, by = sales) => by.post('/document/putInForce', { id: one, effectiveOn })
  expect((await force(first, '2026-11-20')).msg).toContain('不能早于今天')
  expect((await force(first, '2026-11-21', employee)).msg).not.toBe('')
  expect((await force(first, '2026-11-21')).msg).toBe('')
  expect((await force(second, '2026-11-21')).msg).toContain('生效日期已存在')
  expect((await force(third, '2026-12-01')).msg).toBe('')
  expect(await row(sales, id)).toMatchObject({ currentNo: '1.0', currentFrom: '2026-11-21', latestNo: '1.2' })
  expect((await force(second, '2026-11-25')).msg).toBe('')
  expect((await versionsOf(sales, id)).map(one => [one['no'], one['standing'], one['until']])).toEqual([
    ['1.2', 2, null],
    ['1.1', 2, '2026-11-30'],
    ['1.0', 3, '2026-11-24'],
  ])
  expect((await sales.post('/document/takeBack', { id: second })).msg).toBe('')
  expect((await sales.post('/document/takeBack', { id: first })).msg).not.toBe('')
  expect((await sales.post('/document/delete', { ids: [id] })).msg).toContain('不能删除')
  // who keeps the library dates versions also where he only reads
  const own = await folder(hr, { reads: 3, readPeople: [ids['hr']?.employee] })
  const { version } = (await hr.get(`/folder/query/${own}`)).data
  expect((await hr.post('/folder/handOver', { id: own, version, newOwner: ids['sales']?.employee })).msg).toBe('')
  const kept = await doc(sales, { folderId: own })
  expect((await put(sales, kept, await file('sales'))).msg).toBe('')
  expect((await force(asText((await versionsOf(sales, kept))[0]?.['id']), '2026-11-21', hr)).msg).toBe('')
  h.clock.now = new Date('2026-12-02T09:00:00+08:00')
  const inside = await h.house.asSystem(h.demo.organisationIds[0] ?? '', 'test')
  await inside.write((tx, at) => comeIntoForce(at, tx))
  h.clock.now = new Date('2026-11-21T09:00:00+08:00')
  expect(await row(sales, id)).toMatchObject({ currentNo: '1.2', currentFrom: '2026-12-01' })
})

test('originals of a secret document are for few; nobody outside a folder finds a document of it', async () => {
  const place = await folder(hr, { reads: 3, readPeople: [ids['sales']?.employee] })
  const id = await doc(hr, { folderId: place, title: '薪酬方案甲乙丙' })
  expect((await put(hr, id, await file('hr'))).msg).toBe('')
  const of = async (by: Person) => (await versionsOf(by, id))[0]
  expect((await of(sales))?.['file']).toMatchObject([{ name: expect.stringContaining('.pdf') }])
  const { version } = await row(hr, id)
  expect((await hr.post('/document/update', { id, version, level: 3 })).msg).toBe('')
  expect((await of(sales))?.['closedFile']).toMatchObject([{ closed: true }])
  expect((await of(sales))?.['file'] ?? []).toEqual([])
  expect((await of(hr))?.['closedFile']).toHaveLength(1)
  const { rows } = await sql<{ file: string }>`select closed_file[1]::text as file from document_version where document_id = ${id}`.execute(
    h.db,
  )
  expect((await sales.get(`/fileUpload/down2?id=${rows[0]?.file}`)).code).toBe(1004)
  expect((await put(hr, id, await file('hr'))).msg).toBe('')
  expect((await of(sales))?.['file'] ?? []).toEqual([])
  // who writes in the folder and lacks the right neither opens the originals nor brings one back
  const at = (await hr.get(`/folder/query/${place}`)).data
  expect((await hr.post('/folder/update', { id: place, version: at.version, writes: 3, writePeople: [ids['sales']?.employee] })).msg).toBe(
    '',
  )
  const lower = async (by: Person) => by.post('/document/update', { id, version: (await row(by, id)).version, level: 1 })
  expect((await lower(sales)).msg).toContain('不能降低机密文档的密级')
  expect((await of(sales))?.['file'] ?? []).toEqual([])
  const old = (await versionsOf(hr, id)).at(-1)?.['id']
  expect((await sales.post('/documentVersion/restore', { id: old, note: '退回' })).msg).toContain('没有下载机密原件的权限')
  expect((await hr.post('/documentVersion/restore', { id: old, note: '退回' })).msg).toBe('')
  for (const by of [buyer, employee]) {
    expect((await by.get(`/document/query/${id}`)).code).not.toBe(0)
    expect(await names(by, 'document')).not.toContain(id)
    expect(await versionsOf(by, id)).toEqual([])
  }
})
