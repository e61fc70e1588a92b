/**
 * Looking for claims, shop by shop: what is found and not yet there becomes a claim, its days and units are counted anew, what Amazon
 * paid is closed, and opens again when the payment is taken back. Repeating it changes nothing. What people sent or left stays so until
 * it is paid.
 */
import { sql } from 'kysely'
import { addDays, daysBetween } from '#platform/format/dates.ts'
import { multiply } from '#platform/format/decimal.ts'
import { dayInZone } from '#platform/format/zones.ts'
import { refuse, type Context, type Tx } from '#platform/server/area.ts'
import { createEach, setDerived } from '#platform/server/records.ts'
import { stepRowsMax, takeStepsEach } from '#platform/server/steps.ts'
import { keepEvidence } from '../checks/evidence.ts'
import { casesOf, firstDay, type Case, type ClaimShop, type Rule } from './candidates.ts'
import { addDeliveredRules } from './rules.ts'
import { claim, claimStates } from './tables.ts'
import { unitValues, type UnitValue } from './values.ts'
import { claimKinds, type ClaimKind } from './words.ts'

const kinds = Object.keys(claimKinds) as ClaimKind[]
/** days before the last one from which on a claim is marked as due soon */
export const soonDays = 10
type State = keyof typeof claimStates
const states = Object.keys(claimStates) as State[]
const stepTo: Readonly<Partial<Record<State, string>>> = {
  open: 'mature',
  due: 'press',
  expired: 'expire',
  paid: 'pay',
  filed: 'unpay',
  gone: 'vanish',
}

export interface ClaimRun {
  readonly found: number
  readonly paid: number
  readonly reopened: number
  readonly expired: number
}

/** Of these shops; absent: of all that the caller was granted. */
export async function findClaims(context: Context, shopIds: readonly string[] = []): Promise<ClaimRun> {
  const { caller } = context
  if (shopIds.some(id => !caller.shops.includes(id))) throw refuse.unknown(['店铺', 'Shop'])
  const shops = (await amazonShops(context)).filter(shop => shopIds.length === 0 || shopIds.includes(shop.id))
  await context.write(async (tx, inside) => {
    await oneAtATime(tx, `claim rules ${caller.orgId}`)
    await addDeliveredRules(inside, [...new Set(shops.map(shop => shop.marketplaceCode))])
  })
  const sum = { found: 0, paid: 0, reopened: 0, expired: 0 }
  // one transaction a shop: many shops do not hold each other's claims
  for (const shop of shops) {
    const done = await context.write((tx, inside) => ofShop(inside, tx, shop))
    for (const name of Object.keys(sum) as (keyof ClaimRun)[]) sum[name] += done[name]
  }
  return sum
}

const oneAtATime = (tx: Tx, what: string): Promise<unknown> => sql`select pg_advisory_xact_lock(hashtextextended(${what}, 0))`.execute(tx)

async function amazonShops(context: Context): Promise<ClaimShop[]> {
  const rows = await context.db
    .selectFrom('shop as s')
    .innerJoin('marketplace as m', 'm.code', 's.marketplace_code')
    .select(['s.id', 's.currency', 'm.code as marketplaceCode', 'm.zone'])
    .where('m.code', 'like', 'amazon.%')
    .orderBy('s.id')
    .execute()
  return rows.filter(shop => context.caller.shops.includes(shop.id))
}

async function rulesOf(context: Context, code: string): Promise<Rule[]> {
  return context.db
    .selectFrom('claim_rule')
    .select([
      'kind',
      'currency',
      'from_days as fromDays',
      'to_days as toDays',
      'value_rule as valueRule',
      'is_on as isOn',
      sql<string | null>`unit_max::text`.as('unitMax'),
      sql<string>`valid_from::text`.as('validFrom'),
      sql<string | null>`valid_to::text`.as('validTo'),
    ])
    .where('marketplace_code', '=', code)
    .execute()
}

