/** How soon a day comes (`expiry`): by today of the organisation, in rows, filters, tabs, exports and reminders; stored nowhere. */
import { sql } from 'kysely'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expiry, expiryStates } from '#platform/declare/expiry.ts'
import { computed, date, flag, reference, text, type Field } from '#platform/declare/fields.ts'
import { notice } from '#platform/declare/notice.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { fromStored, inChinese } from '#platform/declare/sentence.ts'
import { daysOfExpiry, expiryCode } from '#platform/format/contract-expiry.ts'
import { addDays } from '#platform/format/dates.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import type { Area } from '../contract/area.ts'
import { resourceFaults } from '../declaration-faults.ts'
import { prepareJobs } from '../jobs/job-queue.ts'
import { registryOf } from '../registry-of.ts'
import { keepDeclared, orderDue } from '../timed/clock.ts'
import { reminder } from '../timed/reminder.ts'
import { runTimed } from '../timed/run.ts'
import { family } from '../verbs/family.ts'

const paper = resource('probe_paper', {
  type: 'probePaper',
  title: ['证件', 'Paper'],
  access: { scope: ownOrganisation },
  fields: {
    name: text('名称', 'Name', { max: 50, sort: true }),
    validTo: date('有效期至', 'Valid to', { optional: true, filter: 'range' }),
    keeperId: reference('保管人', 'Keeper', 'employee', { optional: true }),
    expiry: expiry('validTo'),
  },
  list: {
    sort: { field: 'name', way: 'ASC' },
    views: [
      { name: 'soon', title: ['即将到期', 'Ends soon'], expires: 'expiry' },
      { name: 'quarter', title: ['三个月内', 'Within a quarter'], expires: 'expiry', within: ['within60', 'within90'] },
    ],
  },
  storage: { key: ['name'], index: [['validTo'], ['keeperId']] },
})
const ends = notice('probe.paperEnds', ['证件将到期', 'A paper ends'], {
  title: ['证件“{label}”将到期', 'The paper “{label}” ends'],
  titleOfMany: ['{n} 份证件将到期', '{n} papers end'],
  to: [{ by: 'field', field: 'keeperId' }],
})
const by = { calendarDays: [-30, -7, 0] }
const area: Area = {
  name: 'probe',
  title: ['试验', 'Probe'],
  resources: [paper],
  routes: family('probePaper', paper, () => []),
  timed: [reminder('probe.papers', ['证件到期提醒', 'Papers that end'], { of: paper, on: 'validTo', by, notice: ends })],
}

let h: DemoHouse
let admin: Person
let org: string
beforeAll(async () => {
  h = await demoHouse([area])
  await prepareJobs(h.ownerUrl)
  org = h.demo.organisationIds[0] ?? ''
})
afterAll(() => h.close())
async function zone(name: string): Promise<void> {
  await h.db.updateTable('organisation').set({ zone: name }).where('id', '=', org).execute()
  h.house.rights.forget?.()
}
async function at(instant: string): Promise<void> {
  h.clock.now = new Date(instant)
  admin = await signedInAs(h, 'admin')
}
beforeEach(async () => {
  await sql`delete from probe_paper`.execute(h.db)
  await zone('Asia/Shanghai')
})

type Row = Readonly<Record<string, unknown>>
const listed = async (query: object): Promise<readonly Row[]> =>
  (await admin.post('/probePaper/list', { pageSize: 1_000, ...query })).data.list
const names = (rows: readonly Row[]): string[] => rows.map(row => String(row['name'])).toSorted()
const codes = Object.values(expiryStates).map(([code]) => code)

test('each code is the days between its first and its last one', () => {
  for (const today of ['2026-11-21', '2024-02-28', '2025-12-31'])
    for (let left = -400; left <= 400; left += 1) {
      const day = addDays(today, left)
      const mine = codes.filter(code => {
        const [from, to] = daysOfExpiry(code, today)
        return (from === null || day >= from) && (to === null || day <= to)
      })
      expect(mine).toEqual([expiryCode(day, today)])
    }
})

