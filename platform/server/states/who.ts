/**
 * Who may take a step, and whether its guards hold, as SQL over the records: the same expression for a page of a list and for the rows that
 * are locked.
 */
import type { Title } from '#platform/declare/title.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { sql, type RawBuilder } from 'kysely'
import { columnOf, permissionOf, type Resource } from '#platform/declare/resource.ts'
import type { Machine, Step, Stepping, Who } from '#platform/declare/states.ts'
import { may } from '../calls/may.ts'
import type { Context } from '../contract/context.ts'
import type { AnyDb } from '../contract/database.ts'
import type { Tx } from '../contract/database.ts'
import { ownSealedIds } from '../db/sealed-author.ts'
import { isProgramOnly, statesOf } from './machine.ts'

/** Whoever asks, as records name him. */
export interface Asker {
  readonly context: Context
  /** the records that he made under seal */
  readonly sealed: readonly string[]
  /** a flow of approvals is published for the records */
  readonly isFlowOn: boolean
  /** what he is a member of, by each word that asks for it */
  readonly memberOf: ReadonlyMap<Who, readonly string[]>
}

export async function askerOf(context: Context, db: AnyDb, r: Resource): Promise<Asker> {
  const { steps = {}, editBy } = r.states ?? {}
  const asked = [...Object.values(steps).map(step => step.may), ...(editBy ? [editBy] : [])].flatMap(partsOf)
  const asksAuthor = asked.some(who => who.by === 'author')
  const memberOf = new Map<Who, readonly string[]>()
  for (const who of new Set(asked)) if (who.by === 'member') memberOf.set(who, await memberships(context, db, who))
  const asksFlow = r.approval !== undefined && Object.values(steps).some(asksForFlow)
  const isFlowOn = asksFlow && (await context.house.registry.flows?.isPublished(context, r)) === true
  return { context, isFlowOn, sealed: asksAuthor ? await ownSealedIds(context, db as Tx, r) : [], memberOf }
}

const asksForFlow = ({ onlyWithoutApproval: withoutFlow, guards = [] }: Step): boolean =>
  withoutFlow === true || guards.some(guard => 'where' in guard && guard.onlyWithoutApproval === true)

/** A word and those inside it. */
const partsOf = (who: Who): readonly Who[] =>
  who.by === 'any' || who.by === 'all' ? who.of.flatMap(partsOf) : who.by === 'not' ? partsOf(who.of) : [who]

/** Ids of what the asker is a member of: one query a word, whatever the number of records. */
async function memberships(context: Context, db: AnyDb, who: Extract<Who, { by: 'member' }>): Promise<readonly string[]> {
  const { employeeId } = context.author ?? context.caller
  if (employeeId === null) return []
  const record = sql.ref(`${who.table}.${columnOf(who.record)}`)
  const rows = await db
    .selectFrom(who.table)
    .select(sql<string>`${record}::text`.as('id'))
    .where(sql<boolean>`${sql.ref(`${who.table}.${columnOf(who.person)}`)} = ${employeeId}::bigint`)
    .$if(who.roles !== undefined, query => query.where('role', 'in', [...(who.roles ?? [])]))
    .execute()
  return rows.map(row => String(row['id']))
}

/** true, false: whatever the record. */
type Truth = boolean | RawBuilder<boolean>

function whoIs(asker: Asker, r: Resource, who: Who): Truth {
  const { caller, author = caller } = asker.context
  const column = (name: string) => sql.ref(`${r.table}.${name}`)
  switch (who.by) {
    case 'anyone':
      return true
    case 'program':
      return false
    case 'operation':
      return may(caller, permissionOf(r), who.operation)
    case 'field': {
      const { employeeId } = author
      if (employeeId === null) return false
      const named = column(columnOf(who.field))
      // an empty field names nobody: false, not unknown
      return ownValue(r.fields, who.field)?.kind === 'links'
        ? sql<boolean>`coalesce(${employeeId}::bigint = any(${named}), false)`
        : sql<boolean>`coalesce(${named} = ${employeeId}::bigint, false)`
    }
    case 'member': {
      const { employeeId } = author
      if (employeeId === null) return false
      const ids = asker.memberOf.get(who) ?? []
      return ids.length > 0 && sql<boolean>`coalesce(${column(columnOf(who.of ?? 'id'))} = any(${[...ids]}::bigint[]), false)`
    }
    case 'author': {
      const made = sql<boolean>`coalesce(${column('created_by')} = ${author.accountId}::bigint, false)`
      return asker.sealed.length === 0 ? made : sql<boolean>`(${made} or ${column('id')} = any(${[...asker.sealed]}::bigint[]))`
    }
    case 'any':
      return joined(
        who.of.map(one => whoIs(asker, r, one)),
        true,
      )
    case 'all':
      return joined(
        who.of.map(one => whoIs(asker, r, one)),
        false,
      )
    case 'not': {
      const truth = whoIs(asker, r, who.of)
      return typeof truth === 'boolean' ? !truth : sql<boolean>`(not ${truth})`
    }
  }
}

