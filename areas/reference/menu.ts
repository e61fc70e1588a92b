/** 基础资料: what everything else refers to. */
import { operations } from '#platform/declare/operations.ts'
import { group, module, page, type Module, type Page } from '#platform/declare/page.ts'
import type { Title } from '#platform/declare/title.ts'

const kept = [operations.add, operations.view, operations.edit, operations.remove, operations.export]
const filled = [...kept, operations.import]
const listPage = (type: string, title: Title, offered: readonly number[] = kept): Page =>
  page({ path: `/reference/${type}`, name: type, title, component: `list/${type}`, permission: type, operations: offered })

/**
 * What belongs to no organisation is added, changed and deleted by administrators of the installation; the right to it is that to the
 * organisation's own words.
 */
const ownWordsPage = (name: string, permission: string, title: Title): Page =>
  page({ path: `/reference/${name}`, name, title, component: `list/${name}`, permission, operations: kept })

const groupPage = (type: string, title: Title): Page =>
  page({ path: `/reference/${type}`, name: type, title, component: `list/${type}`, permission: 'productGroup', operations: filled })

export const referenceModules: readonly Module[] = [
  module('reference', ['基础资料', 'Reference data'], 'database', [
    group(
      'general',
      ['通用资料', 'General'],
      [
        listPage('country', ['国家', 'Countries']),
        ownWordsPage('countryOwn', 'country', ['本组织的国家名称', 'Own names of countries']),
        listPage('currency', ['币种', 'Currencies']),
        ownWordsPage('currencyOwn', 'currency', ['本组织的币种名称', 'Own names of currencies']),
        {
          ...listPage('currencyRate', ['汇率', 'Exchange rates'], filled),
          isMonitoring: true,
          freshness: { tables: ['currency_rate'], everyDays: 31 },
        },
        listPage('dictionary', ['字典', 'Dictionaries']),
        page({
          path: '/reference/dictionaryItem',
          name: 'dictionaryItem',
          title: ['字典项', 'Dictionary items'],
          component: 'list/dictionaryItem',
          permission: 'dictionary',
          operations: filled,
        }),
      ],
      'global',
    ),
    group(
      'sales',
      ['店铺与商品', 'Shops and products'],
      [
        listPage('marketplace', ['站点', 'Marketplaces']),
        ownWordsPage('marketplaceOwn', 'marketplace', ['本组织的站点名称', 'Own names of marketplaces']),
        listPage('shop', ['店铺', 'Shops']),
        listPage('productCategory', ['商品品类', 'Product categories'], filled),
        listPage('product', ['商品', 'Products'], filled),
        listPage('skuMap', ['SKU 对应', 'SKU mapping'], filled),
        listPage('skuView', ['平台 SKU 一览', 'SKUs at a glance'], [operations.view, operations.export]),
        listPage('skuOwner', ['店铺员工商品归属', 'SKU owners'], filled),
        listPage('productGroup', ['商品组', 'Product groups'], filled),
        groupPage('productTag', ['商品组标签', 'Tags of product groups']),
        groupPage('productGroupMember', ['商品组成员', 'Products of groups']),
      ],
      'shop',
    ),
    group(
      'partners',
      ['合作方与仓储', 'Partners and storage'],
      [
        listPage('supplier', ['供应商', 'Suppliers'], filled),
        listPage('warehouse', ['仓库', 'Warehouses']),
        listPage('logisticsChannel', ['物流渠道', 'Logistics channels']),
      ],
      'team',
    ),
  ]),
]
