import { ownValue } from '#platform/declare/own-value.ts'
import type { Context } from '#platform/server/area.ts'
import { wordKey } from '../../facts/kinds/vocabulary-words.ts'
import { platforms } from '../../facts/amazon/tables.ts'
import { ebayNames, ebayTypes } from '../../facts/kinds/ebay-words.ts'

/** The known types of eBay's transactions, and those of its files that no table knows. */
export async function transactionTypes(context: Context): Promise<{ value: string; label: string }[]> {
  const rows = await context.db
    .selectFrom('amazon_kind')
    .select('type')
    .distinct()
    .where('platform', '=', platforms.ebay[0])
    .orderBy('type')
    .execute()
  const label = (type: string): string => ownValue(ebayNames, wordKey(type))?.[context.language === 'en' ? 1 : 0] ?? type
  return [...new Set([...ebayTypes, ...rows.map(row => row.type)])].map(value => ({ value, label: label(value) }))
}
