/** What holds for projects: a gate is passed with all that it asks for and under no forbidding check; entering one lists what it asks. */
import { codesOf } from '#platform/declare/codes.ts'
import type { RowOf } from '#platform/declare/resource.ts'
import { listed, sentence, type Sentence } from '#platform/declare/sentence.ts'
import { addDays, daysBetween } from '#platform/format/dates.ts'
import { todayOf } from '#platform/format/zones.ts'
import { refuse, type Context } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { change, create, createEach, followerOf, setDerived } from '#platform/server/records.ts'
import { forbidding } from './checks.ts'
import { verdicts } from './check-tables.ts'
import { deliverableStates, projectGates, proofs, rdDeliverable, rdGateStay, rdProject } from './project-tables.ts'
import { sampleResults, rdTest } from './sample-tables.ts'

type Project = RowOf<typeof rdProject>
type Deliverable = RowOf<typeof rdDeliverable>
const { production, stopped } = codesOf(projectGates)
const states = codesOf(deliverableStates)
const stays = codesOf(rdGateStay.fields.ended.choices)
/** no line, stay or template is of a stopped project */
const asGate = (gate: Project['gate']): Deliverable['gate'] => gate as Deliverable['gate']
const isOpen = (state: number): boolean => state === states.open || state === states.working
/** what is told of open lines */
const namesMax = 5

/** Whoever passes a gate and whoever changes what it asks for go one after the other. */
export const holdProjects = (server: Context, ids: readonly string[]) =>
  server.db.selectFrom('rd_project').select(['id', 'gate', 'no']).where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()

export const followProjects = followerOf(rdProject, async (context, tx, changes) => {
  const server = await inServersName(context, tx, 'gates of a research project')
  for (const { id, before, after } of changes) {
    if (after === null || before?.gate === after.gate) continue
    if (before !== null && after.gate === before.gate + 1 && after.gate !== stopped) await refuseUnready(server, id, before)
    // the day of whoever passes it
    const today = todayOf(context)
    if (before !== null) await endStay(server, { id, today, next: after.gate }, before)
    if (after.gate !== stopped) await enter(server, { id, today }, after)
  }
})

/** Names what is open, and the check that forbids it. */
async function refuseUnready(server: Context, id: string, { gate, productId, marketCodes }: Project): Promise<void> {
  const rows = await server.db
    .selectFrom('rd_deliverable')
    .select(['name', 'state', 'required'])
    .where('project_id', '=', id)
    .where('gate', '=', asGate(gate))
    .orderBy('id')
    .execute()
  if (rows.length === 0) throw refuse.rule(sentence`这个关口没有交付项，请先配置阶段模板，或在项目里添加`)
  const open = rows.filter(one => one.required && isOpen(one.state))
  if (open.length > 0)
    throw refuse.rule(sentence`还有 ${open.length} 项必交没有完成：${listed(open.slice(0, namesMax).map(one => one.name))}`)
  const found = await forbidding(server, { projectId: id, productId, markets: marketCodes ?? [] })
  if (found !== null) throw refuse.rule(sentence`侵权排查 ${found} 的结论是禁止，不能过关；重新排查并审核通过后再评审`)
}

interface Entering {
  readonly id: string
  readonly today: string
}
async function endStay(server: Context, { id, today, next }: Entering & { readonly next: number }, { gate }: Project): Promise<void> {
  const rows = await server.db
    .selectFrom('rd_gate_stay')
    .select(['id', 'entered_on as enteredOn', 'left_on as leftOn'])
    .where('project_id', '=', id)
    .where('gate', '=', asGate(gate))
    .orderBy('id', 'desc')
    .execute()
  const [stay] = rows
  if (stay === undefined || stay.leftOn !== null) return
  const hasPassed = next !== stopped && next > gate
  await change(server, rdGateStay, stay.id, {
    leftOn: today,
    ended: hasPassed ? stays.passed : next === stopped ? stays.stopped : stays.back,
    days: daysBetween(stay.enteredOn, today),
    leaves: 1,
    passes: hasPassed ? 1 : 0,
    firstTry: hasPassed && rows.length === 1 ? 1 : 0,
  })
}

