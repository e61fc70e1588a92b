/** Route map of the reference data. */
import { Any, Array as List, Object as O, Optional, String as Text } from 'typebox'
import type { ItemAsk } from '#platform/declare/wire.ts'
import { needs, operations, signedIn } from '#platform/declare/operations.ts'
import { call, Id, type RouteMap } from '#platform/server/area.ts'
import {
  datedFamily,
  family,
  imported,
  add,
  batchUpdate,
  exportOf,
  idsOf,
  list,
  one,
  remove,
  removeBetween,
  update,
} from '#platform/server/records.ts'
import { removeShops } from './close-shop.ts'
import { dictionariesById, supplierOptions } from './partner-options.ts'
import { dictionary, dictionaryItem } from './dictionary-tables.ts'
import { openGranted } from './open-granted.ts'
import { logisticsChannel, supplier, warehouse } from './partner-tables.ts'
import { paymentTerms } from './payment-terms.ts'
import { accountOptions, countryOptions, shopCountries } from './options.ts'
import { namedItems } from './named-items.ts'
import { openShop } from './open-shop.ts'
import { countryRule, currencyRule, marketplaceRule, ownWordsRule } from './rules.ts'
import { groupOptions, productGroup, productGroupMember, productTag } from './product-groups.ts'
import { skuView } from './sku-view.ts'
import {
  country,
  countryOwn,
  currency,
  currencyOwn,
  currencyRate,
  marketplace,
  marketplaceOwn,
  product,
  productCategory,
  shop,
  skuMap,
  skuOwner,
} from './tables.ts'

/** items of one call: the largest page of a report has fewer */
const namedMax = 200
const code = (title: string) => Text({ title, minLength: 1, maxLength: 120, pattern: '^[^\\u0000]*$' })
/** each item by its MSKU, its product or its own SKU: one that says nothing is nothing */
const namedInput = O({
  items: List(
    O({
      shopId: Optional(Id()),
      sellerSku: Optional(code('MSKU')),
      productId: Optional(Id('商品')),
      productSku: Optional(code('SKU')),
    }),
    { title: '商品', maxItems: namedMax },
  ),
})

export const referenceRoutes: RouteMap = {
  'GET /countryManage/list': list(country),
  ...family('countryManage', country, countryRule),
  ...imported('countryManage', country, countryRule),
  'GET /shipping/CountryListData': call({ demand: signedIn, summary: '国家选项' }, context => countryOptions(context)),

  ...family('countryOwn', countryOwn, ownWordsRule),

  'GET /currencyManage/currencyList': list(currency),
  ...family('currencySetting', currency, currencyRule),
  ...family('currencyOwn', currencyOwn, ownWordsRule),
  'GET /currencyManage/currencyRatelist': list(currencyRate),
  'POST /currencyManage/list': list(currencyRate),
  'POST /currencyManage/add': add(currencyRate),
  // spelt as the specification has it
  'POST /currencyManage/upate': update(currencyRate),
  'POST /currencyManage/delete': remove(currencyRate),
  'POST /currencyManage/batchUpdate': batchUpdate(currencyRate),
  'POST /currencyManage/deleteByYear': removeBetween(currencyRate),
  'POST /currencyManage/listExport': exportOf(currencyRate),
  ...imported('currencyManage', currencyRate),

  ...family('marketplaceManage', marketplace, marketplaceRule),
  ...family('marketplaceOwn', marketplaceOwn, ownWordsRule),
  'GET /sysShopSetting/shopCountry': call({ demand: signedIn, summary: '有店铺的国家' }, context => shopCountries(context)),
  'GET /sysShopSetting/allAccount': call({ demand: signedIn, summary: '卖家账号' }, context => accountOptions(context)),
  ...family('sysShopSetting', shop),
  'POST /sysShopSetting/insert': { ...add(shop), handler: (context, ask) => openShop(context, ask.input) },
  'POST /sysShopSetting/delete': {
    ...remove(shop),
    handler: (context, ask) => removeShops(context, idsOf(ask.input['id'], ask.input['ids'])),
  },
  ...family('productCategory', productCategory),
  ...imported('productCategory', productCategory),
  ...family('productManage', product),
  ...imported('productManage', product),
  'POST /productManage/batchUpdate': batchUpdate(product),
  ...family('dictSetting', dictionary),
  ...family('dictItem', dictionaryItem),
  ...imported('dictItem', dictionaryItem),
  'POST /dictSetting/dictsByDictIds': call(
    { demand: signedIn, summary: '字典选项', input: O({ dictIds: Any({ title: '字典编号' }) }), write: false },
    (context, ask) => dictionariesById(context, ask.input['dictIds']),
  ),
  ...family('paymentTerms', paymentTerms),
  ...imported('paymentTerms', paymentTerms),
  ...family('supplierManage', supplier),
  ...imported('supplierManage', supplier),
  'POST /supplierManage/batchUpdate': batchUpdate(supplier),
  'GET /CompanyContractBill/getSupplierList': call(
    { demand: signedIn, summary: '供应商选项', input: O({ keyword: Optional(Text({ title: '关键字', maxLength: 100 })) }) },
    (context, ask) => supplierOptions(context, ask.input.keyword),
  ),
  ...family('warehouseManage', warehouse),
  'POST /warehouseManage/insert': {
    ...add(warehouse),
    handler: (context, ask) => openGranted(context, warehouse, 'warehouses', ask.input),
  },
  ...family('channelManage', logisticsChannel),
  'POST /channelManage/insert': {
    ...add(logisticsChannel),
    handler: (context, ask) => openGranted(context, logisticsChannel, 'channels', ask.input),
  },
  ...family('skuMap', skuMap),
  ...imported('skuMap', skuMap),
  'POST /skuMap/batchUpdate': batchUpdate(skuMap),
  'POST /skuView/list': list(skuView),
  'GET /skuView/query/{id}': one(skuView),
  'POST /skuView/listExport': exportOf(skuView),
  'POST /skuView/named': call(
    { demand: needs('skuView', operations.view), summary: '商品的名称和图片', input: namedInput, write: false },
    (context, ask) => namedItems(context, ask.input['items'] as readonly ItemAsk[]),
  ),
  ...datedFamily('AmzShopEmployeeProductTemplate', skuOwner),
  ...family('productGroup', productGroup),
  ...imported('productGroup', productGroup),
  'POST /productGroup/options': call({ demand: signedIn, summary: '商品组及其标签', write: false }, context => groupOptions(context)),
  ...family('productTag', productTag),
  ...imported('productTag', productTag),
  ...family('productGroupMember', productGroupMember),
  ...imported('productGroupMember', productGroupMember),
  'POST /productGroupMember/batchUpdate': batchUpdate(productGroupMember),
}
