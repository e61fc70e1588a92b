/** One action on one approval: under the lock of its row, the engine decides, then everything is written in the same transaction. */
import type { Wording } from '#platform/declare/sentence.ts'
import { inChinese, toStored } from '#platform/declare/sentence.ts'
import type { Row } from '#platform/declare/wire.ts'
import type { FlowCondition } from '#platform/declare/flow.ts'
import { stepOf } from '#platform/format/flow-graph.ts'
import type { Context, Tx } from '#platform/server/area.ts'
import { anyTable } from '#platform/server/database.ts'
import { keyOfRowId, byKey } from '#platform/server/lists.ts'
import { sql } from 'kysely'
import { copyTo, tellTodo, writeEffects, writeInstance, type Given, type Writing } from './apply.ts'
import { conditionsHold, type Facts } from './engine/conditions.ts'
import { run } from './engine/run.ts'
import type { Action, Effect, EngineState } from './engine/state.ts'
import { factsOf, figuresOf, labelIn, recordNow, type Instance } from './load.ts'
import { tellPeople } from './notices.ts'
import { approversOf, Organisation } from './people.ts'
import { forApplicant, perform } from './perform.ts'
import { note } from './apply.ts'
import { refusalOf } from './words.ts'

export interface Acted {
  readonly engine: EngineState
  readonly effects: readonly Effect[]
  readonly organisation: Organisation
  readonly row: Row
  readonly facts: Facts
}

/** The record, and all that conditions ask for. */
export async function factsNow(context: Context, instance: Instance, organisation: Organisation) {
  const row = await recordNow(context, instance)
  const dept = (await organisation.people([instance.applicantId])).get(instance.applicantId)?.deptId ?? ''
  return { row, facts: factsOf(row, instance.matter, instance.applicantId, dept) }
}

/** The engine asks for the people of a step when it gets there; it is pure, so it is simply run again. */
export async function decide(
  instance: Instance,
  engine: EngineState,
  action: Action,
  facts: Facts,
  organisation: Organisation,
): Promise<{ engine: EngineState; effects: readonly Effect[] }> {
  const people = new Map<string, readonly string[]>()
  for (;;) {
    const outcome = run(instance.flow, engine, action, {
      holds: conditions => conditionsHold(facts, conditions as readonly FlowCondition[] | undefined),
      people,
    })
    if ('refused' in outcome) throw await refusalOf(outcome.refused, instance.flow, organisation)
    if (!('needs' in outcome)) return { engine: outcome.state, effects: outcome.effects }
    for (const node of outcome.needs) {
      const words = stepOf(instance.flow, node)?.approvers ?? []
      people.set(node, await approversOf({ organisation, flow: instance.flow, facts, applicantId: instance.applicantId }, words))
    }
  }
}

/** The record stays as it is while its approval moves: no edit slips in between. */
export async function holdRecord(tx: Tx, { resource: r, recordId }: Instance): Promise<void> {
  const key = recordId === null ? null : keyOfRowId(r, recordId)
  if (key === null) return
  await anyTable(tx.withoutPlugins())
    .selectFrom(r.table)
    .select(sql<number>`1`.as('one'))
    .where(byKey(r, key))
    .forUpdate()
    .executeTakeFirst()
}

/** The record and its organisation, read under the lock. */
export type Now = Pick<Acted, 'organisation' | 'row' | 'facts'>

async function readNow(context: Context, tx: Tx, instance: Instance): Promise<Now> {
  const organisation = new Organisation(context, tx)
  return { organisation, ...(await factsNow(context, instance, organisation)) }
}

/** Decides, writes, and where the approval is over does what was asked for. `now`: what the caller has read in this transaction. */
export async function act(context: Context, tx: Tx, instance: Instance, action: Action, given: Given = {}, now?: Now): Promise<Acted> {
  const { organisation, row, facts } = now ?? (await readNow(context, tx, instance))
  const { engine, effects } = await decide(instance, instance.engine, action, facts, organisation)
  const writing: Writing = { context, tx, instance, organisation }
  await writeEffects(writing, effects, given)
  const changed: { record_id?: string } = {}
  if (engine.state === 'passed') {
    // over first: what is done now is locked by nothing any more
    await writeInstance(writing, engine)
    const made = await finish(writing)
    if (instance.recordId === null && made !== null) changed.record_id = made
  }
  await writeInstance(writing, engine, changed)
  if (changed.record_id !== undefined)
    await tx.updateTable('approval_task').set({ record_id: changed.record_id }).where('instance_id', '=', instance.id).execute()
  await tellTodo(writing, effects)
  if (engine.state === 'passed') await tellPassed({ ...writing, instance: { ...instance, engine } }, row, facts)
  return { engine, effects, organisation, row, facts }
}

/** What was asked for happens, once, for the applicant. Answers the record. */
async function finish({ context, tx, instance }: Omit<Writing, 'organisation'>): Promise<string | null> {
  await note({ context, tx, instance }, 'pass', { round: instance.engine.round, employeeId: null })
  const applicant = await forApplicant(context, tx, instance.applicantAccount, instance.id)
  const row = await perform(applicant, tx, instance)
  return row?.id ?? null
}

async function tellPassed(writing: Writing, row: Row, facts: Facts): Promise<void> {
  const { context, tx, instance } = writing
  const by = context.caller.name
  await tellPeople(context, tx, 'passed', instance, [instance.applicantId], { by, but: null })
  if (instance.flow.ccAt !== 'start') await copyTo(writing, row, facts)
}

/** Ends an approval whose record is gone or can't be approved any more; everybody who was asked is told why. */
export async function endApproval(context: Context, tx: Tx, instance: Instance, why: Wording): Promise<void> {
  const organisation = new Organisation(context, tx)
  const asked = instance.engine.open.flatMap(one => one.tasks.filter(task => task.state === 'open').map(task => task.person))
  const { engine, effects } = await decide(instance, instance.engine, { do: 'end' }, {}, organisation)
  const writing: Writing = { context, tx, instance, organisation }
  await writeEffects(writing, effects, {})
  await writeInstance(writing, engine, { reason: toStored(why) })
  await note(writing, 'end', { round: engine.round, employeeId: context.caller.employeeId, text: toStored(why) })
  const by = context.caller.name
  await tellPeople(context, tx, 'ended', instance, [instance.applicantId, ...asked], {
    by,
    text: inChinese(why),
    but: context.caller.accountId,
  })
}

/** Card and title, when what is asked for has changed. */
export const faceOf = (instance: Pick<Instance, 'resource' | 'matter'>, row: Row) => ({
  title: labelIn(instance.resource, row),
  figures: figuresOf(instance.resource, row),
})
