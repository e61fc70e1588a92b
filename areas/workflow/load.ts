/** Reading and writing of one approval: its definition, its state under a lock, the facts that conditions ask for. */
import { ownValue } from '#platform/declare/own-value.ts'
import type { FlowDefinition } from '#platform/declare/flow.ts'
import { flowWords } from '#platform/format/flow-graph.ts'
import type { CardFigure, Wanted } from '#platform/declare/approval.ts'
import { labelOf, type Resource } from '#platform/declare/resource.ts'
import type { Title } from '#platform/declare/title.ts'
import type { Row } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { shownTitle } from './figures.ts'
import { type Context, type Tx, refuse } from '#platform/server/area.ts'
import { anyTable } from '#platform/server/database.ts'
import { rowOf, maskRows } from '#platform/server/lists.ts'
import { openTo } from './opened.ts'
import type { Facts } from './engine/conditions.ts'
import type { EngineState } from './engine/state.ts'

export interface Instance {
  readonly id: string
  readonly version: number
  readonly formCode: string
  readonly resource: Resource
  readonly recordId: string | null
  readonly settingId: string
  readonly flow: FlowDefinition
  readonly applicantId: string
  readonly applicantAccount: string
  readonly state: number
  readonly matter: string
  readonly wanted: Wanted
  readonly title: string
  readonly figures: readonly CardFigure[]
  readonly engine: EngineState
  readonly urgedAt: string | null
  readonly createdAt: string
}

/** Definitions never change once they are published: kept by their number, of each house apart. */
const definitions = new WeakMap<Context['house']['registry'], Map<string, FlowDefinition>>()
const definitionsMax = 500

export async function definitionOf({ house }: Context, tx: Tx | Context['db'], settingId: string): Promise<FlowDefinition> {
  const kept = definitions.get(house.registry) ?? new Map<string, FlowDefinition>()
  definitions.set(house.registry, kept)
  const known = kept.get(settingId)
  if (known !== undefined) return known
  const row = await tx.selectFrom('workflow_setting').select(['definition']).where('id', '=', settingId).executeTakeFirst()
  if (row?.definition == null) throw refuse.unknown(['审批流程', 'Approval flow'])
  if (kept.size >= definitionsMax) kept.clear()
  kept.set(settingId, row.definition)
  return row.definition
}

/** The flow that is published for these records. */
export async function publishedFlow(context: Context, db: Tx | Context['db'], formCode: string) {
  return db
    .selectFrom('workflow_setting')
    .select(['id', 'name', 'definition'])
    .where('org_id', '=', context.caller.orgId)
    .where('form_code', '=', formCode)
    .where('status', '=', 1)
    .executeTakeFirst()
}

export interface Which {
  readonly formCode: string
  /** id of the record; `+7`: the record of approval 7, which is written when it is approved */
  readonly keyValue: string
}

export const pendingKey = (instanceId: string): string => `+${instanceId}`
export const keyOf = (instance: Pick<Instance, 'id' | 'recordId'>): string => instance.recordId ?? pendingKey(instance.id)

export function resourceOf({ house }: Context, formCode: string): Resource {
  const r = house.registry.types.get(formCode)
  if (r?.approval === undefined) throw refuse.unknown(['业务', 'Form'])
  return r
}

/** The last approval of a record. `hold`: it stays as it is until the transaction ends. null: there was none. */
export async function instanceOf(context: Context, tx: Tx | Context['db'], which: Which, hold = false): Promise<Instance | null> {
  const r = resourceOf(context, which.formCode)
  let query = tx.selectFrom('approval_instance').selectAll().where('org_id', '=', context.caller.orgId)
  const pending = /^\+([1-9][0-9]{0,17})$/.exec(which.keyValue)?.[1]
  if (pending !== undefined) query = query.where('id', '=', pending).where('subject', '=', r.table)
  else if (/^[1-9][0-9]{0,17}$/.test(which.keyValue))
    query = query.where('subject', '=', r.table).where('record_id', '=', which.keyValue).orderBy('id', 'desc').limit(1)
  else throw refuse.unknown(r.title)
  const row = await (hold ? query.forUpdate() : query).executeTakeFirst()
  if (row === undefined) return null
  if (row.engine === null || row.wanted === null) throw new Error(`approval ${row.id} has lost its state`)
  return {
    id: row.id,
    version: row.version,
    formCode: row.form_code,
    resource: r,
    recordId: row.record_id,
    settingId: row.setting_id,
    flow: await definitionOf(context, tx, row.setting_id),
    applicantId: row.applicant_id,
    applicantAccount: row.applicant_account,
    state: row.state,
    matter: row.matter,
    wanted: row.wanted,
    title: row.title,
    figures: row.figures ?? [],
    engine: row.engine,
    urgedAt: row.urged_at,
    createdAt: row.created_at,
  }
}

/** What the record was asked to become, over what it is. */
export const wishedValues = (wanted: Wanted): Readonly<Record<string, unknown>> =>
  wanted.do === 'step' || wanted.do === 'action' ? wanted.input : wanted.values

export const factsOf = (row: Readonly<Record<string, unknown>>, matter: string, applicantId: string, deptId: string): Facts => ({
  ...row,
  [flowWords.matter]: matter,
  [flowWords.applicant]: applicantId,
  [flowWords.department]: deptId,
})

/** The record as it is now with what is asked for laid over it; of one that is not written yet what is asked for alone. */
export async function recordNow(context: Context, instance: Instance): Promise<Row> {
  const { resource: r, recordId, wanted } = instance
  // through the door, which also works columns out: whoever was asked sees this one record
  const opened = recordId === null ? context : openTo(context, r, recordId)
  const row = recordId === null ? null : await rowOf(opened, anyTable(opened.db), r, recordId)
  if (recordId !== null && row === null) throw refuse.unknown(r.title)
  return { id: recordId ?? '', ...row, ...wishedValues(wanted) } as Row
}

/** What the record is called; what is asked for stands before it (`titleIn`). */
export function labelIn(r: Resource, row: Row): string {
  const masked = { ...row }
  maskRows(r, [masked])
  const label = labelOf(r)
  return asText((masked[`${label}Label`] ?? masked[label] ?? '') as string).slice(0, 300)
}

/** 供应商准入：宁波海达包装有限公司, in both languages. */
export function titleIn(r: Resource | undefined, matter: string, label: string): Title {
  const [zh, en] = r?.approval?.triggers[matter]?.title ?? ['', '']
  return [`${zh}：${label}`, `${en}: ${label}`]
}
export const titleOf = ({ resource, matter, title }: Pick<Instance, 'resource' | 'matter' | 'title'>): Title =>
  titleIn(resource, matter, title)

/** What a card shows of the record. */
export function figuresOf(r: Resource, row: Row): readonly CardFigure[] {
  const masked = { ...row }
  maskRows(r, [masked])
  const names = r.approval?.figures ?? r.key ?? []
  return names.flatMap(name => {
    const field = ownValue(r.fields, name)
    return field === undefined || field.kind === 'files' ? [] : [{ title: field.title, value: shownTitle(field, masked, name) }]
  })
}
