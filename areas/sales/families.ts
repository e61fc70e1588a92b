/** Files of orders, as the import knows them: one family a marketplace. */
import { listed, sentence } from '#platform/declare/sentence.ts'
import type { FileKind } from '#platform/declare/file-kind.ts'
import { isZone } from '#platform/format/zones.ts'
import { refuseFile } from '#platform/server/imports/import-refused.ts'
import type { FileFamily, Identity } from '#platform/server/contract/file-family.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { mergeOrders, removeOrders } from './orders-merge.ts'
import { orderLine, salesTables } from './tables.ts'
import { walmartOrders } from './walmart/orders-file.ts'

/** Marketplaces as `shop.platform` knows them. */
const platforms = { walmart: 3 } as const
export type Product = keyof typeof platforms

/** A marketplace numbers its orders over all sellers: the same order in two shops would count twice. */
const orderIdentity: Identity = {
  name: 'salesOrder',
  title: ['订单', 'Order'],
  facts: [{ of: orderLine as unknown as Resource, field: 'orderNo' }],
}

const family = (product: Product, kinds: readonly FileKind[]): FileFamily => ({
  code: `${product}Orders`,
  permission: 'sales.order',
  reader: new URL(`./${product}/orders-reader.ts`, import.meta.url).href,
  stagingTable: salesTables.orderLineStaging.table,
  identities: [{ of: orderIdentity, field: 'orderNo' }],
  monthTables: [orderLine.table],
  kinds,
  shopOf: ask => shopOfOrders(product, ask),
  zoneOf: async () => null,
  merge: mergeOrders,
  remove: removeOrders,
})

/** The file does not name its shop: it is the chosen one, or the uploader's only one of this marketplace and currency. */
async function shopOfOrders(product: Product, { db, orgId, shops, chosenShopId, survey }: Parameters<FileFamily['shopOf']>[0]) {
  const mine = await db
    .selectFrom('shop as s')
    .innerJoin('marketplace as m', 'm.code', 's.marketplace_code')
    .select(['s.id', 's.name', 's.marketplace_code as marketplaceCode', 's.currency', 'm.zone', 'm.name as marketplaceName', 'm.platform'])
    .where('s.org_id', '=', orgId)
    .where('s.id', 'in', shops.length > 0 ? [...shops] : ['0'])
    .execute()
  const isFit = (shop: (typeof mine)[number]): boolean =>
    shop.platform === platforms[product] && survey.currencies.every(one => one === shop.currency)
  const candidates = chosenShopId === null ? mine.filter(isFit) : mine.filter(shop => shop.id === chosenShopId)
  const [shop, ...further] = candidates
  if (shop === undefined)
    throw refuseFile(
      chosenShopId === null
        ? sentence`没有币种为 ${listed(survey.currencies)} 的店铺可以导入这个文件，请选择店铺`
        : sentence`所选店铺不存在或无权使用，请重新选择`,
    )
  if (further.length > 0)
    throw refuseFile(sentence`有多个店铺（${listed(candidates.map(c => c.name))}）可以导入这个文件，请选择店铺后再导入`)
  if (shop.platform !== platforms[product]) throw refuseFile(sentence`店铺“${shop.name}”不属于这个平台，请改选店铺`)
  const other = survey.currencies.find(c => c !== shop.currency)
  if (other !== undefined)
    throw refuseFile(sentence`文件币种为 ${other}，店铺“${shop.name}”的币种为 ${shop.currency}，请改选店铺或更换文件`)
  if (!isZone(shop.zone))
    throw refuseFile(sentence`站点“${shop.marketplaceName}”的报表时区“${shop.zone}”不是时区，请先在站点里更正，再导入`)
  return { id: shop.id, name: shop.name, marketplaceCode: shop.marketplaceCode, currency: shop.currency, zone: shop.zone }
}

export const orderFamilies: readonly FileFamily[] = [family('walmart', [walmartOrders as FileKind])]
