/** Route map of the reference data. */
import { signedIn } from '#platform/declare/operations.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { call, type RouteKey, type RouteMap } from '#platform/server/http/verbs.ts'
import { add, batchUpdate, exportOf, idsOf, importOf, list, one, remove, templateOf, update } from '#platform/server/lists/verbs.ts'
import { removeShops } from './close-shop.ts'
import { accountOptions, countryOptions, shopCountries } from './options.ts'
import { openShop } from './open-shop.ts'
import { checked, countryRule, currencyRule, marketplaceRule, type Rule } from './rules.ts'
import { country, currency, currencyRate, marketplace, product, shop, skuMap } from './tables.ts'

/** The calls of a family whose names the specification leaves to us. */
const family = (name: string, resource: Resource, rule: Rule = () => []): RouteMap => ({
  [`POST /${name}/list` as RouteKey]: list(resource),
  [`GET /${name}/query/{id}` as RouteKey]: one(resource),
  [`POST /${name}/insert` as RouteKey]: checked(rule, add(resource)),
  [`POST /${name}/update` as RouteKey]: checked(rule, update(resource)),
  [`POST /${name}/delete` as RouteKey]: remove(resource),
  [`POST /${name}/listExport` as RouteKey]: exportOf(resource),
})

/** Import and its template, beside the family's other calls. */
const imported = (name: string, resource: Resource, rule: Rule = () => []): RouteMap => ({
  [`POST /${name}/importData` as RouteKey]: importOf(resource, { rule }),
  [`GET /${name}/template` as RouteKey]: templateOf(resource),
})

export const referenceRoutes: RouteMap = {
  'GET /countryManage/list': list(country),
  ...family('countryManage', country, countryRule),
  ...imported('countryManage', country, countryRule),
  'GET /shipping/CountryListData': call({ demand: signedIn, summary: '国家选项' }, context => countryOptions(context)),

  'GET /currencyManage/currencyList': list(currency),
  ...family('currencySetting', currency, currencyRule),
  'GET /currencyManage/currencyRatelist': list(currencyRate),
  'POST /currencyManage/list': list(currencyRate),
  'POST /currencyManage/add': add(currencyRate),
  // spelt as the specification has it
  'POST /currencyManage/upate': update(currencyRate),
  'POST /currencyManage/delete': remove(currencyRate),
  'POST /currencyManage/batchUpdate': batchUpdate(currencyRate),
  'POST /currencyManage/listExport': exportOf(currencyRate),
  ...imported('currencyManage', currencyRate),

  ...family('marketplaceManage', marketplace, marketplaceRule),
  'GET /sysShopSetting/shopCountry': call({ demand: signedIn, summary: '有店铺的国家' }, context => shopCountries(context)),
  'GET /sysShopSetting/allAccount': call({ demand: signedIn, summary: '卖家账号' }, context => accountOptions(context)),
  ...family('sysShopSetting', shop),
  'POST /sysShopSetting/insert': { ...add(shop), handler: (context, ask) => openShop(context, ask.input) },
  'POST /sysShopSetting/delete': {
    ...remove(shop),
    handler: (context, ask) => removeShops(context, idsOf(ask.input['id'], ask.input['ids'])),
  },
  ...family('productManage', product),
  ...imported('productManage', product),
  'POST /productManage/batchUpdate': batchUpdate(product),
  ...family('skuMap', skuMap),
  ...imported('skuMap', skuMap),
  'POST /skuMap/batchUpdate': batchUpdate(skuMap),
}
