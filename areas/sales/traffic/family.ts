/** The sales and traffic report as the import knows it. The file names its marketplace by Amazon's own id. */
import { sql } from 'kysely'
import { listed, sentence } from '#platform/declare/sentence.ts'
import type { FileFamily, MergeTask } from '#platform/server/area.ts'
import { refuseFile, shopSheetFamily } from '#platform/server/imports.ts'
import { shopOfFile } from '#areas/reference/index.ts'
import { keepParents } from '../listings.ts'
import { listingTraffic, shopTraffic } from './rollups.ts'
import { levels, trafficSheet } from './sheet.ts'

const shopOf: FileFamily['shopOf'] = async ask => {
  const said = ask.survey.marketplaces
  const sites = await ask.db
    .selectFrom('marketplace')
    .select(['code', sql<string>`lower(amazon_id)`.as('id')])
    .where('amazon_id', 'is not', null)
    .execute()
  const codes = said.map(id => sites.find(one => one.id === id)?.code ?? id)
  return shopOfFile(ask, {
    platform: 'amazon',
    elsewhere: name => sentence`店铺“${name}”不是亚马逊店铺，请改选店铺`,
    fits: ({ currency, marketplaceCode }) =>
      ask.survey.currencies.every(one => one === currency) && codes.every(one => one === marketplaceCode),
    unfit: ({ name, marketplaceCode }) =>
      codes.every(one => one === marketplaceCode)
        ? null
        : sentence`文件的站点为 ${listed(codes)}，店铺“${name}”的站点为 ${marketplaceCode}，请改选店铺或更换文件`,
    several: names => sentence`有多个店铺（${names}）可以导入这个文件，请选择店铺后再导入`,
    none: sentence`没有找到站点为 ${listed(codes)} 的店铺，请选择店铺`,
  })
}

/** ASINs of overlapping periods would count the days that both have twice, and no figure of a period can be divided. */
async function refuseOverlaps({ tx, shop, importId }: MergeTask): Promise<void> {
  const { rows } = await sql<Readonly<Record<'from' | 'to' | 'otherFrom' | 'otherTo', string>>>`
    with mine as (select distinct s.granularity, s.start_on, s.end_on from sales_traffic_staging s
      where s.shop_id = ${shop.id} and s.import_id = ${importId} and s.level <> ${levels.day})
    select m.start_on::text as "from", m.end_on::text as "to", f.start_on::text as "otherFrom", f.end_on::text as "otherTo"
    from mine m join sales_traffic f on f.shop_id = ${shop.id} and f.level <> ${levels.day} and f.granularity = m.granularity
      and f.start_on <= m.end_on and f.end_on >= m.start_on and (f.start_on <> m.start_on or f.end_on <> m.end_on)
    order by 1, 2, 3, 4 limit 1`.execute(tx)
  const [first] = rows
  if (first === undefined) return
  const { from, to, otherFrom, otherTo } = first
  throw refuseFile(
    sentence`按 ASIN 的流量期间 ${from} 至 ${to} 与已导入的 ${otherFrom} 至 ${otherTo} 重叠，重叠的天会重复计算，请下载不重叠的期间，或先删除那次导入`,
  )
}

/** A day or an ASIN that stands in a file twice would count twice: Amazon writes each once. */
async function refuseDoubles({ tx, shop, importId }: MergeTask): Promise<void> {
  const { rows } = await sql<{ day: string; asin: string }>`select s.end_on::text as day, min(s.asin) as asin from sales_traffic_staging s
    where s.shop_id = ${shop.id} and s.import_id = ${importId}
    group by s.end_on, s.line_key having count(*) > 1 order by 1, 2 limit 1`.execute(tx)
  const [first] = rows
  if (first !== undefined) throw refuseFile(sentence`${first.day} ${first.asin} 在文件里有两行，会重复计算，请重新下载报告`)
}

const reader = new URL('./reader.ts', import.meta.url).href
const base = shopSheetFamily({ sheet: trafficSheet, reader, shopOf, rollups: [shopTraffic, listingTraffic] })

export const trafficFamily: FileFamily = {
  ...base,
  async merge(task) {
    await refuseDoubles(task)
    await refuseOverlaps(task)
    await keepParents(task)
    return base.merge(task)
  },
}
