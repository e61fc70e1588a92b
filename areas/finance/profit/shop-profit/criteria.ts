import { sql } from 'kysely'
import type { Context } from '#platform/server/area.ts'
import { itemBases, itemKinds, itemOwners } from './words.ts'

/** months that are offered */
const monthsMax = 60

/** What the statement can be asked for: months with items or statements, the shops of whoever asks, codes with their names. */
export async function criteriaOf({ db, caller, language }: Context) {
  const at = language === 'en' ? 2 : 1
  const coded = (of: Readonly<Record<string, readonly [number, string, string, ...unknown[]]>>) =>
    Object.values(of).map(one => ({ value: one[0], label: one[at] }))
  const monthOf = sql<string>`to_char(month, 'YYYY-MM')`.as('month')
  const [stated, entered, shops] = await Promise.all([
    db.selectFrom('shop_profit').select(monthOf).distinct().orderBy('month', 'desc').limit(monthsMax).execute(),
    db.selectFrom('shop_profit_item').select(monthOf).distinct().orderBy('month', 'desc').limit(monthsMax).execute(),
    db
      .selectFrom('shop')
      .select(['id', 'name', 'currency'])
      .where(sql<boolean>`id = any(${[...caller.shops]}::bigint[])`)
      .orderBy('name')
      .execute(),
  ])
  const months = [...new Set([...stated, ...entered].map(row => row.month))].toSorted().toReversed().slice(0, monthsMax)
  return { months, shops, kinds: coded(itemKinds), owners: coded(itemOwners), bases: coded(itemBases) }
}
