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

/** "All amounts in USD, unless specified": every language prints the ISO code; Japan, and Germany of years ago, the unit. */
const stated = new RegExp(`(?<![A-Za-z])(?:${codes.join('|')})(?![A-Za-z])`)
/** in words instead of the code; a dollar is no evidence, several marketplaces have one */
const inWords: readonly (readonly [words: RegExp, code: string])[] = [
  [/日本円|金額.*円|円.*金額|単位.*円/, 'JPY'],
  [/\b(?:in|en) Euro\b/, 'EUR'],
]

/** The code one cell of the preamble states, else null. */
export function statedCurrency(cell: string): string | null {
  return stated.exec(cell)?.[0] ?? inWords.find(([words]) => words.test(cell))?.[1] ?? null
}
