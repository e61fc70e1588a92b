/** Calendar, tree and dependencies of a list; actions with `when`, over a filter, as a task: through their calls. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { choice, date, integer, links, reference, text } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../../test/setup/demo-house.ts'
import { changeEach } from '../batches/change-each.ts'
import { act } from '../calls/verbs.ts'
import type { Area } from '../contract/area.ts'
import { registryOf } from '../registry-of.ts'
import { family } from '../verbs/family.ts'
import { idsOf, list } from '../verbs/verbs.ts'
import { duringDaysMax } from './view-query.ts'

const task = resource('probe_task', {
  type: 'probeTask',
  title: ['任务', 'Task'],
  access: { scope: ownOrganisation },
  fields: {
    name: text('名称', 'Name', { max: 50, filter: 'contains', sort: true }),
    stage: choice('阶段', 'Stage', { todo: [1, '待办', 'To do'], doing: [2, '进行', 'Doing'], done: [3, '完成', 'Done'] }, { default: 1 }),
    startOn: date('开始', 'Start', { optional: true }),
    endOn: date('结束', 'End', { optional: true }),
    progress: integer('进度', 'Progress', { default: 0, min: 0, max: 100 }),
    afterIds: links('前置任务', 'After', 'probe_task', { optional: true }),
    parentId: reference('上级任务', 'Above', 'probe_task', { optional: true }),
  },
  list: {
    sort: { field: 'name', way: 'ASC' },
    shownAs: {
      card: { tags: ['stage'], due: 'endOn' },
      board: { by: 'stage' },
      calendar: { from: 'startOn', to: 'endOn' },
      gantt: { from: 'startOn', to: 'endOn', progress: 'progress', dependsOn: 'afterIds', parent: 'parentId' },
      tree: true,
    },
  },
  record: { tree: 'parentId' },
  storage: { key: ['name'], index: [['orgId', 'startOn', 'endOn'], ['parentId']] },
}) as unknown as Resource

const finished = (context: Parameters<typeof changeEach>[0], ids: string[]) =>
  changeEach(context, task, ids, { stage: 3 }, { verb: 'close' })
const area: Area = {
  name: 'probe',
  title: ['试验', 'Probe'],
  resources: [task],
  routes: {
    ...family('probeTask', task, () => []),
    'POST /probeTask/open': list(task, { where: [{ field: 'stage', condition: 'NE', value: '3' }] }),
    'POST /probeTask/finish': act(
      task,
      { name: 'finish', title: ['完成', 'Finish'], over: 'rows', operation: 6, when: { stage: [1, 2] } },
      (context, ask) => finished(context, idsOf(ask.input['id'], ask.input['ids'])),
    ),
    'POST /probeTask/finishAll': act(
      task,
      { name: 'finishAll', title: ['全部完成', 'Finish all'], over: 'filter', operation: 6, when: { stage: [1, 2] } },
      (context, ask) => finished(context, ask.input['ids'] as string[]),
    ),
    'POST /probeTask/finishLater': act(
      task,
      { name: 'finishLater', title: ['后台完成', 'Finish later'], over: 'rows', operation: 6, when: { stage: [1] }, job: true },
      (context, ask) => finished(context, ask.input['ids'] as string[]),
    ),
  },
}

let h: DemoHouse
let admin: Person
const ids: Record<string, string> = {}
beforeAll(async () => {
  h = await demoHouse([area])
  admin = await signedInAs(h, 'admin')
  const add = async (name: string, values: object = {}): Promise<void> => {
    ids[name] = (await admin.post('/probeTask/insert', { name, ...values })).data.id
  }
  await add('A', { startOn: '2026-01-10', endOn: '2026-03-10' })
  await add('B', { startOn: '2026-02-05', parentId: ids['A'], afterIds: [ids['A']] })
  await add('C', { endOn: '2026-02-20', parentId: ids['B'], afterIds: [ids['B']] })
  await add('D', { startOn: '2026-05-01', endOn: '2026-05-02', parentId: ids['A'] })
  await add('E')
})
afterAll(() => h.close())

const names = async (query: object): Promise<string[]> =>
  (await admin.post('/probeTask/list', query)).data.list.map((row: { name: string }) => row.name)

test('a calendar finds what lies in its days, by one end where there is no other', async () => {
  expect(await names({ during: { from: '2026-02-01', to: '2026-02-28' } })).toEqual(['A', 'B', 'C'])
  expect(await names({ during: { from: '2026-02-06', to: '2026-02-19' } })).toEqual(['A'])
  expect(await names({ during: { from: '2026-05-02', to: '2026-05-02' } })).toEqual(['D'])
  expect(
    await names({ during: { from: '2026-02-01', to: '2026-02-28' }, conditionList: [{ field: 'name', condition: 'EQ', value: 'B' }] }),
  ).toEqual(['B'])
})

test.each([
  [{ from: '1990-01-01', to: '2039-12-31' }, `日历一次最多看 ${duringDaysMax} 天`],
  [{ from: '2026-03-01', to: '2026-02-01' }, '日历的结束日期不能早于开始日期'],
  [{ from: '2026-02-30', to: '2026-03-01' }, ''],
  [{ from: '2026-02-01' }, ''],
  ['2026', ''],
])('a calendar of %j is refused', async (during, message) => {
  const { code, data } = await admin.post('/probeTask/list', { during })
  expect([code, JSON.stringify(data).includes(message)]).toEqual([1002, true])
})

test('a list without calendar and tree says so', async () => {
  for (const query of [{ during: { from: '2026-02-01', to: '2026-02-02' } }, { under: null }])
    expect((await admin.post('/currencySetting/list', query)).code).toBe(1002)
  expect((await admin.post('/probeTask/list', { under: 'x' })).code).toBe(1002)
})

test('a tree shows each record that the query finds once, with how many of them stand below', async () => {
  const level = async (query: object): Promise<unknown[]> =>
    (await admin.post('/probeTask/list', query)).data.list.map((row: { name: string; below: number }) => [row.name, row.below])
  expect(await level({ under: null })).toEqual([
    ['A', 2],
    ['E', 0],
  ])
  expect(await level({ under: ids['A'] })).toEqual([
    ['B', 1],
    ['D', 0],
  ])
  // what the filter leaves: C stands at the top, as its parent is not found; D below A
  const conditionList = [{ field: 'name', condition: 'IN', value: 'A,C,D' }]
  expect(await level({ under: null, conditionList })).toEqual([
    ['A', 1],
    ['C', 0],
  ])
  expect(await level({ under: ids['A'], conditionList })).toEqual([['D', 0]])
})

test('dependencies never run in a circle, also of two writers at once', async () => {
  const circle = await admin.post('/probeTask/update', { id: ids['A'], version: 1, afterIds: [ids['C']] })
  expect([circle.code, JSON.stringify(circle.data).includes('前置任务不能形成循环：')]).toEqual([1002, true])
  const own = await admin.post('/probeTask/update', { id: ids['A'], version: 1, afterIds: [ids['A']] })
  expect([own.code, JSON.stringify(own.data).includes('前置任务不能是自己')]).toEqual([1002, true])
  const both = await Promise.all([
    admin.post('/probeTask/update', { id: ids['D'], version: 1, afterIds: [ids['E']] }),
    admin.post('/probeTask/update', { id: ids['E'], version: 1, afterIds: [ids['D']] }),
  ])
  expect(both.map(one => one.code).toSorted((a, b) => a - b)).toEqual([0, 1002])
})

test('the metadata say which views there are and what they rest on', async () => {
  const { data } = await admin.post('/listField/getByType', { type: 'probeTask' })
  expect(data.shownAs).toMatchObject({
    views: ['table', 'board', 'calendar', 'gantt', 'tree'],
    first: 'table',
    card: { title: 'name', tags: ['stage'], due: 'endOn' },
    board: { by: 'stage', columns: [{ value: 1 }, { value: 2 }, { value: 3 }] },
    tree: { parent: 'parentId' },
  })
})

test('a scheme keeps the view, and one that the list has not is refused', async () => {
  const saved = await admin.post('/ListProfile/saveListProfile', { type: 'probeTask', name: '看板', view: 'board' })
  expect(saved.code).toBe(0)
  const schemes = (await admin.get('/ListProfile/profileList?type=probeTask')).data
  expect(schemes).toMatchObject([{ name: '看板', view: 'board' }])
  expect((await admin.post('/ListProfile/saveListProfile', { type: 'currency', name: '看板', view: 'board' })).code).toBe(1002)
})

test('an action is refused for records of which its condition does not hold, and does nothing to the others', async () => {
  const done = await admin.post('/probeTask/finish', { ids: [ids['E']] })
  expect(done.data).toEqual({ changed: 1 })
  const again = await admin.post('/probeTask/finish', { ids: [ids['E'], ids['D']] })
  expect([again.code, again.msg]).toEqual([1002, '完成：其中 1 条现在不能这样处理，请刷新后再选择'])
  expect((await admin.post('/probeTask/finish', { ids: ['999999'] })).code).toBe(1004)
  const { data } = await admin.post('/probeTask/list', { conditionList: [{ field: 'name', condition: 'EQ', value: 'D' }] })
  expect(data.list[0].stage).toBe(1)
  expect((await admin.post('/probeTask/open', {})).data.total).toBe(4)
})

test('an action over a filter is counted first, and done to so many or to none', async () => {
  const query = { conditionList: [{ field: 'name', condition: 'IN', value: 'B,C,E' }] }
  expect((await admin.post('/probeTask/finishAll', { query, preview: true })).data).toEqual({ total: 2 })
  expect((await admin.post('/probeTask/finishAll', { query })).code).toBe(1002)
  expect((await admin.post('/probeTask/finishAll', { preview: true })).code).toBe(1002)
  const changed = await admin.post('/probeTask/finishAll', { query, expected: 3 })
  expect([changed.code, changed.msg]).toEqual([1009, '符合条件的行数已从 3 变为 2，请重新预览'])
  expect((await admin.post('/probeTask/finishAll', { query, expected: 2 })).data).toEqual({ changed: 2 })
})

test('an action that is a job is ordered by its call', async () => {
  const { data } = await admin.post('/probeTask/finishLater', { ids: [ids['D']] })
  expect(data).toEqual({ taskId: expect.stringMatching(/^\d+$/) })
  const tasks = (await admin.post('/task/query', {})).data.list
  expect(tasks[0]).toMatchObject({ taskId: data.taskId, title: '后台完成任务' })
})

test.each([
  [{ board: { by: 'name' } }, 'has columns by name, which is no choice'],
  [{ board: { by: 'stage', without: [9] } }, 'leaves out 9'],
  [{ calendar: { from: 'name' } }, 'which are not both days'],
  [{ calendar: { from: 'endOn' } }, 'needs an index that begins with endOn'],
  [{ gantt: { from: 'startOn', to: 'endOn', dependsOn: 'parentId' } }, 'links to no records of probe_task'],
  [{ card: { title: 'nothing' } }, 'shows nothing, which its list has not'],
  [{ first: 'gantt' }, 'opens as gantt'],
])('views that hold together keep the program starting, %j does not', (shownAs, words) => {
  const faulty = { ...task, shownAs } as unknown as Resource
  expect(() => registryOf([{ ...area, resources: [faulty], routes: {} }])).toThrow(words)
})
