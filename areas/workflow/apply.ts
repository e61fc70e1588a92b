/** What the engine decided, written: the state of the approval, its tasks and notes, and who is told. Last in its transaction. */
import type { Title } from '#platform/declare/title.ts'
import type { Row } from '#platform/declare/wire.ts'
import type { FlowDefinition } from '#platform/declare/flow.ts'
import { stepOf } from '#platform/format/flow-graph.ts'
import { workClockOf } from '#platform/server/jobs.ts'
import type { Context, Tx } from '#platform/server/area.ts'
import { setFileUses } from '#platform/server/files.ts'
import type { Effect, EngineState } from './engine/state.ts'
import type { Instance } from './load.ts'
import { tellPeople } from './notices.ts'
import { approversOf, standInsOf, type Organisation } from './people.ts'
import { instanceStates, noteKinds, taskStates } from './tables.ts'
import { nameOfNode } from './words.ts'
import { jsonText } from '#platform/server/database.ts'

export type NoteKind = keyof typeof noteKinds

/** What the person who acted gave with his answer. */
export interface Given {
  /** of which task: the one whose person it is */
  readonly taskNo?: number
  readonly opinion?: string | null
  readonly fileIds?: readonly string[]
  /** who answered, where it was a stand-in */
  readonly actorId?: string | null
  readonly seen?: Readonly<Record<string, unknown>> | null
}

const minute = 60
const stateCode = { open: 1, waiting: 1, agreed: 2, back: 3, transferred: 4, cancelled: 5 } as const

export interface Writing {
  readonly context: Context
  readonly tx: Tx
  readonly instance: Instance
  readonly organisation: Organisation
}

/** When a task that arrives now is due, and when to remind of it. */
async function limitsOf(
  context: Context,
  flow: FlowDefinition,
  node: string,
): Promise<{ due_at: string | null; remind_at: string | null }> {
  const limit = stepOf(flow, node)?.limit
  if (limit === undefined) return { due_at: null, remind_at: null }
  const clock = await workClockOf(context)
  const now = context.now().getTime()
  const at = (hours: number): string => new Date(clock.add(now, Math.max(0, Math.round(hours * minute)))).toISOString()
  return { due_at: at(limit.hours), remind_at: limit.remindHours === undefined ? null : at(limit.hours - limit.remindHours) }
}

export async function writeEffects(writing: Writing, effects: readonly Effect[], given: Given): Promise<void> {
  const { context, tx, instance } = writing
  const now = context.now().toISOString()
  const opened = effects.filter(effect => effect.kind === 'open')
  const limits = new Map<string, Awaited<ReturnType<typeof limitsOf>>>()
  for (const { node } of [...opened, ...effects.filter(effect => effect.kind === 'turn')])
    if (!limits.has(node)) limits.set(node, await limitsOf(context, instance.flow, node))
  if (opened.length > 0)
    await tx
      .insertInto('approval_task')
      .values(
        opened.map(({ node, round, task }) => ({
          org_id: context.caller.orgId,
          instance_id: instance.id,
          subject: instance.resource.table,
          record_id: instance.recordId,
          form_code: instance.formCode,
          process_id: node,
          process_name: nameOfNode(instance.flow, node),
          round,
          no: task.no,
          employee_id: task.person,
          state: taskStates.open[0],
          is_waiting: task.state === 'waiting',
          is_extra: task.extra === true,
          arrived_at: now,
          created_at: now,
          created_by: context.caller.accountId,
          ...(task.state === 'waiting' ? { due_at: null, remind_at: null } : limits.get(node)),
        })),
      )
      .execute()
  for (const effect of effects) {
    if (effect.kind === 'turn')
      await tx
        .updateTable('approval_task')
        .set({ is_waiting: false, arrived_at: now, ...limits.get(effect.node) })
        .where('instance_id', '=', instance.id)
        .where('no', '=', effect.task.no)
        .execute()
    if (effect.kind === 'close') await closeTask(writing, effect, given, now)
  }
}

async function closeTask(
  { context, tx, instance }: Writing,
  { task, auto }: Extract<Effect, { kind: 'close' }>,
  given: Given,
  now: string,
): Promise<void> {
  const isHis = given.taskNo === task.no
  const [row] = await tx
    .updateTable('approval_task')
    .set({
      state: stateCode[task.state],
      is_waiting: false,
      ended_at: now,
      is_auto: auto === true,
      updated_at: now,
      ...(isHis
        ? {
            opinion: given.opinion ?? null,
            files: [...(given.fileIds ?? [])],
            actor_id: given.actorId ?? null,
            seen: given.seen === undefined || given.seen === null ? null : jsonText(given.seen),
          }
        : {}),
    })
    .where('instance_id', '=', instance.id)
    .where('no', '=', task.no)
    .returning('id')
    .execute()
  if (isHis && row !== undefined && (given.fileIds?.length ?? 0) > 0)
    await setFileUses(context, tx, { table: 'approval_task', recordId: row.id }, given.fileIds ?? [])
}

