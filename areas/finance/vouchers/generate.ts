/**
 * 生成凭证: the vouchers of a company and month from its facts. One whose entries differ from what they were becomes its next version; one
 * that was exported stays, is reversed in red and written anew. Repeating it changes nothing.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import { listed, sentence } from '#platform/declare/sentence.ts'
import { firstOfMonth, isMonth, lastOfMonth, monthOf } from '#platform/format/dates.ts'
import { negate, parseDecimal, sum, toFixedScale } from '#platform/format/decimal.ts'
import { todayOf } from '#platform/format/zones.ts'
import { refuse } from '#platform/server/calls/refusal.ts'
import type { Context } from '#platform/server/contract/context.ts'
import type { Tx } from '#platform/server/contract/database.ts'
import { anyTable } from '#platform/server/db/any-table.ts'
import { createEach } from '#platform/server/records/create-each.ts'
import { setDerived } from '#platform/server/records/derived.ts'
import { accountsOf, bookOf, itemsOfCompany, rulesOn, shopsOfCompany, type Book } from './books.ts'
import { vouchersOf, type Entry, type Source, type Voucher } from './build.ts'
import { baseRatesOf, factsOfBank, factsOfShops, ratesIn, refuseLacking } from './facts.ts'
import { factKey, type Fact, type KeptCents } from './spread.ts'
import { voucher, voucherEntry, voucherSource } from './tables.ts'
import {
  auxiliaryNames,
  checks,
  eventTitle,
  isInProfit,
  rounding,
  sides,
  topics,
  voucherKinds,
  voucherStates,
  type Topic,
} from './words.ts'

const plain = voucher as unknown as Resource

export interface GenerateAsk {
  readonly companyId: string
  /** YYYY-MM */
  readonly month: string
}
export interface Generated {
  readonly made: number
  readonly unchanged: number
  readonly reversed: number
  /** vouchers whose entries lack an item */
  readonly lacking: number
}

/** What a voucher of the month is, as far as the next run needs it. */
interface Held {
  readonly id: string
  readonly topic: number
  readonly shopId: string | null
  readonly kind: number
  readonly state: number
  readonly number: number
  readonly edition: number
  readonly fingerprint: string
  readonly title: string
}

export async function generateVouchers(context: Context, { companyId, month }: GenerateAsk): Promise<Generated> {
  if (!isMonth(month)) throw refuse.invalid([{ field: 'month', message: sentence`月份格式应为 YYYY-MM，例如 2025-10` }])
  if (month > monthOf(todayOf(context))) throw refuse.invalid([{ field: 'month', message: sentence`不能生成将来月份的凭证` }])
  return context.write(async (tx, inside) => {
    // of two who generate the same month the second finds what the first has written
    await sql`select pg_advisory_xact_lock(hashtextextended(${`vouchers ${inside.caller.orgId} ${companyId} ${month}`}, 0))`.execute(tx)
    const book = await bookOf(inside, companyId)
    if (month < book.startMonth)
      throw refuse.invalid([{ field: 'month', message: sentence`账簿从 ${book.startMonth} 启用，之前的月份不生成凭证` }])
    const held = await heldOf(inside, companyId, month)
    const made = await madeOf(inside, tx, { book, month, held })
    return written(inside, tx, { book, month, made, held })
  })
}

async function madeOf(context: Context, tx: Tx, { book, month, held }: Omit<Writing, 'made'>): Promise<readonly Voucher[]> {
  const shops = await shopsOfCompany(context, book.companyId)
  const cnyRates = await ratesIn(context, month)
  const facts = [...(await factsOfShops(context, month, shops, cnyRates)), ...(await factsOfBank(context, tx, book.companyId, month))]
  refuseLacking(month, facts, cnyRates)
  const baseRates = await baseRatesOf(context, month, book.baseCurrency, book.rateSource)
  refuseLacking(month, facts, baseRates)
  const accounts = await accountsOf(context, book.companyId)
  const rules = await rulesOn(context, book.companyId, lastOfMonth(month), accounts)
  refuseWithoutRule(month, facts, rules)
  return vouchersOf(facts, {
    month,
    baseCurrency: book.baseCurrency,
    cnyRates,
    baseRates,
    rules,
    items: await itemsOfCompany(context, book.companyId),
    bankAccounts: new Map([...accounts.values()].flatMap(one => (one.bankAccountId === null ? [] : [[one.bankAccountId, one] as const]))),
    shopNames: new Map(shops.map(shop => [shop.id, shop.name])),
    kept: await keptCents(context, held),
  })
}

