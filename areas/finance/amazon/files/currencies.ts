/** Which currency a report says it is in. Pure. */

const codes = [
  'USD',
  'EUR',
  'GBP',
  'CAD',
  'AUD',
  'JPY',
  'MXN',
  'BRL',
  'TRY',
  'PLN',
  'SEK',
  'SAR',
  'AED',
  'INR',
  'SGD',
  'EGP',
  'ZAR',
  'CNY',
  'NZD',
  'CHF',
  'CZK',
  'DKK',
  'NOK',
] as const

/** "All amounts in USD, unless specified": every language prints the ISO code, Japan may print its unit. */
const stated = new RegExp(`(?<![A-Za-z])(?:${codes.join('|')})(?![A-Za-z])`)
const yen = /日本円|金額.*円|円.*金額/

/** The code one cell of the preamble states, else null. */
export function statedCurrency(cell: string): string | null {
  return stated.exec(cell)?.[0] ?? (yen.test(cell) ? 'JPY' : null)
}
