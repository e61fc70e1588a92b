/**
 * A voucher as paper: entries with their accounts and items, what each rests on, and the vouchers that belong to it. All by the asker's
 * door.
 */
import { sql } from 'kysely'
import { inUse } from '#platform/declare/in-use.ts'
import { firstOfMonth } from '#platform/format/dates.ts'
import { multiply, toFixedScale } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import type { Context } from '#platform/server/area.ts'
import { namedId, oneRecord } from '#platform/server/records.ts'
import type { PaperChoice, PaperEntry, PaperItem, PaperKin, PaperSource, VoucherPaper } from './answers.ts'
import { voucher } from './tables.ts'
import { auxiliaryKinds, auxiliaryNames, eventTitle, usualSign, voucherStates } from './words.ts'

const ofVoucher = (id: string, alias: string) => sql<boolean>`${sql.ref(`${alias}.voucher_id`)} = ${id}::bigint`
const figure = (column: string) => sql<string>`${sql.ref(column)}::numeric(20, 2)::text`

async function entriesOf(context: Context, id: string): Promise<PaperEntry[]> {
  const at = context.language === 'en' ? 2 : 1
  let rows = context.db.selectFrom('voucher_entry as e').innerJoin('voucher_account as a', 'a.id', 'e.account_id')
  for (const name of auxiliaryNames) rows = rows.leftJoin(`voucher_auxiliary as ${name}`, `${name}.id`, `e.${name}_item`)
  const found = (await rows
    .where(ofVoucher(id, 'e'))
    .orderBy('e.no')
    .select([
      sql<string>`e.id::text`.as('id'),
      sql<number>`e.version`.as('version'),
      sql<number>`e.no`.as('no'),
      sql<string>`e.summary`.as('summary'),
      sql<string>`a.code`.as('code'),
      sql<string>`a.name`.as('account'),
      sql<number[] | null>`a.auxiliaries`.as('asked'),
      sql<string>`e.currency::text`.as('currency'),
      figure('e.amount').as('amount'),
      sql<string>`trim_scale(e.rate)::text`.as('rate'),
      figure('e.debit').as('debit'),
      figure('e.credit').as('credit'),
      ...auxiliaryNames.map(name => sql<string | null>`${sql.ref(`${name}.name`)}`.as(`${name}_name`)),
    ])
    .execute()) as (Omit<PaperEntry, 'items'> & { readonly asked: readonly number[] | null } & Readonly<Record<string, unknown>>)[]
  return found.map(({ asked, ...row }) => ({
    id: row.id,
    version: row.version,
    no: row.no,
    summary: row.summary,
    code: row.code,
    account: row.account,
    currency: row.currency,
    amount: row.amount,
    rate: row.rate,
    debit: row.debit,
    credit: row.credit,
    items: auxiliaryNames.flatMap((name): PaperItem[] => {
      const kind = auxiliaryKinds[name]
      const item = (row[`${name}_name`] as string | null | undefined) ?? null
      return item === null && !(asked ?? []).includes(kind[0]) ? [] : [{ field: `${name}Item`, kind: kind[0], title: kind[at], name: item }]
    }),
  }))
}

/** Each amount as it stands on its lines: signed as an entry is. */
async function sourcesOf(context: Context, id: string): Promise<PaperSource[]> {
  const at = context.language === 'en' ? 1 : 0
  const rows = await context.db
    .selectFrom('voucher_source as s')
    .leftJoin('shop as h', 'h.id', 's.shop_id')
    .leftJoin('bank_account as k', 'k.id', 's.bank_account_id')
    .where(ofVoucher(id, 's'))
    .orderBy('s.id')
    .select([
      sql<string>`s.id::text`.as('id'),
      sql<number>`s.item`.as('event'),
      sql<string | null>`coalesce(h.name, k.name)`.as('of'),
      sql<string>`s.currency::text`.as('currency'),
      figure('s.booked').as('amount'),
      sql<string>`trim_scale(s.base_rate)::text`.as('rate'),
      figure('s.base').as('base'),
      sql<number>`s.debit_no`.as('debitNo'),
      sql<number>`s.credit_no`.as('creditNo'),
    ])
    .execute()
  return rows.map(({ event, of, amount, base, ...row }) => {
    const sign = String(usualSign(event))
    return {
      ...row,
      title: eventTitle(event)[at],
      of: of ?? '',
      amount: toFixedScale(multiply(amount, sign), 2, 'halfUp'),
      base: toFixedScale(multiply(base, sign), 2, 'halfUp'),
    }
  })
}