interface Known {
  readonly id: string
  readonly subject: string
  readonly state: number
  readonly quantity: number
  readonly happenedOn: string
  readonly isFiled: boolean
}
type Valued = Case & UnitValue

async function ofShop(context: Context, tx: Tx, shop: ClaimShop): Promise<ClaimRun> {
  await oneAtATime(tx, `claims ${shop.id}`)
  const today = dayInZone(context.now().getTime(), shop.zone)
  const rules = await rulesOf(context, shop.marketplaceCode)
  const cases = await casesOf(context, { tx: tx.withoutPlugins(), shop, rules, today })
  const sum = { found: 0, paid: 0, reopened: 0, expired: 0 }
  for (const kind of kinds) {
    const done = await keep(context, tx, {
      shop,
      today,
      kind: claimKinds[kind][0],
      since: firstDay(rules, claimKinds[kind][0], today) ?? today,
      found: await valued(context, shop, cases.get(kind) ?? []),
    })
    for (const name of Object.keys(sum) as (keyof ClaimRun)[]) sum[name] += done[name]
  }
  return sum
}

async function valued(context: Context, shop: ClaimShop, all: readonly Case[]): Promise<Valued[]> {
  const values = await unitValues(
    context,
    shop,
    all.map(({ sku, day, price, rule }) => ({
      sku,
      day,
      price,
      valueRule: rule.valueRule,
      unitMax: rule.unitMax,
      maxCurrency: rule.currency,
    })),
  )
  return all.map((one, at) => ({ ...one, ...(values[at] ?? { unitValue: null, valueNote: null }) }))
}

interface Keeping {
  readonly shop: ClaimShop
  readonly kind: number
  readonly today: string
  /** first day of what was looked at */
  readonly since: string
  readonly found: readonly Valued[]
}

async function keep(context: Context, tx: Tx, ask: Keeping): Promise<ClaimRun> {
  const { shop, kind, today, found } = ask
  const known = await knownOf(context, ask)
  const bySubject = new Map(known.map(one => [one.subject, one]))
  const fresh = found.filter(one => !bySubject.has(one.subject) && one.lost > one.recovered)
  const again = found.flatMap(one => {
    const was = bySubject.get(one.subject)
    return was === undefined ? [] : [{ was, one }]
  })
  const subjects = new Set(found.map(one => one.subject))
  const lost = known.filter(one => !subjects.has(one.subject))
  await createEach(
    context,
    claim,
    fresh.map(one => ({ ...valuesOf(one, 'open', shop, today), subject: one.subject, kind, shopId: shop.id, foundOn: today })),
  )
  await setDerived(
    context,
    claim,
    again.map(({ was, one }) => ({ id: was.id, ...valuesOf(one, stateOf(one, was, today), shop, today) })),
  )
  await setDerived(
    context,
    claim,
    lost.map(({ id }) => ({ id, daysLeft: null })),
  )
  const made = new Map((await knownOf(context, ask)).map(one => [one.subject, one]))
  const moves = [
    ...found.flatMap(one => {
      const now = made.get(one.subject)
      return now === undefined ? [] : [{ id: now.id, from: states[now.state - 1], to: stateOf(one, now, today) }]
    }),
    ...lost.flatMap(one => {
      const from = states[one.state - 1]
      // what is older than what was looked at is past its days; else its lines are gone, or its rule
      if (one.happenedOn < ask.since) return from === 'open' || from === 'due' ? [{ id: one.id, from, to: 'expired' as State }] : []
      return from === 'dropped' ? [] : [{ id: one.id, from, to: 'gone' as State }]
    }),
  ].filter(one => one.from !== one.to)
  for (const [to, all] of Map.groupBy(moves, one => one.to)) await stepAll(context, stepTo[to] ?? '', all)
  const changed = again.filter(({ was, one }) => was.quantity !== one.lost - one.recovered)
  await keepEvidence(
    tx,
    { of: 'amazon_claim', lines: 'amazon_claim_line', key: 'claim_id' },
    { orgId: context.caller.orgId, shopId: shop.id, kind },
    [...fresh, ...changed.map(({ one }) => one)],
  )
  const moved = (to: readonly State[], from?: State): number =>
    moves.filter(one => to.includes(one.to) && (from === undefined || one.from === from)).length
  return {
    found: fresh.length,
    paid: moved(['paid']),
    reopened: moved(['open', 'due', 'filed', 'expired'], 'paid'),
    expired: moves.filter(one => one.to === 'expired' && one.from !== 'paid').length,
  }
}

