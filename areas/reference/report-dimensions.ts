/** Dimensions that reports over shops and their seller SKUs share: whose roll-up has the keys `shopId` and `sku`. */
import { key, via, type Dimension, type Step } from '#platform/declare/report.ts'
import type { Title } from '#platform/declare/title.ts'
import { platformChoices } from './platforms.ts'

const bySku = { shopId: 'shopId', sellerSku: 'sku' }
const toShop: Step = { table: 'shop', on: { id: 'shopId' } }
export const toPlatform: readonly Step[] = [toShop, { table: 'marketplace', on: { code: 'marketplaceCode' } }]
const toMap: Step = { table: 'sku_map', on: bySku }
const toProduct: readonly Step[] = [toMap, { table: 'product', on: { id: 'productId' } }]
/** who sells the SKU on the day of the row */
const toOwner: readonly Step[] = [{ table: 'sku_owner', on: bySku, validBetween: { from: 'validFrom', to: 'validTo' } }]
const withoutOwner: Title = ['未归属', 'No owner']

/** The shops of one marketplace. */
export const amongPlatform = (platform: keyof typeof platformChoices) => ({
  steps: toPlatform,
  value: 'platform',
  is: platformChoices[platform][0],
})

export const ofShop = {
  platform: via(toPlatform, 'platform', { title: ['平台', 'Platform'], kind: 'choice', choices: platformChoices }),
  marketplace: via([toShop], 'marketplaceCode', {
    title: ['站点', 'Marketplace'],
    kind: 'text',
    label: { table: 'marketplace', on: 'code', column: 'name', columnEn: 'name_en' },
  }),
  shop: key('shopId', { title: ['店铺', 'Shop'], kind: 'reference', label: { table: 'shop', on: 'id', column: 'name' }, target: 'shop' }),
} as const satisfies Readonly<Record<string, Dimension>>

export const ofProduct = {
  brand: via(toProduct, 'brand', { title: ['品牌', 'Brand'], kind: 'text' }),
  category: via(toProduct, 'categoryId', {
    title: ['品类', 'Category'],
    kind: 'reference',
    label: { table: 'product_category', on: 'id', column: 'name' },
    target: 'productCategory',
    tree: { table: 'product_category', parent: 'parentId' },
    unmatchedLabel: ['未对应', 'No product'],
    emptyLabel: ['未分类', 'No category'],
  }),
  product: via([toMap], 'productId', {
    title: ['商品', 'Product'],
    kind: 'reference',
    label: { table: 'product', on: 'id', column: 'name' },
    target: 'product',
  }),
} as const satisfies Readonly<Record<string, Dimension>>

export const ofSku = {
  sku: key('sku', { title: ['MSKU', 'Seller SKU'], kind: 'text', about: 'product' }),
} as const satisfies Readonly<Record<string, Dimension>>

const toGroup: readonly Step[] = [toMap, { table: 'product_group_member', on: { productId: 'productId' } }]
const inNoGroup: Title = ['未分组', 'In no group']
/** A product in two groups counts in each of their rows, and once in the totals. */
export const ofProductGroup = {
  productGroup: via(toGroup, 'groupId', {
    title: ['商品组', 'Product group'],
    kind: 'reference',
    label: { table: 'product_group', on: 'id', column: 'name' },
    target: 'productGroup',
    emptyLabel: inNoGroup,
    many: true,
  }),
  productTag: via(toGroup, 'tagId', {
    title: ['标签', 'Tag'],
    kind: 'reference',
    label: { table: 'product_tag', on: 'id', column: 'tag' },
    target: 'productTag',
    emptyLabel: ['无标签', 'No tag'],
    many: true,
  }),
} as const satisfies Readonly<Record<string, Dimension>>

/** The listing of a SKU as the newest file has it. */
export const ofListing = {
  listing: via([{ table: 'sku_listing', on: { shopId: 'shopId', sku: 'sku' } }], 'itemId', {
    title: ['Listing', 'Listing'],
    kind: 'text',
    counts: 'alone',
  }),
} as const satisfies Readonly<Record<string, Dimension>>

/** The owner of the SKU as of the day. */
export const salesman: Dimension = via(toOwner, 'employeeId', {
  title: ['业务员', 'Salesman'],
  kind: 'reference',
  label: { table: 'employee', on: 'id', column: 'name' },
  target: 'employee',
  emptyLabel: withoutOwner,
  counts: 'alone',
})
export const ownersDepartment: Dimension = via(toOwner, 'deptId', {
  title: ['部门', 'Department'],
  kind: 'reference',
  label: { table: 'department', on: 'id', column: 'name' },
  target: 'department',
  emptyLabel: withoutOwner,
  counts: 'alone',
})

/** By what figures of SKUs are stored month by month: products and listings are nearly as many as SKUs. */
export const ofFewValues = {
  brand: ofProduct.brand,
  category: ofProduct.category,
  ...ofProductGroup,
  salesman,
  department: ownersDepartment,
} as const satisfies Readonly<Record<string, Dimension>>
