/**
 * The one rule of locks: which records must stay as they are, and why. Asked by add, update, remove, batch, import, undo and action alike.
 */
import { sentence } from '#platform/declare/sentence.ts'
import { sql, type RawBuilder } from 'kysely'
import { ownValue } from '#platform/declare/own-value.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { Context } from '../contract/context.ts'
import type { AnyDb } from '../contract/database.ts'
import { refuse } from '../calls/refusal.ts'
import { byKeys } from '../lists/keys.ts'
import type { Hooks, Lock, Values } from '../contract/record-hooks.ts'
import { approvalLocks, inApprovalLocks } from './approval-locks.ts'
import { closedLocks, editLocks, personLocks, removalLocks } from '../states/edit-locks.ts'

type Keys = readonly (readonly string[])[]

export const auditMark = 'audit_state'

/** Audited rows stay, whatever the list. The mark itself is set and taken back by its own action. */
const auditedLock = (r: Resource, isRemoval: boolean): Lock[] =>
  'auditState' in r.fields
    ? [
        {
          where: sql<boolean>`${sql.ref(`${r.table}.${auditMark}`)} = 1`,
          reason: isRemoval ? sentence`已审核的数据不能删除，请先反审核` : sentence`已审核的数据不能修改，请先反审核`,
          onlyAsItWas: true,
        },
      ]
    : []

/** What is about to be done. `columns`: those that are set. */
export interface Intent {
  readonly isRemoval: boolean
  readonly set?: Readonly<Values>
}

/**
 * Rows that stay as they are, whoever asks: audited ones, what their state keeps, what the verb's hooks hold, what areas hold for their own
 * reasons.
 */
export async function locksOf(context: Context, db: AnyDb, r: Resource, hooks: Hooks, intent: Intent): Promise<Lock[]> {
  const locks = intent.set !== undefined && Object.hasOwn(intent.set, auditMark) ? [] : auditedLock(r, intent.isRemoval)
  if (r.states !== undefined && intent.isRemoval) locks.push(...removalLocks(r, r.states))
  else if (r.states !== undefined && intent.set !== undefined) locks.push(...editLocks(r, r.states, intent.set))
  if (r.states !== undefined && (intent.isRemoval || intent.set !== undefined))
    locks.push(...(await personLocks(context, db, r, r.states, intent.isRemoval ? undefined : intent.set)))
  const lockers = [...(hooks.rowLocks ? [hooks.rowLocks] : []), ...(context.house.registry.lockers.get(r.table) ?? [])]
  for (const locker of lockers) locks.push(...(await locker(context, db, intent.isRemoval)))
  if (r.approval !== undefined) locks.push(...(await approvalLocks(context, db, r, intent)))
  if (r.linesOf !== undefined) locks.push(...(await documentLocks(context, db, r, r.linesOf.field)))
  return locks
}

/** What holds a document holds its lines: audited, in approval, posted, a state that leaves nothing open, editors named, an area. */
async function documentLocks(context: Context, db: AnyDb, r: Resource, by: string): Promise<Lock[]> {
  const { resources, lockers } = context.house.registry
  const header = resources.get(ownValue(r.fields, by)?.to ?? '')
  if (header === undefined) throw new Error(`${r.table}: ${by} refers to no document`)
  const held = auditedLock(header, false)
  if (header.states !== undefined)
    held.push(...closedLocks(header, header.states), ...(await personLocks(context, db, header, header.states)))
  if (header.posts !== undefined) {
    const [posted, reversed] = ['posted_on', 'reversed_on'].map(column => sql.ref(`${header.table}.${column}`))
    const where = sql<boolean>`(${posted} is not null and ${reversed} is null)`
    held.push({ where, reason: sentence`${header.title}已过账，不能修改明细，请先冲销` })
  }
  for (const locker of lockers.get(header.table) ?? []) held.push(...(await locker(context, db, false)))
  held.push(...inApprovalLocks(context, db, header))
  return held.map(({ where, reason }) => {
    const mine = sql<boolean>`${sql.ref(`${header.table}.id`)} = ${sql.ref(`${r.table}.${columnOf(by)}`)}`
    // a value of the one document, not whether there is one: the latter is answered by reading all documents for a set of lines
    const documents = db.selectFrom(header.table).select(where.as('held')).where(mine)
    return { where: sql<boolean>`coalesce((${documents}), false)`, reason }
  })
}

/** Those that also hold what a row becomes: nothing may be moved into a closed month, and no new row be put there. */
export const locksOfNew = (locks: readonly Lock[]): readonly Lock[] => locks.filter(lock => lock.onlyAsItWas !== true)

/** The place of the first lock that holds a row, as its number; null: none. */
export const lockOf = (locks: readonly Lock[]): RawBuilder<number | null> =>
  locks.length === 0
    ? sql<number | null>`null::integer`
    : sql<number | null>`(case ${sql.join(
        locks.map(({ where }, i) => sql`when ${where} then ${sql.lit(i)}`),
        sql` `,
      )} end)`

/** Refuses rows that have just been written where nothing may be written. One statement for a set, none where nobody holds anything. */
export async function refuseNewLocked(db: AnyDb, r: Resource, locks: readonly Lock[], keys: Keys): Promise<void> {
  const held = locksOfNew(locks)
  if (held.length === 0 || keys.length === 0) return
  const found = await db
    .selectFrom(r.table)
    .select(lockOf(held).as('lock_no'))
    .where(byKeys(r, keys))
    .where(sql<boolean>`${lockOf(held)} is not null`)
    .limit(1)
    .executeTakeFirst()
  const reason = held[(found?.['lock_no'] as number | null | undefined) ?? -1]?.reason
  if (reason !== undefined) throw refuse.rule(reason)
}