/** A gate opens: since today, with the lines of its template that are not there yet. */
async function enter(server: Context, { id: projectId, today }: Entering, { gate, managerId, categoryId }: Project): Promise<void> {
  await create(server, rdGateStay, { projectId, gate, enteredOn: today, managerId })
  const template = await server.db
    .selectFrom('gate_template')
    .select(['name', 'proof', 'required', 'days', 'category_id as categoryId'])
    .where('gate', '=', asGate(gate))
    .where(eb => eb.or([eb('category_id', 'is', null), eb('category_id', '=', categoryId)]))
    .orderBy('sort')
    .orderBy('id')
    .execute()
  const own = template.filter(one => one.categoryId !== null)
  const there = await server.db
    .selectFrom('rd_deliverable')
    .select('name')
    .where('project_id', '=', projectId)
    .where('gate', '=', asGate(gate))
    .execute()
  const had = new Set(there.map(one => one.name))
  await createEach(
    server,
    rdDeliverable,
    (own.length > 0 ? own : template)
      .filter(({ name }) => !had.has(name) && had.add(name))
      .map(({ name, proof, required, days }) => ({
        projectId,
        gate,
        name,
        proof,
        required,
        ownerId: managerId,
        dueOn: addDays(today, days),
      })),
  )
  await count(server, [projectId])
  await setDerived(server, rdProject, [{ id: projectId, gateOn: today }])
}

/** What is open and required of the gate that each project is in. */
async function count(server: Context, ids: readonly string[]): Promise<void> {
  const rows = await server.db
    .selectFrom('rd_project as p')
    .leftJoin('rd_deliverable as d', join =>
      join.onRef('d.project_id', '=', 'p.id').onRef('d.gate', '=', 'p.gate').on('d.required', '=', true).on('d.state', '<', states.done),
    )
    .select(({ fn }) => ['p.id', fn.count<string>('d.id').as('open')])
    .where('p.id', 'in', ids)
    .groupBy('p.id')
    .orderBy('p.id')
    .execute()
  await setDerived(
    server,
    rdProject,
    rows.map(({ id, open }) => ({ id, openRequired: Number(open) })),
  )
}

/** Deliverables of a gate that was passed stay; one is done with the proof that it asks for. */
export const followDeliverables = followerOf(rdDeliverable, async (context, tx, changes) => {
  const server = await inServersName(context, tx, 'deliverables of a research project')
  const ids = [...new Set(changes.map(({ before, after }) => (after ?? before)?.projectId ?? ''))]
  const projects = new Map((await holdProjects(server, ids)).map(row => [row.id, row]))
  for (const { before, after } of changes) {
    const row = after ?? before
    const project = projects.get(row?.projectId ?? '')
    if (row === null || project === undefined) continue
    if (project.gate >= production) throw refuse.rule(sentence`项目 ${project.no ?? ''} 已量产或终止，交付项不能修改`)
    if (row.gate < project.gate) throw refuse.rule(sentence`“${row.name}”的关口已经通过，不能修改；先把项目退回这个关口`)
    if (after?.state === states.done && before?.state !== states.done) {
      const missing = await lacking(server, after, todayOf(context))
      if (missing !== null) throw refuse.rule(missing)
    }
  }
  await count(server, ids)
})

async function lacking(
  server: Context,
  { name, proof, files, sampleId, testId, checkId }: Deliverable,
  today: string,
): Promise<Sentence | null> {
  if (proof === proofs.files[0]) return (files?.length ?? 0) > 0 ? null : sentence`“${name}”请先上传文件`
  if (proof === proofs.sample[0]) {
    const one =
      sampleId === null ? undefined : await server.db.selectFrom('sample').select('result').where('id', '=', sampleId).executeTakeFirst()
    return one?.result === sampleResults.good[0] ? null : sentence`“${name}”要有判定合格的样品，请选择样品`
  }
  if (proof === proofs.test[0]) {
    const one =
      testId === null ? undefined : await server.db.selectFrom('rd_test').select('verdict').where('id', '=', testId).executeTakeFirst()
    return one?.verdict === rdTest.fields.verdict.choices.good[0] ? null : sentence`“${name}”要有判定合格的测试，请选择测试`
  }
  const one =
    checkId === null
      ? undefined
      : await server.db
          .selectFrom('infringement_check')
          .select(['verdict', 'valid_to'])
          .where('id', '=', checkId)
          .where('state', '=', 2)
          .executeTakeFirst()
  const isGood = one !== undefined && one.verdict !== verdicts.forbidden[0] && (one.valid_to ?? '') >= today
  return isGood ? null : sentence`“${name}”要有已审核、在有效期内、结论不是禁止的侵权排查，请选择排查单`
}