const namedMax = 10
function refuseWithoutRule(month: string, facts: readonly Fact[], rules: ReadonlyMap<number, unknown>): void {
  const events = facts.map(fact => fact.event)
  // whether cents are left over is known when they are given: what has a profit has a rule for them
  const asked = new Set(events.some(isInProfit) ? [...events, rounding] : events)
  const lacking = [...asked].filter(event => !rules.has(event)).toSorted((a, b) => a - b)
  if (lacking.length > 0)
    throw refuse.rule(
      sentence`${month} 有 ${lacking.length} 个财务科目没有凭证规则：${listed(lacking.slice(0, namedMax).map(eventTitle))}，请先在“凭证规则”里登记`,
    )
}

async function heldOf(context: Context, companyId: string, month: string): Promise<readonly Held[]> {
  return (await anyTable(context.db)
    .selectFrom('voucher')
    .select([
      sql<string>`id::text`.as('id'),
      sql<number>`topic`.as('topic'),
      sql<string | null>`shop_id::text`.as('shopId'),
      sql<number>`kind`.as('kind'),
      sql<number>`state`.as('state'),
      sql<number>`number`.as('number'),
      sql<number>`edition`.as('edition'),
      sql<string>`fingerprint::text`.as('fingerprint'),
      sql<string>`title`.as('title'),
    ])
    .where('company_id', '=', companyId)
    .where(sql<boolean>`month = ${firstOfMonth(month)}::date`)
    .orderBy('number')
    .execute()) as unknown as Held[]
}

const isOpen = (one: Held): boolean => one.state === voucherStates.open[0]
/** What the next run is held against: neither a reversal nor what one has reversed. */
const isInForce = (one: Held): boolean => one.kind === voucherKinds.normal[0] && (isOpen(one) || one.state === voucherStates.exported[0])
const keyOf = (topic: number, shopId: string | null): string => `${topic} ${shopId ?? ''}`
/** 128 bits of what a voucher says, as a uuid is written. */
function fingerprintOf(made: Pick<Voucher, 'entries' | 'sources'>): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([made.entries, made.sources]))
    .digest('hex')
    .slice(0, 32)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5')
}

