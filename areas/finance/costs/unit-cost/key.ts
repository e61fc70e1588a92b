/**
 * How addresses name a unit cost: `12.2026-01-10.SKU` of a shop's SKU on a day, `12.2026-01.SKU` in a month, `p.34.2026-01` of a product in
 * a month. Pure.
 */
export const unitCostPath = '/finance/stock/unit-cost'

export interface UnitCostKey {
  readonly shopId?: string
  readonly sku?: string
  readonly productId?: string
  /** YYYY-MM-DD */
  readonly day: string
  /** the key names a month of a SKU, and no day of it */
  readonly isMonth?: true
}

export const productCostKey = (productId: string, month: string): string => `p.${productId}.${month}`
/** `day`: or a month */
export const skuCostKey = (shopId: string, day: string, sku: string): string => `${shopId}.${day}.${sku}`

const month = String.raw`[1-9]\d{3}-(?:0[1-9]|1[0-2])`
const [ofProduct, ofSku] = [new RegExp(`^p\\.(\\d{1,18})\\.(${month})$`), new RegExp(`^(\\d{1,18})\\.(${month}(?:-\\d{2})?)\\.(.+)$`)]

/** null: an address that names none. */
export function unitCostKey(text: string): UnitCostKey | null {
  const product = ofProduct.exec(text)
  if (product) return { productId: product[1] ?? '', day: `${product[2]}-01` }
  const one = ofSku.exec(text)
  if (one === null) return null
  const [, shopId = '', day = '', sku = ''] = one
  return day.length > 'YYYY-MM'.length ? { shopId, day, sku } : { shopId, day: `${day}-01`, sku, isMonth: true }
}
