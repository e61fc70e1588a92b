/** What a record's page and an approver read: the audit info (1-shell, section 3), the log, and the steps in order. */
import { asText } from '#platform/format/text.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { fromStored } from '#platform/declare/sentence.ts'
import type { FlowCondition, FlowDefinition } from '#platform/declare/flow.ts'
import { descendants, edgesFrom, endId, nodeOf, startId, stepOf } from '#platform/format/flow-graph.ts'
import type { Title } from '#platform/declare/title.ts'
import type { Row } from '#platform/declare/wire.ts'
import type { AuditProcess, FlowLogRow, FlowProcessRow, NextProcess } from '#platform/declare/wire-approval.ts'
import type { UploadedFile } from '#platform/declare/wire-values.ts'
import { type Context, type Tx, refuse, mayView } from '#platform/server/area.ts'
import { anyTable } from '#platform/server/database.ts'
import { labelsOf, rowOf, maskRows } from '#platform/server/lists.ts'
import { fileRefs } from '#platform/server/files.ts'
import { factsNow } from './act.ts'
import { conditionsHold } from './engine/conditions.ts'
import { backTarget, waysFrom } from './engine/run.ts'
import type { Activity } from './engine/state.ts'
import { shownTitle } from './figures.ts'
import { instanceOf, resourceOf, titleOf, wishedValues, type Instance, type Which } from './load.ts'
import { hadTask, isTaskedOn, openTo } from './opened.ts'
import { answersFor, approversOf, Organisation } from './people.ts'
import { instanceStates, noteKinds, taskStates } from './tables.ts'

/** The approval that the caller may look at: he sees the record, has or had a task, or asked for it. */
export async function seenInstance(context: Context, which: Which): Promise<Instance | null> {
  const r = resourceOf(context, which.formCode)
  const instance = await instanceOf(context, context.db, which)
  if (instance === null) {
    if (!mayView(context, r) || (await rowOf(context, anyTable(context.db), r, which.keyValue)) === null) throw refuse.unknown(r.title)
    return null
  }
  if (instance.applicantId === context.caller.employeeId) return instance
  if (await isInvolved(context, instance)) return instance
  const { recordId } = instance
  if (recordId === null || !mayView(context, r)) throw refuse.unknown(r.title)
  if ((await rowOf(context, anyTable(context.db), r, recordId)) === null) throw refuse.unknown(r.title)
  return instance
}

async function isInvolved(context: Context, instance: Instance): Promise<boolean> {
  if (instance.recordId !== null && (await isTaskedOn(context, instance.resource, instance.recordId))) return true
  return hadTask(context.db, instance.id, await answersFor(context))
}

/** The step that the caller is asked in, his own first. */
function ownActivity(instance: Instance, people: readonly string[]): { activity: Activity; person: string } | null {
  for (const person of people)
    for (const activity of instance.engine.open)
      if (activity.tasks.some(task => task.state === 'open' && task.person === person)) return { activity, person }
  return null
}

const flagOf = (is: boolean): 0 | 1 => (is ? 1 : 0)

