/** The right to a file is that of the record that holds it: person by person, and over the life of the record. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reference, richText, text } from '#platform/declare/fields.ts'
import { signedIn } from '#platform/declare/operations.ts'
import { resource } from '#platform/declare/resource.ts'
import { ownedBy } from '#platform/declare/scope.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { multipart } from '../../../test/setup/multipart.ts'
import type { Area } from '../contract/area.ts'
import { add, list, remove, update } from '../verbs/verbs.ts'
import { cleanUpFiles } from './clean-up.ts'
import { setFileUses } from './file-use.ts'
import { localFileStore } from './local-store.ts'

const paper = resource('probe_paper', {
  type: 'probePaper',
  title: ['文稿', 'Paper'],
  access: { scope: ownedBy('owner_id') },
  fields: {
    name: text('名称', 'Name'),
    ownerId: reference('负责人', 'Owner', 'employee'),
    body: richText('正文', 'Text', { optional: true }),
  },
})
const open = { demand: signedIn }
const area: Area = {
  name: 'probe',
  title: ['试验', 'Probe'],
  resources: [paper],
  routes: {
    'POST /probePaper/list': { ...list(paper), ...open },
    'POST /probePaper/insert': { ...add(paper), ...open },
    'POST /probePaper/update': { ...update(paper), ...open },
    'POST /probePaper/delete': { ...remove(paper), ...open },
  },
}

const root = mkdtempSync(join(tmpdir(), 'zhanggui-file-use-'))
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
type Name = 'finance' | 'sales' | 'keeper' | 'employee' | 'buyer' | 'boss'
const people = {} as Record<Name, Person>
const employeeOf = {} as Record<Name, string>
let h: DemoHouse

beforeAll(async () => {
  h = await demoHouse([area], localFileStore(root))
  for (const name of ['finance', 'sales', 'keeper', 'employee', 'buyer', 'boss'] as const) {
    people[name] = await signedInAs(h, name)
    employeeOf[name] = (await people[name].get('/system/userprofile')).data.employeeId
  }
})
afterAll(async () => {
  await h?.close()
  rmSync(root, { recursive: true, force: true })
})

async function upload(by: Name, type = 'HTML_IMAGE'): Promise<string> {
  const form = multipart({ type }, [{ name: 'a.png', content: png }])
  const headers = { 'content-type': form.type, authorization: `Bearer ${people[by].token}` }
  const answer = await h.app.inject({ method: 'POST', url: '/api-2024/fileUpload/upload', headers, payload: form.payload })
  return answer.json<{ data: { id: string } }>().data.id
}
async function mayHave(who: Name, id: string, orgId?: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${people[who].token}`, ...(orgId === undefined ? {} : { orgid: orgId }) }
  const answer = await h.app.inject({ url: `/api-2024/fileUpload/down2?id=${id}`, headers })
  if (answer.statusCode !== 200) expect(answer.json()).toMatchObject({ code: 1004 })
  return answer.statusCode === 200
}
async function whoMay(id: string): Promise<Name[]> {
  const names = Object.keys(people) as Name[]
  const may = await Promise.all(names.map(name => mayHave(name, id)))
  return names.filter((_name, at) => may[at])
}
const body = (...ids: string[]): string => `<p>图</p>${ids.map(id => `<img src="/api-2024/fileUpload/down2?id=${id}">`).join('')}`

describe('a picture in a text', () => {
  test('is its uploader’s until a record holds it, then of whoever sees the record, and his alone again afterwards', async () => {
    const [first, second] = [await upload('finance'), await upload('finance')]
    expect(await whoMay(first)).toEqual(['finance'])
    const made = await people.finance.post('/probePaper/insert', { name: '一', ownerId: employeeOf.sales, body: body(first) })
    expect(made).toMatchObject({ code: 0 })
    const { id } = made.data
    // everybody may open the list; the row is the salesman's, and of those whose scope is everybody
    expect(await whoMay(first)).toEqual(['finance', 'sales', 'boss'])
    expect((await people.finance.post('/probePaper/update', { id, version: 1, body: body(second) })).code).toBe(0)
    expect([await whoMay(first), await whoMay(second)]).toEqual([['finance'], ['finance', 'sales', 'boss']])
    // moved to another owner: the right moves with the row
    expect((await people.finance.post('/probePaper/update', { id, version: 2, ownerId: employeeOf.keeper })).code).toBe(0)
    expect(await whoMay(second)).toEqual(['finance', 'keeper', 'boss'])
    expect((await people.finance.post('/probePaper/delete', { id })).code).toBe(0)
    expect(await whoMay(second)).toEqual(['finance'])
  })

  test('is unknown in another organisation, also to who belongs to both', async () => {
    const id = await upload('finance')
    await people.finance.post('/probePaper/insert', { name: '二', ownerId: employeeOf.sales, body: body(id) })
    const [, other] = (await people.boss.post('/SysOrganization/list')).data as { orgId: string }[]
    expect(await mayHave('boss', id)).toBe(true)
    expect(await mayHave('boss', id, other?.orgId)).toBe(false)
  })

  test('that one may not have is not had by naming it in a record of one’s own', async () => {
    const id = await upload('finance')
    const made = await people.keeper.post('/probePaper/insert', { name: '三', ownerId: employeeOf.keeper, body: body(id) })
    expect(made).toMatchObject({ code: 0 })
    expect(await whoMay(id)).toEqual(['finance'])
  })

  test('of a list asks for the right to the list', async () => {
    const id = await upload('buyer')
    const made = await people.buyer.post('/productManage/insert', { sku: 'PIC-1', name: '带图商品', status: 1, description: body(id) })
    expect(made).toMatchObject({ code: 0 })
    expect(await whoMay(id)).not.toContain('employee')
    expect(await whoMay(id)).toContain('keeper')
  })
})

test('what is open to the organisation is everybody’s there', async () => {
  const id = await upload('sales', 'IMAGE')
  const account = await h.db.selectFrom('stored_file').select(['account_id', 'org_id']).where('id', '=', id).executeTakeFirstOrThrow()
  const context = await h.house.asJob({ accountId: account.account_id, orgId: account.org_id, id: 'test' })
  const face = { table: 'employee', recordId: employeeOf.sales, isOpen: true }
  await context.write(tx => setFileUses(context, tx, face, [id]))
  expect(await whoMay(id)).toHaveLength(6)
  await context.write(tx => setFileUses(context, tx, face, []))
  expect(await whoMay(id)).toEqual(['sales'])
})

test('a held file is not deleted; one that nothing holds goes after a month, a held one stays', async () => {
  const [held, loose] = [await upload('finance'), await upload('finance')]
  await people.finance.post('/probePaper/insert', { name: '四', ownerId: employeeOf.sales, body: body(held) })
  expect(await people.finance.post('/fileUpload/delete', { id: held })).toMatchObject({
    code: 1002,
    msg: '文件正被记录使用，请先在记录中移除它',
  })
  const started = h.clock.now
  try {
    h.clock.now = new Date(Date.now() + 29 * 86_400_000)
    await cleanUpFiles(h.house)
    const deleted = async (id: string) =>
      (await h.db.selectFrom('stored_file').select('deleted_at').where('id', '=', id).executeTakeFirst())?.deleted_at !== null
    expect([await deleted(held), await deleted(loose)]).toEqual([false, false])
    h.clock.now = new Date(Date.now() + 31 * 86_400_000)
    await cleanUpFiles(h.house)
    expect([await deleted(held), await deleted(loose)]).toEqual([false, true])
  } finally {
    h.clock.now = started
  }
})
