/** Records seen in several ways, through the whole house: owner, member, task, state, and lines and files through their record. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bigInteger, choice, reference, text } from '#platform/declare/fields.ts'
import { signedIn } from '#platform/declare/operations.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { anyOf, member, ownedBy, taskedIn, through, when } from '#platform/declare/scope.ts'
import type { Area } from '#platform/server/contract/area.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { anyTable } from '#platform/server/db/any-table.ts'
import { family } from '#platform/server/verbs/family.ts'
import { idOf, homeOf, later } from '../setup/back-office.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../setup/demo-house.ts'

const plain = (r: unknown): Resource => r as Resource
const states = { draft: [1, '草稿', 'Draft'], published: [3, '已发布', 'Published'] } as const
const order = plain(
  resource('probe_order', {
    type: 'probeOrder',
    title: ['试验单', 'Probe order'],
    access: {
      scope: anyOf(
        ownedBy('ownerId'),
        member('probe_member', { record: 'orderId', roles: [1] }),
        taskedIn('probe_task'),
        when('state', states.published[0]),
      ),
    },
    fields: {
      name: text('名称', 'Name'),
      ownerId: reference('负责人', 'Owner', 'employee'),
      state: choice('状态', 'State', states, { default: 1 }),
    },
  }),
)
const orderMember = plain(
  resource('probe_member', {
    type: 'probeMember',
    title: ['参与人', 'Member'],
    access: { scope: through('orderId') },
    fields: {
      orderId: reference('试验单', 'Order', 'probe_order'),
      employeeId: reference('员工', 'Employee', 'employee'),
      role: choice('角色', 'Role', { handler: [1, '处理人', 'Handler'], former: [2, '前处理人', 'Former handler'] }),
    },
    storage: { key: ['orderId', 'employeeId', 'role'], index: [['employeeId']] },
  }),
)
const task = plain(
  resource('probe_task', {
    title: ['审批任务', 'Approval task'],
    access: { scope: ownedBy('employeeId') },
    fields: {
      subject: text('对象', 'Subject'),
      recordId: bigInteger('记录', 'Record'),
      employeeId: reference('员工', 'Employee', 'employee'),
    },
    storage: { index: [['subject', 'recordId'], ['employeeId']] },
  }),
)
/** seen in no way that opens it to everybody: read as a set, by whom it is locked in place */
const paper = plain(
  resource('probe_paper', {
    title: ['文稿', 'Paper'],
    access: { scope: anyOf(ownedBy('ownerId'), taskedIn('probe_task')) },
    fields: { name: text('名称', 'Name'), ownerId: reference('负责人', 'Owner', 'employee') },
  }),
)
const reply = plain(
  resource('probe_reply', {
    type: 'probeReply',
    title: ['回复', 'Reply'],
    access: { scope: through('orderId') },
    fields: { name: text('内容', 'Words'), orderId: reference('试验单', 'Order', 'probe_order') },
    storage: { index: [['orderId']] },
  }),
)
const attachment = plain(
  resource('probe_attachment', {
    type: 'probeAttachment',
    title: ['附件', 'Attachment'],
    access: { scope: through('replyId') },
    fields: { name: text('名称', 'Name'), replyId: reference('回复', 'Reply', 'probe_reply') },
    storage: { index: [['replyId']] },
  }),
)
const listed = [order, orderMember, reply, attachment]
const open = Object.fromEntries(
  Object.entries(Object.assign({}, ...listed.map(r => family(r.type ?? '', r))) as Area['routes']).map(([key, route]) => [
    key,
    { ...route, demand: signedIn },
  ]),
)
const area: Area = { name: 'probe', title: ['试验', 'Probe'], resources: [...listed, task, paper], routes: open }