/** Numbers of a month without gaps, and how often each was used. */
class Numbers {
  readonly #used: Set<number>
  readonly #editions = new Map<number, number>()
  constructor(held: readonly Held[], freed: ReadonlySet<string>) {
    this.#used = new Set(held.flatMap(one => (one.state === voucherStates.replaced[0] || freed.has(one.id) ? [] : [one.number])))
    for (const one of held) this.#editions.set(one.number, Math.max(one.edition, this.#editions.get(one.number) ?? 0))
  }
  take(wanted?: number): { number: number; edition: number } {
    let number = wanted ?? 1
    while (this.#used.has(number)) number += 1
    this.#used.add(number)
    const edition = (this.#editions.get(number) ?? 0) + 1
    this.#editions.set(number, edition)
    return { number, edition }
  }
}

interface Draft {
  readonly made: Pick<Voucher, 'entries' | 'sources' | 'debit' | 'isLacking'>
  readonly topic: number
  readonly shopId: string | null
  readonly kind: number
  readonly reversesId: string | null
  readonly number: number
  readonly edition: number
}
interface Writing {
  readonly book: Book
  readonly month: string
  readonly made: readonly Voucher[]
  readonly held: readonly Held[]
}

async function written(context: Context, tx: Tx, { book, month, made, held }: Writing): Promise<Generated> {
  const current = new Map(held.filter(isInForce).map(one => [keyOf(one.topic, one.shopId), one]))
  const isSame = (one: Voucher): boolean => current.get(keyOf(topics[one.topic][0], one.shopId))?.fingerprint === fingerprintOf(one)
  const unchanged = new Set(made.filter(isSame).map(one => keyOf(topics[one.topic][0], one.shopId)))
  const gone = [...current].filter(([key]) => !unchanged.has(key)).map(([, one]) => one)
  const [replaced, reversed] = [gone.filter(isOpen), gone.filter(one => !isOpen(one))]
  const numbers = new Numbers(held, new Set(replaced.map(one => one.id)))
  const numberOf = new Map(replaced.map(one => [keyOf(one.topic, one.shopId), one.number]))
  const fresh = made.filter(one => !unchanged.has(keyOf(topics[one.topic][0], one.shopId)))
  const drafts: Draft[] = []
  const [{ normal, reversal }, again] = [voucherKinds, fresh.filter(one => numberOf.has(keyOf(topics[one.topic][0], one.shopId)))]
  // those that have a number keep it before others take what is free
  for (const one of [...again, ...fresh.filter(other => !again.includes(other))]) {
    const topic = topics[one.topic][0]
    const place = { topic, shopId: one.shopId, ...numbers.take(numberOf.get(keyOf(topic, one.shopId))) }
    drafts.push({ made: one, kind: normal[0], reversesId: null, ...place })
  }
  for (const one of reversed)
    drafts.push({
      made: await reversalOf(context, one),
      topic: one.topic,
      shopId: one.shopId,
      kind: reversal[0],
      reversesId: one.id,
      ...numbers.take(),
    })
  const setState = (rows: readonly Held[], state: number): Promise<void> =>
    setDerived(
      context,
      plain,
      rows.map(({ id }) => ({ id, state })),
    )
  await setState(replaced, voucherStates.replaced[0])
  await setState(reversed, voucherStates.reversed[0])
  await keep(context, tx, book, month, drafts)
  return {
    made: drafts.length,
    unchanged: unchanged.size,
    reversed: reversed.length,
    lacking: made.filter(one => one.isLacking).length,
  }
}

async function keep(context: Context, tx: Tx, book: Book, month: string, drafts: readonly Draft[]): Promise<void> {
  const { companyId, baseCurrency } = book
  await createEach(
    context,
    plain,
    drafts.map(({ made, topic, shopId, kind, reversesId, number, edition }) => ({
      title: `${book.word}-${number}`,
      companyId,
      month: firstOfMonth(month),
      day: lastOfMonth(month),
      number,
      edition,
      topic,
      shopId,
      kind,
      state: voucherStates.open[0],
      debit: made.debit,
      credit: sum(made.entries.map(entry => entry.credit)),
      baseCurrency,
      completeness: made.isLacking ? checks.lacking[0] : checks.whole[0],
      lines: made.entries.length,
      reversesId,
      fingerprint: fingerprintOf(made),
    })),
    { verb: 'generate' },
  )
  const ids = new Map((await heldOf(context, companyId, month)).map(one => [`${one.number} ${one.edition}`, one.id] as const))
  const idOf = (draft: Draft): string => {
    const id = ids.get(`${draft.number} ${draft.edition}`)
    if (id === undefined) throw new Error(`voucher ${draft.number} was not written`)
    return id
  }
  const at = { companyId, month: firstOfMonth(month), baseCurrency }
  await createEach(
    context,
    voucherEntry,
    drafts.flatMap(draft =>
      draft.made.entries.map(({ items, side, ...entry }) => ({
        voucherId: idOf(draft),
        ...at,
        ...entry,
        side: sides[side][0],
        ...Object.fromEntries(auxiliaryNames.map(name => [`${name}Item`, items[name] ?? null])),
      })),
    ),
    { verb: 'generate' },
  )
  await createEach(
    context,
    voucherSource,
    drafts.flatMap(draft =>
      draft.made.sources.map(({ event, ...source }) => ({ voucherId: idOf(draft), month: at.month, item: event, ...source })),
    ),
    { verb: 'generate' },
  )
}

/** The same entries in red. */
async function reversalOf(context: Context, { id, title }: Held): Promise<Draft['made']> {
  const entries = (await entriesOf(context, [id])).map(({ voucherId: _of, ...entry }): Entry => ({
    ...entry,
    summary: `冲销 ${title} ${entry.summary}`.slice(0, summaryMax),
    debit: negate(entry.debit),
    credit: negate(entry.credit),
    amount: negate(entry.amount),
    cny: negate(entry.cny),
  }))
  const sources = (await sourcesOf(context, [id])).map(({ topic: _topic, ...source }) => ({
    ...source,
    amount: negate(source.amount),
    booked: negate(source.booked),
    base: negate(source.base),
    cny: negate(source.cny),
  }))
  return { entries, sources, debit: sum(entries.map(entry => entry.debit)), isLacking: false }
}
const summaryMax = 200

export interface KeptEntry extends Entry {
  readonly voucherId: string
}
export async function entriesOf(context: Context, ids: readonly string[]): Promise<readonly KeptEntry[]> {
  const rows = (await anyTable(context.db)
    .selectFrom('voucher_entry')
    .select([
      sql<string>`voucher_id::text`.as('voucherId'),
      sql<number>`no`.as('no'),
      sql<string>`summary`.as('summary'),
      sql<string>`account_id::text`.as('accountId'),
      sql<number>`side`.as('side'),
      sql<string>`debit::numeric(20, 2)::text`.as('debit'),
      sql<string>`credit::numeric(20, 2)::text`.as('credit'),
      sql<string>`currency::text`.as('currency'),
      sql<string>`amount::numeric(20, 2)::text`.as('amount'),
      sql<string>`trim_scale(rate)::text`.as('rate'),
      sql<string>`cny::numeric(20, 2)::text`.as('cny'),
      ...auxiliaryNames.map(name => sql<string | null>`${sql.ref(`${name}_item`)}::text`.as(name)),
    ])
    .where(sql<boolean>`voucher_id = any(${[...ids]}::bigint[])`)
    .orderBy('voucher_id')
    .orderBy('no')
    .execute()) as unknown as (Omit<KeptEntry, 'items' | 'side'> & { readonly side: number } & Readonly<Record<string, unknown>>)[]
  return rows.map(row => ({
    side: row.side === sides.debit[0] ? 'debit' : 'credit',
    voucherId: row.voucherId,
    no: row.no,
    summary: row.summary,
    accountId: row.accountId,
    debit: row.debit,
    credit: row.credit,
    currency: row.currency,
    amount: row.amount,
    rate: row.rate,
    cny: row.cny,
    items: Object.fromEntries(auxiliaryNames.flatMap(name => (typeof row[name] === 'string' ? [[name, row[name]]] : []))),
  }))
}

interface KeptSource extends Source {
  readonly topic: number
}
async function sourcesOf(context: Context, ids: readonly string[]): Promise<readonly KeptSource[]> {
  return (await anyTable(context.db)
    .selectFrom('voucher_source as s')
    .innerJoin('voucher as v', 'v.id', 's.voucher_id')
    .select([
      sql<number>`v.topic`.as('topic'),
      sql<number>`s.item`.as('event'),
      sql<string | null>`s.shop_id::text`.as('shopId'),
      sql<string | null>`s.bank_account_id::text`.as('bankAccountId'),
      sql<string>`s.currency::text`.as('currency'),
      sql<string>`trim_scale(s.amount)::text`.as('amount'),
      ...(['booked', 'base', 'cny'] as const).map(name => sql<string>`${sql.ref(`s.${name}`)}::numeric(20, 2)::text`.as(name)),
      sql<string>`trim_scale(s.rate)::text`.as('rate'),
      sql<string>`trim_scale(s.base_rate)::text`.as('baseRate'),
      sql<number>`s.debit_no`.as('debitNo'),
      sql<number>`s.credit_no`.as('creditNo'),
    ])
    .where(sql<boolean>`s.voucher_id = any(${[...ids]}::bigint[])`)
    .orderBy('s.id')
    .execute()) as unknown as KeptSource[]
}

const unitsOf = (text: string): bigint => parseDecimal(toFixedScale(text, 2, 'halfUp')).units
/** Cents that the vouchers in force have. */
async function keptCents(context: Context, held: readonly Held[]): Promise<ReadonlyMap<string, KeptCents>> {
  const sources = await sourcesOf(
    context,
    held.filter(isInForce).map(({ id }) => id),
  )
  const topicOf = (code: number): Topic => (Object.keys(topics) as Topic[]).find(name => topics[name][0] === code) ?? 'platform'
  return new Map(
    sources.map(source => [
      factKey({ ...source, topic: topicOf(source.topic) }, source.rate, source.baseRate),
      { event: source.event, amount: unitsOf(source.booked), base: unitsOf(source.base), cny: unitsOf(source.cny) },
    ]),
  )
}
