/** What follows from contracts: amounts, days and states of their plans, sums and ends with supplements, hashes of what was signed. */
import { sentence } from '#platform/declare/sentence.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { addDays } from '#platform/format/dates.ts'
import { isNegative, isZero, sum } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { refuse, type Context, type Follower, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { setDerived, followerOf } from '#platform/server/records.ts'
import { contract, contractStates as states, natures, signedStates } from './contract-tables.ts'
import { amountsOf, dueOf, folded, renewedEnd, stampOf, standing, type PlanEvent, type Supplement } from './plan.ts'
import { contractPlan, eventKinds, planStates, contractEvent } from './plan-tables.ts'
import {
  holds,
  idsOf,
  refuseBelowPaid,
  refuseCurrency,
  refuseCut,
  refuseIncomplete,
  refuseOpen,
  refuseShared,
  textOrNull,
} from './refusals.ts'

const [cancelledState, lateState] = [planStates.cancelled[0], planStates.late[0]]
const invoices: readonly number[] = [eventKinds.invoiceOut[0], eventKinds.invoiceIn[0]]
const ended = [states.done[0], states.terminated[0], states.voided[0]] as readonly number[]

/** One contract after the other, in the order of their ids: nobody changes its plan meanwhile, what refers to it may be written. */
export const lockContracts = ({ db }: Context, ids: readonly string[]) =>
  db.selectFrom('contract').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
const lockedOf = ({ db }: Context, ids: readonly string[]) =>
  db
    .selectFrom('contract')
    .select(['id', 'no', 'state', 'nature', 'amount', 'tax_rate', 'valid_from', 'valid_to', 'auto_renew', 'notice_days', 'renewals'])
    .select(['sign_on', 'ended_on', 'owner_id', 'kind_id', 'company_id', 'party_name', 'currency', 'business_on'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
const linesOf = ({ db }: Context, ids: readonly string[]) =>
  db
    .selectFrom('contract_plan')
    .select(['id', 'contract_id', 'line_no', 'trigger', 'days', 'due_on', 'share', 'amount', 'matched', 'held'])
    .where('contract_id', 'in', ids)
    .orderBy('contract_id')
    .orderBy('line_no')
    .execute()
const eventsOf = ({ db }: Context, ids: readonly string[]) =>
  db.selectFrom('contract_event').select(['contract_id', 'kind', 'day', 'plan_ids', 'amount']).where('contract_id', 'in', ids).execute()
const supplementsOf = ({ db }: Context, ids: readonly string[]) =>
  db
    .selectFrom('contract')
    .select(['id', 'parent_id', 'sign_on', 'amount', 'valid_to', 'cancels', 'renewals_before'])
    .where('parent_id', 'in', ids)
    .where('nature', '=', natures.supplement[0])
    .where('state', 'in', signedStates)
    .execute()
type RowsOf<T extends (...of: never[]) => Promise<readonly unknown[]>> = Awaited<ReturnType<T>>
type Derived = Record<string, unknown> & { readonly id: string }

/** A contract with all that its plan and its sums follow from. */
interface Work {
  readonly row: RowsOf<typeof lockedOf>[number]
  readonly plan: RowsOf<typeof linesOf>
  readonly events: RowsOf<typeof eventsOf>
  readonly supplements: RowsOf<typeof supplementsOf>
  readonly stampRate: string
  readonly today: string
}
const isSigned = (state: number): boolean => (signedStates as readonly number[]).includes(state)

/** Works out plan and sums of these contracts anew; in the transaction of whatever they follow from. */
export async function keepContracts(server: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const found = await lockedOf(server, [...new Set(ids)])
  const own = found.map(row => asText(row.id))
  if (own.length === 0) return
  const by = <T extends { readonly contract_id: unknown }>(rows: readonly T[]) => Map.groupBy(rows, one => asText(one.contract_id))
  const [plans, events] = [by(await linesOf(server, own)), by(await eventsOf(server, own))]
  const supplements = Map.groupBy(await supplementsOf(server, own), one => asText(one.parent_id))
  const kinds = await server.db.selectFrom('contract_kind').select(['id', 'stamp_tax']).execute()
  const rates = new Map(kinds.map(one => [asText(one.id), asText(one.stamp_tax)]))
  const today = todayOf(server)
  const [heads, lines]: [Derived[], Derived[]] = [[], []]
  for (const row of found) {
    const id = asText(row.id)
    const work: Work = {
      row,
      plan: plans.get(id) ?? [],
      events: events.get(id) ?? [],
      supplements: supplements.get(id) ?? [],
      stampRate: rates.get(asText(row.kind_id)) ?? '0',
      today,
    }
    const mine = planOf(work)
    lines.push(...mine)
    heads.push(headOf(work, mine))
  }
  await setDerived(server, contractPlan as Resource, lines)
  await setDerived(server, contract as Resource, heads)
}

/** Amount, day and state of each line. */
function planOf({ row, plan, events, supplements, today }: Work): (Derived & { readonly state: number; readonly open: string })[] {
  const cancelled = new Set(supplements.flatMap(one => idsOf(one.cancels)))
  const at = { today, holds: holds.includes(row.state), isEnded: ended.includes(row.state) }
  const known: PlanEvent[] = events.map(one => ({ kind: one.kind, day: asText(one.day), planIds: idsOf(one.plan_ids) }))
  const shared = amountsOf(
    textOrNull(row.amount) ?? '0',
    plan.map(one => ({ share: textOrNull(one.share), amount: textOrNull(one.amount) })),
  )
  return plan.map((one, n) => {
    // what was signed stays as it was signed
    const amount = row.state === states.draft[0] ? (shared[n] ?? null) : textOrNull(one.amount)
    const line = {
      id: asText(one.id),
      trigger: one.trigger,
      days: one.days,
      dueOn: textOrNull(one.due_on),
      amount: amount ?? '0',
      matched: asText(one.matched),
      held: asText(one.held),
    }
    const dueOn = dueOf(line, known, textOrNull(row.sign_on))
    const now = standing(line, dueOn, { ...at, cancelled: cancelled.has(line.id) })
    return {
      id: line.id,
      amount,
      dueOn,
      state: now.state,
      open: now.open,
      late: now.state === lateState ? now.open : '0',
      ownerId: asText(row.owner_id),
      kindId: asText(row.kind_id),
      companyId: asText(row.company_id),
      partyName: row.party_name,
      currency: row.currency,
      plannedOn: dueOn ?? asText(row.valid_from),
      counts: isSigned(row.state) && now.state !== cancelledState ? 1 : 0,
    }
  })
}

/** Sums, end and stamp duty. */
function headOf({ row, plan, events, supplements, stampRate }: Work, lines: ReturnType<typeof planOf>): Derived {
  const {
    total,
    endsOn: end,
    renewalsBefore,
  } = folded(
    { amount: textOrNull(row.amount), validTo: textOrNull(row.valid_to) },
    supplements.map((one): Supplement => ({
      id: asText(one.id),
      signOn: asText(one.sign_on),
      amount: textOrNull(one.amount),
      validTo: textOrNull(one.valid_to),
      renewalsBefore: one.renewals_before,
    })),
  )
  // an end that a supplement gives takes the place of the terms before it
  const times = row.renewals - renewalsBefore
  const endsOn = end === null || times <= 0 ? end : renewedEnd(asText(row.valid_from), textOrNull(row.valid_to) ?? end, end, times)
  const invoiced = sum(events.flatMap(one => (invoices.includes(one.kind) ? [textOrNull(one.amount) ?? '0'] : [])))
  const dutiable = row.nature === natures.frame[0] ? invoiced : (textOrNull(row.amount) ?? '0')
  const signed = isSigned(row.state)
  const stamp = signed && !isNegative(dutiable) ? stampOf(dutiable, asText(row.tax_rate), stampRate) : { base: '0', tax: '0' }
  return {
    id: asText(row.id),
    total,
    endsOn: row.state === states.terminated[0] ? (textOrNull(row.ended_on) ?? endsOn) : endsOn,
    noticeOn: endsOn === null || !signed ? null : addDays(endsOn, -row.notice_days),
    planned: sum(lines.flatMap(one => (one.state === cancelledState ? [] : [textOrNull(one['amount']) ?? '0']))),
    matched: sum(plan.map(one => asText(one.matched))),
    open: sum(lines.map(one => one.open)),
    lateFrom: lines.flatMap(one => (one.state === lateState ? [asText(one['dueOn'])] : [])).toSorted()[0] ?? null,
    stampOn: textOrNull(row.sign_on) ?? asText(row.business_on),
    stampBase: stamp.base,
    stampTax: stamp.tax,
    stamped: signed && !isZero(stamp.tax) ? 1 : 0,
  }
}

const serverOf = (caller: Context, tx: Tx): Promise<Context> => inServersName(caller, tx, 'what follows from a contract')
const changed = (before: Record<string, unknown> | null, after: Record<string, unknown>, name: string): boolean =>
  JSON.stringify(before?.[name] ?? null) !== JSON.stringify(after[name] ?? null)

export const followContracts = followerOf(contract, async (caller, tx, changes) => {
  const server = await serverOf(caller, tx)
  const ids = new Set<string>()
  for (const { id, before, after } of changes) {
    if (after === null) continue
    ids.add(id)
    const isNew = changed(before, after, 'state')
    if (after.nature === natures.supplement[0] && textOrNull(after.parentId) === null)
      throw refuse.invalid([{ field: 'parentId', message: sentence`补充协议请选择它补充的合同` }])
    if (after.parentId !== null && textOrNull(after.parentId) === id)
      throw refuse.invalid([{ field: 'parentId', message: sentence`上级合同不能是它自己` }])
    if (textOrNull(after.validTo) !== null && asText(after.validTo) < asText(after.validFrom))
      throw refuse.invalid([{ field: 'validTo', message: sentence`结束日期不能早于开始日期` }])
    if (changed(before, after, 'orderIds')) await refuseShared(server, id, idsOf(after.orderIds))
    if (isNew && after.state === states.done[0]) await refuseOpen(server, id, textOrNull(after.endReason))
    if (isNew && after.state === states.running[0] && before?.state !== states.running[0]) await keepSigned(server, id, after)
  }
  await refuseCurrency(server, changes)
  await keepContracts(server, [...ids])
  for (const { id, before, after } of changes) {
    if (after === null || !changed(before, after, 'state')) continue
    if (after.state === states.asked[0]) await refuseIncomplete(server, id)
    const parent = textOrNull(after.parentId)
    if (after.nature !== natures.supplement[0] || parent === null) continue
    const [was, is] = [isSigned(Number(before?.state ?? -1)), isSigned(Number(after.state))]
    // what is signed already may end whatever its contract has become
    const isNewlySigned = is && !was
    if (isNewlySigned) {
      const { renewals } = await refuseCut(server, id, parent, idsOf(after.cancels))
      await setDerived(server, contract as Resource, [{ id, renewalsBefore: renewals }])
    }
    if (is || was) await keepContracts(server, [parent])
    if (isNewlySigned) await refuseBelowPaid(server, parent)
  }
})

/** The bytes of what was signed are told by their hashes. */
async function keepSigned({ db, ...server }: Context, id: string, row: Readonly<Record<string, unknown>>): Promise<void> {
  const ids = idsOf(row['signed'])
  if (ids.length === 0) throw refuse.invalid([{ field: 'signed', message: sentence`请上传签署件` }])
  const files = await db.selectFrom('stored_file').select(['id', 'sha256']).where('id', 'in', ids).execute()
  const hashes = ids.flatMap(one => files.find(file => asText(file.id) === one)?.sha256 ?? [])
  await setDerived({ ...server, db }, contract, [{ id, signedHash: hashes.join('\n') }])
}

const contractsOf = (changes: Parameters<Follower>[2]): string[] =>
  changes.flatMap(({ before, after }) => textOrNull((after ?? before)?.['contractId']) ?? [])

/** What happened dates payments of its own contract. */
export const followEvents = followerOf(contractEvent, async (caller, tx, changes) => {
  const server = await serverOf(caller, tx)
  for (const { after } of changes) {
    const ids = idsOf(after?.planIds)
    if (after === null || ids.length === 0) continue
    const rows = await server.db.selectFrom('contract_plan').select('contract_id').where('id', 'in', ids).execute()
    if (rows.some(row => asText(row.contract_id) !== asText(after.contractId)))
      throw refuse.invalid([{ field: 'planIds', message: sentence`款项不是这份合同的` }])
  }
  await followPlan(caller, tx, changes)
})

/** A plan changes with its lines and with what happened. */
export const followPlan = followerOf(contractPlan, async (caller, tx, changes) => {
  const ids = contractsOf(changes)
  if (ids.length > 0) await keepContracts(await serverOf(caller, tx), ids)
})
