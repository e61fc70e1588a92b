/** 我的审批: to do, done, asked for by me, copied to me. One's own, by indexes that begin with the person. */
import { sql } from 'kysely'
import type { CardFigure } from '#platform/declare/approval.ts'
import { stepOf } from '#platform/format/flow-graph.ts'
import type { ApprovalCard } from '#platform/declare/wire-approval.ts'
import type { Context } from '#platform/server/area.ts'
import { definitionOf, pendingKey, titleIn } from './load.ts'
import { answersFor } from './people.ts'
import { taskStates } from './tables.ts'

export interface BoxAsk {
  readonly box: 1 | 2 | 3 | 4
  readonly formCode?: string
  readonly keyword?: string
  readonly pageNum?: number
  readonly pageSize?: number
  /** absent: the newest first */
  readonly oldestFirst?: true
}

const pageSizeDefault = 20

export async function allList(context: Context, { box, formCode, keyword, pageNum = 1, pageSize = pageSizeDefault, oldestFirst }: BoxAsk) {
  const people = await answersFor(context)
  const [me] = people
  if (me === undefined) return { list: [], total: 0, pageNum, pageSize }
  const newest = box === 3 ? asked(context, me) : tasks(context, box, people)
  const found = oldestFirst === true ? newest.clearOrderBy().orderBy(box === 3 ? 'i.id' : 't.id') : newest
  const like = keyword === undefined || keyword === '' ? null : `%${keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  let query = found
  if (formCode !== undefined && formCode !== '') query = query.where('i.form_code', '=', formCode)
  if (like !== null) query = query.where('i.title', 'ilike', like)
  const [{ total }, rows] = await Promise.all([
    query
      .clearSelect()
      .clearOrderBy()
      .select(eb => eb.fn.countAll<string>().as('total'))
      .executeTakeFirstOrThrow(),
    query
      .limit(pageSize)
      .offset((pageNum - 1) * pageSize)
      .execute(),
  ])
  const list = await Promise.all(rows.map(row => cardOf(context, box, me, row)))
  return { list, total: Number(total), pageNum, pageSize }
}

interface CardRow {
  readonly id: string
  readonly instance_id: string
  readonly form_code: string
  readonly record_id: string | null
  readonly title: string
  readonly matter: string
  readonly figures: readonly CardFigure[] | null
  readonly setting_id: string
  readonly applicant: string
  readonly process_id: string
  readonly step: string | null
  readonly round: number
  readonly state: number
  readonly employee_id: string
  readonly holder: string
  readonly arrived_at: string
  readonly due_at: string | null
  readonly ended_at: string | null
}

function tasks({ db }: Context, box: 1 | 2 | 4, people: readonly string[]) {
  const base = db
    .selectFrom('approval_task as t')
    .innerJoin('approval_instance as i', 'i.id', 't.instance_id')
    .innerJoin('employee as e', 'e.id', 'i.applicant_id')
    .innerJoin('employee as h', 'h.id', 't.employee_id')
    .select(['t.id', 't.instance_id', 't.process_id', 't.process_name as step', 't.round', 't.state', 't.employee_id'])
    .select(['t.arrived_at', 't.due_at', 't.ended_at', 'h.name as holder', 'e.name as applicant'])
    .select(['i.form_code', 'i.record_id', 'i.title', 'i.matter', 'i.figures', 'i.setting_id'])
    .orderBy('t.id', 'desc')
  const [me = ''] = people
  if (box === 1)
    return base
      .where('t.employee_id', 'in', [...people])
      .where('t.state', '=', taskStates.open[0])
      .where('t.is_waiting', '=', false)
  if (box === 4) return base.where('t.employee_id', '=', me).where('t.state', '=', taskStates.copied[0])
  // what he answered himself, also in the place of another
  return base
    .where(eb => eb.or([eb('t.actor_id', '=', me), eb.and([eb('t.employee_id', '=', me), eb('t.actor_id', 'is', null)])]))
    .where('t.state', 'in', [2, 3, 4])
}

/** What he asked for himself. */
function asked({ db }: Context, me: string) {
  return db
    .selectFrom('approval_instance as i')
    .innerJoin('employee as e', 'e.id', 'i.applicant_id')
    .select([
      'i.id',
      'i.id as instance_id',
      sql<string>`''`.as('process_id'),
      'i.step',
      'i.round',
      'i.state',
      'i.applicant_id as employee_id',
    ])
    .select([
      'i.created_at as arrived_at',
      sql<null>`null::timestamptz`.as('due_at'),
      'i.ended_at',
      'e.name as holder',
      'e.name as applicant',
    ])
    .select(['i.form_code', 'i.record_id', 'i.title', 'i.matter', 'i.figures', 'i.setting_id'])
    .where('i.applicant_id', '=', me)
    .orderBy('i.id', 'desc') as ReturnType<typeof tasks>
}

async function cardOf(context: Context, box: number, me: string, row: CardRow): Promise<ApprovalCard> {
  const { house, language, db } = context
  const at = language === 'en' ? 1 : 0
  const r = house.registry.types.get(row.form_code)
  const flow = box === 1 ? await definitionOf(context, db, row.setting_id) : null
  const step = flow === null ? undefined : stepOf(flow, row.process_id)
  const isPlain = step !== undefined && step.leave !== 'choose' && !(step.forms ?? []).some(one => one.mode >= 2)
  return {
    id: row.id,
    instanceId: row.instance_id,
    formCode: row.form_code,
    formName: r?.title[at] ?? row.form_code,
    keyValue: row.record_id ?? pendingKey(row.instance_id),
    title: titleIn(r, row.matter, row.title)[at],
    figures: (row.figures ?? []).map(({ title, value }) => ({ title: title[at], value: value[at] })),
    applicant: row.applicant,
    processId: row.process_id,
    step: row.step ?? '',
    round: row.round,
    state: row.state,
    actingFor: box !== 3 && row.employee_id !== me ? row.holder : '',
    arrivedAt: row.arrived_at,
    dueAt: row.due_at,
    endedAt: row.ended_at,
    isPlain: isPlain ? 1 : 0,
  }
}
