/** 基础资料: what everything else refers to. */
import { group, listPage, module, type Module, type Page, type Listed } from '#platform/declare/page.ts'
import type { Title } from '#platform/declare/title.ts'
import { dictionary, dictionaryItem } from './dictionary-tables.ts'
import { logisticsChannel, supplier, warehouse } from './partner-tables.ts'
import { paymentTerms } from './payment-terms.ts'
import { productGroup, productGroupMember, productTag } from './product-groups.ts'
import { skuView } from './sku-view.ts'
import { country, countryOwn, currency, currencyOwn, currencyRate, marketplace, marketplaceOwn } from './tables.ts'
import { product, productCategory, shop, skuMap, skuOwner } from './tables.ts'

const listed = (of: Listed, title: Title): Page => listPage(of, `/reference/${of.type ?? ''}`, { title })

export const referenceModules: readonly Module[] = [
  module('reference', ['基础资料', 'Reference data'], 'database', [
    group(
      'general',
      ['通用资料', 'General'],
      [
        listed(country, ['国家', 'Countries']),
        listed(countryOwn, ['本组织的国家名称', 'Own names of countries']),
        listed(currency, ['币种', 'Currencies']),
        listed(currencyOwn, ['本组织的币种名称', 'Own names of currencies']),
        listPage(currencyRate, '/reference/currencyRate', {
          title: ['汇率', 'Exchange rates'],
          isMonitoring: true,
          freshness: { tables: ['currency_rate'], everyDays: 31 },
        }),
        listed(dictionary, ['字典', 'Dictionaries']),
        listed(dictionaryItem, ['字典项', 'Dictionary items']),
      ],
      'global',
    ),
    group(
      'sales',
      ['店铺与商品', 'Shops and products'],
      [
        listed(marketplace, ['站点', 'Marketplaces']),
        listed(marketplaceOwn, ['本组织的站点名称', 'Own names of marketplaces']),
        listed(shop, ['店铺', 'Shops']),
        listed(productCategory, ['商品品类', 'Product categories']),
        listed(product, ['商品', 'Products']),
        listed(skuMap, ['SKU 对应', 'SKU mapping']),
        listed(skuView, ['平台 SKU 一览', 'SKUs at a glance']),
        listed(skuOwner, ['店铺员工商品归属', 'SKU owners']),
        listed(productGroup, ['商品组', 'Product groups']),
        listed(productTag, ['商品组标签', 'Tags of product groups']),
        listed(productGroupMember, ['商品组成员', 'Products of groups']),
      ],
      'shop',
    ),
    group(
      'partners',
      ['合作方与仓储', 'Partners and storage'],
      [
        listed(supplier, ['供应商', 'Suppliers']),
        listed(paymentTerms, ['付款条件', 'Terms of payment']),
        listed(warehouse, ['仓库', 'Warehouses']),
        listed(logisticsChannel, ['物流渠道', 'Logistics channels']),
      ],
      'team',
    ),
  ]),
]
