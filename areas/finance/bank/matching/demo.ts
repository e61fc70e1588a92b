/**
 * Bank matching of the demo company: a collection wallet and the bank account into which it converts. Most pay-outs of the last months have
 * arrived, some less a charge, some two at once; the newest are on their way. What is sure is accepted, the rest waits with suggestions.
 */
import { sql } from 'kysely'
import { addDays, addMonths, firstOfMonth, monthOf } from '#platform/format/dates.ts'
import { add, compare, multiply, negate, subtract, toFixedScale } from '#platform/format/decimal.ts'
import { todayOf } from '#platform/format/zones.ts'
import type { DemoPeople, Context } from '#platform/server/area.ts'
import { createEach, addRecord } from '#platform/server/records.ts'
import { bankAccount, banks, bankStatement } from '../statements/tables.ts'
import { directions } from '../statements/words.ts'
import { refreshMatching } from './refresh.ts'
import { accept } from './confirm.ts'
import { makeMatch } from './match.ts'
import { bankExpected } from './tables.ts'
import { confidences, matchKinds } from '../../base/match-words.ts'

const days = 150
/** from here back what is sure was accepted */
const acceptedDays = 30
const arrivesAfter = 2
const chargedEach = 7
const charge = '12.50'
/** part of what arrives that is converted */
const convertedPart = '0.6'
/** what converting brings, of the company's rate */
const converted = '0.997'

interface Line {
  readonly accountId: string
  readonly postedOn: string
  readonly amount: string
  readonly currency: string
  readonly counterparty: string
  readonly purpose: string
  readonly summary: string
}
interface Payout {
  readonly day: string
  readonly amount: string
  readonly reference: string
  readonly party: string
}

export async function makeMatching({ as }: DemoPeople): Promise<void> {
  const context = await as('finance')
  const today = todayOf(context)
  await refreshMatching(context)
  const account = async (name: string, bank: keyof typeof banks, number: string, currency: string, kind: number): Promise<string> =>
    String((await addRecord(context, bankAccount, { name, bank: banks[bank][0], number, currency, kind })).id)
  const wallet = await account('PingPong 美元收款', 'pingpong', 'PP-880021', 'USD', 2)
  const bank = await account('宁波银行结汇户', 'other', '3302019910008', 'CNY', 1)
  const rent = { dueOn: addDays(today, -9), reference: 'RENT-Q', party: '滨江物业', amount: '-18600', currency: 'CNY' }
  await addRecord(context, bankExpected, rent)
  const arrived = arrivals(wallet, await payouts(context, addDays(today, -days)), today)
  await keep(context, [...arrived, ...(await conversions(context, arrived, bank, today)), ...others(wallet, bank, today)])
  await refreshMatching(context)
  await acceptSure(context, addDays(today, -acceptedDays))
  await refreshMatching(context)
}

async function payouts(context: Context, since: string): Promise<Payout[]> {
  const rows = await context.db
    .selectFrom('bank_expected')
    .select(['reference', 'party', sql<string>`due_on::text`.as('day'), sql<string>`amount::text`.as('amount')])
    .where('currency', '=', 'USD')
    .where('source', 'in', [1, 2])
    .where(sql<boolean>`due_on >= ${since}::date and amount > 0`)
    .orderBy('due_on')
    .orderBy('id')
    .limit(400)
    .execute()
  return rows
}

/** What the company pays of these expected payments, by their keys, on this day: lines of its bank account, matched at once. */
export async function payInDemo(context: Context, source: number, factKeys: readonly string[], postedOn: string): Promise<void> {
  await refreshMatching(context)
  const account = await context.db
    .selectFrom('bank_account')
    .select(sql<string>`id::text`.as('id'))
    .where(sql<boolean>`number = '3302019910008'`)
    .executeTakeFirst()
  const due = await context.db
    .selectFrom('bank_expected')
    .select([sql<string>`id::text`.as('id'), 'reference', 'party', sql<string>`amount::text`.as('amount')])
    .where(sql<boolean>`source = ${source} and fact_key = any(${[...factKeys]}::text[])`)
    .orderBy('id')
    .execute()
  if (account === undefined) return
  const texts = { accountId: account.id, postedOn, currency: 'CNY', summary: '采购付款' }
  await keep(
    context,
    due.map(one => ({ ...texts, amount: one.amount, counterparty: one.party, purpose: `货款 ${one.reference}` })),
  )
  for (const one of due) {
    const line = await context.db
      .selectFrom('bank_statement')
      .select(sql<string>`id::text`.as('id'))
      .where(sql<boolean>`account_id = ${account.id} and purpose = ${`货款 ${one.reference}`}`)
      .executeTakeFirst()
    if (line === undefined) continue
    const wish = { remainder: 'keep', item: null, rate: null, fee: 0n, reason: '' } as const
    await makeMatch(context, { ...wish, lineIds: [line.id], expectedIds: [one.id], suggested: false, ruleId: null })
  }
}

