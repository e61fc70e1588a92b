/** Figures kept with each change, against adding up all tasks anew with whole numbers. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '#areas/admin/index.ts'
import { workOrders } from '#areas/work-orders/index.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { projects } from './index.ts'

let h: DemoHouse
let admin: Person
beforeAll(async () => {
  h = await demoHouse([workOrders, projects])
  admin = await signedInAs(h, 'admin')
})
afterAll(() => h.close())

const days = { startOn: '2026-11-02', endOn: '2026-12-31' }
const added = async (path: string, values: object): Promise<string> => {
  const answer = await admin.post(path, values)
  if (answer.code !== 0) throw new Error(`${path}: ${answer.msg} ${JSON.stringify(answer.data)}`)
  return answer.data.id
}

interface Kept {
  readonly estimate: bigint
  readonly done: bigint
}
type Columns = { readonly estimate_hours: string; readonly done_hours: string; readonly progress: string }
/** a decimal as millionths */
const millionths = (text: string): bigint => {
  const [whole = '0', part = ''] = text.split('.')
  return BigInt(whole) * 1_000_000n + BigInt(part.padEnd(6, '0').slice(0, 6))
}
const sum = (of: readonly Kept[]): Kept =>
  of.reduce((all, one) => ({ estimate: all.estimate + one.estimate, done: all.done + one.done }), { estimate: 0n, done: 0n })
/** per cent with two places, cut off */
const progressOf = ({ estimate, done }: Kept): string => {
  const hundredths = estimate === 0n ? 0n : (done * 10_000n) / estimate
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`
}

test('after any changes the sums are those of the leaves, to the last place', async () => {
  const chance = seededRandom(7)
  const managerId = String(
    (
      await h.db
        .selectFrom('employee')
        .select('id')
        .where('org_id', '=', h.demo.organisationIds[0] as string)
        .orderBy('id')
        .executeTakeFirstOrThrow()
    ).id,
  )
  const projectId = await added('/Project/insert', { name: '随机', managerId, ...days })
  const plans = [
    await added('/ProjectPlan/insert', { projectId, name: '甲', ...days }),
    await added('/ProjectPlan/insert', { projectId, name: '乙', ...days }),
  ]
  const requirements: string[] = []
  for (let n = 0; n < 3; n += 1)
    requirements.push(await added('/ProjectRequire/insert', { projectId, title: `需求${n}`, planId: plans[n % 2] }))
  const tasks: string[] = []
  const hours = (): string => `${1 + chance.below(40)}.${String(chance.below(100)).padStart(2, '0')}`
  for (let n = 0; n < 100; n += 1) {
    const id = chance.of(tasks.length > 0 ? tasks : [''])
    const requireId = chance.below(4) === 0 ? null : chance.of(requirements)
    const row = id === '' ? null : (await admin.get(`/ProjectTask/query/${id}`)).data
    const edit = (path: string, values: object) => admin.post(path, { id, version: row.version, ...values })
    // some are refused (a parent's own hours, a task that was finished): then nothing may have changed either
    switch (row === null ? 0 : chance.below(12)) {
      case 1:
        await edit('/ProjectTask/update', { progress: `${chance.below(100)}.${chance.below(100)}` })
        break
      case 2:
        await edit('/ProjectTask/update', { estimateHours: hours() })
        break
      case 3:
        await edit('/ProjectTask/update', { parentId: chance.below(3) === 0 ? null : chance.of(tasks) })
        break
      case 4:
        await edit('/ProjectTask/update', { requireId })
        break
      case 5:
        await admin.post('/ProjectTask/updateState', { id, state: 1 + chance.below(5), blockedBy: 'x', left: '12.5', reason: 'x' })
        break
      case 6: {
        const require = (await admin.get(`/ProjectRequire/query/${chance.of(requirements)}`)).data
        await admin.post('/ProjectRequire/update', { id: require.id, version: require.version, planId: [null, ...plans][chance.below(3)] })
        break
      }
      case 7:
        if ((await admin.post(`/ProjectTask/delete/${id}`)).code === 0) tasks.splice(tasks.indexOf(id), 1)
        break
      default:
        tasks.push(await added('/ProjectTask/insert', { projectId, requireId, title: `任务${n}`, estimateHours: hours(), ...days }))
    }
    if (n % 6 === 5) await check(projectId)
  }
  expect(tasks.length).toBeGreaterThan(8)
}, 60_000)

async function check(projectId: string): Promise<void> {
  const tasks = await h.db.selectFrom('project_task').selectAll().where('project_id', '=', projectId).execute()
  const requirements = await h.db.selectFrom('project_require').selectAll().where('project_id', '=', projectId).execute()
  const plans = await h.db.selectFrom('project_plan').selectAll().where('project_id', '=', projectId).execute()
  const project = (await admin.get(`/Project/get/${projectId}`)).data
  const ownOf = (task: (typeof tasks)[number]): Kept => ({
    estimate: millionths(task.estimate_hours),
    done: (millionths(task.estimate_hours) * millionths(task.progress)) / 100_000_000n,
  })
  const leavesOf = (task: (typeof tasks)[number]): readonly (typeof tasks)[number][] => {
    const below = tasks.filter(one => one.parent_id === task.id)
    return below.length === 0 ? [task] : below.flatMap(leavesOf)
  }
  const leaves = tasks.filter(task => tasks.every(one => one.parent_id !== task.id))
  const told = (row: Columns) => [millionths(row.estimate_hours), millionths(row.done_hours), row.progress]
  const wanted = (kept: Kept) => [kept.estimate, kept.done, progressOf(kept)]
  const columns = (row: { estimateHours: string; doneHours: string; progress: string }): Columns => ({
    estimate_hours: row.estimateHours,
    done_hours: row.doneHours,
    progress: row.progress,
  })
  for (const task of tasks) {
    const of = leavesOf(task)
    const kept = sum(of.map(ownOf))
    expect([task.title, ...told(task)]).toEqual([task.title, kept.estimate, kept.done, of[0] === task ? task.progress : progressOf(kept)])
    expect([task.title, task.is_parent]).toEqual([task.title, of[0] !== task])
    expect([task.title, task.state === 4]).toEqual([task.title, Number(task.progress) === 100])
  }
  for (const one of requirements) expect(told(one)).toEqual(wanted(sum(leaves.filter(task => task.require_id === one.id).map(ownOf))))
  for (const one of plans) {
    const inside = new Set(requirements.filter(r => r.plan_id === one.id).map(r => r.id))
    expect(told(one)).toEqual(wanted(sum(leaves.filter(task => inside.has(task.require_id ?? '')).map(ownOf))))
    expect(tasks.filter(task => task.plan_id === one.id).length).toBe(tasks.filter(task => inside.has(task.require_id ?? '')).length)
  }
  expect(told(columns(project))).toEqual(wanted(sum(leaves.map(ownOf))))
}
