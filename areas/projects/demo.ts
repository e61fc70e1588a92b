/** Two projects of the demo company on their way, some of it done, some late. Written in sets: taking each step would double the start. */
import { sql } from 'kysely'
import type { Machine } from '#platform/declare/states.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { addDays } from '#platform/format/dates.ts'
import { dayInZone, homeZone, instantInZone, todayOf } from '#platform/format/zones.ts'
import { defined, type DemoPeople, type Context, type Tx } from '#platform/server/area.ts'
import { anyTable, within } from '#platform/server/database.ts'
import { machineOf, statesOf } from '#platform/server/steps.ts'
import { insertEntries, type Entry, addRecord } from '#platform/server/records.ts'
import { demoBlocked, demoProjects, type DemoProject, type DemoRequirement, type DemoTask } from './demo-words.ts'
import { keepAncestors, keepOwn, keepPlans, keepProjects, keepRequirements, keepWaiting } from './keep-figures.ts'
import { releaseNoteOf } from './keep-plans.ts'
import { systemOf } from './keep-tasks.ts'
import { projectPlan } from './plans.ts'
import { project } from './projects.ts'
import { projectRequirement } from './requirements.ts'
import { projectTask } from './tasks.ts'

const requirementWay = ['review', 'schedule', 'develop', 'test', 'accept', 'goLive']
const planWays = { waiting: [], active: ['start'], finished: ['start', 'finish'] } as const

interface Company {
  readonly day: (offset: number) => string
  readonly person: (name: string) => Context
  readonly admin: Context
  /** work orders that requirements came from; each is used once */
  readonly orders: string[]
}

export async function makeProjects({ now, as }: DemoPeople): Promise<void> {
  const first = dayInZone(now.getTime(), homeZone)
  const people = new Map<string, Context>()
  for (const name of new Set(demoProjects.flatMap(({ manager, members }) => [manager, ...members]))) people.set(name, await as(name))
  const admin = await as('admin')
  // as whoever leads the project that they went into sees them
  const orders = await defined(people.get('it'), 'it')
    .db.selectFrom('work_order')
    .innerJoin('work_catalog', 'work_catalog.id', 'work_order.catalog_id')
    .select('work_order.id')
    .where('work_catalog.name', '=', '系统需求')
    .orderBy('work_order.id', 'desc')
    .limit(10)
    .execute()
  const company: Company = {
    day: offset => addDays(first, offset),
    person: name => defined(people.get(name), name),
    admin,
    orders: orders.map(({ id }) => id),
  }
  for (const demo of demoProjects) await makeProject(company, demo)
}

/** A step that was taken then. */
interface Move {
  readonly step: string
  readonly on: string
  readonly by: Context
}

async function makeProject(company: Company, demo: DemoProject): Promise<void> {
  const { day, person } = company
  const manager = person(demo.manager)
  const [from, to] = demo.days
  const at = (offset: number): Context => {
    const instant = new Date(instantOf(day(offset), manager))
    return { ...manager, now: () => instant }
  }
  const ids = await manager.write(async tx => {
    const inside = (offset: number) => within(at(offset), tx)
    const { id } = await addRecord(inside(from), project, {
      name: demo.name,
      managerId: employeeOf(manager),
      memberIds: demo.members.map(name => employeeOf(person(name))),
      startOn: day(from),
      endOn: day(to),
      content: `<p>${demo.content}</p>`,
    })
    await walk(tx, project, id, { name: demo.name }, [{ step: 'start', on: day(from), by: manager }])
    const plans = new Map<string, string>()
    for (const { name, kind, days, state } of demo.plans) {
      const made = await addRecord(inside(from), projectPlan, {
        name,
        projectId: id,
        kind,
        ownerId: employeeOf(manager),
        startOn: day(days[0]),
        endOn: day(days[1]),
      })
      plans.set(name, made.id)
      const moves = planWays[state].map((step, n) => ({ step, on: day(days[n] ?? 0), by: manager }))
      await walk(tx, projectPlan, made.id, { name }, moves)
    }
    const requirements = new Map<string, string>()
    for (const [n, one] of demo.requirements.entries()) {
      const values = {
        title: one.title,
        projectId: id,
        planId: one.plan === undefined ? null : defined(plans.get(one.plan), one.plan),
        priority: one.priority,
        points: one.points,
        ownerId: employeeOf(person(one.owner)),
        workOrderId: one.byOrder ? (company.orders.shift() ?? null) : null,
        content: `<p>${one.content}</p>`,
      }
      const made = await addRecord(inside(from + n), projectRequirement, values)
      requirements.set(one.title, made.id)
      await walk(tx, projectRequirement, made.id, { title: one.title }, wayOf(company, demo, one, n))
    }
    return { id, plans, requirements }
  })
  // the system's own transaction: tasks are read back through its door
  await company.admin.write(async tx => makeTasks(company, tx, demo, ids))
}

