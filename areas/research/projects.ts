/** What holds for projects: a gate is passed with all that it asks for and under no forbidding check; entering one lists what it asks. */
import { codesOf } from '#platform/declare/codes.ts'
import type { RowOf } from '#platform/declare/resource.ts'
import { listed, sentence, type Sentence } from '#platform/declare/sentence.ts'
import { addDays, daysBetween } from '#platform/format/dates.ts'
import { todayOf } from '#platform/format/zones.ts'
import { refuse, type Context } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { change, create, createEach, followerOf, setDerived } from '#platform/server/records.ts'
import { rolledCosts } from '#areas/production/index.ts'
import { certificateStates, contractStates } from '#areas/contracts/index.ts'
import { keepBans } from './bans.ts'
import { bringManager } from './managers.ts'
import { forbidding } from './checks.ts'
import { infringementCheck, verdicts } from './check-tables.ts'
import { deliverableStates, projectGates, proofs, rdDeliverable, rdGateStay, rdProject } from './project-tables.ts'
import { sampleResults, rdTest } from './sample-tables.ts'

type Project = RowOf<typeof rdProject>
type Deliverable = RowOf<typeof rdDeliverable>
const { production, stopped } = codesOf(projectGates)
const states = codesOf(deliverableStates)
const checkStates = codesOf(infringementCheck.fields.state.choices)
const validCertificates: readonly number[] = [certificateStates.valid[0], certificateStates.renewing[0]]
const signedContracts: readonly number[] = [contractStates.running[0], contractStates.done[0]]
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
    if (before !== null && after !== null && before.managerId !== after.managerId) await bringManager(server, tx, id, after.managerId)
    if (after === null || before?.gate === after.gate) continue
    if (before !== null && after.gate === before.gate + 1 && after.gate !== stopped) await refuseUnready(server, id, before)
    // the day of whoever passes it
    const today = todayOf(context)
    if (before !== null) await endStay(server, { id, today, next: after.gate }, before)
    if (after.gate !== stopped) await enter(server, { id, today }, after)
  }
  const priced = changes.filter(({ before, after }) => after !== null && before?.productId !== after.productId)
  await keepBans(
    server,
    tx,
    priced.flatMap(({ before, after }) => [before?.productId, after?.productId].filter(one => typeof one === 'string')),
  )
  await setBomCosts(
    server,
    priced.flatMap(({ id, after }) => (after === null ? [] : [{ id, productId: after.productId }])),
  )
})

/** What the product of each costs by its bill today; null: it has no product or no bill, or a part has no cost. */
export async function setBomCosts(
  server: Context,
  projects: readonly { readonly id: string; readonly productId: string | null }[],
): Promise<void> {
  const products = projects.flatMap(one => one.productId ?? [])
  const costs =
    products.length === 0 ? new Map<string, string>() : await rolledCosts(server.db, server.caller.orgId, todayOf(server), products)
  await setDerived(
    server,
    rdProject,
    projects.map(({ id, productId }) => ({ id, bomCost: costs.get(productId ?? '') ?? null })),
  )
}

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

/** What a deliverable lacks to be done; null: nothing. */
async function lacking({ db }: Context, row: Deliverable, today: string): Promise<Sentence | null> {
  const { name, proof, files, sampleId, testId, checkId, certificateId, contractId } = row
  const one = async <T>(found: Promise<T | undefined>, isGood: (of: T) => boolean): Promise<boolean> => {
    const of = await found
    return of !== undefined && isGood(of)
  }
  const until = (day: string | null): boolean => day === null || day >= today
  if (proof === proofs.files[0]) return (files?.length ?? 0) > 0 ? null : sentence`“${name}”请先上传文件`
  if (proof === proofs.sample[0]) {
    const found = db.selectFrom('sample').select('result').where('id', '=', sampleId).executeTakeFirst()
    return (await one(found, of => of.result === sampleResults.good[0])) ? null : sentence`“${name}”要有判定合格的样品，请选择样品`
  }
  if (proof === proofs.test[0]) {
    const found = db.selectFrom('rd_test').select('verdict').where('id', '=', testId).executeTakeFirst()
    const good = rdTest.fields.verdict.choices.good[0]
    return (await one(found, of => of.verdict === good)) ? null : sentence`“${name}”要有判定合格的测试，请选择测试`
  }
  if (proof === proofs.certificate[0]) {
    const found = db.selectFrom('certificate').select(['state', 'valid_to']).where('id', '=', certificateId).executeTakeFirst()
    const isValid = await one(found, of => validCertificates.includes(of.state) && until(of.valid_to))
    return isValid ? null : sentence`“${name}”要有有效的证照，请选择证照`
  }
  if (proof === proofs.contract[0]) {
    const found = db.selectFrom('contract').select('state').where('id', '=', contractId).executeTakeFirst()
    return (await one(found, of => signedContracts.includes(of.state))) ? null : sentence`“${name}”要有已签署的合同，请选择合同`
  }
  const found = db
    .selectFrom('infringement_check')
    .select(['verdict', 'valid_to'])
    .where('id', '=', checkId)
    .where('state', '=', checkStates.audited)
    .executeTakeFirst()
  const isGood = await one(found, of => of.verdict !== verdicts.forbidden[0] && (of.valid_to ?? '') >= today)
  return isGood ? null : sentence`“${name}”要有已审核、在有效期内、结论不是禁止的侵权排查，请选择排查单`
}
