/** A company's books as vouchers are made with them: currency and word, accounts, the rules of a day, items of auxiliary accounting. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { refuse, type Context } from '#platform/server/area.ts'
import { inUse } from '#platform/declare/in-use.ts'
import type { BookingRule, KnownAccount, KnownItem } from './build.ts'
import type { Shop } from './facts.ts'

export interface Book {
  readonly companyId: string
  readonly companyName: string
  readonly baseCurrency: string
  readonly rateSource: number
  readonly startMonth: string
  readonly word: string
  readonly bookCode: string
  readonly bookOrgCode: string
  readonly wordCode: string
  readonly rateTypeCode: string
  readonly preparer: string
}

export async function bookOf(context: Context, companyId: string): Promise<Book> {
  const row = await context.db
    .selectFrom('voucher_book as b')
    .innerJoin('company as c', 'c.id', 'b.company_id')
    .select([
      sql<string>`b.company_id::text`.as('companyId'),
      'c.name as companyName',
      sql<string>`b.base_currency::text`.as('baseCurrency'),
      'b.rate_source as rateSource',
      sql<string>`to_char(b.start_month, 'YYYY-MM')`.as('startMonth'),
      'b.word',
      'b.book_code as bookCode',
      'b.book_org_code as bookOrgCode',
      'b.word_code as wordCode',
      'b.rate_type_code as rateTypeCode',
      'b.preparer',
    ])
    .where('b.company_id', '=', companyId)
    .executeTakeFirst()
  if (row === undefined) throw refuse.rule(sentence`这个公司还没有账簿，请先在“账簿”里登记`)
  return row
}

/**
 * Shops of the company. Its vouchers are the same whoever asks, so whoever does not see all of its shops is refused. Behind the door: the
 * names are told to nobody before.
 */
export async function shopsOfCompany(context: Context, companyId: string): Promise<readonly Shop[]> {
  const { caller } = context
  return context.write(async tx => {
    const { rows } = await sql<Shop>`select id::text, name from shop where org_id = ${caller.orgId} and company_id = ${companyId}
      order by id`.execute(tx.withoutPlugins())
    if (rows.some(({ id }) => !caller.shops.includes(id))) throw refuse.rule(sentence`凭证涉及公司的全部店铺，请由能看到全部店铺的人操作`)
    return rows
  })
}

export async function accountsOf(context: Context, companyId: string): Promise<ReadonlyMap<string, KnownAccount>> {
  const rows = await context.db
    .selectFrom('voucher_account')
    .select([
      sql<string>`id::text`.as('id'),
      sql<string>`code`.as('code'),
      sql<string>`name`.as('name'),
      sql<number>`class`.as('class'),
      sql<number[] | null>`auxiliaries`.as('auxiliaries'),
      sql<boolean>`status = ${sql.lit(inUse.stopped[0])}`.as('isStopped'),
      sql<string | null>`bank_account_id::text`.as('bankAccountId'),
    ])
    .where('company_id', '=', companyId)
    .execute()
  return new Map(rows.map(row => [row.id, { ...row, auxiliaries: row.auxiliaries ?? [] }]))
}

export async function itemsOfCompany(context: Context, companyId: string): Promise<ReadonlyMap<string, KnownItem>> {
  const rows = await context.db
    .selectFrom('voucher_auxiliary')
    .select([
      sql<string>`id::text`.as('id'),
      sql<number>`kind`.as('kind'),
      sql<string>`code`.as('code'),
      sql<string>`name`.as('name'),
      sql<string[] | null>`shop_ids::text[]`.as('shopIds'),
    ])
    .where('company_id', '=', companyId)
    .where('status', '=', 1)
    .orderBy('code')
    .execute()
  return new Map(rows.map(row => [row.id, { ...row, shopIds: row.shopIds ?? [] }]))
}

/** Rules that hold on a day, by what they are of. */
export async function rulesOn(
  context: Context,
  companyId: string,
  day: string,
  accounts: ReadonlyMap<string, KnownAccount>,
): Promise<ReadonlyMap<number, BookingRule>> {
  const rows = (await context.db
    .selectFrom('voucher_rule')
    .select([
      sql<number>`item`.as('event'),
      sql<string>`debit_id::text`.as('debit'),
      sql<string>`credit_id::text`.as('credit'),
      sql<string[] | null>`debit_items::text[]`.as('debitItems'),
      sql<string[] | null>`credit_items::text[]`.as('creditItems'),
      sql<string>`summary`.as('summary'),
    ])
    .where('company_id', '=', companyId)
    .where(sql<boolean>`valid_from <= ${day}::date and (valid_to is null or valid_to >= ${day}::date)`)
    .execute()) as {
    event: number
    debit: string
    credit: string
    debitItems: string[] | null
    creditItems: string[] | null
    summary: string
  }[]
  return new Map(
    rows.flatMap(row => {
      const [debit, credit] = [accounts.get(row.debit), accounts.get(row.credit)]
      if (debit === undefined || credit === undefined) return []
      return [[row.event, { ...row, debit, credit, debitItems: row.debitItems ?? [], creditItems: row.creditItems ?? [] }] as const]
    }),
  )
}
