/** What approvers and applicants do: confirm, back, hand on, ask others, say a word, take back, submit again, urge. */
import { ownValue } from '#platform/declare/own-value.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { instantMs } from '#platform/format/instants.ts'
import { stepOf } from '#platform/format/flow-graph.ts'
import type { Row } from '#platform/declare/wire.ts'
import { type Context, type Tx, refuse } from '#platform/server/area.ts'
import { workClockOf } from '#platform/server/jobs.ts'
import { maskRows } from '#platform/server/lists.ts'
import { change } from '#platform/server/records.ts'
import { within, jsonText } from '#platform/server/database.ts'
import { demandFresh } from '#platform/server/rights.ts'
import { act, faceOf, factsNow, holdRecord } from './act.ts'
import { figuresLine, note } from './apply.ts'
import { submitAgain, tried } from './begin.ts'
import { instanceOf, resourceOf, wishedValues, type Instance, type Which } from './load.ts'
import { hadTask, openedOn } from './opened.ts'
import { tellPeople } from './notices.ts'
import { answersFor, Organisation } from './people.ts'
import { perform } from './perform.ts'
import { instanceStates } from './tables.ts'

export interface TaskAsk extends Which {
  readonly currentProcessId: string
  readonly round: number
  readonly processId?: string
  readonly opinion?: string | null
  readonly fileIds?: readonly string[]
  readonly values?: Readonly<Record<string, unknown>>
  /** of the record as it was seen */
  readonly version?: number
}

const unknownApproval = () => refuse.unknown(['审批', 'Approval'])

/** The approval under its lock, and the record with it. */
async function held(context: Context, tx: Tx, which: Which): Promise<Instance> {
  const found = await instanceOf(context, tx, which, true)
  if (found === null) throw unknownApproval()
  await holdRecord(tx, found)
  return found
}

interface Mine {
  readonly person: string
  readonly taskNo: number
  /** set where a stand-in answers */
  readonly actorId: string | null
}

