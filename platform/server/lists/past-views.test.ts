/** Tabs of what is past (`views: [{ past }]`): an instant that has gone by, and a day before today by the clock of the organisation. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { date, dateTime, text } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import type { Area } from '../contract/area.ts'
import { withHouseAreas } from '../open-house.ts'
import { registryOf } from '../registry-of.ts'
import { family } from '../verbs/family.ts'

const chore = resource('probe_chore', {
  type: 'probeChore',
  title: ['杂务', 'Chore'],
  access: { scope: ownOrganisation },
  fields: {
    name: text('名称', 'Name', { max: 50, sort: true }),
    dueOn: date('截止日期', 'Due on', { optional: true, filter: 'range' }),
    dueAt: dateTime('截止时间', 'Due at', { optional: true, filter: 'range', due: true }),
  },
  list: {
    sort: { field: 'name', way: 'ASC' },
    views: [
      { name: 'lateDay', title: ['已过日期', 'Day is past'], past: 'dueOn' },
      { name: 'lateInstant', title: ['已过时间', 'Instant is past'], past: 'dueAt' },
    ],
  },
  storage: { key: ['name'] },
}) as unknown as Resource
const area: Area = { name: 'probe', title: ['试验', 'Probe'], resources: [chore], routes: family('probeChore', chore, () => []) }

let h: DemoHouse
let admin: Person
beforeAll(async () => {
  h = await demoHouse([area])
  admin = await signedInAs(h, 'admin')
  const rows = [
    { name: 'A', dueOn: '2026-11-20', dueAt: '2026-11-21T00:29:59+08:00' },
    { name: 'B', dueOn: '2026-11-21', dueAt: '2026-11-21T00:30:00+08:00' },
    { name: 'C', dueOn: '2026-11-22', dueAt: '2026-11-21T00:30:01+08:00' },
    { name: 'D' },
  ]
  for (const row of rows) await admin.post('/probeChore/insert', row)
})
afterAll(() => h.close())
async function zone(name: string): Promise<void> {
  await h.db.updateTable('organisation').set({ zone: name }).where('id', '=', h.demo.organisationIds[0]!).execute()
  h.house.rights.forget?.()
}
beforeEach(() => zone('Asia/Shanghai'))

/** What the tab finds, by the conditions that the server says it has. */
async function found(tab: string): Promise<string[]> {
  const { data: list } = await admin.post('/listField/getByType', { type: 'probeChore' })
  const tabs = list.tabs as { profileId: string; conditionList: object[] }[]
  const conditionList = tabs.find(one => one.profileId === tab)?.conditionList
  expect(conditionList).toHaveLength(1)
  const { data } = await admin.post('/probeChore/list', { conditionList })
  return data.list.map((row: { name: string }) => row.name)
}
/** A session ends after some hours. */
async function at(instant: string): Promise<void> {
  h.clock.now = new Date(instant)
  admin = await signedInAs(h, 'admin')
}

test('an instant is past once it has gone by, wherever the organisation is; what has none is never late', async () => {
  await at('2026-11-21T00:30:00+08:00')
  expect(await found('lateInstant')).toEqual(['A'])
  await zone('Europe/London')
  expect(await found('lateInstant')).toEqual(['A'])
  await at('2026-11-21T00:31:00+08:00')
  expect(await found('lateInstant')).toEqual(['A', 'B', 'C'])
})

test('a day is past when the next one has begun where the organisation is', async () => {
  await at('2026-11-21T00:30:00+08:00')
  expect(await found('lateDay')).toEqual(['A'])
  await at('2026-11-21T23:59:59+08:00')
  expect(await found('lateDay')).toEqual(['A'])
  await at('2026-11-22T00:00:00+08:00')
  expect(await found('lateDay')).toEqual(['A', 'B'])
  await zone('Europe/London')
  expect(await found('lateDay')).toEqual(['A'])
})

const late = [...registryOf(withHouseAreas(areas)).resources.values()].flatMap(r =>
  (r.views ?? []).flatMap(view => ('past' in view ? [[r.table, r, view.past] as const] : [])),
)
test.each(late)('the tab of %s compares a day or an instant', (_table, r, name) => {
  expect(['date', 'dateTime']).toContain(r.fields[name]?.kind)
})