export async function note(
  { context, tx, instance }: Pick<Writing, 'context' | 'tx' | 'instance'>,
  kind: NoteKind,
  more: {
    readonly round: number
    readonly employeeId?: string | null
    readonly actingForId?: string | null
    readonly processId?: string
    readonly text?: string | null
    readonly fileIds?: readonly string[]
  },
): Promise<void> {
  const row = await tx
    .insertInto('approval_note')
    .values({
      org_id: context.caller.orgId,
      created_by: context.caller.accountId,
      instance_id: instance.id,
      kind: noteKinds[kind][0],
      round: more.round,
      employee_id: more.employeeId ?? null,
      acting_for_id: more.actingForId ?? null,
      process_id: more.processId ?? null,
      process_name: more.processId === undefined ? null : nameOfNode(instance.flow, more.processId),
      text: more.text ?? null,
      files: [...(more.fileIds ?? [])],
      at: context.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if ((more.fileIds?.length ?? 0) > 0) await setFileUses(context, tx, { table: 'approval_note', recordId: row.id }, more.fileIds ?? [])
}

/** The approval itself. `more`: what else has changed of it. */
export async function writeInstance(
  { context, tx, instance }: Pick<Writing, 'context' | 'tx' | 'instance'>,
  engine: EngineState,
  more: {
    readonly record_id?: string
    readonly figures?: never
    readonly title?: string
    readonly wanted?: never
    readonly reason?: string
  } = {},
): Promise<void> {
  const now = context.now().toISOString()
  const isOver = engine.state === 'passed' || engine.state === 'withdrawn' || engine.state === 'ended'
  const names = engine.open.map(one => nameOfNode(instance.flow, one.node))
  await tx
    .updateTable('approval_instance')
    .set({
      engine: jsonText(engine),
      state: instanceStates[engine.state][0],
      round: engine.round,
      step: names.length === 0 ? null : names.join('、').slice(0, 300),
      version: instance.version + 1,
      updated_at: now,
      ended_at: isOver ? now : null,
      ...more,
    })
    .where('id', '=', instance.id)
    .execute()
}

/** Whose turn it is now, each with those who stand in for him. */
export async function tellTodo(writing: Writing, effects: readonly Effect[]): Promise<void> {
  const { context, tx, instance, organisation } = writing
  const closed = new Set(effects.flatMap(effect => (effect.kind === 'close' ? [effect.task.no] : [])))
  const people = effects.flatMap(effect =>
    (effect.kind === 'open' || effect.kind === 'turn') && effect.task.state === 'open' && !closed.has(effect.task.no)
      ? [effect.task.person]
      : [],
  )
  if (people.length === 0) return
  const standIns = await standInsOf(context, tx, people)
  const by = await organisation.name(instance.applicantId)
  await tellPeople(context, tx, 'todo', instance, [...people, ...[...standIns.values()].flat()], { by, text: figuresLine(instance) })
}

export function figuresLine({ figures }: Pick<Instance, 'figures'>): Title {
  const shown = figures.filter(one => one.value[0] !== '').slice(0, 4)
  return [shown.map(one => `${one.title[0]} ${one.value[0]}`).join('，'), shown.map(one => `${one.title[1]} ${one.value[1]}`).join(', ')]
}

/** Copies, to be read and not answered. */
export async function copyTo(writing: Writing, row: Row, facts: Parameters<typeof approversOf>[0]['facts']): Promise<void> {
  const { context, tx, instance, organisation } = writing
  const words = instance.flow.cc ?? []
  if (words.length === 0) return
  const flow = { ...instance.flow, ownRequest: true }
  const named = (await approversOf({ organisation, flow, facts: { ...row, ...facts }, applicantId: instance.applicantId }, words)).filter(
    id => id !== instance.applicantId,
  )
  if (named.length === 0) return
  const now = context.now().toISOString()
  await tx
    .insertInto('approval_task')
    .values(
      named.map(employee => ({
        org_id: context.caller.orgId,
        created_by: context.caller.accountId,
        instance_id: instance.id,
        subject: instance.resource.table,
        record_id: instance.recordId,
        form_code: instance.formCode,
        process_id: 'cc',
        process_name: '抄送',
        round: instance.engine.round,
        no: 0,
        employee_id: employee,
        state: taskStates.copied[0],
        arrived_at: now,
        ended_at: now,
      })),
    )
    .execute()
  await tellPeople(context, tx, 'copied', instance, named, {
    by: await organisation.name(instance.applicantId),
    text: figuresLine(instance),
  })
}
