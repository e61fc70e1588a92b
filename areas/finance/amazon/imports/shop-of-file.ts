/** The shop a file belongs to: the chosen one held against what the file says, or the only one of the uploader's that fits. */
import { listed, sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { isZone } from '#platform/format/zones.ts'
import { refuseFile } from '#platform/server/imports/import-refused.ts'
import type { FileFamily, ShopFacts } from '#platform/server/contract/file-family.ts'

/** Japan's reports name their site in both ways. */
const siteByOtherName: ReadonlyMap<string, string> = new Map([['amazon.jp', 'amazon.co.jp']])

/** Codes of the marketplaces as the file names them, the most frequent first. */
const saidSites = (marketplaces: readonly string[]): string[] =>
  marketplaces.map(m => m.trim().toLowerCase()).map(m => siteByOtherName.get(m) ?? m)

export const zoneOfFile: FileFamily['zoneOf'] = async (db, marketplaces) => {
  const said = saidSites(marketplaces)
  const known = await db
    .selectFrom('marketplace')
    .select([sql<string>`lower(code)`.as('code'), 'zone'])
    .where(sql<boolean>`lower(code) = any(${said})`)
    .execute()
  return said.flatMap(site => known.find(m => m.code === site)?.zone ?? [])[0] ?? null
}

export const shopOfFile: FileFamily['shopOf'] = async ({ db, orgId, shops, chosenShopId, survey }) => {
  const mine = await db
    .selectFrom('shop as s')
    .innerJoin('marketplace as m', 'm.code', 's.marketplace_code')
    .select(['s.id', 's.name', 's.marketplace_code as marketplaceCode', 's.currency', 'm.zone', 'm.name as marketplaceName', 'm.platform'])
    .where('s.org_id', '=', orgId)
    .where(sql<boolean>`s.id = any(${shops})`)
    .execute()
  const aliases = await db
    .selectFrom('amazon_shop_alias')
    .select([sql<string>`lower(alias)`.as('alias'), 'shop_id'])
    .where('org_id', '=', orgId)
    .execute()
  const said = saidSites(survey.marketplaces)
  const byAlias = new Set(aliases.filter(a => said.includes(a.alias)).map(a => a.shop_id))
  const fits = (s: (typeof mine)[number]): boolean => said.includes(s.marketplaceCode.toLowerCase()) || byAlias.has(s.id)
  const known = await db
    .selectFrom('marketplace')
    .select('code')
    .where(sql<boolean>`lower(code) = any(${said})`)
    .execute()
  const factsOf = (s: (typeof mine)[number]): ShopFacts => {
    const other = survey.currencies.find(c => c !== s.currency)
    if (other !== undefined) throw refuseFile(sentence`文件币种为 ${other}，店铺“${s.name}”的币种为 ${s.currency}，请改选店铺或更换文件`)
    if (!isZone(s.zone)) throw refuseFile(sentence`站点“${s.marketplaceName}”的报表时区“${s.zone}”不是时区，请先在站点里更正，再导入`)
    return { id: s.id, name: s.name, marketplaceCode: s.marketplaceCode, currency: s.currency, zone: s.zone }
  }
  if (chosenShopId !== null) {
    const chosen = mine.find(s => s.id === chosenShopId)
    if (!chosen) throw refuseFile(sentence`所选店铺不存在或无权使用，请重新选择`)
    if (chosen.platform !== 1) throw refuseFile(sentence`店铺“${chosen.name}”不是亚马逊店铺，请改选店铺`)
    if (known.length > 0 && !fits(chosen))
      throw refuseFile(
        sentence`文件的站点为 ${listed(known.map(k => k.code))}，店铺“${chosen.name}”的站点为 ${chosen.marketplaceCode}，请改选店铺或更换文件`,
      )
    return factsOf(chosen)
  }
  const candidates = mine.filter(fits)
  const [only] = candidates
  if (only && candidates.length === 1) return factsOf(only)
  if (candidates.length > 1)
    throw refuseFile(sentence`文件的站点 ${listed(said)} 有多个店铺（${listed(candidates.map(c => c.name))}），请选择店铺后再导入`)
  throw refuseFile(
    said.length > 0
      ? sentence`没有找到站点为 ${listed(said.slice(0, 3))} 的店铺，请选择店铺，或在“店铺名称对应”里登记`
      : sentence`文件没有写明站点，请选择店铺后再导入`,
  )
}
