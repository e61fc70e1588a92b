/**
 * Amazon's report of all listings (GET_MERCHANT_LISTINGS_ALL_DATA) as a sheet: one row a listing of a site, as the newest file has it. Its
 * price is in the currency of the site. Built from the list of its columns. Pure.
 */
import type { CodeWords } from '#platform/declare/code-words.ts'
import { decimal, integer, text, type Field } from '#platform/declare/fields.ts'
import { shopSheet, type SheetColumn } from '#platform/declare/shop-sheet.ts'
import { trafficPermission } from '../traffic/sheet.ts'

const word = (head: string, zh: string, en: string, options: object = {}): SheetColumn => [
  head,
  text(zh, en, { default: '', ...options }) as Field,
]
const statuses: CodeWords = { Active: ['在售', 'Active'], Inactive: ['停售', 'Inactive'], Incomplete: ['不完整', 'Incomplete'] }
const channels: CodeWords = { DEFAULT: ['自发货', 'By the seller'] }
const aside = { show: false } as const
const unread =
  'item-description image-url item-is-marketplace product-id-type product-id item-note asin2 asin3 add-delete pending-quantity ' +
  'zshop-shipping-fee zshop-category1 zshop-browse-path zshop-storefront-feature zshop-boldface will-ship-internationally ' +
  'expedited-shipping bid-for-featured-placement'

export const listingReport = shopSheet('sales_listing', {
  code: 'amazonListings',
  type: 'salesListing',
  title: ['在售商品报告', 'Listing report'],
  // brought by who brings the marketplace's other reports of listings
  permission: trafficPermission,
  origin: 'columns',
  dayTitle: ['首次导入日期', 'First imported on'],
  columns: {
    sku: ['seller-sku', text('MSKU', 'Seller SKU', { filter: 'contains', sort: true, width: 160 }) as Field],
    itemId: word('asin1', 'ASIN', 'ASIN', { filter: 'equals', sort: true, width: 120 }),
    title: word('item-name', '商品名称', 'Title', { filter: 'contains', width: 260 }),
    status: word('status', '状态', 'State', { filter: 'equals', width: 90, codes: statuses }),
    price: ['price', decimal('售价', 'Price', 4, { optional: true, sort: true, width: 100 }) as Field],
    quantity: ['quantity', integer('自发货数量', 'Own stock', { optional: true, sort: true, width: 100 }) as Field],
    channel: word('fulfillment-channel', '配送', 'Fulfilment', { filter: 'equals', width: 110, codes: channels }),
    condition: word('item-condition', '成色', 'Condition', aside),
    openedAt: word('open-date', '上架时间', 'Opened', { width: 170 }),
    shippingGroup: word('merchant-shipping-group', '运费模板', 'Shipping group', aside),
    listingId: ['listing-id', text('Listing 编号', 'Listing id', { filter: 'equals', width: 130, show: false }) as Field],
  },
  identity: ['sku', 'listingId'],
  state: ['itemId', 'title', 'status', 'price', 'quantity', 'channel', 'condition', 'openedAt', 'shippingGroup'],
  demanded: ['itemId', 'status'],
  words: { status: ['Active', 'Inactive', 'Incomplete'] },
  aside: unread.split(' '),
  index: [['shopId', 'itemId']],
  empty: ['取回或导入在售商品报告后，这里显示每个 MSKU 的 ASIN、售价和状态', 'ASIN, price and state of each SKU appear here'],
})