/** The caller's own task of this step, or one in whose holder's place he stands today. Somebody was first: told who. */
async function myTask(context: Context, tx: Tx, instance: Instance, ask: TaskAsk): Promise<Mine> {
  const mine = await answersFor(context)
  const at = instance.engine.open.find(one => one.node === ask.currentProcessId && one.round === ask.round)
  const tasks = at?.tasks.filter(task => task.state === 'open' || task.state === 'waiting') ?? []
  const task = tasks.find(one => one.person === mine[0]) ?? tasks.find(one => mine.includes(one.person))
  if (task !== undefined) {
    const isOwn = instance.applicantId === mine[0] && task.person !== mine[0] && !instance.flow.ownRequest
    if (isOwn) throw refuse.forbidden(sentence`不能代他人审批自己的申请`)
    return { person: task.person, taskNo: task.no, actorId: task.person === mine[0] ? null : (mine[0] ?? null) }
  }
  if (!(await hadTask(tx, instance.id, mine))) throw unknownApproval()
  const last = await tx
    .selectFrom('approval_task as t')
    .innerJoin('employee as e', j => j.on('e.id', '=', eb => eb.fn.coalesce('t.actor_id', 't.employee_id')))
    .select(['e.name', 't.state', 't.ended_at'])
    .where('t.instance_id', '=', instance.id)
    .where('t.process_id', '=', ask.currentProcessId)
    .where('t.round', '=', ask.round)
    .where('t.state', 'in', [2, 3, 4])
    .orderBy('t.ended_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last === undefined) throw refuse.conflict(sentence`这一步已经不在您这里，请刷新`)
  const done = { 2: ['同意', 'agreed'], 3: ['退回', 'sent it back'], 4: ['转交', 'handed it on'] } as const
  throw refuse.conflict(sentence`${last.name} 已先处理：${done[last.state as 2 | 3 | 4]}，请刷新`)
}

const seenOf = (instance: Instance, row: Row): Readonly<Record<string, unknown>> => {
  const masked = { ...row }
  maskRows(instance.resource, [masked])
  return masked
}

/** Fields that the step opens, set in the same transaction; those that must be filled in are. */
async function setOpenFields(inside: Context, tx: Tx, instance: Instance, ask: TaskAsk, organisation: Organisation): Promise<Instance> {
  const forms = stepOf(instance.flow, ask.currentProcessId)?.forms ?? []
  const open = new Set(forms.filter(one => one.mode >= 2).map(one => one.field))
  const values = ask.values ?? {}
  const closed = Object.keys(values).filter(name => !open.has(name))
  if (closed.length > 0)
    throw refuse.invalid(
      closed.map(field => ({ field, message: sentence`这一步不能修改“${ownValue(instance.resource.fields, field)?.title ?? field}”` })),
    )
  const { resource: r, recordId, wanted } = instance
  const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''
  const needed = forms.filter(one => one.mode === 3)
  const row = needed.length === 0 ? {} : (await factsNow(inside, instance, organisation)).row
  const missing = needed.filter(one => isEmpty(Object.hasOwn(values, one.field) ? values[one.field] : ownValue(row, one.field)))
  if (missing.length > 0)
    throw refuse.invalid(
      missing.map(({ field }) => ({ field, message: sentence`请填写${ownValue(instance.resource.fields, field)?.title ?? field}` })),
    )
  if (Object.keys(values).length === 0) return instance
  const asked = wishedValues(wanted)
  const [ofWish, ofRecord] = [
    Object.entries(values).filter(([name]) => recordId === null || Object.hasOwn(asked, name)),
    Object.entries(values).filter(([name]) => recordId !== null && !Object.hasOwn(asked, name)),
  ]
  if (ofRecord.length > 0 && recordId !== null) {
    const opened = await openedOn(inside, tx, r, recordId)
    await change(
      { ...opened, approved: instance.id },
      r,
      recordId,
      Object.fromEntries(ofRecord),
      ask.version === undefined ? {} : { version: ask.version },
    )
  }
  if (ofWish.length === 0) return instance
  const changed =
    wanted.do === 'add' || wanted.do === 'change' ? { ...wanted, values: { ...wanted.values, ...Object.fromEntries(ofWish) } } : wanted
  await tx
    .updateTable('approval_instance')
    .set({ wanted: jsonText(changed) })
    .where('id', '=', instance.id)
    .execute()
  return { ...instance, wanted: changed }
}

/** Title and figures of the cards, when a field was changed with the answer. */
async function withFace(tx: Tx, instance: Instance, row: Row): Promise<Instance> {
  const face = faceOf(instance, row)
  await tx
    .updateTable('approval_instance')
    .set({ title: face.title, figures: jsonText(face.figures) })
    .where('id', '=', instance.id)
    .execute()
  return { ...instance, ...face }
}

const checkOpinion = (opinion: string | null | undefined): string => {
  const text = opinion?.trim() ?? ''
  if (text === '') throw refuse.invalid([{ field: 'opinion', message: sentence`请填写意见，让申请人知道要改什么` }])
  return text
}

export async function confirmProcess(context: Context, ask: TaskAsk, token = ''): Promise<object> {
  // what asks for a proof of whoever does it asks for one of whoever lets it be done
  if (resourceOf(context, ask.formCode).fresh === true) await demandFresh(context.house, token)
  return context.write(async (tx, inside) => {
    const found = await held(inside, tx, ask)
    const mine = await myTask(inside, tx, found, ask)
    const organisation = new Organisation(inside, tx)
    const opened = await setOpenFields(inside, tx, found, ask, organisation)
    const { row, facts } = await factsNow(inside, opened, organisation)
    const instance = Object.keys(ask.values ?? {}).length === 0 ? opened : await withFace(tx, opened, row)
    if (ask.version !== undefined && row.version !== undefined && ask.values === undefined && row.version !== ask.version)
      throw refuse.conflict(sentence`这条${instance.resource.title}刚被修改过，请核对后再审批`)
    const { opinion, fileIds = [] } = ask
    const done = await act(
      inside,
      tx,
      instance,
      {
        do: 'confirm',
        at: { node: ask.currentProcessId, round: ask.round },
        person: mine.person,
        ...(ask.processId === undefined || ask.processId === '' ? {} : { to: ask.processId }),
      },
      { ...mine, opinion: opinion ?? null, fileIds, seen: seenOf(instance, row) },
      { organisation, row, facts },
    )
    return { instanceId: instance.id, state: instanceStates[done.engine.state][0], round: done.engine.round }
  })
}

export const backProcess = (context: Context, ask: TaskAsk, toStart: boolean): Promise<object> =>
  context.write(async (tx, inside) => {
    const instance = await held(inside, tx, ask)
    const mine = await myTask(inside, tx, instance, ask)
    const opinion = checkOpinion(ask.opinion)
    const at = { node: ask.currentProcessId, round: ask.round }
    const person = mine.person
    const action = toStart
      ? ({ do: 'backStart', at, person } as const)
      : ({ do: 'back', at, person, ...(ask.processId ? { to: ask.processId } : {}) } as const)
    const { row } = await factsNow(inside, instance, new Organisation(inside, tx))
    const done = await act(inside, tx, instance, action, { ...mine, opinion, fileIds: ask.fileIds ?? [], seen: seenOf(instance, row) })
    if (toStart)
      await tellPeople(inside, tx, 'back', instance, [instance.applicantId], {
        by: inside.caller.name,
        text: opinion,
        but: inside.caller.accountId,
      })
    return { instanceId: instance.id, state: instanceStates[done.engine.state][0], round: done.engine.round }
  })

/** An employee of the organisation who still works here and may sign in. */
async function checkPeople(context: Context, tx: Tx, ids: readonly string[], field: string, applicantId: string, ownRequest: boolean) {
  const organisation = new Organisation(context, tx)
  const known = await organisation.people(ids)
  for (const id of ids) {
    const person = known.get(id)
    if (person === undefined || !person.isEmployed)
      throw refuse.invalid([{ field, message: sentence`选择的员工不存在或已离职，请重新选择` }])
    if (!ownRequest && id === applicantId) throw refuse.invalid([{ field, message: sentence`不能由申请人审批自己的申请` }])
  }
}

export const transfer = (context: Context, ask: TaskAsk & { readonly employeeId: string }): Promise<object> =>
  context.write(async (tx, inside) => {
    const instance = await held(inside, tx, ask)
    const mine = await myTask(inside, tx, instance, ask)
    await checkPeople(inside, tx, [ask.employeeId], 'employeeId', instance.applicantId, instance.flow.ownRequest)
    const action = {
      do: 'transfer',
      at: { node: ask.currentProcessId, round: ask.round },
      person: mine.person,
      to: ask.employeeId,
    } as const
    await act(inside, tx, instance, action, { ...mine, opinion: ask.opinion ?? null, fileIds: ask.fileIds ?? [] })
    return { instanceId: instance.id }
  })

export const countersign = (context: Context, ask: TaskAsk & { readonly employeeIds: readonly string[] }): Promise<object> =>
  context.write(async (tx, inside) => {
    const instance = await held(inside, tx, ask)
    const mine = await myTask(inside, tx, instance, ask)
    await checkPeople(inside, tx, ask.employeeIds, 'employeeIds', instance.applicantId, instance.flow.ownRequest)
    const at = { node: ask.currentProcessId, round: ask.round }
    const done = await act(inside, tx, instance, { do: 'countersign', at, person: mine.person, people: ask.employeeIds })
    await note({ context: inside, tx, instance }, 'countersign', {
      round: done.engine.round,
      employeeId: inside.caller.employeeId,
      actingForId: mine.actorId === null ? null : mine.person,
      processId: ask.currentProcessId,
      text: ask.opinion ?? null,
    })
    return { instanceId: instance.id }
  })

/** Whoever sees the record, its approver or its applicant. */
export const comment = (
  context: Context,
  ask: Which & { readonly opinion: string; readonly fileIds?: readonly string[] },
): Promise<object> =>
  context.write(async (tx, inside) => {
    const instance = await held(inside, tx, ask)
    const isHis = instance.applicantId === inside.caller.employeeId || (await hadTask(tx, instance.id, await answersFor(inside)))
    if (!isHis) throw unknownApproval()
    const words = {
      round: instance.engine.round,
      employeeId: inside.caller.employeeId,
      text: ask.opinion.trim(),
      fileIds: ask.fileIds ?? [],
    }
    if (words.text === '') throw refuse.invalid([{ field: 'opinion', message: sentence`请填写内容` }])
    await note({ context: inside, tx, instance }, 'comment', words)
    return { instanceId: instance.id }
  })

/** The applicant's own approval: of another's he learns nothing. */
async function ofApplicant(inside: Context, tx: Tx, which: Which): Promise<Instance> {
  const instance = await held(inside, tx, which)
  if (instance.applicantId !== inside.caller.employeeId) throw refuse.forbidden(sentence`只有申请人可以这样做`)
  return instance
}

export const withdraw = (context: Context, ask: Which & { readonly opinion?: string | null }): Promise<object> =>
  context.write(async (tx, inside) => {
    const instance = await ofApplicant(inside, tx, ask)
    const asked = instance.engine.open.flatMap(one => one.tasks.filter(task => task.state === 'open').map(task => task.person))
    const done = await act(inside, tx, instance, { do: 'withdraw' })
    const text = ask.opinion ?? null
    await note({ context: inside, tx, instance }, 'withdraw', { round: done.engine.round, employeeId: inside.caller.employeeId, text })
    await tellPeople(inside, tx, 'ended', instance, asked, { by: inside.caller.name, text: text ?? '', but: inside.caller.accountId })
    return { instanceId: instance.id, state: instanceStates.withdrawn[0] }
  })

/** Asks again what was sent back, as it was or with other values; the record's own step does the same. */
export const submitSentBack = (
  context: Context,
  ask: Which & { readonly opinion?: string | null; readonly values?: Readonly<Record<string, unknown>> },
): Promise<object> =>
  context.write(async (tx, inside) => {
    const found = await ofApplicant(inside, tx, ask)
    if (found.state !== instanceStates.back[0]) throw refuse.rule(sentence`只有退回的申请可以重新提交`)
    const { wanted } = found
    const given = ask.values ?? {}
    const newer =
      wanted.do === 'add' || wanted.do === 'change'
        ? { ...wanted, values: { ...wanted.values, ...given } }
        : { ...wanted, input: { ...wanted.input, ...given } }
    const instance = { ...found, wanted: newer }
    const trial = await tried(inside, tx, { trial: (own, on) => perform(within(own, on), on, instance) })
    const organisation = new Organisation(inside, tx)
    const { row, facts } = await factsNow(inside, instance, organisation)
    const after = trial ?? row
    await submitAgain(inside, tx, { ...instance, ...faceOf(instance, after) }, after, { ...facts, ...after }, organisation)
    if (ask.opinion)
      await note({ context: inside, tx, instance }, 'comment', {
        round: found.engine.round + 1,
        employeeId: found.applicantId,
        text: ask.opinion,
      })
    return { instanceId: instance.id, state: instanceStates.running[0] }
  })

const hourMinutes = 60

export const urge = (context: Context, ask: Which & { readonly opinion?: string | null }): Promise<object> =>
  context.write(async (tx, inside) => {
    const instance = await ofApplicant(inside, tx, ask)
    const { urgeHours } = instance.flow
    if (urgeHours === undefined) throw refuse.rule(sentence`这个流程不能催办`)
    if (instance.state !== instanceStates.running[0]) throw refuse.rule(sentence`这个审批已经结束，请刷新`)
    const since = instantMs(instance.urgedAt ?? instance.createdAt)
    const next = (await workClockOf(inside)).add(since, Math.round(urgeHours * hourMinutes))
    if (next > inside.now().getTime()) throw refuse.rule(sentence`${urgeHours} 个工作小时内只能催办一次，请稍后再试`)
    const people = instance.engine.open.flatMap(one => one.tasks.filter(task => task.state === 'open').map(task => task.person))
    await tx.updateTable('approval_instance').set({ urged_at: inside.now().toISOString() }).where('id', '=', instance.id).execute()
    await note({ context: inside, tx, instance }, 'urge', {
      round: instance.engine.round,
      employeeId: inside.caller.employeeId,
      text: ask.opinion ?? null,
    })
    await tellPeople(inside, tx, 'urged', instance, people, { by: inside.caller.name, text: ask.opinion ?? figuresLine(instance) })
    return { instanceId: instance.id, people: people.length }
  })
