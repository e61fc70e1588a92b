/** An approval begins by the record's own step, change or action, or a new record: it is tried, rolled back, and kept until approved. */
import { sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import type { Row } from '#platform/declare/wire.ts'
import { type Context, type Tx, type Wish, refuse } from '#platform/server/area.ts'
import { copyTo, note, tellTodo, writeEffects, writeInstance, type Writing } from './apply.ts'
import { decide, endApproval } from './act.ts'
import { conditionsHold, type Facts } from './engine/conditions.ts'
import { fresh } from './engine/state.ts'
import { definitionOf, factsOf, figuresOf, instanceOf, labelIn, publishedFlow, type Instance } from './load.ts'
import { Organisation } from './people.ts'
import { instanceStates } from './tables.ts'
import { jsonText } from '#platform/server/database.ts'

/** Rolled back in any case; what it refuses is refused. */
export async function tried(context: Context, tx: Tx, wish: Pick<Wish, 'trial'>): Promise<Row | null> {
  await sql`savepoint approval_trial`.execute(tx)
  const row = await wish.trial({ ...context, approved: 'trial' }, tx)
  await sql`rollback to savepoint approval_trial`.execute(tx)
  return row
}

export async function hold(context: Context, tx: Tx, wish: Wish): Promise<string | null> {
  const { resource: r, matter, recordId, wanted } = wish
  if (r.type === undefined) return null
  const published = await publishedFlow(context, tx, r.type)
  if (published === undefined) return null
  const { caller } = context
  // the program itself asks nobody
  if (caller.employeeId === null) {
    if (caller.accountId === '0') return null
    throw refuse.rule(sentence`这项操作需要审批，而当前组织没有您的员工资料，请联系系统管理员`)
  }
  if (recordId !== null) await refuseSecond(context, tx, r.table, recordId)
  const row = (await tried(context, tx, wish)) ?? ({ id: '' } as Row)
  const organisation = new Organisation(context, tx)
  const dept = (await organisation.people([caller.employeeId])).get(caller.employeeId)?.deptId ?? ''
  const facts = factsOf(row, matter, caller.employeeId, dept)
  const flow = await definitionOf(context, tx, published.id)
  if (!conditionsHold(facts, flow.needed)) return null
  const back = recordId === null ? null : await instanceOf(context, tx, { formCode: r.type, keyValue: recordId }, true)
  const isAgain = back?.state === instanceStates.back[0] && back.applicantId === caller.employeeId && back.matter === matter
  const face = { title: labelIn(r, row), figures: figuresOf(r, row) }
  if (back !== null && isAgain) {
    await submitAgain(context, tx, { ...back, ...face, wanted }, row, facts, organisation)
    return back.id
  }
  // what was sent back and is asked for otherwise, or by somebody else, is given up
  if (back?.state === instanceStates.back[0]) await endApproval(context, tx, back, sentence`已由 ${caller.name} 重新申请`)
  const instance = await inserted(context, tx, { resource: r, recordId, settingId: published.id, flow, matter, wanted, ...face })
  await submit({ context, tx, instance, organisation }, row, facts, 'submit')
  return instance.id
}

/** A new round from the first step, by the version of the flow that the approval began with. */
export async function submitAgain(
  context: Context,
  tx: Tx,
  instance: Instance,
  row: Row,
  facts: Facts,
  organisation: Organisation,
): Promise<void> {
  const { title, figures, wanted } = instance
  await tx
    .updateTable('approval_instance')
    .set({ title, figures: jsonText(figures), wanted: jsonText(wanted) })
    .where('id', '=', instance.id)
    .execute()
  await submit({ context, tx, instance, organisation }, row, facts, 'again')
}

async function submit(writing: Writing, row: Row, facts: Facts, kind: 'submit' | 'again'): Promise<void> {
  const { context, instance, organisation } = writing
  const { engine, effects } = await decide(instance, instance.engine, { do: 'submit' }, facts, organisation)
  if (engine.state === 'passed') throw refuse.rule(sentence`这个流程没有审批人，请联系流程管理员`)
  await note(writing, kind, { round: engine.round, employeeId: context.caller.employeeId })
  await writeEffects(writing, effects, {})
  await writeInstance(writing, engine)
  await tellTodo(writing, effects)
  if (instance.flow.ccAt === 'start') await copyTo({ ...writing, instance: { ...instance, engine } }, row, facts)
}

type New = Pick<Instance, 'resource' | 'recordId' | 'settingId' | 'flow' | 'matter' | 'wanted' | 'title' | 'figures'>

async function inserted(context: Context, tx: Tx, made: New): Promise<Instance> {
  const { caller } = context
  const { resource: r, recordId, settingId, matter, wanted, title, figures } = made
  const formCode = r.type ?? r.table
  const applicantId = caller.employeeId ?? ''
  const { id } = await tx
    .insertInto('approval_instance')
    .values({
      org_id: caller.orgId,
      created_by: caller.accountId,
      created_at: context.now().toISOString(),
      form_code: formCode,
      subject: r.table,
      record_id: recordId,
      setting_id: settingId,
      applicant_id: applicantId,
      applicant_account: caller.accountId,
      matter,
      wanted: jsonText(wanted),
      title,
      figures: jsonText(figures),
      engine: jsonText(fresh),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    ...made,
    id,
    version: 1,
    formCode,
    applicantId,
    applicantAccount: caller.accountId,
    state: 1,
    engine: fresh,
    urgedAt: null,
    createdAt: context.now().toISOString(),
  }
}

/** Of one record one approval is under way at a time. */
async function refuseSecond(context: Context, tx: Tx, table: string, recordId: string): Promise<void> {
  const row = await tx
    .selectFrom('approval_instance')
    .select(['id', 'title'])
    .where('org_id', '=', context.caller.orgId)
    .where('subject', '=', table)
    .where('record_id', '=', recordId)
    .where('state', '=', 1)
    .executeTakeFirst()
  if (row !== undefined) throw refuse.rule(sentence`“${row.title}”正在审批，请等审批结束或先撤回`)
}
