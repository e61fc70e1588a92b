/** Claims of a shop as its files tell them, by the rules that hold on the day of each event. */
import { addDays } from '#platform/format/dates.ts'
import { divide } from '#platform/format/decimal.ts'
import type { Context, Tx } from '#platform/server/area.ts'
import type { EvidenceLine } from '../checks/evidence.ts'
import { recoveredOf, type Missing } from './allocate.ts'
import { adjustments, inbounds, parcels, reimbursed, removals, type Reimbursed } from './facts.ts'
import { refunds } from './refunds.ts'
import { claimCauses } from './tables.ts'
import { claimKinds, type ClaimKind } from './words.ts'

export interface ClaimShop {
  readonly id: string
  readonly currency: string
  readonly marketplaceCode: string
  readonly zone: string
}
export interface Rule {
  readonly kind: number
  readonly fromDays: number
  readonly toDays: number
  readonly valueRule: number
  readonly unitMax: string | null
  readonly currency: string
  readonly isOn: boolean
  readonly validFrom: string
  readonly validTo: string | null
}
/** A case that a rule holds for and that may be claimed by now, or might have been. `subject` tells those of one kind and shop apart. */
export interface Case {
  readonly subject: string
  readonly sku: string
  readonly fnsku: string
  readonly orderNo: string
  readonly day: string
  readonly cause: number
  readonly lost: number
  readonly recovered: number
  readonly price: string | null
  readonly lines: readonly EvidenceLine[]
  readonly rule: Rule
}
type Found = Omit<Case, 'rule'>

/** days after its last one on which a claim is still looked at: what is paid late closes it, what is taken back opens it */
export const watchedDays = 60
/** units that were lost before the days that are looked at, and paid within them, take no payment from the later ones */
const before = 120

export const ruleOn = (rules: readonly Rule[], kind: number, day: string): Rule | undefined =>
  rules.find(one => one.kind === kind && one.isOn && one.validFrom <= day && (one.validTo === null || day <= one.validTo))

/** First day of events of a kind that are looked at; null: no rule holds for it. */
export function firstDay(rules: readonly Rule[], kind: number, today: string): string | null {
  const days = rules.filter(one => one.kind === kind && one.isOn).map(one => one.toDays)
  return days.length === 0 ? null : addDays(today, -Math.max(...days) - watchedDays)
}

export interface Facts {
  readonly tx: Tx
  readonly shop: ClaimShop
  readonly rules: readonly Rule[]
  readonly today: string
}

/** By kind, what is found since its first day. */
export async function casesOf(context: Context, facts: Facts): Promise<Map<ClaimKind, Case[]>> {
  const { shop, rules, today } = facts
  const since = Object.fromEntries(Object.entries(claimKinds).map(([name, [code]]) => [name, firstDay(rules, code, today)])) as Since
  const first = Object.values(since)
    .filter(day => day !== null)
    .toSorted()[0]
  if (first === undefined) return new Map()
  const ask = { shopId: shop.id, zone: shop.zone, from: addDays(first, -before) }
  const paid = await reimbursed(context, ask)
  const made: Partial<Record<ClaimKind, Found[]>> = {
    ...(await warehouse(context, ask, paid)),
    ...(await removed(context, ask, paid, rules, today)),
    inbound: since.inbound === null ? [] : await notReceived(context, facts, ask, paid),
    customerReturn: since.customerReturn === null ? [] : await notReturned(facts, since.customerReturn, paid),
  }
  const kept = (Object.entries(made) as [ClaimKind, Found[]][]).map(([name, all]) => {
    const ruled = all.flatMap((one): Case[] => {
      const rule = ruleOn(rules, claimKinds[name][0], one.day)
      const from = since[name]
      return rule === undefined || from === null || one.day < from || addDays(one.day, rule.fromDays) > today ? [] : [{ ...one, rule }]
    })
    return [name, ruled] as const
  })
  return new Map(kept)
}
type Since = Record<ClaimKind, string | null>
type Ask = Parameters<typeof reimbursed>[1]

const isLost = /^(lost|missing)(?!in|out).*(warehouse|fc)|^warehouse.*lost/u
const isDamaged = /damaged?.*(warehouse|fc)|^warehouse.*damage/u
const isRemoval = /removal/u
const isInbound = /inbound/u

async function warehouse(context: Context, ask: Ask, paid: readonly Reimbursed[]): Promise<Record<'lost' | 'damaged', Found[]>> {
  const { gone, found } = await adjustments(context, ask)
  const of = (wantsDamaged: boolean): Found[] => {
    const mine = gone.filter(one => one.isDamaged === wantsDamaged)
    const back = paid.filter(one => one.orderNo === '' && (wantsDamaged ? isDamaged : isLost).test(one.reason))
    const recovered = recoveredOf(mine, wantsDamaged ? back : [...back, ...found])
    return mine.map((one, at) => ({
      ...one,
      subject: [one.sku, one.fnsku, one.day].join(' '),
      orderNo: '',
      cause: claimCauses[wantsDamaged ? 'damaged' : 'misplaced'][0],
      lost: one.quantity,
      recovered: recovered[at] ?? 0,
      price: null,
    }))
  }
  return { lost: of(false), damaged: of(true) }
}