export async function auditProcess(context: Context, which: Which): Promise<AuditProcess | null> {
  const instance = await seenInstance(context, which)
  if (instance === null) return null
  const tx = context.db as Tx
  const organisation = new Organisation(context, tx)
  const people = await answersFor(context)
  const mine = instance.state === instanceStates.running[0] ? ownActivity(instance, people) : null
  const activity = mine?.activity ?? instance.engine.open[0]
  const step = activity === undefined ? undefined : stepOf(instance.flow, activity.node)
  const back = activity === undefined ? undefined : backTarget(instance.flow, instance.engine, activity)
  const backName = back === undefined ? '' : (nodeOf(instance.flow, back.node)?.name ?? '')
  const canBack = mine !== null && step?.allowBack === true && back !== undefined
  const isApplicant = instance.applicantId === context.caller.employeeId
  const pre = await lastAnswer(context, instance)
  const task = mine === null || activity === undefined ? undefined : await ownTask(context, instance, activity, mine.person)
  const isRunning = instance.state === instanceStates.running[0]
  const at = context.language === 'en' ? 1 : 0
  const row = await writtenRow(context, instance)
  return {
    confirmProcessList: mine === null || activity === undefined ? [] : await nextProcesses(context, instance, activity, organisation),
    allowBack: flagOf(canBack),
    allowBackActiveId: canBack ? String(back.round) : '',
    allowBackProcessId: canBack ? back.node : '',
    allowBackProcessName: canBack ? backName : '',
    allowBackStart: flagOf(mine !== null && step?.allowBackStart === true),
    backProcessId: back?.node ?? '',
    backPreActiveId: back === undefined ? '' : String(back.round),
    backStartProcessId: startId,
    backStartActiveId: String(instance.engine.round),
    preUser: pre?.person ?? '',
    preProcessName: pre?.processName ?? '',
    preOpinion: pre?.opinion ?? '',
    preState: pre?.state ?? null,
    forms: step === undefined ? [] : (step.forms ?? []),
    currentProcessId: activity?.node ?? '',
    currentProcessName: step?.name ?? '',
    instanceId: instance.id,
    state: instance.state,
    round: activity?.round ?? instance.engine.round,
    due: task?.due_at ?? null,
    title: titleOf(instance)[at],
    applicant: await organisation.name(instance.applicantId),
    figures: instance.figures.map(({ title, value }) => ({ title: title[at], value: value[at] })),
    files: filesIn(instance, row),
    changes: await changesOf(context, instance, row),
    actingFor: mine === null || mine.person === people[0] ? '' : await organisation.name(mine.person),
    mayWithdraw: flagOf(isApplicant && (isRunning || instance.state === instanceStates.back[0])),
    maySubmit: flagOf(isApplicant && instance.state === instanceStates.back[0]),
    mayUrge: flagOf(isApplicant && isRunning && instance.flow.urgeHours !== undefined),
    mayTransfer: flagOf(mine !== null && step?.allowTransfer !== false),
    mayCountersign: flagOf(mine !== null && step?.allowCountersign !== false),
    mayComment: flagOf(isApplicant || (await hadTask(context.db, instance.id, people))),
    reason: await reasonOf(context, instance),
    listType: instance.formCode,
    recordId: instance.recordId,
    version: row?.version ?? null,
  }
}

/** The record as it stands; null: it is written when it is approved. */
async function writtenRow(context: Context, { resource: r, recordId }: Instance): Promise<Row | null> {
  const opened = recordId === null ? context : openTo(context, r, recordId)
  return recordId === null ? null : rowOf(opened, anyTable(opened.db), r, recordId)
}

/** Files among the fields that the approval shows. */
const filesIn = ({ resource: r }: Instance, row: Row | null): readonly UploadedFile[] =>
  (r.approval?.figures ?? []).flatMap(name =>
    ownValue(r.fields, name)?.kind === 'files' ? ((row?.[name] ?? []) as readonly UploadedFile[]) : [],
  )

async function reasonOf(context: Context, { id }: Instance): Promise<string> {
  const row = await context.db.selectFrom('approval_instance').select('reason').where('id', '=', id).executeTakeFirst()
  return row?.reason == null ? '' : context.house.registry.inWords(fromStored(row.reason), context.language)
}

async function ownTask(context: Context, instance: Instance, { node, round }: Activity, person: string) {
  return context.db
    .selectFrom('approval_task')
    .select(['id', 'due_at'])
    .where('instance_id', '=', instance.id)
    .where('process_id', '=', node)
    .where('round', '=', round)
    .where('employee_id', '=', person)
    .where('state', '=', taskStates.open[0])
    .limit(1)
    .executeTakeFirst()
}