function wayOf({ day, person }: Company, demo: DemoProject, { steps, owner, plan }: DemoRequirement, n: number): Move[] {
  const names = steps === 'suspended' ? ['review', 'schedule', 'suspend'] : requirementWay.slice(0, steps)
  const [from, to] = demo.plans.find(one => one.name === plan)?.days ?? [demo.days[0] + n, demo.days[0] + n + 5]
  const last = Math.min(to, 0)
  // decided before the plan begins, live on its last day
  return names.map((step, at) => ({
    step,
    on: day(at < 2 ? Math.min(from, last) : Math.round(from + ((last - from) * (at - 1)) / Math.max(1, names.length - 2))),
    by: person(owner),
  }))
}

const employeeOf = ({ caller }: Context): string => defined(caller.employeeId, caller.name)
/** In the morning of that day, and never later than now: the trail holds nothing that is still to come. */
const instantOf = (on: string, { now }: Pick<Context, 'now'>, minutes = 0): number =>
  Math.min(instantInZone(on, '10:00:00', homeZone) + minutes * 60_000, now().getTime())

/** The record as these moves leave it, and their entries in the trail. */
async function walk(tx: Tx, r: Resource, id: string, shown: Readonly<Record<string, unknown>>, moves: readonly Move[]): Promise<void> {
  const m: Machine = machineOf(r)
  const codes = new Map(statesOf(r, m).map(({ name, code }) => [name, code]))
  const codeAfter = (n: number): number => (n < 0 ? 1 : defined(codes.get(m.steps[moves[n]?.step ?? '']?.to ?? ''), 'a state'))
  const last = moves.at(-1)
  if (last === undefined) return
  const isEnded = last.step === 'finish' && r.table !== 'project'
  await anyTable(tx)
    .updateTable(r.table)
    .set({
      state: codeAfter(moves.length - 1),
      version: moves.length + 1,
      ...(isEnded ? { finished_on: last.on, due_on: null } : {}),
      ...(last.step === 'goLive' ? { live_on: last.on } : {}),
    })
    .where('id', '=', id)
    .execute()
  await insertEntries(
    tx,
    moves.map(({ step, on, by }, n): Entry => ({
      org_id: by.caller.orgId,
      at: new Date(instantOf(on, by, n)).toISOString(),
      account_id: by.caller.accountId,
      account_name: by.caller.name,
      subject: r.table,
      record_id: id,
      verb: step,
      before: JSON.stringify({ id, ...shown, state: codeAfter(n - 1), version: n + 1 }),
      after: JSON.stringify({ id, ...shown, state: codeAfter(n), version: n + 2 }),
      address: null,
      via: null,
      request_id: null,
      note: step === 'block' ? demoBlocked : null,
    })),
  )
}

interface Made {
  readonly id: string
  readonly plans: ReadonlyMap<string, string>
  readonly requirements: ReadonlyMap<string, string>
}