/** As its units and days say; what people sent or left stays until it is paid. */
function stateOf(one: Case, was: Pick<Known, 'state' | 'isFiled'>, today: string): State {
  if (one.lost <= one.recovered) return 'paid'
  const now = states[was.state - 1]
  if (now === 'filed' || now === 'dropped') return now
  if (was.isFiled && (now === 'paid' || now === 'gone')) return 'filed'
  const left = daysBetween(today, dueOf(one))
  return left < 0 ? 'expired' : left <= soonDays ? 'due' : 'open'
}
const dueOf = ({ day, rule }: Case): string => addDays(day, rule.toDays)

function valuesOf(one: Valued, state: State, shop: ClaimShop, today: string) {
  const quantity = Math.max(one.lost - one.recovered, 0)
  const left = daysBetween(today, dueOf(one))
  return {
    daysLeft: (state === 'open' || state === 'due') && left >= 0 ? left : null,
    sku: one.sku,
    fnsku: one.fnsku,
    orderNo: one.orderNo,
    cause: one.cause,
    happenedOn: one.day,
    claimFrom: addDays(one.day, one.rule.fromDays),
    dueOn: dueOf(one),
    lost: one.lost,
    recovered: one.recovered,
    quantity,
    unitValue: one.unitValue,
    value: one.unitValue === null ? null : multiply(one.unitValue, String(quantity)),
    valueNote: one.valueNote,
    currency: shop.currency,
  }
}

/** Claims of the days that were looked at, of the same subjects, and those that are still open. */
async function knownOf(context: Context, { shop, kind, since, found }: Keeping): Promise<Known[]> {
  const isLive = sql`state in (${sql.lit(claimStates.open[0])}, ${sql.lit(claimStates.due[0])})`
  const isGone = sql`state = ${sql.lit(claimStates.gone[0])}`
  return context.db
    .selectFrom('amazon_claim')
    .select([
      'id',
      'subject',
      'state',
      'quantity',
      sql<string>`happened_on::text`.as('happenedOn'),
      sql<boolean>`filed_at is not null`.as('isFiled'),
    ])
    .where('shop_id', '=', shop.id)
    .where('kind', '=', kind as never)
    .where(
      sql<boolean>`(subject = any(${found.map(one => one.subject)}) or ${isLive} or (happened_on >= ${since}::date and not ${isGone}))`,
    )
    .execute()
}

async function stepAll(context: Context, step: string, of: readonly { readonly id: string }[]): Promise<void> {
  for (let at = 0; at < of.length; at += stepRowsMax)
    await takeStepsEach(context, claim, {
      ids: of.slice(at, at + stepRowsMax).map(({ id }) => ({ id })),
      pick: { step },
      input: {},
      byProgram: true,
    })
}

/** The claim of what a shop did not receive of a shipment and SKU, by its subject; null: there is none that can be made. */
export async function inboundClaim(tx: Tx, shopId: string, subject: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select id::text as id from amazon_claim where shop_id = ${shopId}
    and kind = ${claimKinds.inbound[0]} and subject = ${subject} and state in (${claimStates.open[0]}, ${claimStates.due[0]},
      ${claimStates.filed[0]}) limit 1`.execute(tx.withoutPlugins())
  return rows[0]?.id ?? null
}
