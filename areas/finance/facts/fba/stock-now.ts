/**
 * What lies at Amazon at this moment, by site and SKU: the answer of its inventory interface (getInventorySummaries), or the report of
 * managed FBA stock, which has the same figures. Neither names its day: it is that of the import. Pure.
 */
import { shopSheet } from '#platform/declare/shop-sheet.ts'
import { listOf, objectOf, pagesOf, textOf, type Json } from '#platform/format/parsed-json.ts'
import { conditions } from './codes.ts'
import { asin, aside, count, fbaPermissions, fnsku, needed, title, word } from './words.ts'

const optional = { optional: true } as const
const figures = {
  total: count('afn-total-quantity', '合计', 'Total'),
  available: count('afn-fulfillable-quantity', '可售数量', 'Available'),
  working: count('afn-inbound-working-quantity', '待发', 'To be sent', optional),
  shipped: count('afn-inbound-shipped-quantity', '在途', 'On its way', optional),
  receiving: count('afn-inbound-receiving-quantity', '接收中', 'Being received', optional),
  reserved: count('afn-reserved-quantity', '预留', 'Reserved', optional),
  researching: count('afn-researching-quantity', '调查中', 'Searched for', { ...optional, ...aside }),
  unfulfillable: count('afn-unsellable-quantity', '不可售', 'Unfulfillable', optional),
} as const
const columns = {
  sku: needed('sku', 'MSKU', 'Seller SKU', { filter: 'contains', sort: true, width: 150 }),
  fnsku: fnsku(),
  asin: asin(),
  title: title(),
  condition: word('condition', '成色', 'Condition', { codes: conditions, ...aside }),
  marketplace: word('store', '站点编号', 'Marketplace id', { ...aside, filter: 'equals' }),
  ...figures,
} as const

/** Parts of an answer, in the order of the columns. */
function rowOf(one: Json, site: string): string[] {
  const details = objectOf(one['inventoryDetails'])
  const figure = (name: string): string => textOf(details[name])
  const sum = (name: string): string => textOf(objectOf(details[`${name.toLowerCase()}Quantity`])[`total${name}Quantity`])
  return [
    ...['sellerSku', 'fnSku', 'asin', 'productName', 'condition'].map(name => textOf(one[name])),
    site,
    textOf(one['totalQuantity']),
    ...['fulfillable', 'inboundWorking', 'inboundShipped', 'inboundReceiving'].map(name => figure(`${name}Quantity`)),
    ...['Reserved', 'Researching', 'Unfulfillable'].map(sum),
  ]
}
function summariesOf(document: unknown): string[][] | null {
  const pages = pagesOf(document).map(page => objectOf(page['payload']))
  if (!pages.some(page => 'inventorySummaries' in page)) return null
  const rows = pages.flatMap(page => {
    const site = textOf(objectOf(page['granularity'])['granularityId'])
    return listOf(page['inventorySummaries']).map(one => rowOf(one, site))
  })
  // what came in between moves the pages: of a line that two have, the last
  const last = new Map(rows.map(row => [[row[0], row[1], row[2], row[4], row[5]].join(' '), row]))
  return [Object.values(columns).map(([heads]) => String(heads)), ...last.values()]
}

export const stockNow = shopSheet('fba_stock_now', {
  permission: fbaPermissions.stock,
  code: 'amazonStock',
  type: 'fbaStockNow',
  title: ['FBA 当前库存', 'FBA stock now'],
  origin: 'described',
  daily: true,
  dayTitle: ['导入日期', 'Imported on'],
  columns,
  identity: ['sku', 'fnsku', 'asin', 'condition', 'marketplace'],
  state: ['title', ...Object.keys(figures)],
  marketplace: 'marketplace',
  fromJson: summariesOf,
  aside: ['your-price', 'mfn-listing-exists', 'mfn-fulfillable-quantity', 'afn-listing-exists', 'afn-warehouse-quantity'],
  days: 31,
  index: [['shopId', 'sku']],
  empty: ['取回或导入管理亚马逊库存报告后，这里显示各站点每个 SKU 的数量', 'Units of each SKU by marketplace appear here'],
})