async function makeTasks(company: Company, tx: Tx, demo: DemoProject, made: Made): Promise<void> {
  const { day, person, admin } = company
  const system = await systemOf(admin, tx)
  const ids = new Map<string, string>()
  for (const task of demo.tasks) {
    const moves = movesOf(company, task)
    const isFinished = task.done === 100
    const row = await tx
      .insertInto('project_task')
      .values({
        org_id: admin.caller.orgId,
        title: task.title,
        project_id: made.id,
        require_id: task.of === undefined ? null : defined(made.requirements.get(task.of), task.of),
        parent_id: task.below === undefined ? null : defined(ids.get(task.below), task.below),
        assignee_id: employeeOf(person(task.who)),
        start_on: day(task.days[0]),
        end_on: day(task.days[1]),
        estimate_hours: String(task.hours),
        spent_hours: String(task.spent ?? 0),
        progress: String(task.done ?? 0),
        predecessor_ids: linked(ids, task.after),
        start_with_ids: linked(ids, task.startWith),
        finished_on: isFinished ? day(task.days[1]) : null,
        blocked_by: task.is === 'blocked' ? demoBlocked : null,
        created_by: person(demo.manager).caller.accountId,
        created_at: new Date(instantOf(day(demo.days[0]), admin)).toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const id = String(row['id'])
    ids.set(task.title, id)
    await walk(tx, projectTask, id, { title: task.title }, moves)
  }
  const all = [...ids.values()]
  const parents = [...new Set(demo.tasks.flatMap(({ below }) => (below === undefined ? [] : [defined(ids.get(below), below)])))]
  await keepOwn(system, all)
  for (const { id, follows } of await keepAncestors(system, parents))
    await tx
      .updateTable('project_task')
      .set({ state: follows, finished_on: follows === 4 ? sql`end_on` : null })
      .where('id', '=', id)
      .execute()
  await keepOwn(system, parents)
  await keepRequirements(system, [...made.requirements.values()])
  // adding the requirements has noted that nothing was to be done
  await tx
    .deleteFrom('project_plan_day')
    .where('plan_id', 'in', [...made.plans.values()])
    .execute()
  await keepPlans(system, [...made.plans.values()], todayOf(admin))
  await keepProjects(system, [made.id], todayOf(admin))
  for (const { name, kind, state } of demo.plans) {
    const planId = defined(made.plans.get(name), name)
    if (kind === 3 && state === 'finished')
      await tx
        .updateTable('project_plan')
        .set({ release_note: await releaseNoteOf(system.db, planId) })
        .where('id', '=', planId)
        .execute()
  }
  await keepWaiting(system, all)
  await makeDays(company, tx, demo, made)
}

const linked = (ids: ReadonlyMap<string, string>, titles: readonly string[] | undefined): string[] | null =>
  titles === undefined ? null : titles.map(title => defined(ids.get(title), title))

function movesOf({ day, person }: Company, { who, days, done = 0, is }: DemoTask): Move[] {
  const by = person(who)
  const begun: Move[] = done > 0 || is !== undefined ? [{ step: 'start', on: day(Math.min(days[0], 0)), by }] : []
  const on = day(Math.min(days[1], -1))
  if (done === 100) return [...begun, { step: 'finish', on, by }]
  return is === undefined ? begun : [...begun, { step: is === 'testing' ? 'submit' : 'block', on, by }]
}

/** What was left day by day before today, of the project and of each plan. */
async function makeDays({ day, admin }: Company, tx: Tx, demo: DemoProject, made: Made): Promise<void> {
  const leaves = demo.tasks.filter(task => !demo.tasks.some(other => other.below === task.title))
  const planOf = (task: DemoTask) => demo.requirements.find(one => one.title === task.of)?.plan
  const rowsOf = (tasks: readonly DemoTask[], from: number) => {
    const changes = new Set([from, ...tasks.flatMap(({ done = 0, days }) => (done > 0 ? [Math.min(days[1], -1)] : []))])
    const total = tasks.reduce((sum, { hours }) => sum + hours, 0)
    return [...changes]
      .filter(offset => offset < 0)
      .map(offset => ({
        org_id: admin.caller.orgId,
        on_day: day(offset),
        estimate_hours: String(total),
        done_hours: String(
          tasks.reduce((sum, { hours, done = 0, days }) => sum + (Math.min(days[1], -1) <= offset ? (hours * done) / 100 : 0), 0),
        ),
      }))
  }
  const ofProject = rowsOf(leaves, demo.days[0]).map(row => ({ ...row, project_id: made.id }))
  const ofPlans = demo.plans.flatMap(({ name, days }) =>
    rowsOf(
      leaves.filter(task => planOf(task) === name),
      days[0],
    ).map(row => ({ ...row, plan_id: defined(made.plans.get(name), name) })),
  )
  await tx.insertInto('project_day').values(ofProject).execute()
  if (ofPlans.length > 0) await tx.insertInto('project_plan_day').values(ofPlans).execute()
}
