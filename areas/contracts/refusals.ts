/** What contracts are refused for: plans that do not come to the amount, supplements that cut what was paid. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { compare, isNegative, isZero, subtract, sum } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { refuse, type Context, type Follower } from '#platform/server/area.ts'
import { contractStates as states, natures, signedStates } from './contract-tables.ts'
import { planStates, triggers } from './plan-tables.ts'

export const textOrNull = (value: unknown): string | null => (value === null || value === undefined || value === '' ? null : asText(value))
/** Of links, and of files, which a row holds with name and address. */
export const idsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(one => asText(typeof one === 'object' && one !== null && 'id' in one ? one.id : one)) : []
/** a contract that goes on */
export const holds = [states.running[0], states.expired[0]] as readonly number[]
const cancelledState = planStates.cancelled[0]
const unsigned = [states.draft[0], states.asked[0], states.unsigned[0]] as readonly number[]

/** An order is of one contract: what it asks for is taken off one plan. */
export async function refuseShared({ db }: Context, id: string, orders: readonly string[]): Promise<void> {
  if (orders.length === 0) return
  const other = await db
    .selectFrom('contract')
    .select('no')
    .where('id', '<>', id)
    .where('state', '<>', states.voided[0])
    .where(sql<boolean>`order_ids && ${[...orders]}::bigint[]`)
    .executeTakeFirst()
  if (other !== undefined)
    throw refuse.invalid([{ field: 'orderIds', message: sentence`采购单已在合同 ${other.no ?? ''} 里，一张采购单只能属于一份合同` }])
}

