/** Reference data: countries, currencies and rates, marketplaces, shops, products, seller SKUs. */
import { skuView } from './sku-view.ts'
import { holdersOf, notice } from '#platform/declare/notice.ts'
import { operations } from '#platform/declare/operations.ts'
import type { Area } from '#platform/server/area.ts'
import { reminder } from '#platform/server/jobs.ts'
import { dictionaryTables } from './dictionary-tables.ts'
import { referenceEnglish } from './refusals-en.ts'
import { referenceModules } from './menu.ts'
import { keepSuppliers, keepTerms } from './keep-terms.ts'
import { partnerTables } from './partner-tables.ts'
import { productGroupTables as tables } from './product-groups.ts'
import { referenceRoutes } from './routes.ts'
import { referenceSteps } from './setup-steps.ts'
import { product, referenceTables } from './tables.ts'

export { complianceStates } from './compliance-badge.ts'
export { seedDictionaries } from './dictionary-seed.ts'
export { dictionaryItem } from './dictionary-tables.ts'
export { grantTo, openGranted } from './open-granted.ts'
export { logisticsChannel, supplier, warehouse } from './partner-tables.ts'
export {
  amongPlatform,
  ofFewValues,
  ofListing,
  ofProduct,
  ofProductGroup,
  ofShop,
  ofSku,
  ownersDepartment,
  salesman,
} from './report-dimensions.ts'
export { openShop } from './open-shop.ts'
export { offlineMarketplace } from './marketplace-zones.ts'
export { platformChoices } from './platforms.ts'
export { product } from './tables.ts'
export const productGroup = tables.productGroup
export const productTag = tables.productTag
export const productGroupMember = tables.productGroupMember
export const { skuMap, skuOwner } = referenceTables
export { isSite, shopOfFile, unmappedSkus } from './shop-files.ts'
export { marketplaceSeed, seedReference } from './seed.ts'

const productStops = notice('product.soldUntil', ['商品即将停售', 'A product is soon no longer sold'], {
  title: ['商品“{label}”即将停售，请安排清仓或下架', 'The product “{label}” is soon no longer sold; please see to its stock and listings'],
  titleOfMany: ['{n} 件商品即将停售，请安排清仓或下架', '{n} products are soon no longer sold; please see to their stock and listings'],
  to: [holdersOf('product', operations.edit)],
})

export const reference: Area = {
  name: 'reference',
  title: ['基础资料', 'Reference data'],
  resources: [
    ...Object.values(referenceTables),
    skuView,
    ...Object.values(tables),
    ...Object.values(dictionaryTables),
    ...Object.values(partnerTables),
  ],
  modules: referenceModules,
  setupSteps: referenceSteps,
  routes: referenceRoutes,
  english: referenceEnglish,
  follows: { payment_terms: keepTerms, supplier: keepSuppliers },
  timed: [
    reminder('product.soldUntil', ['商品停售提醒', 'Reminder of products that stop being sold'], {
      of: product,
      on: 'soldUntil',
      by: { days: -10 },
      while: { field: 'status', is: [product.fields.status.choices.active[0], product.fields.status.choices.phaseOut[0]] },
      when: { at: '09:00' },
      notice: productStops,
    }),
  ],
}
