/** Whom a notice means, what each of them is told, and that an event is told once. */
import { fromStored, inChinese } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { reference, text, texts } from '#platform/declare/fields.ts'
import { audienceOf, holdersOf, membersOf, namedBy, notice, type Receivers } from '#platform/declare/notice.ts'
import { resource } from '#platform/declare/resource.ts'
import { ownedBy, ownOrganisation } from '#platform/declare/scope.ts'
import { demoHouse, type DemoHouse } from '../../../test/setup/demo-house.ts'
import { list } from '../verbs/verbs.ts'
import { notify, type Tell } from './tell.ts'

const memo = resource('memo', {
  type: 'memo',
  title: ['便笺', 'Memo'],
  access: { scope: ownedBy('ownerId'), permission: 'currency' },
  fields: {
    name: text('名称', 'Name', { max: 50 }),
    ownerId: reference('主人', 'Owner', 'employee'),
    audience: texts('对象', 'Audience', { optional: true, hidden: true }),
  },
  list: { empty: ['便笺', 'Memos'] },
  storage: { index: [['ownerId']] },
})
/** who looks after the memos of an owner */
const keeper = resource('memo_keeper', {
  title: ['便笺助理', 'Keeper of memos'],
  access: { scope: ownOrganisation },
  fields: { ownerId: reference('主人', 'Owner', 'employee'), employeeId: reference('助理', 'Keeper', 'employee') },
  storage: { key: ['ownerId', 'employeeId'] },
})
const to = (...receivers: Receivers[]) =>
  notice('memo.new', ['新便笺', 'New memo'], {
    title: ['{by} 写了“{label}”', '{by} wrote “{label}”'],
    titleOfMany: ['{by} 写了 {n} 条', '{by} wrote {n}'],
    to: receivers,
  })

let h: DemoHouse
let org: string
beforeAll(async () => {
  h = await demoHouse([{ name: 'memos', title: ['便笺', 'Memos'], resources: [memo, keeper], routes: { 'POST /memo/list': list(memo) } }])
  org = h.demo.organisationIds[0]!
})
afterAll(() => h.close())
beforeEach(async () => {
  for (const table of ['message', 'notice_event']) await sql`delete from ${sql.table(table)}`.execute(h.db)
})

const employees = async (...usernames: string[]): Promise<string[]> => {
  const rows = await h.db
    .selectFrom('account_organisation as m')
    .innerJoin('account as a', 'a.id', 'm.account_id')
    .select(['m.employee_id as id', 'a.username'])
    .where('m.org_id', '=', org)
    .execute()
  return usernames.map(name => rows.find(row => row.username === name)?.id ?? '')
}
const say = async (receivers: readonly Receivers[], what: Tell): Promise<void> => {
  const context = await h.house.asSystem(org, 'test')
  await context.write(async (tx, inside) => void (await notify(inside, tx, to(...receivers), what)))
}
const told = async (): Promise<string[]> => {
  const rows = await h.db
    .selectFrom('message as m')
    .innerJoin('account as a', 'a.id', 'm.account_id')
    .select(['a.username', 'm.title'])
    .orderBy('a.username')
    .orderBy('m.id')
    .execute()
  return rows.map(row => `${row.username}: ${inChinese(fromStored(row.title))}`)
}
async function memos(...owners: string[]): Promise<NonNullable<Tell['of']>> {
  const made: { id: string; name: string; ownerId: string }[] = []
  for (const [at, ownerId] of owners.entries()) {
    const { rows } = await sql<{
      id: string
    }>`insert into memo (org_id, name, owner_id) values (${org}, ${`M${at}`}, ${ownerId}) returning id`.execute(h.db)
    made.push({ id: rows[0]!.id, name: `M${at}`, ownerId })
  }
  return { resource: memo, rows: made as never }
}

test('named by a field: each his own, several in one message, whoever did it not', async () => {
  const [finance = '', admin = ''] = await employees('finance', 'admin')
  await say([namedBy('ownerId')], { of: await memos(finance, finance, admin), values: { by: '李雷' } })
  expect(await told()).toEqual(['admin: 李雷 写了“M2”', 'finance: 李雷 写了 2 条'])
})

test('who may not see the record is told that there is one, and nothing of it', async () => {
  const [boss = ''] = await employees('boss')
  const of = await memos(boss)
  const accounts = await h.db.selectFrom('account').select('id').where('username', 'in', ['sales', 'buyer']).execute()
  const audience = accounts.map(({ id }) => `a${id}`)
  // both have or lack the right to the list; neither reaches the owner
  await say([audienceOf('audience')], { of: { ...of, rows: of.rows.map(row => ({ ...row, audience })) } })
  const said = await told()
  expect(said).toHaveLength(2)
  for (const line of said) {
    expect(line).toContain('新便笺：有 1 条便笺与您有关，但您没有查看权限')
    expect(line).not.toContain('M0')
  }
  expect(await h.db.selectFrom('message').select('target').execute()).toEqual([{ target: null }, { target: null }])
})
test('an event is told once, whoever tells it, and each record for itself', async () => {
  const [finance = ''] = await employees('finance')
  const of = await memos(finance, finance)
  const once = (row: { readonly id: unknown }): string => `memo ${String(row.id)}`
  await Promise.all([
    say([namedBy('ownerId')], { of: { ...of, rows: of.rows.slice(0, 1) }, once }),
    say([namedBy('ownerId')], { of: { ...of, rows: of.rows.slice(0, 1) }, once }),
  ])
  expect(await told()).toEqual(['finance: 系统 写了“M0”'])
  await say([namedBy('ownerId')], { of, once })
  expect(await told()).toEqual(['finance: 系统 写了“M0”', 'finance: 系统 写了“M1”'])
  await say([holdersOf('nothing', 2)], { once: 'closing', values: { label: '全部' } })
  await say([holdersOf('nothing', 2)], { once: 'closing', values: { label: '全部' } })
  expect((await told()).filter(line => line.startsWith('admin'))).toEqual(['admin: 系统 写了“全部”'])
})

test('what is rolled back was told to nobody', async () => {
  const context = await h.house.asSystem(org, 'test')
  const lost = context.write(async (tx, inside) => {
    await notify(inside, tx, to(holdersOf('nothing', 2)), { once: 'x', values: { label: 'x' } })
    throw new Error('back')
  })
  await expect(lost).rejects.toThrow('back')
  expect(await told()).toEqual([])
  expect(await h.db.selectFrom('notice_event').selectAll().execute()).toEqual([])
})

test('members of what the record names: each once, none where nobody is, and not those of another', async () => {
  const [boss = '', finance = '', hr = ''] = await employees('boss', 'finance', 'hr')
  for (const [owner, employee] of [
    [boss, finance],
    [boss, hr],
    [finance, boss],
  ])
    await sql`insert into memo_keeper (org_id, owner_id, employee_id) values (${org}, ${owner}, ${employee})`.execute(h.db)
  const team = membersOf('memo_keeper', { record: 'ownerId', of: 'ownerId' })
  await say([team, team], { of: await memos(boss) })
  expect((await told()).map(line => line.split(':')[0])).toEqual(expect.arrayContaining(['finance', 'hr']))
  expect(await told()).toHaveLength(2)
  await sql`delete from message`.execute(h.db)
  await say([team], { of: await memos(hr) })
  expect(await told()).toEqual([])
})
