/** Sales statistics of a marketplace: what was ordered, by the day of purchase in the marketplace's zone. */
import type { Title } from '#platform/declare/title.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import {
  distinct,
  inOwnersCurrency,
  key,
  lacking,
  ratio,
  report,
  sum,
  times,
  via,
  plus,
  type Report,
  type ReportDeclaration,
} from '#platform/declare/report.ts'
import { orderLines } from './order-lines.ts'
import { platformChoices } from '#areas/reference/index.ts'
import { defined } from '#platform/server/base/defined.ts'
import { products, type Product } from './products.ts'

const fromOrders: Title = [
  '订单文件，按站点时区的订购日期；已取消的不计。',
  'Files of orders, by the day of purchase in the marketplace’s zone, without what is cancelled.',
]
const computed: Title = ['由本表其他指标计算，先汇总再计算。', 'Computed from other measures of this report, after summing.']
const noTraffic: Title = ['平台没有流量报告可以导入。', 'The marketplace has no report of traffic that could be imported.']
const noReturns: Title = ['平台没有退货报告可以导入。', 'The marketplace has no report of returns that could be imported.']

const notRead: Title = ['销售与流量报告还不能导入。', 'Sales and traffic reports can not be imported yet.']
const returnsNotCounted: Title = ['退货报告还没有计入销售统计。', 'Reports of returns are not counted here yet.']

/** What differs between marketplaces: `platform` as `shop.platform` has it, why traffic and returns are empty. */
const parameters: Readonly<Record<Product, { readonly title: Title; readonly noTraffic: Title; readonly noReturns: Title }>> = {
  amazon: { title: ['亚马逊销售统计', 'Amazon sales statistics'], noTraffic: notRead, noReturns: returnsNotCounted },
  ebay: { title: ['eBay 销售统计', 'eBay sales statistics'], noTraffic, noReturns },
  walmart: { title: ['沃尔玛销售统计', 'Walmart sales statistics'], noTraffic, noReturns },
  aliexpress: { title: ['速卖通销售统计', 'AliExpress sales statistics'], noTraffic, noReturns },
}

const kept = { isCancelled: [false] }
const amount = (column: string, title: Title) => sum(orderLines, column, { title, source: fromOrders, when: kept })
const bySku = { sku_map: { shopId: 'shopId', sellerSku: 'sku' } }
const ofProduct = [
  { table: 'sku_map', on: bySku.sku_map },
  { table: 'product', on: { id: 'productId' } },
]
const orderCount = { things: 'orderId', constant: { keys: ['shopId', 'day', 'month', 'country', 'currency'], column: 'firstOfOrder' } }

const dimensions: ReportDeclaration['dimensions'] = {
  shop: key('shopId', {
    title: ['店铺', 'Shop'],
    kind: 'reference',
    label: { table: 'shop', on: 'id', column: 'name' },
    target: 'shop',
  }),
  marketplace: via([{ table: 'shop', on: { id: 'shopId' } }], 'marketplaceCode', {
    title: ['站点', 'Marketplace'],
    kind: 'text',
    label: { table: 'marketplace', on: 'code', column: 'name', columnEn: 'name_en' },
  }),
  country: key('country', {
    title: ['国家', 'Country'],
    kind: 'text',
    label: { table: 'country', on: 'code', column: 'name', columnEn: 'name_en' },
  }),
  sku: key('sku', { title: ['平台 SKU', 'Seller SKU'], kind: 'text', about: 'product' }),
  product: via([{ table: 'sku_map', on: bySku.sku_map }], 'productId', {
    title: ['商品', 'Product'],
    kind: 'reference',
    label: { table: 'product', on: 'id', column: 'name' },
    target: 'product',
  }),
  brand: via(ofProduct, 'brand', { title: ['品牌', 'Brand'], kind: 'text' }),
  category: via(ofProduct, 'categoryId', {
    title: ['品类', 'Category'],
    kind: 'reference',
    label: { table: 'product_category', on: 'id', column: 'name' },
    target: 'productCategory',
    tree: { table: 'product_category', parent: 'parentId' },
    lost: ['未对应', 'No product'],
    none: ['未分类', 'No category'],
  }),
  ...times('day', 'week', 'month', 'quarter', 'year'),
}

const measuresOf = (product: Product): ReportDeclaration['measures'] => ({
  orders: distinct(orderLines, {
    ...orderCount,
    title: ['订购订单数', 'Orders'],
    source: fromOrders,
    when: kept,
    within: { key: 'sku', column: 'firstOfSku', several: 'severalSkus' },
  }),
  orderItems: { ...amount('n', ['订购行数', 'Order items']), class: 'count', kind: 'integer' },
  units: { ...amount('quantity', ['订购件数', 'Units ordered']), kind: 'integer' },
  orderedSales: amount('sales', ['订购金额', 'Ordered sales']),
  item: amount('item', ['其中商品', 'Of which items']),
  shipping: amount('shipping', ['其中运费', 'Of which shipping']),
  giftWrap: amount('giftWrap', ['其中礼品包装', 'Of which gift wrap']),
  discount: amount('discount', ['已减折扣', 'Discount taken off']),
  orderedTax: amount('tax', ['订购税额', 'Tax ordered']),
  orderedTotal: plus(['orderedSalesNet', 'orderedTax'], { title: ['订购含税', 'Ordered with tax'], source: computed }),
  orderedSalesNet: amount('salesNet', ['订购未税', 'Ordered without tax']),
  sessions: lacking({ title: ['访问次数', 'Sessions'], source: parameters[product].noTraffic }),
  pageViews: lacking({ title: ['浏览次数', 'Page views'], source: parameters[product].noTraffic }),
  conversion: ratio('units', 'sessions', { title: ['转化率', 'Conversion'], source: computed }),
  returnUnits: lacking({ title: ['退货件数', 'Units returned'], source: parameters[product].noReturns }),
  returnRate: ratio('returnUnits', 'units', { title: ['退货率', 'Return rate'], source: computed }),
})

export function saleStatistics(product: Product): Report {
  const { title } = parameters[product]
  const [platform] = platformChoices[product]
  const base = `/${product}SaleStatistics`
  return report(`${product}SaleStatistics`, {
    title,
    scope: grantedShops,
    permission: `sales.${product}.statistics`,
    among: {
      steps: [
        { table: 'shop', on: { id: 'shopId' } },
        { table: 'marketplace', on: { code: 'marketplaceCode' } },
      ],
      value: 'platform',
      is: platform,
    },
    dimensions,
    measures: measuresOf(product),
    main: ['orders', 'units', 'orderedSales', 'item', 'shipping', 'discount', 'orderedTax'],
    keyFigures: ['orderedSales', 'orders', 'units', 'discount', 'returnRate'],
    by: ['shop', 'sku', 'month'],
    time: 'month',
    compare: ['before', 'yearBefore'],
    conversion: inOwnersCurrency,
    paths: { rows: `${base}/report`, lines: `${base}/lines`, export: `${base}/export`, compute: `${base}/compute` },
  })
}

const reports = new Map(products.map(product => [product, saleStatistics(product)]))
export const statisticsOf = (product: Product): Report => defined(reports.get(product), `statistics of ${product}`)
export const statisticsReports: readonly Report[] = [...reports.values()]
export const walmartStatistics = statisticsOf('walmart')
