/**
 * What the demo company pays for its products, by month, in CNY. A few products have no cost: the profit page names what is missing. Pure.
 */
import { seededRandom } from '#areas/admin/index.ts'
import { firstOfMonth } from '#platform/format/dates.ts'
import { baseCost, numberOf } from './assortment.ts'
import type { SellingShop } from './generate.ts'
import { printed } from './marketplaces.ts'

export interface DemoCost {
  readonly productId: string
  readonly month: string
  readonly unitCost: string
}

const costScale = 4
/** one product in forty */
export const hasCost = (productSku: string): boolean => numberOf(`${productSku} known`) % 40 !== 7

/** The products these shops sell, each once, with a cost for every month (YYYY-MM). */
export function costsOf(shops: readonly Pick<SellingShop, 'sellerSkus'>[], months: readonly string[]): DemoCost[] {
  const products = new Map(shops.flatMap(shop => shop.sellerSkus.map(({ productId, product }) => [productId, product.sku] as const)))
  return [...products]
    .filter(([, sku]) => hasCost(sku))
    .flatMap(([productId, sku]) => {
      const chance = seededRandom(numberOf(`${sku} months`))
      let perMille = 1_000
      return months.map(month => {
        perMille = Math.max(920, Math.min(1_080, perMille + chance.below(21) - 10))
        return { productId, month: firstOfMonth(month), unitCost: printed((baseCost(sku) * BigInt(perMille)) / 1_000n, costScale) }
      })
    })
}
