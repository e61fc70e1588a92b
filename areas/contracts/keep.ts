/** What follows from contracts: amounts, days and states of their plans, sums and ends with supplements, hashes of what was signed. */
import { sentence } from '#platform/declare/sentence.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { addDays } from '#platform/format/dates.ts'
import { add, compare, isNegative, isZero, subtract, sum } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { refuse, type Context, type Follower, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { setDerived } from '#platform/server/records.ts'
import { contract, contractStates as states, natures, signedStates } from './contract-tables.ts'
import { amountsOf, dueOf, folded, renewedEnd, stampOf, standing, type PlanEvent, type Supplement } from './plan.ts'
import { contractPlan, eventKinds, planStates } from './plan-tables.ts'
import { holds, idsOf, refuseBelowPaid, refuseCut, refuseIncomplete, refuseOpen, refuseShared, textOrNull } from './refusals.ts'

const cancelledState = planStates.cancelled[0]
const ended = [states.done[0], states.terminated[0], states.voided[0]] as readonly number[]

/** One contract after the other, in the order of their ids: nobody changes its plan meanwhile. */
async function locked(server: Context, ids: readonly string[]) {
  return server.db
    .selectFrom('contract')
    .select(['id', 'no', 'state', 'nature', 'amount', 'tax_rate', 'valid_from', 'valid_to', 'auto_renew', 'notice_days', 'renewals'])
    .select(['sign_on', 'ended_on', 'owner_id', 'kind_id', 'company_id', 'party_name', 'currency', 'parent_id', 'business_on'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Works out plan and sums of these contracts anew; in the transaction of whatever they follow from. */
export async function keepContracts(server: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const found = await locked(server, [...new Set(ids)])
  const own = found.map(row => asText(row.id))
  if (own.length === 0) return
  const { db } = server
  const plans = await db
    .selectFrom('contract_plan')
    .select(['id', 'contract_id', 'line_no', 'trigger', 'days', 'due_on', 'share', 'amount', 'matched', 'held'])
    .where('contract_id', 'in', own)
    .orderBy('contract_id')
    .orderBy('line_no')
    .execute()
  const events = await db
    .selectFrom('contract_event')
    .select(['contract_id', 'kind', 'day', 'plan_ids', 'amount'])
    .where('contract_id', 'in', own)
    .execute()
  const kinds = await db.selectFrom('contract_kind').select(['id', 'stamp_tax']).execute()
  const below = await db
    .selectFrom('contract')
    .select(['id', 'parent_id', 'sign_on', 'amount', 'valid_to', 'cancels'])
    .where('parent_id', 'in', own)
    .where('nature', '=', natures.supplement[0])
    .where('state', 'in', signedStates)
    .execute()
  const today = todayOf(server)
  const [heads, lines]: [(Record<string, unknown> & { id: string })[], (Record<string, unknown> & { id: string })[]] = [[], []]
  for (const row of found) {
    const id = asText(row.id)
    const mine = plans.filter(one => asText(one.contract_id) === id)
    const supplements = below.filter(one => textOrNull(one.parent_id) === id)
    const cancelled = new Set(supplements.flatMap(one => idsOf(one.cancels)))
    const isEnded = ended.includes(row.state)
    const at = { today, holds: holds.includes(row.state), isEnded }
    const known: PlanEvent[] = events
      .filter(one => asText(one.contract_id) === id)
      .map(one => ({ kind: one.kind, day: asText(one.day), planIds: idsOf(one.plan_ids) }))
    const stands = amountsOf(
      textOrNull(row.amount) ?? '0',
      mine.map(one => ({ share: textOrNull(one.share), amount: textOrNull(one.amount) })),
    )
    let [planned, matched, open] = ['0', '0', '0']
    for (const [n, one] of mine.entries()) {
      // what was signed stays as it was signed
      const amount = row.state === states.draft[0] ? (stands[n] ?? null) : textOrNull(one.amount)
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
      const isCancelled = now.state === cancelledState
      if (!isCancelled) planned = add(planned, line.amount)
      matched = add(matched, line.matched)
      open = add(open, now.open)
      lines.push({
        id: line.id,
        amount,
        dueOn,
        state: now.state,
        open: now.open,
        late: now.state === planStates.late[0] ? now.open : '0',
        ownerId: asText(row.owner_id),
        kindId: asText(row.kind_id),
        companyId: asText(row.company_id),
        partyName: row.party_name,
        currency: row.currency,
        plannedOn: dueOn ?? asText(row.valid_from),
        counts: (signedStates as readonly number[]).includes(row.state) && !isCancelled ? 1 : 0,
      })
    }
    const { total, endsOn: end } = folded(
      { amount: textOrNull(row.amount), validTo: textOrNull(row.valid_to) },
      supplements.map((one): Supplement => ({
        id: asText(one.id),
        signOn: asText(one.sign_on),
        amount: textOrNull(one.amount),
        validTo: textOrNull(one.valid_to),
      })),
    )
    const endsOn =
      end === null || row.renewals === 0 ? end : renewedEnd(asText(row.valid_from), textOrNull(row.valid_to) ?? end, end, row.renewals)
    const isSigned = (signedStates as readonly number[]).includes(row.state)
    const invoiced = sum(
      events.flatMap(one =>
        asText(one.contract_id) === id && [eventKinds.invoiceOut[0], eventKinds.invoiceIn[0]].includes(one.kind as never)
          ? [textOrNull(one.amount) ?? '0']
          : [],
      ),
    )
    const rate = textOrNull(kinds.find(one => asText(one.id) === asText(row.kind_id))?.stamp_tax) ?? '0'
    const dutiable = row.nature === natures.frame[0] ? invoiced : (textOrNull(row.amount) ?? '0')
    const stamp = isSigned && !isNegative(dutiable) ? stampOf(dutiable, asText(row.tax_rate), rate) : { base: '0', tax: '0' }
    heads.push({
      id,
      total,
      endsOn: row.state === states.terminated[0] ? (textOrNull(row.ended_on) ?? endsOn) : endsOn,
      noticeOn: endsOn === null || !isSigned ? null : addDays(endsOn, -row.notice_days),
      planned,
      matched,
      open,
      stampOn: textOrNull(row.sign_on) ?? asText(row.business_on),
      stampBase: stamp.base,
      stampTax: stamp.tax,
      stamped: isSigned && !isZero(stamp.tax) ? 1 : 0,
    })
  }
  await setDerived(server, contractPlan as Resource, lines)
  await setDerived(server, contract as Resource, heads)
}

const serverOf = (caller: Context, tx: Tx): Promise<Context> => inServersName(caller, tx, 'what follows from a contract')
const changed = (before: Record<string, unknown> | null, after: Record<string, unknown>, name: string): boolean =>
  JSON.stringify(before?.[name] ?? null) !== JSON.stringify(after[name] ?? null)

export const followContracts: Follower = async (caller, tx, changes) => {
  const server = await serverOf(caller, tx)
  const ids = new Set<string>()
  for (const { id, before, after } of changes) {
    if (after === null) continue
    ids.add(id)
    const isNew = changed(before, after, 'state')
    if (after['nature'] === natures.supplement[0] && textOrNull(after['parentId']) === null)
      throw refuse.invalid([{ field: 'parentId', message: sentence`补充协议请选择它补充的合同` }])
    if (after['parentId'] !== null && textOrNull(after['parentId']) === id)
      throw refuse.invalid([{ field: 'parentId', message: sentence`上级合同不能是它自己` }])
    if (textOrNull(after['validTo']) !== null && asText(after['validTo']) < asText(after['validFrom']))
      throw refuse.invalid([{ field: 'validTo', message: sentence`结束日期不能早于开始日期` }])
    if (changed(before, after, 'orderIds')) await refuseShared(server, id, idsOf(after['orderIds']))
    if (isNew && after['state'] === states.done[0]) await refuseOpen(server, id, textOrNull(after['endReason']))
    if (isNew && after['state'] === states.running[0] && before?.['state'] !== states.running[0]) await keepSigned(server, id, after)
  }
  await keepContracts(server, [...ids])
  for (const { id, before, after } of changes) {
    if (after === null || !changed(before, after, 'state')) continue
    if (after['state'] === states.asked[0]) await refuseIncomplete(server, id)
    const parent = textOrNull(after['parentId'])
    if (after['nature'] !== natures.supplement[0] || parent === null) continue
    const isSigned = (signedStates as readonly unknown[]).includes(after['state'])
    if (isSigned) await refuseCut(server, id, parent, idsOf(after['cancels']))
    if (isSigned || (signedStates as readonly unknown[]).includes(before?.['state'])) {
      await keepContracts(server, [parent])
      if (isSigned) await refuseBelowPaid(server, parent)
    }
  }
}

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
export const followEvents: Follower = async (caller, tx, changes) => {
  const server = await serverOf(caller, tx)
  for (const { after } of changes) {
    const ids = idsOf(after?.['planIds'])
    if (after === null || ids.length === 0) continue
    const rows = await server.db.selectFrom('contract_plan').select('contract_id').where('id', 'in', ids).execute()
    if (rows.some(row => asText(row.contract_id) !== asText(after['contractId'])))
      throw refuse.invalid([{ field: 'planIds', message: sentence`款项不是这份合同的` }])
  }
  await followPlan(caller, tx, changes)
}

/** A plan changes with its lines and with what happened. */
export const followPlan: Follower = async (caller, tx, changes) => {
  const ids = contractsOf(changes)
  if (ids.length > 0) await keepContracts(await serverOf(caller, tx), ids)
}