/** What of a consignment was packed and not received; payments go to the oldest of the SKU. */
async function notReceived(context: Context, { tx, today }: Facts, ask: Ask, paid: readonly Reimbursed[]): Promise<Found[]> {
  // where the company is it may be tomorrow already
  const short = (await inbounds(context, tx, ask))
    .filter(one => one.packed > one.received)
    .map(one => ({ ...one, day: one.day > today ? today : one.day }))
  const missing = short.map(({ sku, fnsku, day, packed, received }) => ({ sku, fnsku, day, quantity: packed - received }))
  const recovered = recoveredOf(
    missing,
    paid.filter(one => isInbound.test(one.reason)),
  )
  return short.map((one, at) => ({
    subject: `${one.reference} ${one.sku}`,
    sku: one.sku,
    fnsku: one.fnsku,
    orderNo: one.reference,
    day: one.day,
    cause: claimCauses.notReceived[0],
    lost: missing[at]?.quantity ?? 0,
    recovered: recovered[at] ?? 0,
    price: null,
    lines: one.lines,
  }))
}

async function removed(
  context: Context,
  ask: Ask,
  paid: readonly Reimbursed[],
  rules: readonly Rule[],
  today: string,
): Promise<Record<'removalLost' | 'removalOther', Found[]>> {
  const orders = (await removals(context, ask)).filter(one => one.isCompleted)
  const sent = await parcels(context, ask)
  const toldUntil = sent.reduce((day, one) => (one.day > day ? one.day : day), '')
  const named = ({ orderNo, sku, fnsku }: { orderNo: string; sku: string; fnsku: string }): string => [orderNo, sku, fnsku].join(' ')
  const ofOrder = Map.groupBy(sent, named)
  const unparcelled = orders.flatMap(one => {
    const parcelled = (ofOrder.get(named(one)) ?? []).reduce((sum, parcel) => sum + parcel.quantity, 0)
    const rule = ruleOn(rules, claimKinds.removalLost[0], one.day)
    // parcels are told of until the day on which it may be claimed
    if (one.shipped <= parcelled || rule === undefined || toldUntil < addDays(one.day, rule.fromDays)) return []
    return [{ ...one, subject: named(one), cause: claimCauses.noParcel[0], quantity: one.shipped - parcelled, lines: [one.line] }]
  })
  const unconfirmed = sent.map(one => ({
    ...one,
    subject: `${named(one)} ${one.tracking} ${one.day}`,
    cause: claimCauses.unconfirmed[0],
    lines: [one.line],
  }))
  const unaccounted = orders
    .filter(one => one.unaccounted > 0)
    .map(one => ({ ...one, subject: named(one), cause: claimCauses.unaccounted[0], quantity: one.unaccounted, lines: [one.line] }))
  const back = paid.filter(one => isRemoval.test(one.reason))
  // one payment does not say which of the two it is for: the oldest, whichever
  const all = [...unparcelled, ...unconfirmed, ...unaccounted].filter(one => one.day <= today)
  const recovered = recoveredOf(all, back)
  const made = all.map(({ quantity, ...one }, at): Found => ({ ...one, lost: quantity, recovered: recovered[at] ?? 0, price: null }))
  const isOther = (one: Found): boolean => one.cause === claimCauses.unaccounted[0]
  return { removalLost: made.filter(one => !isOther(one)), removalOther: made.filter(isOther) }
}

async function notReturned({ tx, shop, rules, today }: Facts, from: string, paid: readonly Reimbursed[]): Promise<Found[]> {
  const days = Math.min(...rules.filter(one => one.kind === claimKinds.customerReturn[0]).map(one => one.fromDays))
  const back = await refunds(tx, { shopId: shop.id, from, today, days })
  const byOrder = Map.groupBy(
    paid.filter(one => one.orderNo !== ''),
    one => one.orderNo,
  )
  return back.map(one => {
    const missing: Missing = { sku: one.sku, fnsku: '', day: '', quantity: one.quantity - one.returned }
    const [recovered = 0] = recoveredOf(
      [missing],
      (byOrder.get(one.orderNo) ?? []).map(payment => ({ ...payment, fnsku: '' })),
    )
    return {
      subject: `${one.orderNo} ${one.sku}`,
      sku: one.sku,
      fnsku: one.fnsku,
      orderNo: one.orderNo,
      day: one.day,
      cause: claimCauses.onlyRefunded[0],
      lost: missing.quantity,
      recovered,
      price: divide(one.amount, String(one.quantity), 4, 'halfUp'),
      lines: one.lines,
    }
  })
}
