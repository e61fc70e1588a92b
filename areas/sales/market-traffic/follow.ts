/** What holds for traffic that people bring, and what follows from it: whose shops have it, no day that is not over, figures anew. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { dayInZone, homeZone } from '#platform/format/zones.ts'
import { refuse } from '#platform/server/area.ts'
import { followerOf } from '#platform/server/records.ts'
import { followFacts } from '#platform/server/reports.ts'
import { platformChoices } from '#areas/reference/index.ts'
import { marketTraffic, marketVisit } from './tables.ts'

const markets: readonly number[] = [platformChoices.ebay[0], platformChoices.walmart[0], platformChoices.aliexpress[0]]

const [follow] = Object.values(followFacts(marketTraffic))

export const visitsFollow = followerOf(marketVisit, async (context, tx, changes) => {
  const after = changes.flatMap(one => (one.after === null ? [] : [one.after]))
  const today = dayInZone(context.now().getTime(), homeZone)
  const late = after.find(row => row.day > today)
  if (late) throw refuse.invalid([{ field: 'day', message: sentence`${late.day} 还没有到，流量只能登记到今天` }])
  const more = after.find(row => row.sessions > row.pageViews)
  if (more)
    throw refuse.invalid([
      {
        field: 'pageViews',
        message: sentence`${more.day} ${more.itemId} 的浏览次数比访问次数少，请检查两列是否对调`,
      },
    ])
  const shopIds = [...new Set(after.map(row => row.shopId))]
  const rows = await tx
    .selectFrom('shop as s')
    .innerJoin('marketplace as m', 'm.code', 's.marketplace_code')
    .select(sql<string>`s.name`.as('name'))
    .where(sql<boolean>`s.id = any(${shopIds}::bigint[]) and m.platform <> all(${[...markets]}::int[])`)
    .limit(1)
    .execute()
  const [other] = rows
  if (other)
    throw refuse.invalid([
      { field: 'shopId', message: sentence`店铺“${other.name}”不能用流量数据表：亚马逊的流量导入销售与流量报告，线下店铺没有流量` },
    ])
  await follow?.(context, tx, changes)
})
