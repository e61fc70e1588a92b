/** Files of orders, as the import knows them: one family a marketplace. */
import { listed, sentence } from '#platform/declare/sentence.ts'
import type { FileKind } from '#platform/declare/file-kind.ts'
import type { FileFamily, Identity } from '#platform/server/contract/file-family.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { shopOfFile } from '#areas/reference/index.ts'
import { mergeOrders, removeOrders } from './orders-merge.ts'
import { orderLine, salesTables } from './tables.ts'
import { walmartOrders } from './walmart/orders-file.ts'

/** Marketplaces as `shop.platform` knows them. */
export type Product = 'walmart'

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
const shopOfOrders = (platform: Product, ask: Parameters<FileFamily['shopOf']>[0]) =>
  shopOfFile(ask, {
    platform,
    elsewhere: name => sentence`店铺“${name}”不属于这个平台，请改选店铺`,
    fits: ({ currency }) => ask.survey.currencies.every(one => one === currency),
    unfit: () => null,
    several: names => sentence`有多个店铺（${names}）可以导入这个文件，请选择店铺后再导入`,
    none: sentence`没有币种为 ${listed(ask.survey.currencies)} 的店铺可以导入这个文件，请选择店铺`,
  })

export const orderFamilies: readonly FileFamily[] = [family('walmart', [walmartOrders as FileKind])]
