/** Steps that wait for an approval: each begins its own, the others are taken at once. Records without approvals pay one comparison. */
import { sentence } from '#platform/declare/sentence.ts'
import { concerns } from '#platform/declare/approval.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Row } from '#platform/declare/wire.ts'
import { refuse } from '../calls/refusal.ts'
import type { Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'
import { moveRows, type Moving } from './move-rows.ts'
import type { StepAsk } from './step-ask.ts'

/** approvals that one call begins */
const heldMax = 100

function matterOf(r: Resource, { name, row }: Moving): string | null {
  const found = Object.entries(r.approval?.triggers ?? {}).find(([, one]) => one.steps?.includes(name) === true && concerns(one, row))
  return found?.[0] ?? null
}

export interface Held {
  /** rows that take their step now */
  readonly now: readonly Moving[]
  /** rows as they stay, each with the approval that began */
  readonly held: readonly Row[]
}

export async function holdSteps(context: Context, tx: Tx, r: Resource, moving: readonly Moving[], ask: StepAsk): Promise<Held> {
  const { flows } = context.house.registry
  if (r.approval === undefined || flows === null || context.approved !== undefined || ask.byProgram === true)
    return { now: moving, held: [] }
  const now: Moving[] = []
  const held: Row[] = []
  const matters = moving.map(one => [one, matterOf(r, one)] as const)
  const isPublished = matters.some(([, matter]) => matter !== null) && (await flows.isPublished(context, r))
  if (!isPublished) return { now: moving, held: [] }
  if (matters.filter(([, matter]) => matter !== null).length > heldMax)
    throw refuse.rule(sentence`需要审批的操作一次最多 ${heldMax} 条，请分批提交`)
  for (const [one, matter] of matters) {
    const wanted = { do: 'step', step: one.name, input: ask.input, ...(ask.isEdit ? { isEdit: true as const } : {}) } as const
    const id =
      matter === null
        ? null
        : await flows.hold(context, tx, {
            resource: r,
            matter,
            recordId: one.id,
            wanted,
            trial: async (inside, on) => (await moveRows(inside, on, r, [one], ask))[0] ?? null,
          })
    if (id === null) now.push(one)
    else held.push({ ...one.row, approval: { instanceId: id, state: 1, step: null, mine: false } })
  }
  return { now, held }
}