const monthOf = (row: Readonly<Record<string, unknown>>): string => firstOfMonth(asText(row['month']).slice(0, 'YYYY-MM'.length))

/** Versions of its number, what it reverses and what reverses it. */
async function kinOf(context: Context, row: Readonly<Record<string, unknown>>): Promise<PaperKin[]> {
  const [id, reverses, edition] = [asText(row['id']), row['reversesId'] == null ? null : asText(row['reversesId']), Number(row['edition'])]
  const found = await context.db
    .selectFrom('voucher as v')
    .where(sql<boolean>`v.id <> ${id}::bigint`)
    .where(
      sql<boolean>`(v.company_id = ${asText(row['companyId'])}::bigint and v.month = ${monthOf(row)}::date
        and v.number = ${Number(row['number'])} or v.reverses_id = ${id}::bigint or v.id = ${reverses}::bigint)`,
    )
    .orderBy('v.id')
    .select([
      sql<string>`v.id::text`.as('id'),
      sql<string>`v.title`.as('title'),
      sql<number>`v.edition`.as('edition'),
      sql<number>`v.state`.as('state'),
      sql<string>`v.day::text`.as('day'),
      figure('v.debit').as('debit'),
      sql<string | null>`v.reverses_id::text`.as('reverses'),
    ])
    .execute()
  return found.map(({ reverses: of, ...one }) => ({
    ...one,
    how: of === id ? 'reversal' : one.id === reverses ? 'reversed' : one.edition > edition ? 'newer' : 'older',
  }))
}

/** of one kind */
const choicesMax = 1_000
async function choicesOf(context: Context, companyId: string, entries: readonly PaperEntry[]): Promise<PaperChoice[]> {
  const kinds = [...new Set(entries.flatMap(one => one.items.flatMap(item => (item.name === null ? [item.kind] : []))))]
  const ofKind = (kind: number): Promise<PaperChoice[]> =>
    context.db
      .selectFrom('voucher_auxiliary as x')
      .where(sql<boolean>`x.company_id = ${companyId}::bigint and x.status = ${inUse.active[0]} and x.kind = ${kind}`)
      .orderBy('x.code')
      .limit(choicesMax)
      .select([sql<string>`x.id::text`.as('id'), sql<number>`x.kind`.as('kind'), sql<string>`x.code || ' ' || x.name`.as('name')])
      .execute()
  return (await Promise.all(kinds.map(ofKind))).flat()
}

export async function voucherPaper(context: Context, asked: unknown): Promise<VoucherPaper> {
  const row = await oneRecord(context, voucher, namedId(asked, voucher.title))
  const companyId = asText(row['companyId'])
  const [head] = await context.db
    .selectFrom('company as c')
    .leftJoin('voucher_book as b', 'b.company_id', 'c.id')
    .where(sql<boolean>`c.id = ${companyId}::bigint`)
    .select([sql<string>`c.name`.as('company'), sql<string>`coalesce(b.preparer, '')`.as('preparer')])
    .execute()
  const [counted] = await context.db
    .selectFrom('voucher as v')
    .where(sql<boolean>`v.company_id = ${companyId}::bigint and v.month = ${monthOf(row)}::date`)
    .where(sql<boolean>`v.state <> ${sql.lit(voucherStates.replaced[0])}`)
    .select(sql<number>`count(*)::int`.as('count'))
    .execute()
  const entries = await entriesOf(context, row.id)
  return {
    company: head?.company ?? '',
    preparer: head?.preparer ?? '',
    count: counted?.count ?? 0,
    isOpen: row['state'] === voucherStates.open[0],
    entries,
    sources: await sourcesOf(context, row.id),
    kin: await kinOf(context, row),
    choices: await choicesOf(context, companyId, entries),
  }
}