/** What goes to be approved has a plan that comes to its amount, to the cent. */
export async function refuseIncomplete({ db }: Context, id: string): Promise<void> {
  const row = await db
    .selectFrom('contract')
    .select(['amount', 'nature', 'cancels', 'parent_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const lines = await db.selectFrom('contract_plan').select(['amount', 'trigger', 'due_on', 'name']).where('contract_id', '=', id).execute()
  const empty = lines.find(one => one.amount === null)
  if (empty !== undefined) throw refuse.rule(sentence`收付计划“${empty.name}”没有金额或比例，请填写`)
  const undated = lines.find(one => one.trigger === triggers.day[0] && one.due_on === null)
  if (undated !== undefined) throw refuse.rule(sentence`收付计划“${undated.name}”没有日期，请填写应收付日期`)
  const amount = textOrNull(row.amount)
  if (row.nature === natures.single[0] && amount !== null && isNegative(amount))
    throw refuse.invalid([{ field: 'amount', message: sentence`合同金额不能小于 0` }])
  if (lines.length === 0 && (row.nature !== natures.supplement[0] || idsOf(row.cancels).length === 0)) return
  const off = await cancelledOf(db, idsOf(row.cancels))
  const planned = subtract(sum(lines.map(one => asText(one.amount))), off)
  if (compare(planned, amount ?? '0') !== 0)
    throw refuse.rule(sentence`收付计划合计与合同金额不一致，相差 ${apart(planned, amount ?? '0')}，请改到一致`)
}
/** the difference alone: who may not see amounts submits too */
const apart = (one: string, other: string): string => (compare(one, other) < 0 ? subtract(other, one) : subtract(one, other))
async function cancelledOf(db: Context['db'], ids: readonly string[]): Promise<string> {
  if (ids.length === 0) return '0'
  const rows = await db.selectFrom('contract_plan').select('amount').where('id', 'in', ids).execute()
  return sum(rows.map(one => textOrNull(one.amount) ?? '0'))
}

/** Sums of supplements are added to their contract: one currency. */
export async function refuseCurrency({ db }: Context, changes: Parameters<Follower>[2]): Promise<void> {
  const below = changes.flatMap(({ before, after }) => {
    const parent = textOrNull(after?.['parentId'])
    const isSame = before !== null && ['currency', 'parentId', 'nature', 'state'].every(name => before[name] === after?.[name])
    const isOpen = unsigned.includes(Number(before?.['state'] ?? states.draft[0]))
    if (after === null || parent === null || isSame || !isOpen || after['nature'] !== natures.supplement[0]) return []
    return [{ parent, currency: asText(after['currency']) }]
  })
  if (below.length === 0) return
  const parents = await db
    .selectFrom('contract')
    .select(['id', 'currency'])
    .where('id', 'in', [...new Set(below.map(one => one.parent))])
    .execute()
  const of = new Map(parents.map(one => [asText(one.id), one.currency]))
  if (below.some(one => (of.get(one.parent) ?? one.currency) !== one.currency))
    throw refuse.invalid([{ field: 'currency', message: sentence`补充协议的币种请与上级合同一致` }])
}

/** A supplement takes off lines of its own contract of which nothing was paid. Answers how often its contract has renewed itself. */
export async function refuseCut(
  { db }: Context,
  id: string,
  parent: string,
  cancels: readonly string[],
): Promise<{ readonly renewals: number }> {
  const parentRow = await db
    .selectFrom('contract')
    .select(['state', 'no', 'nature', 'renewals'])
    .where('id', '=', parent)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (parentRow === undefined || parentRow.nature === natures.supplement[0])
    throw refuse.invalid([{ field: 'parentId', message: sentence`补充协议请选择它补充的合同` }])
  if (!holds.includes(parentRow.state)) throw refuse.rule(sentence`${parentRow.no ?? ''} 不在履行中，不能签补充协议`)
  if (cancels.length === 0) return parentRow
  const rows = await db
    .selectFrom('contract_plan')
    .select(['name', 'contract_id', 'matched', 'held', 'state'])
    .where('id', 'in', cancels)
    .execute()
  const foreign = rows.find(one => asText(one.contract_id) !== parent)
  if (foreign !== undefined) throw refuse.rule(sentence`“${foreign.name}”不是上级合同的收付计划`)
  const paid = rows.find(one => !isZero(asText(one.matched)) || !isZero(asText(one.held)))
  if (paid !== undefined) throw refuse.rule(sentence`“${paid.name}”已有收付，不能取消`)
  const other = await db
    .selectFrom('contract')
    .select('no')
    .where('parent_id', '=', parent)
    .where('id', '<>', id)
    .where('state', 'in', signedStates)
    .where(sql<boolean>`cancels && ${[...cancels]}::bigint[]`)
    .executeTakeFirst()
  if (other !== undefined) throw refuse.rule(sentence`${other.no ?? ''} 已取消其中的收付计划，请从补充协议里去掉`)
  return parentRow
}

/** Nobody agrees to less than what was paid of it and of its supplements. */
export async function refuseBelowPaid({ db }: Context, parent: string): Promise<void> {
  const row = await db
    .selectFrom('contract')
    .select(['total', 'matched', 'nature', 'no'])
    .where('id', '=', parent)
    .executeTakeFirstOrThrow()
  if (row.nature === natures.frame[0]) return
  const below = await db
    .selectFrom('contract')
    .select('matched')
    .where('parent_id', '=', parent)
    .where('nature', '=', natures.supplement[0])
    .where('state', 'in', signedStates)
    .execute()
  const paid = sum([row, ...below].map(one => asText(one.matched)))
  const lacks = subtract(paid, asText(row.total))
  if (compare(lacks, '0') > 0) throw refuse.rule(sentence`补充后合同额比已收付的少 ${lacks}，不能签订`)
}

export async function refuseOpen({ db }: Context, id: string, reason: string | null): Promise<void> {
  if (reason !== null) return
  const open = await db
    .selectFrom('contract_plan')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('contract_id', '=', id)
    .where('amount', '>', sql<string>`matched + held`)
    .where('state', '<>', cancelledState)
    .executeTakeFirst()
  const n = Number(open?.n ?? 0)
  if (n > 0) throw refuse.invalid([{ field: 'endReason', message: sentence`还有 ${n} 笔没有收付完，完成请写明原因` }])
}
