/** 载入常用科目, 载入常用规则, 载入默认列: what a company has not yet is added; what it has stays as it is. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { refuse, type Context } from '#platform/server/area.ts'
import { createEach } from '#platform/server/records.ts'
import { accountsOf } from './books.ts'
import { builtInColumns, fileFormats, formatOf, sources } from './file-words.ts'
import { voucherAccount, voucherColumn, voucherRule } from './tables.ts'
import { usualAccounts, usualRules } from './usual.ts'

const [accounts, rules, columns] = [voucherAccount, voucherRule, voucherColumn]

export const loadAccounts = (context: Context, companyId: string): Promise<number> =>
  context.write(async (_tx, inside) => {
    const known = new Set([...(await accountsOf(inside, companyId)).values()].map(one => one.code))
    const lacking = usualAccounts.filter(one => !known.has(one.code))
    await createEach(
      inside,
      accounts,
      lacking.map(({ auxiliaries, ...one }) => ({ companyId, ...one, auxiliaries: auxiliaries.length === 0 ? null : auxiliaries })),
    )
    return lacking.length
  })

const validFrom = '2000-01-01'
export const loadRules = (context: Context, companyId: string): Promise<number> =>
  context.write(async (_tx, inside) => {
    const idOf = new Map([...(await accountsOf(inside, companyId)).values()].map(one => [one.code, one.id]))
    const known = await inside.db.selectFrom('voucher_rule').select('item').distinct().where('company_id', '=', companyId).execute()
    const taken = new Set(known.map(({ item }) => item))
    const lacking = usualRules.filter(rule => !taken.has(rule.item))
    const rows = lacking.map(rule => ({
      companyId,
      item: rule.item,
      debitId: idOf.get(rule.debit) ?? absent(rule.debit),
      creditId: idOf.get(rule.credit) ?? absent(rule.credit),
      summary: '{月份} {店铺} {科目}',
      validFrom,
    }))
    await createEach(inside, rules, rows)
    return rows.length
  })
const absent = (code: string): never => {
  throw refuse.rule(sentence`没有科目 ${code}，请先载入常用科目，或逐个登记规则`)
}

export const loadColumns = (context: Context, code: number): Promise<number> =>
  context.write(async (_tx, inside) => {
    const format = formatOf(code)
    if (format === undefined) throw refuse.invalid([{ field: 'format', message: sentence`没有这种文件格式，请重新选择` }])
    const { n } = await inside.db
      .selectFrom('voucher_column')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('format', '=', fileFormats[format][0])
      .executeTakeFirstOrThrow()
    if (n > 0) throw refuse.rule(sentence`${[fileFormats[format][1], fileFormats[format][2]]} 已有自己的列，请直接修改，或删除后再载入`)
    const rows = builtInColumns[format].map(({ source, ...column }, at) => ({
      format: fileFormats[format][0],
      position: at + 1,
      ...column,
      source: sources[source][0],
    }))
    await createEach(inside, columns, rows)
    return rows.length
  })
