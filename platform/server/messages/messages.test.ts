import { fromStored, listed, type Part, sentence, toStored } from '#platform/declare/sentence.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ask, demoHouse, person, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { noteTask } from '../tasks/task-notes.ts'
import { removeOldMessages } from './inbox.ts'
import { sendMessage, type MessageToSend } from './send.ts'

let h: DemoHouse
let admin: Person
let finance: Person
beforeAll(async () => {
  h = await demoHouse()
  admin = await signedInAs(h, 'admin')
  finance = await signedInAs(h, 'finance')
})
afterAll(() => h.close())
beforeEach(async () => {
  await h.db.deleteFrom('message').execute()
})

const accountOf = async (username: string): Promise<string> =>
  (await h.db.selectFrom('account').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id
async function send(to: readonly string[], message: Partial<MessageToSend> = {}, organisation = 0): Promise<void> {
  const context = await h.house.asSystem(h.demo.organisationIds[organisation]!, 'test')
  const ids = await Promise.all(to.map(accountOf))
  await context.write(async tx => sendMessage(context, tx, ids, { kind: 'business', title: sentence`2026-10 已月结`, ...message }))
}
const inbox = async (
  who: Person,
  ask: object = {},
): Promise<{ list: { id: string; title: string; isRead: boolean }[]; unread: number; total: number }> =>
  (await who.post('/notify/list', ask)).data
const unread = async (who: Person, orgId?: string): Promise<number> => (await who.get('/notify/unreadCount', orgId)).data.total

test('a message is there for whom it was sent to, counted, and read', async () => {
  await send(['finance', 'finance', 'boss'], { detail: '利润已定', target: { page: '/finance/amazon/month' } })
  expect(await unread(finance)).toBe(1)
  expect(await unread(admin)).toBe(0)
  const { list, ...rest } = await inbox(finance)
  expect(rest).toEqual({ total: 1, unread: 1, pageNum: 1, pageSize: 20 })
  expect(list).toEqual([
    {
      id: expect.any(String),
      kind: 5,
      title: '2026-10 已月结',
      detail: '利润已定',
      target: { page: '/finance/amazon/month' },
      isRead: false,
      createdAt: expect.stringMatching(/^2026-11-21/),
    },
  ])
  const ids = list.map(one => one.id)
  // another's messages are left alone, and are not told of
  expect((await admin.post('/notify/read', { ids })).data).toEqual({ changed: 0 })
  expect(await unread(finance)).toBe(1)
  expect((await finance.post('/notify/read', { ids })).data).toEqual({ changed: 1 })
  // a second time it is read already: the number stays right
  expect((await finance.post('/notify/read', { ids })).data).toEqual({ changed: 0 })
  expect(await unread(finance)).toBe(0)
  expect((await finance.post('/notify/read', { ids, isRead: false })).data).toEqual({ changed: 1 })
  expect(await unread(finance)).toBe(1)
})

test('all at once, by kind, unread alone, page by page', async () => {
  for (let at = 1; at <= 3; at += 1) await send(['finance'], { title: sentence`第 ${at} 条` })
  await send(['finance'], { kind: 'rights', title: sentence`第 ${4} 条` })
  const titles = async (ask: object): Promise<string[]> => (await inbox(finance, ask)).list.map(one => one.title)
  expect(await titles({})).toEqual(['第 4 条', '第 3 条', '第 2 条', '第 1 条'])
  expect(await titles({ pageSize: 2, pageNum: 2 })).toEqual(['第 2 条', '第 1 条'])
  expect(await titles({ kind: 3 })).toEqual(['第 4 条'])
  const [newest] = (await inbox(finance)).list
  await finance.post('/notify/read', { ids: [newest!.id] })
  expect(await titles({ isUnread: true })).toEqual(['第 3 条', '第 2 条', '第 1 条'])
  expect((await finance.post('/notify/readAll')).data).toEqual({ changed: 3 })
  expect(await inbox(finance, { isUnread: true })).toMatchObject({ total: 0, unread: 0, list: [] })
})

test('an organisation has its own messages', async () => {
  await send(['boss'])
  await send(['boss'], {}, 1)
  await send(['boss'], {}, 1)
  const boss = await signedInAs(h, 'boss')
  expect(await unread(boss, h.demo.organisationIds[0])).toBe(1)
  expect(await unread(boss, h.demo.organisationIds[1])).toBe(2)
  await boss.post('/notify/readAll', {}, h.demo.organisationIds[1])
  expect(await unread(boss, h.demo.organisationIds[0])).toBe(1)
})

test('who has a new message is told to ask, just after the commit; nobody where the transaction fails', async () => {
  const pushes = () => h.db.selectFrom('push_message').select('message').execute()
  await h.house.hinted()
  const before = (await pushes()).length
  await send(['finance'])
  await h.house.hinted()
  expect((await pushes()).slice(before)).toEqual([{ message: { kind: 'unread', of: 'message' } }])
  const context = await h.house.asSystem(h.demo.organisationIds[0]!, 'test')
  const id = await accountOf('finance')
  await expect(
    context.write(async tx => {
      await sendMessage(context, tx, [id], { kind: 'system', title: sentence`不会到` })
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  await h.house.hinted()
  expect(await pushes()).toHaveLength(before + 1)
  expect((await inbox(finance)).list.map(one => one.title)).toEqual(['2026-10 已月结'])
  expect(await unread(finance)).toBe(1)
})

test('what is too long is cut, never refused: the work it tells of is done', async () => {
  await send(['finance'], { title: sentence`导入 ${'长'.repeat(2_000)}`, detail: '话'.repeat(2_000) })
  const [one] = (await inbox(finance)).list
  expect(one).toMatchObject({ title: `导入 ${'长'.repeat(999)}…`, detail: `${'话'.repeat(999)}…` })
})

test('after half a year it goes, and its number with it', async () => {
  await send(['finance'])
  const now = h.clock.now
  h.clock.now = new Date('2026-12-01T09:00:00+08:00')
  await send(['finance', 'boss'], { title: sentence`新` })
  h.clock.now = new Date('2027-05-25T09:00:00+08:00')
  await removeOldMessages(h.house)
  h.clock.now = now
  expect(await inbox(finance)).toMatchObject({ total: 1, unread: 1, list: [{ title: '新' }] })
})

describe('who is told', () => {
  const told = async (who: Person): Promise<string[]> => (await inbox(who)).list.map(one => one.title)

  test('whose roles were changed, by another', async () => {
    const { id } = await h.db.selectFrom('employee').select('id').where('name', '=', '周敏').executeTakeFirstOrThrow()
    const roles = (await admin.get('/roleManagement/roles')).data as { roleId: string; roleName: string }[]
    const now = (await admin.post('/userManage/access', { employeeId: id })).data.roles.map((role: { id: string }) => role.id)
    const other = roles.find(role => !now.includes(role.roleId))!
    expect((await admin.post('/userManage/empAddRole', { employeeId: id, roleIds: [...now, other.roleId] })).code).toBe(0)
    expect((await inbox(finance)).list).toMatchObject([{ title: '管理员 调整了您的角色', detail: `新增：${other.roleName}` }])
    // the same again changes nothing, so nothing is said
    await admin.post('/userManage/empAddRole', { employeeId: id, roleIds: [...now, other.roleId] })
    await admin.post('/userManage/empAddRole', { employeeId: id, roleIds: now })
    expect((await inbox(finance)).list.map(one => (one as { detail?: string }).detail)).toEqual([
      `取消：${other.roleName}`,
      `新增：${other.roleName}`,
    ])
  })

  test('with whom a scheme is shared, once', async () => {
    const { employee_id: mine, dept_id: dept } = await h.db
      .selectFrom('account_organisation as m')
      .innerJoin('account as a', 'a.id', 'm.account_id')
      .innerJoin('employee as e', 'e.id', 'm.employee_id')
      .select(['m.employee_id', 'e.dept_id'])
      .where('a.username', '=', 'finance')
      .executeTakeFirstOrThrow()
    const content = { type: 'currency', name: '常用币种', columnList: [], conditionList: [], orderByList: [] }
    const { profileId } = (await admin.post('/ListProfile/saveListProfile', content)).data
    const share = (employeeIds: (string | null)[], deptIds: (string | null)[] = []) =>
      admin.post('/ListProfile/share', { profileId, employeeIds, deptIds })
    expect((await share([mine])).code).toBe(0)
    expect(await told(finance)).toEqual(['管理员 与您共享了筛选方案“常用币种”'])
    expect((await inbox(finance)).list).toMatchObject([{ detail: '币种', target: { list: 'currency' } }])
    // in the department too now, which he knows already
    await share([mine], [dept])
    expect(await told(finance)).toHaveLength(1)
    expect(await told(admin)).toEqual([])
  })

  test('who asked for an export', async () => {
    const [orgId, accountId] = [h.demo.organisationIds[0]!, await accountOf('finance')]
    const context = await h.house.asJob({ accountId, orgId, id: 'test' })
    const task = async (): Promise<string> =>
      (
        await h.db
          .insertInto('task')
          .values({ org_id: orgId, account_id: accountId, kind: 'export', title: toStored(sentence`导出${['币种', 'Currency']}`) })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    await noteTask(context, await task(), {
      state: 'done',
      progress: 1,
      result: { fileId: '7', link: '/api-2024/fileUpload/down2?id=7', name: '币种.xlsx' },
    })
    await noteTask(context, await task(), { state: 'refused', message: sentence`没有数据，无法导出` })
    await noteTask(context, await task(), { state: 'running', step: sentence`导出` })
    await noteTask(context, await task(), { state: 'cancelled' })
    expect((await inbox(finance)).list).toMatchObject([
      { title: '导出币种：已拒绝', detail: '没有数据，无法导出', target: null },
      { title: '导出币种：已完成', target: { file: '/api-2024/fileUpload/down2?id=7', name: '币种.xlsx' } },
    ])
    // in the language of whoever reads, not of whoever ordered it
    const english = { authorization: `Bearer ${finance.token}`, 'accept-language': 'en-US,en' }
    expect((await ask(h, 'POST', '/notify/list', {}, english)).data.list[0]).toMatchObject({
      title: 'Export: Currency: refused',
      detail: 'No data to export',
    })
    const { list } = (await ask(h, 'POST', '/task/query', {}, english)).data
    expect(list).toContainEqual(expect.objectContaining({ title: 'Export: Currency', message: 'No data to export', state: 'refused' }))
  })
})

test.each([
  ['/notify/read', {}],
  ['/notify/read', { ids: [] }],
  ['/notify/read', { ids: ['x'] }],
  ['/notify/list', { kind: 9 }],
  ['/notify/list', { pageSize: 100_000 }],
])('%s %j is refused', async (path, input) => expect((await finance.post(path, input)).code).toBe(1002))

test('without a session there is nothing', async () =>
  expect((await person(h, 'x'.repeat(43)).get('/notify/unreadCount')).status).toBe(401))

const file = sentence`导入 ${'结算报告.txt'}`
const lines = sentence`写入 ${30} 行，未变 ${4} 行`
test.each<[string, string, Part]>([
  ['导入 结算报告.txt：已完成', 'Import 结算报告.txt: done', sentence`${file}：已完成`],
  [
    '导入 a.txt 等 3 个文件：已拒绝',
    'Import a.txt and others, 3 files: refused',
    sentence`${sentence`导入 ${'a.txt'} 等 ${3} 个文件`}：已拒绝`,
  ],
  ['导出币种：失败', 'Export: Currency: failed', sentence`${sentence`导出${['币种', 'Currency']}`}：失败`],
  ['管理员 调整了您的角色', '管理员 changed your roles', sentence`${'管理员'} 调整了您的角色`],
  [
    '新增：财务、币种；取消：出纳',
    'Added: 财务, 币种; Taken away: 出纳',
    listed([sentence`新增：${listed(['财务', '币种'])}`, sentence`取消：${'出纳'}`], '；'),
  ],
  [
    '2 个文件完成，1 个没有导入，写入 30 行，未变 4 行',
    '2 files done, 1 not imported; 30 lines written, 4 unchanged',
    sentence`${2} 个文件完成，${1} 个没有导入，${lines}`,
  ],
  ['批量修改商品', 'Batch edit: Product', sentence`批量修改${['商品', 'Product']}`],
  // stored before sentences were values
  ['导出币种：失败', '导出币种：失败', '导出币种：失败'],
])('%s', (chinese, english, part) => {
  const { inWords } = h.house.registry
  expect([inWords(fromStored(toStored(part)), 'zh'), inWords(fromStored(toStored(part)), 'en')]).toEqual([chinese, english])
})