/** As the wallet writes them: two of one day of a marketplace may come as one. */
function arrivals(accountId: string, all: readonly Payout[], today: string): Line[] {
  const lines: Line[] = []
  const byDay = [...Map.groupBy(all, one => `${one.day} ${one.party}`).values()]
  for (const [at, group] of byDay.entries()) {
    const parts = group.length === 2 && at % 2 === 0 ? [group] : group.map(one => [one])
    for (const part of parts) {
      const [first] = part
      if (first === undefined) continue
      const postedOn = addDays(first.day, arrivesAfter + (at % 3))
      if (postedOn >= today) continue
      const whole = part.reduce((sum, one) => add(sum, one.amount), '0')
      const isCharged = at % chargedEach === 3 && compare(whole, '1000') > 0
      lines.push({
        accountId,
        postedOn,
        amount: isCharged ? subtract(whole, charge) : whole,
        currency: 'USD',
        counterparty: `${first.party} Payments`,
        purpose: part.length === 1 && at % 4 !== 1 ? `Settlement ${first.reference}` : 'Marketplace payout',
        summary: 'Collection',
      })
    }
  }
  return lines
}

/** Each month a part of what arrived in the month before goes into CNY. */
async function conversions(context: Context, arrived: readonly Line[], to: string, today: string): Promise<Line[]> {
  const rates = await context.db
    .selectFrom('currency_rate')
    .select([sql<string>`to_char(month, 'YYYY-MM')`.as('month'), sql<string>`rate::text`.as('rate')])
    .where('currency', '=', 'USD')
    .where(sql<boolean>`month >= ${firstOfMonth(monthOf(addDays(today, -days)))}::date`)
    .orderBy('month')
    .execute()
  return rates.flatMap(({ month, rate }) => {
    const postedOn = `${month}-08`
    if (addDays(postedOn, 1) >= today) return []
    const there = arrived.filter(line => line.postedOn.slice(0, 7) === addMonths(month, -1))
    const [from = ''] = there.map(line => line.accountId)
    const sum = there.reduce((all, line) => add(all, line.amount), '0')
    const given = toFixedScale(multiply(sum, convertedPart), 2, 'halfUp')
    if (compare(given, '0') <= 0) return []
    const got = toFixedScale(multiply(multiply(given, rate), converted), 2, 'halfUp')
    const texts = { counterparty: '宁波云帆电子商务有限公司', purpose: '提现结汇' }
    return [
      { ...texts, accountId: from, postedOn, amount: negate(given), currency: 'USD', summary: 'Withdraw to CNY' },
      { ...texts, accountId: to, postedOn: addDays(postedOn, 1), amount: got, currency: 'CNY', summary: '跨境结汇' },
    ]
  })
}

/** Charges, the rent, and what nobody knows yet. */
function others(wallet: string, bank: string, today: string): Line[] {
  const texts = { counterparty: '', purpose: '', summary: '' }
  const charges = [96, 66, 36, 6].map(ago => ({
    ...texts,
    accountId: bank,
    postedOn: addDays(today, -ago),
    amount: '-25.00',
    currency: 'CNY',
    summary: '账户手续费',
  }))
  return [
    ...charges,
    {
      ...texts,
      accountId: bank,
      postedOn: addDays(today, -8),
      amount: '-18600.00',
      currency: 'CNY',
      counterparty: '滨江物业',
      purpose: '季度房租',
    },
    {
      ...texts,
      accountId: wallet,
      postedOn: addDays(today, -41),
      amount: '-318.40',
      currency: 'USD',
      counterparty: 'Unknown Services LLC',
    },
    {
      ...texts,
      accountId: bank,
      postedOn: addDays(today, -12),
      amount: '4200.00',
      currency: 'CNY',
      counterparty: '杭州某某贸易',
      purpose: '往来款',
    },
  ]
}

const keep = (context: Context, lines: readonly Line[]): Promise<number> =>
  createEach(
    context,
    bankStatement,
    lines.map(({ amount, ...line }, at) => {
      const isOut = amount.startsWith('-')
      const size = isOut ? negate(amount) : amount
      return {
        ...line,
        income: isOut ? '0' : size,
        outgo: isOut ? size : '0',
        amount: size,
        direction: (isOut ? directions.out : directions.in)[0],
        serialNo: `D${line.postedOn.replaceAll('-', '')}${String(at).padStart(4, '0')}`,
      }
    }),
  )

async function acceptSure(context: Context, until: string): Promise<void> {
  const rows = await context.db
    .selectFrom('bank_suggestion as g')
    .innerJoin('bank_statement as s', 's.id', 'g.line_id')
    .select(sql<string>`g.line_id::text`.as('id'))
    .where(sql<boolean>`(g.confidence <= ${sql.lit(confidences.middle[0])} or g.kind = ${sql.lit(matchKinds.conversion[0])})
      and s.posted_on < ${until}::date`)
    .orderBy('g.line_id')
    .execute()
  const ids = rows.map(row => row.id)
  if (ids.length > 0) await accept(context, ids)
}
