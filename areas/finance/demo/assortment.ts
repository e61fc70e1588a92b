/**
 * What a demo shop sells: prices, costs and how often each product is bought. The same product costs the same dollars in every shop. Pure.
 */
import { seededRandom, type SeededRandom } from '#areas/admin/index.ts'
import { defined } from '#platform/server/area.ts'
import type { DemoMarketplace } from './marketplaces.ts'

export interface Article {
  readonly sku: string
  readonly title: string
  /** net price and fees of one unit in minor units of the shop's currency */
  readonly price: bigint
  readonly fba: bigint
}

export interface Assortment {
  readonly articles: readonly Article[]
  pick(chance: SeededRandom): Article
}

/** Number of a product's own, the same wherever its code appears (FNV-1a). */
export function numberOf(code: string): number {
  let hash = 0x811c9dc5
  for (const letter of code) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash
}

/** US cents for one piece: 6.99 to 74.99, cheap ones more often. */
export function dollarCents(productSku: string): bigint {
  const chance = seededRandom(numberOf(productSku))
  return BigInt(699 + 100 * Math.min(chance.below(69), chance.below(69)))
}

/** CNY at scale 4 for one piece: 20 to 32 % of its price at about 7 CNY the dollar. */
export function baseCost(productSku: string): bigint {
  const chance = seededRandom(numberOf(`${productSku} cost`))
  return (dollarCents(productSku) * 7n * 100n * BigInt(200 + chance.below(120))) / 1000n
}

/** Popularity falls with the rank (1 / (rank + 3)): a fifth of the products brings most of the money. */
export function assortmentOf(
  market: DemoMarketplace,
  skus: readonly { readonly sellerSku: string; readonly productSku: string; readonly title: string }[],
  seed: number,
): Assortment {
  const chance = seededRandom(seed)
  const ranked = skus
    .map(sku => ({ sku, at: chance.below(1_000_000) }))
    .sort((a, b) => a.at - b.at || (a.sku.sellerSku < b.sku.sellerSku ? -1 : 1))
    .map(({ sku }) => sku)
  const articles = ranked.map(({ sellerSku, productSku, title }) => articleOf(market, sellerSku, productSku, title))
  const bounds: number[] = []
  let sum = 0
  for (const rank of articles.keys()) bounds.push((sum += Math.floor(1_000_000 / (rank + 3))))
  const pick = (by: SeededRandom): Article => {
    const at = by.below(sum)
    let [low, high] = [0, bounds.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((bounds[middle] ?? 0) > at) high = middle
      else low = middle + 1
    }
    return defined(articles[low], 'an article')
  }
  return { articles, pick }
}

function articleOf(market: DemoMarketplace, sku: string, productSku: string, title: string): Article {
  const cents = dollarCents(productSku)
  const units = (cents * market.unitsPerDollar) / 100n
  // prices end in 99 minor units, in yen in 80
  const price = market.decimals === 0 ? (units / 100n) * 100n + 80n : (units / 100n) * 100n + 99n
  // fulfilment: 2.80 dollars and a fifteenth of the price
  const fba = ((280n + cents / 15n) * market.unitsPerDollar) / 100n
  return { sku, title, price, fba }
}
