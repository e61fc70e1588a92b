/** Items that the account of an entry asks for, filled in by hand on an open voucher; the next generating takes them over. */
import { sql } from 'kysely'
import { inUse } from '#platform/declare/in-use.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { Title } from '#platform/declare/title.ts'
import { refuse, type Context } from '#platform/server/area.ts'
import { change, setDerived } from '#platform/server/records.ts'
import { accountsOf } from './books.ts'
import { lacks } from './build.ts'
import { entriesOf } from './kept.ts'
import { lockMonth } from './generate.ts'
import { voucher, voucherEntry } from './tables.ts'
import { auxiliaryKinds, auxiliaryNames, checks, voucherStates, type AuxiliaryKind } from './words.ts'

export interface FillAsk {
  readonly id: string
  readonly version: number
  readonly items: Readonly<Record<string, string>>
}
interface Held extends Partial<Readonly<Record<`${AuxiliaryKind}Item`, string | null>>> {
  readonly voucherId: string
  readonly companyId: string
  readonly accountId: string
  readonly no: number
  readonly version: number
  readonly title: string
  readonly month: string
}

const nameOf = (field: string): AuxiliaryKind | undefined => auxiliaryNames.find(name => `${name}Item` === field)

/** Answers whether the voucher is complete now. */
export async function fillEntry(context: Context, { id, version, items }: FillAsk): Promise<{ isComplete: boolean }> {
  return context.write(async (tx, inside) => {
    const entry = await tx
      .selectFrom('voucher_entry as e')
      .innerJoin('voucher as v', 'v.id', 'e.voucher_id')
      .where(sql<boolean>`e.id = ${id}::bigint`)
      .select([
        sql<string>`v.id::text`.as('voucherId'),
        sql<string>`v.company_id::text`.as('companyId'),
        sql<string>`e.account_id::text`.as('accountId'),
        sql<number>`e.no`.as('no'),
        sql<number>`e.version`.as('version'),
        sql<string>`v.title`.as('title'),
        sql<string>`to_char(v.month, 'YYYY-MM')`.as('month'),
        ...auxiliaryNames.map(name => sql<string | null>`${sql.ref(`e.${name}_item`)}::text`.as(`${name}Item`)),
      ])
      .executeTakeFirst()
    if (entry === undefined) throw refuse.unknown(voucherEntry.title)
    // generating, exporting and filling of a month go one after the other
    await lockMonth(inside, tx, entry.companyId, entry.month)
    const [locked] = await tx
      .selectFrom('voucher')
      .select(sql<number>`state`.as('state'))
      .where(sql<boolean>`id = ${entry.voucherId}::bigint`)
      .forUpdate()
      .execute()
    if (locked?.state !== voucherStates.open[0]) throw refuse.rule(sentence`凭证 ${entry.title} 已导出、替换或冲销，不能再补充核算项目`)
    const account = (await accountsOf(inside, entry.companyId)).get(entry.accountId)
    const given = Object.entries(items)
    for (const [field, item] of given) {
      const name = nameOf(field)
      if (name === undefined || account === undefined || !account.auxiliaries.includes(auxiliaryKinds[name][0]))
        throw refuse.invalid([{ field, message: sentence`第 ${entry.no} 行的科目“${account?.name ?? ''}”没有这一类辅助核算` }])
      const title: Title = [auxiliaryKinds[name][1], auxiliaryKinds[name][2]]
      // what follows from the facts, or somebody has filled in, stands; who has seen an older one is told so by `change`
      if (entry.version === version && entry[`${name}Item`] != null)
        throw refuse.invalid([{ field, message: sentence`第 ${entry.no} 行已有${title}项目` }])
      const [found] = await tx
        .selectFrom('voucher_auxiliary')
        .select(sql<number>`1`.as('one'))
        .where(sql<boolean>`id = ${item}::bigint and company_id = ${entry.companyId}::bigint`)
        .where(sql<boolean>`kind = ${auxiliaryKinds[name][0]} and status = ${inUse.active[0]}`)
        .execute()
      if (found === undefined) throw refuse.invalid([{ field, message: sentence`请选择这个公司在用的${title}项目` }])
    }
    await change(inside, voucherEntry, id, items, { version })
    const isComplete = await isWhole(inside, entry)
    if (isComplete) await setDerived(inside, voucher, [{ id: entry.voucherId, completeness: checks.whole[0] }])
    return { isComplete }
  })
}

async function isWhole(context: Context, { voucherId, companyId }: Held): Promise<boolean> {
  const accounts = await accountsOf(context, companyId)
  const entries = await entriesOf(context, [voucherId])
  return entries.every(entry => {
    const account = accounts.get(entry.accountId)
    return account !== undefined && lacks(account, entry.items).length === 0
  })
}
