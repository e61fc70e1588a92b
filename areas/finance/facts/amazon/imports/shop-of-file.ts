/** The shop a file of Amazon belongs to, by the marketplace that it names or by a name of its own for one of the shops. */
import { listed, sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import type { FileFamily } from '#platform/server/area.ts'
import { shopOfFile } from '#areas/reference/index.ts'

/** Japan's reports name their site in both ways. */
const siteByOtherName: ReadonlyMap<string, string> = new Map([['amazon.jp', 'amazon.co.jp']])

/** Codes of the marketplaces as the file names them, the most frequent first. */
const saidSites = (marketplaces: readonly string[]): string[] =>
  marketplaces.map(m => m.trim().toLowerCase()).map(m => siteByOtherName.get(m) ?? m)

type Db = Parameters<FileFamily['zoneOf']>[0]
const sitesOf = (db: Db, said: readonly string[]) =>
  db
    .selectFrom('marketplace')
    .select(['code', 'zone'])
    .where(sql<boolean>`lower(code) = any(${said})`)
    .execute()

export const zoneOfFile: FileFamily['zoneOf'] = async (db, marketplaces) => {
  const said = saidSites(marketplaces)
  const known = await sitesOf(db, said)
  return said.flatMap(site => known.find(m => m.code.toLowerCase() === site)?.zone ?? [])[0] ?? null
}

export const shopOfAmazonFile: FileFamily['shopOf'] = async ask => {
  const said = saidSites(ask.survey.marketplaces)
  const aliases = await ask.db
    .selectFrom('amazon_shop_alias')
    .select('shop_id')
    .where('org_id', '=', ask.orgId)
    .where(sql<boolean>`lower(alias) = any(${said})`)
    .execute()
  const sites = listed((await sitesOf(ask.db, said)).map(site => site.code))
  return shopOfFile(ask, {
    platform: 'amazon',
    elsewhere: name => sentence`店铺“${name}”不是亚马逊店铺，请改选店铺`,
    fits: ({ id, marketplaceCode }) => said.includes(marketplaceCode.toLowerCase()) || aliases.some(alias => alias.shop_id === id),
    unfit: ({ name, marketplaceCode }) =>
      sites.list.length === 0 ? null : sentence`文件的站点为 ${sites}，店铺“${name}”的站点为 ${marketplaceCode}，请改选店铺或更换文件`,
    several: names => sentence`文件的站点 ${listed(said)} 有多个店铺（${names}），请选择店铺后再导入`,
    none:
      said.length > 0
        ? sentence`没有找到站点为 ${listed(said.slice(0, 3))} 的店铺，请选择店铺，或在“店铺别名”里登记`
        : sentence`文件没有写明站点，请选择店铺后再导入`,
  })
}