/** owner, member and tasked; boss sees everything, here and in the other organisation; outsider is nobody to it */
const names = { owner: '林晓', member: '陈刚', tasked: '何平', outsider: '王芳' } as const
type Who = keyof typeof names | 'boss'
const people = {} as Record<Who, Person>
const employeeOf = {} as Record<keyof typeof names, string>
let h: DemoHouse
let orderId: string
let publishedId: string
const add = async (who: Who, type: string, body: object): Promise<string> => {
  const answer = await people[who].post(`/${type}/insert`, body)
  expect(answer).toMatchObject({ code: 0 })
  return answer.data.id as string
}
beforeAll(async () => {
  h = await demoHouse([area])
  for (const [who, account] of Object.entries({ owner: 'sales', member: 'buyer', tasked: 'keeper', outsider: 'employee', boss: 'boss' }))
    people[who as Who] = await signedInAs(h, account)
  for (const [who, name] of Object.entries(names)) employeeOf[who as keyof typeof names] = await idOf(h, 'employee' as never, name)
  orderId = await add('owner', 'probeOrder', { name: '一号', ownerId: employeeOf.owner })
  publishedId = await add('owner', 'probeOrder', { name: '公开', ownerId: employeeOf.owner, state: 3 })
  await add('owner', 'probeMember', { orderId, employeeId: employeeOf.member, role: 1 })
  await add('owner', 'probeMember', { orderId, employeeId: employeeOf.outsider, role: 2 })
  const row = { org_id: homeOf(h), subject: 'probe_order', record_id: orderId, employee_id: employeeOf.tasked }
  await anyTable(h.db).insertInto('probe_task').values(row).execute()
  // the same number in another table's name says nothing of the order
  await anyTable(h.db)
    .insertInto('probe_task')
    .values({ ...row, subject: 'probe_reply', employee_id: employeeOf.outsider })
    .execute()
  const replyId = await add('member', 'probeReply', { name: '一号的回复', orderId })
  await add('tasked', 'probeAttachment', { name: '一号的附件', replyId })
})
afterAll(() => h?.close())

const seen = async (who: Who, type: string, orgId?: string): Promise<string[]> => {
  const { data } = await people[who].post(`/${type}/list`, {}, orgId)
  expect(data.total).toBe(data.list.length)
  return data.list.map((row: { name: string }) => row.name).toSorted()
}
const contextOf = async (who: keyof typeof names): Promise<Context> => {
  const { account_id: accountId } = await h.db
    .selectFrom('account_organisation')
    .select('account_id')
    .where('employee_id', '=', employeeOf[who])
    .executeTakeFirstOrThrow()
  const caller = await h.house.rights.callerOf(accountId, homeOf(h))
  if (caller === null) throw new Error(`${who} can't come in`)
  return h.house.asUser(caller, 'zh', 'test')
}

describe('who sees what', () => {
  test.each<[Who, readonly string[], readonly string[]]>([
    ['owner', ['一号', '公开'], ['一号的回复', '一号的附件']],
    ['member', ['一号', '公开'], ['一号的回复', '一号的附件']],
    ['tasked', ['一号', '公开'], ['一号的回复', '一号的附件']],
    ['boss', ['一号', '公开'], ['一号的回复', '一号的附件']],
    ['outsider', ['公开'], []],
  ])('%s', async (who, orders, below) => {
    expect(await seen(who, 'probeOrder')).toEqual(orders)
    expect([...(await seen(who, 'probeReply')), ...(await seen(who, 'probeAttachment'))]).toEqual(below)
    expect((await people[who].get(`/probeOrder/query/${orderId}`)).code).toBe(who === 'outsider' ? 1004 : 0)
    // members are seen by whoever sees the record, those of other roles too
    expect((await people[who].post('/probeMember/list', {})).data.total).toBe(who === 'outsider' ? 0 : 2)
  })
  test('nobody of another organisation, also not who sees everything there', async () => {
    const [, other] = (await people.boss.post('/SysOrganization/list')).data as { orgId: string }[]
    for (const { type } of listed) expect(await seen('boss', type ?? '', other?.orgId)).toEqual([])
    expect((await people.boss.get(`/probeOrder/query/${publishedId}`, other?.orgId)).code).toBe(1004)
  })
  test('the server, of its organisation', async () => {
    const count = async (orgId: string): Promise<number> => {
      const { db } = await h.house.asSystem(orgId, 'test')
      const found = await Promise.all(listed.map(r => anyTable(db).selectFrom(r.table).select('id').execute()))
      return found.flat().length
    }
    expect(await count(homeOf(h))).toBe(6)
    expect(await count(h.demo.organisationIds[1] ?? '')).toBe(0)
  })
})

