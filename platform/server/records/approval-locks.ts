/** Records in approval stay as they are, and what needs an approval is changed by no batch and no import: it is asked for one by one. */
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { ownValue } from '#platform/declare/own-value.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { Context } from '../contract/context.ts'
import type { AnyDb } from '../contract/database.ts'
import type { Lock, Values } from '../contract/record-hooks.ts'

/** What is about to be done; an import does not say here what it sets: see `guardOf`. */
interface Intent {
  readonly isRemoval: boolean
  readonly set?: Readonly<Values>
}

/** Records whose approval is under way. */
export function inApprovalLocks(context: Context, db: AnyDb, r: Resource): readonly Lock[] {
  const { flows } = context.house.registry
  return r.approval === undefined || context.approved !== undefined || flows === null ? [] : flows.locks(context, db, r)
}

/** Forms have been asked before (hold-change.ts): their context carries it. */
export async function approvalLocks(context: Context, db: AnyDb, r: Resource, { isRemoval, set }: Intent): Promise<Lock[]> {
  const { flows } = context.house.registry
  if (r.approval === undefined || context.approved !== undefined || flows === null) return []
  const locks = [...inApprovalLocks(context, db, r)]
  if (isRemoval) return locks
  const matters = Object.values(r.approval.triggers)
  const guarded = fieldsOf(r).filter(([name]) => set !== undefined && Object.hasOwn(set, columnOf(name)))
  const isHeld = matters.some(({ onAdd }) => onAdd === 'hold')
  if (guarded.length === 0 && !isHeld) return locks
  const needed = await flows.neededWhere(context, r)
  if (needed === null) return locks
  // holds what a row becomes as well: an import adds nothing that a form would have to ask for
  if (isHeld) locks.push({ where: needed, reason: sentence`这条${r.title}需要审批，请逐条新增` })
  for (const [name, wanted] of guarded) {
    const value = set?.[columnOf(name)]
    if (wanted !== true && !wanted.includes(value as string)) continue
    const differs = sql<boolean>`(${sql.ref(`${r.table}.${columnOf(name)}`)} is distinct from ${value})`
    locks.push({ where: differs, reason: changeReason(r, name), onlyAsItWas: true })
  }
  return locks
}

/** Records that are written when approved are held by what they become, whatever field changes. */
const fieldsOf = (r: Resource) =>
  Object.values(r.approval?.triggers ?? {}).flatMap(({ fields = {}, onAdd }) => (onAdd === 'hold' ? [] : Object.entries(fields)))
const changeReason = (r: Resource, name: string): Wording => sentence`修改“${ownValue(r.fields, name)?.title ?? name}”需要审批，请逐条修改`

export interface Guard {
  /** true: any change of the field waits; a list: these values */
  readonly wanted: (name: string) => true | readonly (string | number | boolean)[] | undefined
  /** why an import may not set this field to this value */
  readonly reasonFor: (name: string, value: unknown) => Wording | null
}

/** null where no flow is published: nothing is asked then. */
export async function guardOf(context: Context, r: Resource): Promise<Guard | null> {
  const { flows } = context.house.registry
  const isAsked = r.approval !== undefined && context.approved === undefined && flows !== null
  if (!isAsked || !(await flows.isPublished(context, r))) return null
  const guarded = new Map(fieldsOf(r))
  return {
    wanted: name => guarded.get(name),
    reasonFor(name, value) {
      const wanted = guarded.get(name)
      return wanted === undefined || (wanted !== true && !wanted.includes(value as string)) ? null : changeReason(r, name)
    },
  }
}
