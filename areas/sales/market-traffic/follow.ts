/** What holds for traffic that people bring, and what follows from it: whose shops have it, no day that is not over, figures anew. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { dayInZone, homeZone } from '#platform/format/zones.ts'
import { asText } from '#platform/format/text.ts'
import { refuse, type Follower } from '#platform/server/area.ts'
import { daysChanged } from '#platform/server/reports.ts'
import { platformChoices } from '#areas/reference/index.ts'
import { marketTraffic } from './tables.ts'

const markets: readonly number[] = [platformChoices.ebay[0], platformChoices.walmart[0], platformChoices.aliexpress[0]]

export const visitsFollow: Follower = async (context, tx, changes) => {
  const after = changes.flatMap(one => (one.after === null ? [] : [one.after]))
  const today = dayInZone(context.now().getTime(), homeZone)
  const late = after.find(row => asText(row['day']) > today)
  if (late) throw refuse.invalid([{ field: 'day', message: sentence`${asText(late['day'])} 还没有到，流量只能登记到今天` }])
  const more = after.find(row => Number(row['sessions']) > Number(row['pageViews']))
  if (more)
    throw refuse.invalid([
      {
        field: 'pageViews',
        message: sentence`${asText(more['day'])} ${asText(more['itemId'])} 的浏览次数比访问次数少，请检查两列是否对调`,
      },
    ])
  const shopIds = [...new Set(after.map(row => asText(row['shopId'])))]
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
  const rowsOf = changes.flatMap(({ before, after: now }) => [before, now].flatMap(row => (row === null ? [] : [row])))
  for (const [shopId, own] of [...Map.groupBy(rowsOf, row => asText(row['shopId']))].sort(([a], [b]) => (a < b ? -1 : 1)))
    await daysChanged(
      { tx, house: context.house, orgId: context.caller.orgId, now: context.now() },
      marketTraffic,
      shopId,
      [...new Set(own.map(row => asText(row['day'])))].sort(),
    )
}