async function lastAnswer(context: Context, { id }: Instance) {
  const row = await context.db
    .selectFrom('approval_task as t')
    .innerJoin('employee as e', j => j.on('e.id', '=', eb => eb.fn.coalesce('t.actor_id', 't.employee_id')))
    .select(['e.name as person', 't.process_name as processName', 't.opinion', 't.state'])
    .where('t.instance_id', '=', id)
    .where('t.state', 'in', [2, 3, 4])
    .orderBy('t.ended_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Where it may go from here: several only where whoever approves chooses. */
async function nextProcesses(
  context: Context,
  instance: Instance,
  activity: Activity,
  organisation: Organisation,
): Promise<readonly NextProcess[]> {
  const { flow, applicantId } = instance
  const { facts } = await factsNow(context, instance, organisation)
  const holds = (conditions: readonly unknown[] | undefined): boolean =>
    conditionsHold(facts, conditions as readonly FlowCondition[] | undefined)
  const found: NextProcess[] = []
  for (const id of waysFrom(flow, activity.node, { holds })) {
    const step = stepOf(flow, id)
    const people = step === undefined ? [] : await approversOf({ organisation, flow, facts, applicantId }, step.approvers)
    const known = await organisation.people(people)
    const names = people.map(one => known.get(one)?.name ?? one)
    found.push({ processId: id, processName: nodeOf(flow, id)?.name ?? id, approvers: names })
  }
  return found
}

/** What is asked for beside what stands there now. */
async function changesOf(context: Context, instance: Instance, before: Row | null): Promise<AuditProcess['changes']> {
  const { resource: r, wanted } = instance
  const at = context.language === 'en' ? 1 : 0
  const wish = wishedValues(wanted)
  const [was, becomes] = [{ ...before }, { ...before, ...wish }] as [Record<string, unknown>, Record<string, unknown>]
  for (const name of Object.keys(wish)) becomes[`${name}Label`] = await labelOfWish(context, r, name, wish[name])
  maskRows(r, [was as Row, becomes as Row])
  return Object.keys(wish).flatMap(name => {
    const field = ownValue(r.fields, name)
    if (field === undefined || field.options.hidden === true) return []
    return [{ title: field.title[at], before: shownTitle(field, was, name)[at], after: shownTitle(field, becomes, name)[at] }]
  })
}

async function labelOfWish(context: Context, r: Instance['resource'], name: string, value: unknown): Promise<string | undefined> {
  const field = ownValue(r.fields, name)
  if (field?.to === undefined || value === null || value === undefined || Array.isArray(value)) return undefined
  return (await labelsOf(context, field.to, field.by ?? 'id', [asText(value as string)])).get(asText(value as string))
}

// ---- the log

const stateTitles = new Map<number, Title>(
  [...Object.values(taskStates), ...Object.values(noteKinds)].map(([code, zh, en]) => [code, [zh, en]] as const),
)

export async function flowLog(context: Context, which: Which): Promise<{ list: readonly FlowLogRow[] }> {
  const instance = await seenInstance(context, which)
  if (instance === null) return { list: [] }
  const { db, language, house } = context
  const tasks = await db
    .selectFrom('approval_task as t')
    .innerJoin('employee as e', 'e.id', 't.employee_id')
    .leftJoin('employee as a', 'a.id', 't.actor_id')
    .selectAll('t')
    .select(['e.name as person', 'a.name as actor'])
    .where('t.instance_id', '=', instance.id)
    .orderBy('t.id')
    .limit(2_000)
    .execute()
  const notes = await db
    .selectFrom('approval_note as n')
    .leftJoin('employee as e', 'e.id', 'n.employee_id')
    .leftJoin('employee as a', 'a.id', 'n.acting_for_id')
    .selectAll('n')
    .select(['e.name as person', 'a.name as actingFor'])
    .where('n.instance_id', '=', instance.id)
    .orderBy('n.id')
    .limit(2_000)
    .execute()
  const files = await fileRefs(
    context,
    [...tasks, ...notes].flatMap(row => row.files ?? []),
  )
  const namesOf = (ids: readonly string[] | null): UploadedFile[] => (ids ?? []).flatMap(id => files.get(id) ?? [])
  const now = await rowNow(context, instance)
  const titled = (code: number): string => stateTitles.get(code)?.[language === 'en' ? 1 : 0] ?? ''
  const list: FlowLogRow[] = [
    ...tasks.map(row => ({
      id: `t${row.id}`,
      round: row.round,
      processId: row.process_id,
      processName: row.process_name,
      person: row.actor ?? row.person,
      actingFor: row.actor === null ? '' : row.person,
      state: row.state,
      stateName: row.is_auto ? `${titled(row.state)}${language === 'en' ? ' (same person)' : '（同一人自动通过）'}` : titled(row.state),
      opinion: row.opinion ?? '',
      files: namesOf(row.files),
      startedAt: row.arrived_at,
      endedAt: row.ended_at,
      dueAt: row.due_at,
      changed: row.seen === null ? [] : differences(context, instance, row.seen, now),
    })),
    ...notes.map(row => ({
      id: `n${row.id}`,
      round: row.round,
      processId: row.process_id ?? '',
      processName: row.process_name ?? '',
      person: row.person ?? '',
      actingFor: row.actingFor ?? '',
      state: row.kind,
      stateName: titled(row.kind),
      opinion: row.text === null ? '' : house.registry.inWords(fromStored(row.text), language),
      files: namesOf(row.files),
      startedAt: row.at,
      endedAt: row.at,
      dueAt: null,
      changed: [],
    })),
  ]
  return { list: list.toSorted((a, b) => orderOf(a).localeCompare(orderOf(b)) || rank(a) - rank(b)) }
}

/** By when something was done; what is open stands last. */
const orderOf = ({ endedAt }: FlowLogRow): string => (endedAt === null ? '9' : endedAt)
/** of what happened in the same instant: asking comes first, approval last */
const rank = ({ state, id }: FlowLogRow): number => {
  const isAsking = state === noteKinds.submit[0] || state === noteKinds.again[0]
  return (state === noteKinds.pass[0] ? 2 : isAsking ? 0 : 1) + Number(id.slice(1)) / 1e15
}

async function rowNow(context: Context, instance: Instance): Promise<Readonly<Record<string, unknown>>> {
  const { resource: r, recordId, wanted } = instance
  const row = await writtenRow(context, instance)
  const whole = { ...row, ...(recordId === null ? wishedValues(wanted) : {}) }
  maskRows(r, [whole as Row])
  return whole
}

/** Fields that have changed since somebody saw the record. */
function differences(
  { language }: Context,
  { resource: r, wanted }: Instance,
  seen: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
): FlowLogRow['changed'] {
  const wish = wishedValues(wanted)
  return Object.entries(r.fields).flatMap(([name, field]) => {
    if (field.options.hidden === true || field.options.computed === true || Object.hasOwn(wish, name)) return []
    const at = language === 'en' ? 1 : 0
    const [before, after] = [shownTitle(field, seen, name)[at], shownTitle(field, now, name)[at]]
    return before === after ? [] : [{ title: field.title[at], before, after }]
  })
}

// ---- the steps in order

export async function processList(context: Context, which: Which): Promise<{ list: readonly FlowProcessRow[] }> {
  const instance = await seenInstance(context, which)
  if (instance === null) return { list: [] }
  const { flow, engine } = instance
  const organisation = new Organisation(context, context.db as Tx)
  const reach = descendants(flow)
  const open = new Map(engine.open.map(one => [one.node, one] as const))
  const done = new Map(engine.done.map(one => [one.node, one] as const))
  const isOver = instance.state !== instanceStates.running[0] && instance.state !== instanceStates.back[0]
  const positions = [...engine.open.map(one => one.node), ...engine.tokens.map(one => one.node)]
  const list: FlowProcessRow[] = []
  for (const id of inOrder(flow)) {
    const step = stepOf(flow, id)
    if (step === undefined) continue
    const activity = open.get(id)
    const ended = done.get(id)
    const isAhead = !isOver && (instance.state === instanceStates.back[0] || positions.some(at => reach.get(at)?.has(id)))
    const state = activity ? 1 : ended ? 2 : isAhead ? 0 : 3
    const people = activity?.tasks.filter(task => task.state !== 'transferred' && task.state !== 'cancelled').map(task => task.person)
    const ids = people ?? ended?.by ?? []
    const known = await organisation.people(ids)
    list.push({ processId: id, processName: step.name, state, approvers: ids.map(one => known.get(one)?.name ?? one) })
  }
  return { list }
}

/** Every node behind all that lead to it. */
export function inOrder(flow: FlowDefinition): readonly string[] {
  const found: string[] = []
  const left = new Map(flow.nodes.map(({ id }) => [id, flow.edges.filter(edge => edge.to === id).length] as const))
  const ready = [startId]
  for (let at = ready.shift(); at !== undefined; at = ready.shift()) {
    found.push(at)
    for (const { to } of edgesFrom(flow, at)) {
      const count = (left.get(to) ?? 1) - 1
      left.set(to, count)
      if (count === 0) ready.push(to)
    }
  }
  return found.filter(id => id !== endId)
}
