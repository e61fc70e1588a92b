/** The marketplaces whose orders come by files, as `shop.platform` knows them. */
export const products = ['amazon', 'ebay', 'walmart', 'aliexpress'] as const
export type Product = (typeof products)[number]

/** The family of files that brings the orders of a marketplace. */
export const ordersFamily = (product: Product): string => `${product}Orders`

const taxFree = ['amazon.com', 'amazon.ca', 'amazon.com.mx', 'amazon.com.br']
/** Whether the prices that the marketplace prints hold the tax: Amazon's do outside of America, the others print it beside them. */
export const holdsTax = (marketplaceCode: string): boolean => marketplaceCode.startsWith('amazon.') && !taxFree.includes(marketplaceCode)
