/**
 * 生成凭证: the vouchers of a company and month from its facts. One whose entries differ from what they were becomes its next version; one
 * that was exported stays, is reversed in red and written anew. Repeating it changes nothing.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { listed, sentence } from '#platform/declare/sentence.ts'
import { firstOfMonth, isMonth, lastOfMonth, monthOf } from '#platform/format/dates.ts'
import { negate, sum } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { refuse, type Context, type Tx } from '#platform/server/area.ts'
import { createEach, setDerived, oneRecord } from '#platform/server/records.ts'
import { accountsOf, bookOf, itemsOfCompany, rulesOn, shopsOfCompany, type Book } from './books.ts'
import { lacks, vouchersOf, type Entry, type Voucher } from './build.ts'
import { factsOfProduction } from './production-facts.ts'
import { baseRatesOf, factsOfBank, factsOfPurchases, factsOfShops, ratesIn, refuseLacking } from './facts.ts'
import { entriesOf, keptCents, sourcesOf } from './kept.ts'
import type { Fact } from './spread.ts'
import { voucher, voucherEntry, voucherSource } from './tables.ts'
import { auxiliaryNames, checks, eventTitle, isInProfit, rounding, sides, topics, voucherKinds, voucherStates } from './words.ts'

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
  readonly completeness: number
}

export async function generateVouchers(context: Context, { companyId, month }: GenerateAsk): Promise<Generated> {
  if (!isMonth(month)) throw refuse.invalid([{ field: 'month', message: sentence`月份格式应为 YYYY-MM，例如 2025-10` }])
  if (month > monthOf(todayOf(context))) throw refuse.invalid([{ field: 'month', message: sentence`不能生成将来月份的凭证` }])
  return context.write(async (tx, inside) => {
    // of two who generate the same month the second finds what the first has written
    await lockMonth(inside, tx, companyId, month)
    const book = await bookOf(inside, companyId)
    if (month < book.startMonth)
      throw refuse.invalid([{ field: 'month', message: sentence`账簿从 ${book.startMonth} 启用，之前的月份不生成凭证` }])
    const held = await heldOf(inside, companyId, month)
    const accounts = await accountsOf(inside, companyId)
    const made = await madeOf(inside, tx, { book, month, held, accounts })
    return written(inside, tx, { book, month, made, held, accounts })
  })
}

/** One after the other: generating, exporting and reversing of a company and month. */
export async function lockMonth({ caller }: Context, tx: Tx, companyId: string, month: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`vouchers ${caller.orgId} ${companyId} ${month}`}, 0))`.execute(tx)
}

type Accounts = Awaited<ReturnType<typeof accountsOf>>

async function madeOf(context: Context, tx: Tx, { book, month, held, accounts }: Omit<Writing, 'made'>): Promise<readonly Voucher[]> {
  const shops = await shopsOfCompany(context, book.companyId)
  const cnyRates = await ratesIn(context, month)
  const facts = [
    ...(await factsOfShops(context, month, shops, cnyRates)),
    ...(await factsOfBank(context, tx, book.companyId, month)),
    ...(await factsOfPurchases(context, tx, book.companyId, month)),
    ...(await factsOfProduction(context, tx, book.companyId, month)),
  ]
  refuseLacking(month, facts, cnyRates)
  const baseRates = await baseRatesOf(context, month, book.baseCurrency, book.rateSource)
  refuseLacking(month, facts, baseRates)
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
    kept: await keptCents(
      context,
      held.filter(isInForce).map(({ id }) => id),
    ),
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
  return await context.db
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
      sql<number>`completeness`.as('completeness'),
    ])
    .where('company_id', '=', companyId)
    .where(sql<boolean>`month = ${firstOfMonth(month)}::date`)
    .orderBy('number')
    .execute()
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
  /** of what follows from the facts, without items that were filled in by hand */
  readonly fingerprint: string
}
interface Writing {
  readonly book: Book
  readonly month: string
  readonly made: readonly Voucher[]
  readonly held: readonly Held[]
  readonly accounts: Accounts
}

async function written(context: Context, tx: Tx, { book, month, made, held, accounts }: Writing): Promise<Generated> {
  const current = new Map(held.filter(isInForce).map(one => [keyOf(one.topic, one.shopId), one]))
  const isSame = (one: Voucher): boolean => current.get(keyOf(topics[one.topic][0], one.shopId))?.fingerprint === fingerprintOf(one)
  const unchanged = new Set(made.filter(isSame).map(one => keyOf(topics[one.topic][0], one.shopId)))
  const gone = [...current].filter(([key]) => !unchanged.has(key)).map(([, one]) => one)
  const [replaced, reversed] = [gone.filter(isOpen), gone.filter(one => !isOpen(one))]
  const numbers = new Numbers(held, new Set(replaced.map(one => one.id)))
  const numberOf = new Map(replaced.map(one => [keyOf(one.topic, one.shopId), one.number]))
  const fresh = made.filter(one => !unchanged.has(keyOf(topics[one.topic][0], one.shopId)))
  const drafts: Draft[] = []
  const [{ normal }, again] = [voucherKinds, fresh.filter(one => numberOf.has(keyOf(topics[one.topic][0], one.shopId)))]
  const heldBy = (one: Voucher): Held | undefined => current.get(keyOf(topics[one.topic][0], one.shopId))
  const before = await entriesOf(
    context,
    fresh.flatMap(one => heldBy(one)?.id ?? []),
  )
  // those that have a number keep it before others take what is free
  for (const one of [...again, ...fresh.filter(other => !again.includes(other))]) {
    const topic = topics[one.topic][0]
    const place = { topic, shopId: one.shopId, ...numbers.take(numberOf.get(keyOf(topic, one.shopId))) }
    const filled = withFilled(
      one,
      before.filter(({ voucherId }) => voucherId === heldBy(one)?.id),
      accounts,
    )
    drafts.push({ made: filled, kind: normal[0], reversesId: null, fingerprint: fingerprintOf(one), ...place })
  }
  for (const one of reversed) drafts.push(await reversalDraft(context, one, numbers))
  await setStates(context, replaced, voucherStates.replaced[0])
  await setStates(context, reversed, voucherStates.reversed[0])
  await keep(context, tx, book, month, drafts)
  return {
    made: drafts.length,
    unchanged: unchanged.size,
    reversed: reversed.length,
    lacking:
      drafts.filter(one => one.made.isLacking).length +
      [...current].filter(([key, one]) => unchanged.has(key) && one.completeness === checks.lacking[0]).length,
  }
}

const setStates = (context: Context, rows: readonly Held[], state: number): Promise<void> =>
  setDerived(
    context,
    voucher,
    rows.map(({ id }) => ({ id, state })),
  )

async function reversalDraft(context: Context, one: Held, numbers: Numbers): Promise<Draft> {
  const made = await reversalOf(context, one)
  const { topic, shopId, id } = one
  return { made, topic, shopId, kind: voucherKinds.reversal[0], reversesId: id, fingerprint: fingerprintOf(made), ...numbers.take() }
}

/** Items that a person has filled in on the voucher of before stand on the same lines of the new one. */
function withFilled(one: Voucher, before: readonly Entry[], accounts: Accounts): Voucher {
  const lineOf = ({ side, accountId, currency, summary }: Entry): string => JSON.stringify([side, accountId, currency, summary])
  const known = new Map(before.map(entry => [lineOf(entry), entry.items]))
  const entries = one.entries.map(entry => {
    const account = accounts.get(entry.accountId)
    const lacking = account === undefined ? [] : lacks(account, entry.items)
    const filled = known.get(lineOf(entry))
    const items = lacking.flatMap(name => (filled?.[name] === undefined ? [] : [[name, filled[name]] as const]))
    return items.length === 0 ? entry : { ...entry, items: { ...entry.items, ...Object.fromEntries(items) } }
  })
  const isLacking = entries.some(({ accountId, items }) => {
    const account = accounts.get(accountId)
    return account !== undefined && lacks(account, items).length > 0
  })
  return { ...one, entries, isLacking }
}

/**
 * 冲销: an exported voucher reversed in red by hand. What follows from the facts is written anew when the month is generated again.
 */
export async function reverseVoucher(context: Context, id: string): Promise<{ id: string }> {
  const seen = await oneRecord(context, voucher, id)
  const [companyId, month] = [asText(seen['companyId']), asText(seen['month']).slice(0, 'YYYY-MM'.length)]
  await shopsOfCompany(context, companyId)
  return context.write(async (tx, inside) => {
    await lockMonth(inside, tx, companyId, month)
    const held = await heldOf(inside, companyId, month)
    const one = held.find(other => other.id === id)
    if (one === undefined || isOpen(one) || !isInForce(one))
      throw refuse.rule(sentence`凭证 ${asText(seen['title'])} 不是已导出的正常凭证，不能冲销`)
    const draft = await reversalDraft(inside, one, new Numbers(held, new Set()))
    await setStates(inside, [one], voucherStates.reversed[0])
    await keep(inside, tx, await bookOf(inside, companyId), month, [draft])
    const made = (await heldOf(inside, companyId, month)).find(
      ({ number, edition }) => number === draft.number && edition === draft.edition,
    )
    return { id: made?.id ?? '' }
  })
}

async function keep(context: Context, tx: Tx, book: Book, month: string, drafts: readonly Draft[]): Promise<void> {
  const { companyId, baseCurrency } = book
  await createEach(
    context,
    voucher,
    drafts.map(({ made, topic, shopId, kind, reversesId, number, edition, fingerprint }) => ({
      title: `${book.word}-${number}`,
      summary: made.entries[0]?.summary ?? '',
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
      fingerprint,
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