describe.each([
  ['2026-11-21T00:30:00+08:00', 'Asia/Shanghai', '2026-11-21'],
  ['2026-11-21T00:30:00+08:00', 'America/Los_Angeles', '2026-11-20'],
])('at %s in %s', (instant, where, today) => {
  const lefts = [-365, -2, -1, 0, 1, 29, 30, 31, 59, 60, 61, 89, 90, 91, 92, 4000, null]
  const nameOf = (left: number | null): string => (left === null ? 'none' : `d${left}`)
  const codeOf = (left: number | null): number => (left === null ? 1 : expiryCode(addDays(today, left), today))
  beforeEach(async () => {
    await at(instant)
    await zone(where)
    for (const left of lefts)
      await admin.post('/probePaper/insert', { name: nameOf(left), validTo: left === null ? null : addDays(today, left) })
  })

  test('row, filter, condition, tab and export agree with the days that are left', async () => {
    const all = await listed({})
    expect(new Map(all.map(row => [row['name'], row['expiry']]))).toEqual(new Map(lefts.map(left => [nameOf(left), codeOf(left)])))
    const those = (isIt: (code: number) => boolean): string[] =>
      lefts
        .filter(left => isIt(codeOf(left)))
        .map(nameOf)
        .toSorted()
    for (const code of codes) {
      expect(names(await listed({ expiry: code }))).toEqual(those(one => one === code))
      const not = [{ field: 'expiry', condition: 'NE', value: String(code) }]
      expect(names(await listed({ conditionList: not }))).toEqual(those(one => one !== code))
    }
    expect(names(await listed({ expiry: [-1, 1] }))).toEqual(those(one => one === -1 || one === 1))
    const { data: metadata } = await admin.post('/listField/getByType', { type: 'probePaper' })
    const tab = (name: string) => metadata.tabs.find((one: { profileId: string }) => one.profileId === name).conditionList
    expect(names(await listed({ conditionList: tab('soon') }))).toEqual(those(one => one === -1 || one === 30))
    expect(names(await listed({ conditionList: tab('quarter') }))).toEqual(those(one => one === 60 || one === 90))
    const field = metadata.result.find((one: { field: string }) => one.field === 'expiry')
    expect([field.conditions, field.isFilter, field.isSort]).toEqual([['EQ', 'NE', 'IN', 'NOT_IN'], true, false])
    const sheet = await h.app.inject({
      method: 'POST',
      url: '/api-2024/probePaper/listExport',
      headers: { authorization: `Bearer ${admin.token}` },
      payload: { headers: ['名称', '到期状态'], fields: ['name', 'expiry'] },
    })
    const words = new Map(Object.values(expiryStates).map(([code, zh]) => [code as number, zh]))
    const rows = (await readXlsx(sheet.rawPayload)).sheets[0]?.rows ?? []
    const byName = (one: readonly unknown[], other: readonly unknown[]): number => String(one[0]).localeCompare(String(other[0]))
    const wanted = lefts.map(left => [nameOf(left), words.get(codeOf(left))])
    expect(rows.slice(-lefts.length).toSorted(byName)).toEqual(wanted.toSorted(byName))
  })

  test('the record page says it; nobody sets it, orders or adds up by it, and what is no code is refused', async () => {
    const row = (await listed({})).find(one => one['name'] === 'd30')
    const id = String(row?.['id'])
    expect((await admin.get(`/probePaper/query/${id}`)).data).toMatchObject({ name: 'd30', expiry: 30 })
    expect(await admin.post('/probePaper/update', { id, version: row?.['version'], expiry: 1 })).toMatchObject({ code: 1002 })
    expect(await admin.post('/probePaper/list', { sortField: 'expiry', sortWay: 'ASC' })).toMatchObject({ code: 1002 })
    for (const value of ['x', '', '99999999'])
      expect(await admin.post('/probePaper/list', { conditionList: [{ field: 'expiry', condition: 'EQ', value }] })).toMatchObject({
        code: 1002,
      })
    expect(await admin.post('/probePaper/list', { conditionList: [{ field: 'expiry', condition: 'EMPTY' }] })).toMatchObject({ code: 1002 })
    expect(names(await listed({ expiry: 7 }))).toEqual([])
  })
})

test('the day goes on by itself: no row is written, and its state is another', async () => {
  await at('2026-11-21T23:59:00+08:00')
  await admin.post('/probePaper/insert', { name: 'A', validTo: '2026-11-21' })
  const said = async (): Promise<unknown> => (await listed({}))[0]?.['expiry']
  expect(await said()).toBe(30)
  await at('2026-11-22T00:00:00+08:00')
  expect(await said()).toBe(-1)
  const { rows } = await sql<{
    n: string
  }>`select column_name as n from information_schema.columns where table_name = 'probe_paper'`.execute(h.db)
  expect(rows.map(row => row.n)).not.toContain('expiry')
})

