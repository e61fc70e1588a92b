/** What imports of marketplaces' files share: the shop a file belongs to, and SKUs of its lines that no product is known for. */
import { listed, sentence, type Part, type Sentence } from '#platform/declare/sentence.ts'
import { sql, type RawBuilder } from 'kysely'
import { isZone } from '#platform/format/zones.ts'
import type { FileFamily, MergeOutcome, MergeTask, ShopFacts } from '#platform/server/area.ts'
import { refuseFile } from '#platform/server/imports.ts'
import { platformChoices } from './platforms.ts'
import { marketplaceSeed } from './seed.ts'

const listedMax = 200

export interface ShopWords {
  /** absent: files of every platform's shops */
  readonly platform?: keyof typeof platformChoices
  /** why a shop of another platform is refused */
  elsewhere?(name: string): Sentence
  /** whether the file may be one of this shop's, by what the file says of itself */
  fits(shop: ShopFacts): boolean
  /** why a chosen shop that does not fit is refused; null: the file says too little, it is taken */
  unfit(shop: ShopFacts): Sentence | null
  several(names: Part): Sentence
  readonly none: Sentence
}

/** A site as reports and people write it: `Amazon.es`, the two letters of its country, or Amazon's own id. */
export const isSite = (said: string, marketplaceCode: string): boolean => {
  const [word, code] = [said.toLowerCase(), marketplaceCode.toLowerCase()]
  return (
    word === code ||
    marketplaceSeed.some(one => one.code === code && one.amazonId?.toLowerCase() === word) ||
    (/^[a-z]{2}$/.test(word) && code.endsWith(`.${word === 'gb' ? 'uk' : word}`)) ||
    (word === 'us' && /^(?:amazon|ebay|walmart)\.com$/.test(code))
  )
}

/** The chosen shop held against what the file says, or the only one of the uploader's that fits. Throws ImportRefused. */
export async function shopOfFile(
  { db, orgId, shops, chosenShopId, survey }: Parameters<FileFamily['shopOf']>[0],
  { platform, elsewhere, fits, unfit, several, none }: ShopWords,
): Promise<ShopFacts> {
  const isHere = (shop: { readonly platform: number }): boolean => platform === undefined || shop.platform === platformChoices[platform][0]
  const own = await db
    .selectFrom('shop as s')
    .innerJoin('marketplace as m', 'm.code', 's.marketplace_code')
    .select(['s.id', 's.name', 's.marketplace_code as marketplaceCode', 's.currency', 'm.zone', 'm.name as site', 'm.platform'])
    .where('s.org_id', '=', orgId)
    .where(sql<boolean>`s.id = any(${shops})`)
    .execute()
  const checked = ({ id, name, marketplaceCode, currency, zone, site }: (typeof own)[number]): ShopFacts => {
    const other = survey.currencies.find(one => one !== currency)
    if (other !== undefined) throw refuseFile(sentence`文件币种为 ${other}，店铺“${name}”的币种为 ${currency}，请改选店铺或更换文件`)
    if (!isZone(zone)) throw refuseFile(sentence`站点“${site}”的报表时区“${zone}”不是时区，请先在站点里更正，再导入`)
    return { id, name, marketplaceCode, currency, zone }
  }
  if (chosenShopId !== null) {
    const chosen = own.find(shop => shop.id === chosenShopId)
    if (!chosen) throw refuseFile(sentence`所选店铺不存在或无权使用，请重新选择`)
    if (elsewhere !== undefined && !isHere(chosen)) throw refuseFile(elsewhere(chosen.name))
    const reason = fits(chosen) ? null : unfit(chosen)
    if (reason !== null) throw refuseFile(reason)
    return checked(chosen)
  }
  const candidates = own.filter(shop => isHere(shop) && fits(shop))
  const [only] = candidates
  if (only && candidates.length === 1) return checked(only)
  throw refuseFile(only ? several(listed(candidates.map(shop => shop.name))) : none)
}

/** The most frequent SKUs of staged lines, alias s within `mine`, that the shop has no product for. */
export async function unmappedSkus(
  { tx, shop }: Pick<MergeTask, 'tx' | 'shop'>,
  table: string,
  mine: RawBuilder<unknown>,
): Promise<MergeOutcome['unmapped']['skus']> {
  const { rows } = await sql<{ sku: string; lines: number }>`
    select d.sku, d.lines from (select s.sku, count(*)::int as lines from ${sql.table(table)} as s where ${mine} and s.sku <> ''
      group by s.sku) d
    left join sku_map m on m.shop_id = ${shop.id} and m.seller_sku = d.sku where m.id is null order by d.lines desc, d.sku
      limit ${listedMax}`.execute(tx)
  return rows
}