/** One of them (`settles` true), or all of them (false). */
function joined(parts: readonly Truth[], settles: boolean): Truth {
  if (parts.includes(settles)) return settles
  const open = parts.filter(part => typeof part !== 'boolean')
  return open.length === 0 ? !settles : sql<boolean>`(${sql.join(open, settles ? sql` or ` : sql` and `)})`
}

const asSql = (truth: Truth): RawBuilder<boolean> => (typeof truth === 'boolean' ? sql<boolean>`${sql.lit(truth)}` : truth)

/** Whether the asker may take this step of each record; the state and the guards apart. */
export const mayTake = (asker: Asker, r: Resource, step: Step): RawBuilder<boolean> => asSql(truthOf(asker, r, step))

const truthOf = (asker: Asker, r: Resource, { may: who, onlyWithoutApproval: withoutFlow }: Step): Truth =>
  withoutFlow === true && asker.isFlowOn ? false : whoIs(asker, r, who)

/** Whether the asker may change and delete each record, as far as its state lets him; null: nobody in particular is named. */
export const mayEdit = (asker: Asker, r: Resource): RawBuilder<boolean> | null =>
  r.states?.editBy === undefined ? null : asSql(whoIs(asker, r, r.states.editBy))

/** The place of the first guard in SQL that does not hold; null: all hold. */
export function failingGuard({ guards = [] }: Step, isFlowOn: boolean): RawBuilder<number | null> {
  const cases = guards.flatMap((guard, i) =>
    'where' in guard && !(isFlowOn && guard.onlyWithoutApproval === true)
      ? [sql`when (${sql.raw(guard.where)}) is not true then ${sql.lit(i)}`]
      : [],
  )
  return cases.length === 0 ? sql<number | null>`null::integer` : sql<number | null>`(case ${sql.join(cases, sql` `)} end)`
}

/** as `may` of a row says that whoever asks may change it, where the machine says who */
export const editName = 'edit'

/** Names of the steps that the asker may take now, of each record, but for guards that are functions; and `edit`. */
export function maySelection(asker: Asker, r: Resource, m: Machine): RawBuilder<string[]> {
  const codes = new Map(statesOf(r, m).map(({ name, code }) => [name, code]))
  const state = sql.ref(`${r.table}.${columnOf(m.field)}`)
  const cases = Object.entries(m.steps).flatMap(([name, step]) => {
    const who = isProgramOnly(step) ? false : truthOf(asker, r, step)
    if (who === false) return []
    const from = step.from.map(one => sql.lit(codes.get(one) ?? null))
    const guard = (step.guards ?? []).some(one => 'where' in one) ? [sql<boolean>`${failingGuard(step, asker.isFlowOn)} is null`] : []
    const holds = [sql<boolean>`${state} in (${sql.join(from)})`, ...(who === true ? [] : [who]), ...guard]
    return [sql`case when ${sql.join(holds, sql` and `)} then ${sql.lit(name)} end`]
  })
  const editing = mayEdit(asker, r)
  if (editing !== null) cases.push(sql`case when ${editing} then ${sql.lit(editName)} end`)
  return cases.length === 0 ? sql<string[]>`'{}'::text[]` : sql<string[]>`array_remove(array[${sql.join(cases)}]::text[], null)`
}

/** The first guard that is a function and does not hold; its reason. */
export function failingFunction(step: Step, at: Omit<Stepping, 'input'>): Title | null {
  for (const guard of step.guards ?? []) if ('test' in guard && !guard.test(at)) return guard.reason
  return null
}

/** The record and who takes the step, for what is worked out by functions. */
export function steppingOf({ caller, now }: Context, row: Readonly<Record<string, unknown>>): Omit<Stepping, 'input'> {
  const { accountId, employeeId, name, zone } = caller
  return { row, now: now(), zone, accountId, employeeId, name }
}