test('it reminds once at each of the days, of several that are due the last one alone, never of what is over', async () => {
  const { id } = await h.db
    .selectFrom('account_organisation as m')
    .innerJoin('account as a', 'a.id', 'm.account_id')
    .select('m.employee_id as id')
    .where('m.org_id', '=', org)
    .where('a.username', '=', 'admin')
    .executeTakeFirstOrThrow()
  await at('2026-11-21T08:00:00+08:00')
  await keepDeclared(h.house)
  for (const [name, left] of [
    ['甲', 31],
    ['乙', 5],
    ['丙', -1],
    ['丁', 0],
    ['远', 40],
  ] as const)
    await admin.post('/probePaper/insert', { name, validTo: addDays('2026-11-21', left), keeperId: id })
  await sql`delete from message`.execute(h.db)
  const round = async (instant: string): Promise<string[]> => {
    await at(instant)
    await orderDue(h.house)
    const due = await h.db.selectFrom('timed_run').select('id').where('name', '=', 'probe.papers').where('ended_at', 'is', null).execute()
    for (const run of due) await runTimed(h.house, { id: run.id } as never, new AbortController().signal)
    return (await h.db.selectFrom('message').select('title').orderBy('id').execute()).map(row => inChinese(fromStored(row.title)))
  }
  expect(await round('2026-11-21T08:50:00+08:00')).toEqual(['2 份证件将到期'])
  expect((await round('2026-11-21T09:00:00+08:00')).slice(1)).toEqual(['证件“丁”将到期'])
  expect(await round('2026-11-21T09:10:00+08:00')).toHaveLength(2)
  expect((await round('2026-11-22T09:00:00+08:00')).slice(2)).toEqual(['证件“甲”将到期'])
  expect((await round('2026-11-26T09:00:00+08:00')).slice(3)).toEqual(['证件“乙”将到期'])
})

describe('what can not be keeps the program from starting, in one sentence', () => {
  const faults = (fields: Readonly<Record<string, Field>>): string => {
    const wrong = { ...paper, fields: { ...paper.fields, ...fields } } as unknown as Resource
    return resourceFaults(wrong, new Map([['probe_paper', wrong]]))
      .filter(fault => !fault.includes('employee'))
      .join('\n')
  }
  test.each(['valid_to - current_date', 'valid_to < NOW()', "valid_to > 'today'::date", 'age(valid_to)', 'clock_timestamp() > valid_to'])(
    'computed.sql of %s',
    expression => {
      const said = faults({ isOver: computed.sql(flag('过期', 'Over'), expression) })
      expect(said).toMatch(/^probe_paper\.fields: isOver: computed\.sql names .+: the day is that of the organisation/)
      expect(said.split('\n')).toHaveLength(1)
    },
  )
  test('columns that only sound like it do start', () => {
    const now = computed.sql(flag('现', 'Now'), "now_on > valid_to or name = 'nowhere' or age(a, b) > c or current_dates = 1")
    expect(faults({ now })).toBe('')
  })
  test('of what is no day, and a tab of what is no expiry', () => {
    expect(faults({ expiry: expiry('name') })).toBe('probe_paper.fields: expiry: expiry of name, which is no day that is shown')
    const views = [{ name: 'x', title: ['甲', 'A'] as const, expires: 'name' }]
    const wrong = { ...paper, views } as unknown as Resource
    expect(resourceFaults(wrong, new Map([['probe_paper', wrong]])).join()).toContain('probe_paper.list: views: x: name is no expiry')
  })
  test.each([{ calendarDays: [] as number[] }, { calendarDays: [-7, -7] }, { calendarDays: [0.5] }])(
    'a reminder at %j',
    ({ calendarDays }) => {
      const wrong = reminder('x', ['甲', 'A'], { of: paper, on: 'validTo', by: { calendarDays }, notice: ends })
      expect(() => registryOf([{ ...area, timed: [wrong] }])).toThrow(/days of a date, each once|is no number of days/)
    },
  )
})