describe('what is written', () => {
  test('goes nowhere one does not see', async () => {
    const refused = [
      await people.outsider.post('/probeOrder/update', { id: orderId, version: 1, name: 'x' }),
      await people.outsider.post('/probeOrder/delete', { id: orderId }),
      await people.outsider.post('/probeReply/insert', { name: 'x', orderId }),
      await people.outsider.post('/probeMember/insert', { orderId, employeeId: employeeOf.outsider, role: 1 }),
    ]
    for (const answer of refused) expect(answer.code).not.toBe(0)
    // an order of somebody else, though one could make oneself its member afterwards
    expect((await people.outsider.post('/probeOrder/insert', { name: 'x', ownerId: employeeOf.owner })).code).toBe(1003)
    expect(await seen('owner', 'probeOrder')).toEqual(['一号', '公开'])
    expect(await seen('owner', 'probeReply')).toEqual(['一号的回复'])
  })
  test('stays where one sees it: a reply does not move to an order of others, a member may change the order', async () => {
    const theirs = await add('boss', 'probeOrder', { name: '他人的', ownerId: employeeOf.outsider })
    const { data } = await people.member.post('/probeReply/list', {})
    const [{ id, version }] = data.list as { id: string; version: number }[] as [{ id: string; version: number }]
    expect((await people.member.post('/probeReply/update', { id, version, orderId: theirs })).code).not.toBe(0)
    const one = (await people.member.get(`/probeOrder/query/${orderId}`)).data
    expect(await people.member.post('/probeOrder/update', { id: orderId, version: one.version, name: '一号' })).toMatchObject({ code: 0 })
    expect((await people.boss.post('/probeOrder/delete', { id: theirs })).code).toBe(0)
  })
  test('a row that was given away while its lock was waited for is not had', async () => {
    const { write, db } = await contextOf('owner')
    const { id: mine } = (await write(tx =>
      anyTable(tx)
        .insertInto('probe_paper')
        .values({ org_id: homeOf(h), name: '锁', owner_id: employeeOf.owner })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )) as { id: string }
    expect(await anyTable(db).selectFrom('probe_paper').select('id').execute()).toEqual([{ id: mine }])
    const other = new pg.Client(h.ownerUrl)
    await other.connect()
    await other.query('begin')
    await other.query('update probe_paper set owner_id = $1 where id = $2', [employeeOf.outsider, mine])
    const waiting = write(on => anyTable(on).selectFrom('probe_paper').select('id').where('id', '=', mine).forUpdate().execute())
    await new Promise(resolve => setTimeout(resolve, 300))
    await other.query('commit')
    await other.end()
    expect(await waiting).toEqual([])
  })
  test('a member who is taken off sees nothing of it from then on', async () => {
    const { data } = await people.owner.post('/probeMember/list', {})
    const row = (data.list as { id: string; employeeId: string }[]).find(one => one.employeeId === employeeOf.member)
    expect((await people.owner.post('/probeMember/delete', { id: row?.id })).code).toBe(0)
    later(h)
    expect([...(await seen('member', 'probeOrder')), ...(await seen('member', 'probeReply'))]).toEqual(['公开'])
    await add('owner', 'probeMember', { orderId, employeeId: employeeOf.member, role: 1 })
  })
})

describe('why', () => {
  const why = async (who: keyof typeof names, type: string, recordId: string): Promise<{ passed: boolean; detail: string }> => {
    const admin = await signedInAs(h, 'admin')
    const { data } = await admin.post('/userManage/explain', { employeeId: employeeOf[who], type, recordId })
    return data.steps.at(-1)
  }
  test.each<[keyof typeof names, boolean, string]>([
    ['owner', true, '符合：负责人 林晓 在可见范围内（个人：本人）；不符合：参与人（处理人） 陈刚 都不在可见范围内（个人：本人）'],
    ['member', true, '符合：参与人（处理人） 陈刚 在可见范围内（个人：本人）'],
    ['tasked', true, '符合：审批任务 何平 在可见范围内（个人：本人）；不符合：状态是“草稿”，不是“已发布”'],
    ['outsider', false, '不符合：审批任务 何平 都不在可见范围内（个人：本人）；不符合：状态是“草稿”，不是“已发布”'],
  ])('%s: %s', async (who, passed, detail) => {
    expect(await why(who, 'probeOrder', orderId)).toEqual({
      title: '数据权限 · 满足其一',
      passed,
      detail: expect.stringContaining(detail) as string,
    })
    const [line] = (await people.owner.post('/probeReply/list', {})).data.list as { id: string }[]
    const told = await why(who, 'probeReply', line?.id ?? '')
    expect(told).toMatchObject({ title: '数据权限', passed })
    expect(told.detail).toContain(`所属的试验单 一号 ${passed ? '可见' : '不可见'}（`)
    expect(told.detail).toContain(detail)
  })
  test('what a state opens', async () => {
    expect((await why('outsider', 'probeOrder', publishedId)).detail).toContain('符合：状态是“已发布”，本组织的人都能看到')
  })
})
