/** Files of orders, as the import knows them: one family a marketplace. */
import { listed, sentence } from '#platform/declare/sentence.ts'
import type { FileKind } from '#platform/declare/file-kind.ts'
import type { FileFamily, Identity } from '#platform/server/area.ts'
import { shopOfFile } from '#areas/reference/index.ts'
import { tellOrdersAnew } from './orders-anew.ts'
import { mergeOrders, removeOrders } from './orders-merge.ts'
import { aliexpressOrders } from './aliexpress/orders-file.ts'
import { amazonOrders } from './amazon/orders-file.ts'
import { ebayOrders } from './ebay/orders-file.ts'
import type { OrderKind } from './files/order-kind.ts'
import { products, type Product } from './products.ts'
import { orderLine, salesTables } from './tables.ts'
import { walmartOrders } from './walmart/orders-file.ts'

/** A marketplace numbers its orders over all sellers: the same order in two shops would count twice. */
export const orderIdentity: Identity = {
  name: 'salesOrder',
  title: ['订单', 'Order'],
  facts: [{ of: orderLine, field: 'orderNo' }],
}

const reader = (product: Product): string => new URL(`./${product}/orders-reader.ts`, import.meta.url).href

const family = (product: Product, kind: FileKind): FileFamily => ({
  code: kind.code,
  permission: 'sales.order',
  reader: reader(product),
  stagingTable: salesTables.orderLineStaging.table,
  identities: [{ of: orderIdentity, field: 'orderNo' }],
  monthTables: [orderLine.table],
  kinds: [kind],
  shopOf: ask => shopOfOrders(product, ask),
  zoneOf: async () => null,
  merge: task => mergeOrders(task, { numbered: product === 'amazon' }),
  // Amazon's files name no buyer and no day to ship by
  ...(product === 'amazon' ? {} : { anew: { kinds: [kind.code], take: tellOrdersAnew } }),
  remove: removeOrders,
})

/**
 * The file of most marketplaces does not name its shop: it is the chosen one, or the uploader's only one of this marketplace and currency.
 * One that names its sites belongs to a shop of one of them.
 */
const shopOfOrders = (platform: Product, ask: Parameters<FileFamily['shopOf']>[0]) => {
  const sites = ask.survey.marketplaces
  return shopOfFile(ask, {
    platform,
    elsewhere: name => sentence`店铺“${name}”不属于这个平台，请改选店铺`,
    fits: ({ currency, marketplaceCode }) =>
      ask.survey.currencies.every(one => one === currency) && (sites.length === 0 || sites.includes(marketplaceCode.toLowerCase())),
    unfit: ({ name, marketplaceCode }) =>
      sites.length === 0 || sites.includes(marketplaceCode.toLowerCase())
        ? null
        : sentence`文件的站点为 ${listed(sites)}，店铺“${name}”的站点为 ${marketplaceCode}，请改选店铺或更换文件`,
    several: names => sentence`有多个店铺（${names}）可以导入这个文件，请选择店铺后再导入`,
    none:
      sites.length > 0
        ? sentence`没有找到站点为 ${listed(sites.slice(0, 3))} 的店铺，请选择店铺`
        : sentence`没有币种为 ${listed(ask.survey.currencies)} 的店铺可以导入这个文件，请选择店铺`,
  })
}

const kinds: Readonly<Record<Product, OrderKind>> = {
  amazon: amazonOrders,
  ebay: ebayOrders,
  walmart: walmartOrders,
  aliexpress: aliexpressOrders,
}
export const orderFamilies: readonly FileFamily[] = products.map(product => family(product, kinds[product] as FileKind))
