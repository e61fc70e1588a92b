/** Flows as their administrators keep them: drafts by version, checked before they are published; what runs keeps its version. */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import type { FlowDefinition } from '#platform/declare/flow.ts'
import { endId, startId } from '#platform/format/flow-graph.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { FlowFault, FlowForm } from '#platform/declare/wire-approval.ts'
import { type Context, type Tx, refuse } from '#platform/server/area.ts'
import { change, create } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { flowFaults, mayBeAsked } from './check.ts'
import { peopleFaults } from './check-people.ts'
import { resourceOf } from './load.ts'
import { workflowSetting as setting } from './tables.ts'

const unknownFlow = () => refuse.unknown(setting.title)
const inWords = ({ house, language }: Context, part: Wording): string => house.registry.inWords(part, language)

/** What begins with: start, and the end. */
export const emptyFlow: FlowDefinition = {
  nodes: [
    { id: startId, kind: 'start', name: '开始', leave: 'first' },
    { id: endId, kind: 'end', name: '结束' },
  ],
  edges: [],
  samePerson: 'pass',
  ownRequest: false,
}

/** Records that can be approved, with the fields that flows may name. */
export function forms(context: Context): FlowForm[] {
  const at = context.language === 'en' ? 1 : 0
  return [...context.house.registry.types.values()].flatMap(r => {
    if (r.approval === undefined || r.type === undefined) return []
    const fields = Object.entries(r.fields).flatMap(([field, of]) => {
      const { kind, to, title, options, choices = {} } = of
      return !mayBeAsked(r, field, of)
        ? []
        : [
            {
              field,
              title: title[at],
              kind,
              to: to ?? null,
              isOpen: options.computed === true ? (0 as const) : (1 as const),
              choices: Object.values(choices).map(([value, zh, en]) => ({ value, label: at === 1 ? en : zh })),
            },
          ]
    })
    const matters = Object.entries(r.approval.triggers).map(([code, { title }]) => ({ code, name: title[at] }))
    return [{ formCode: r.type, name: r.title[at], matters, fields }]
  })
}

export async function one(context: Context, id: string) {
  const row = await context.db.selectFrom('workflow_setting').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw unknownFlow()
  return {
    id: row.id,
    version: row.version,
    formCode: row.form_code,
    name: row.name,
    versionNo: row.version_no,
    status: row.status,
    remark: row.remark,
    publishedAt: row.published_at,
    definition: row.definition ?? emptyFlow,
  }
}

const runningTold = 1_000
/** As its editor needs it: with how many approvals of its records are under way, up to a thousand; they keep their version. */
export async function oneToEdit(context: Context, id: string) {
  const found = await one(context, id)
  const rows = await context.db
    .selectFrom('approval_instance')
    .select('id')
    .where('subject', '=', resourceOf(context, found.formCode).table)
    .where('state', 'in', [1, 3])
    .limit(runningTold)
    .execute()
  return { ...found, running: rows.length }
}

async function faultsOf(context: Context, r: Resource, definition: FlowDefinition) {
  const faults = flowFaults(definition, r)
  return faults.some(fault => fault.level === 'error') ? faults : [...faults, ...(await peopleFaults(context, definition))]
}

export async function check(context: Context, formCode: string, definition: FlowDefinition): Promise<{ faults: FlowFault[] }> {
  const faults = await faultsOf(context, resourceOf(context, formCode), definition)
  return { faults: faults.map(({ message, ...at }) => ({ ...at, message: inWords(context, message) })) }
}

interface NewFlow {
  readonly formCode: string
  readonly name: string
  readonly remark?: string | null
  readonly definition?: FlowDefinition
  /** begins as this version is */
  readonly copyOf?: string
}

export const insert = (context: Context, { formCode, name, remark = null, definition, copyOf }: NewFlow) =>
  context.write(async (tx, inside) => {
    resourceOf(inside, formCode)
    const last = await versions(tx, formCode)
    const from = copyOf === undefined ? null : await one({ ...inside, db: tx }, copyOf)
    const values = { formCode, name, remark, versionNo: (last.at(-1)?.version_no ?? 0) + 1 }
    const given = JSON.stringify(definition ?? from?.definition ?? emptyFlow)
    const row = await create(inside, setting, { ...values, definition: given })
    return { id: row.id, versionNo: values.versionNo }
  })

/** All versions of a form, locked: versions are numbered and published one after the other. */
const versions = (tx: Tx, formCode: string) =>
  tx
    .selectFrom('workflow_setting')
    .select(['id', 'version_no', 'status'])
    .where('form_code', '=', formCode)
    .orderBy('version_no')
    .forUpdate()
    .execute()

interface ChangedFlow {
  readonly id: string
  readonly version: number
  readonly name?: string
  readonly remark?: string | null
  readonly definition?: FlowDefinition
}

export async function update(context: Context, { id, version, definition, ...rest }: ChangedFlow) {
  const values = { ...rest, ...(definition === undefined ? {} : { definition: JSON.stringify(definition) }) }
  const row = await change(context, setting, id, values, { version })
  return { id: row.id, version: row.version ?? 1 }
}

export const publish = (context: Context, { id, version }: { readonly id: string; readonly version?: number }) =>
  context.write(async (tx, inside) => {
    const found = await one({ ...inside, db: tx }, id)
    const faults = (await faultsOf(inside, resourceOf(inside, found.formCode), found.definition)).filter(fault => fault.level === 'error')
    if (faults.length > 0)
      throw refuse.rule(sentence`流程还不能发布：${{ list: faults.slice(0, 5).map(fault => fault.message), mark: '；' }}`, {
        faults: faults.map(({ message, ...at }) => ({ ...at, message: inWords(inside, message) })),
      })
    const before = (await versions(tx, found.formCode)).filter(row => row.status === 1).map(row => ({ id: row.id }))
    if (before.length > 0) await takeSteps(inside, setting, { ids: before, pick: { step: 'supersede' }, input: {}, byProgram: true })
    const [row] = await takeSteps(inside, setting, {
      ids: [{ id, ...(version === undefined ? {} : { version }) }],
      pick: { step: 'publish' },
      input: {},
    })
    return { id, version: row?.version ?? null, status: 1 }
  })
