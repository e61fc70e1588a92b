/** What the campaign reports of a shop tell of spend, by day: the other reports carry the same money once more. */
import { sql } from 'kysely'
import type { Db } from '#platform/server/area.ts'
import { adSheets, adTableOf } from './sheets.ts'
import { campaignDays } from './tables.ts'

/** Families of files whose lines count as spend. */
export const adSpendFamilies: readonly string[] = adSheets.filter(one => one.table === adTableOf.campaigns.table).map(one => one.sheet.code)

export interface AdSpendDay {
  /** YYYY-MM-DD, as the report says it */
  readonly day: string
  /** that of the shop, which every report must have */
  readonly currency: string
  readonly spend: string
}

/** Days without a line are left out: no report tells of them. */
export async function adSpendOfDays(
  db: Db,
  { shopId, first, last }: { readonly shopId: string; readonly first: string; readonly last: string },
): Promise<readonly AdSpendDay[]> {
  const { rows } = await sql<AdSpendDay>`
    select f.day::text as day, min(f.currency) as currency, sum(f.spend)::text as spend from ${sql.table(campaignDays.table)} f
    where f.shop_id = ${shopId} and f.day between ${first}::date and ${last}::date group by f.day order by f.day`.execute(db)
  return rows
}
