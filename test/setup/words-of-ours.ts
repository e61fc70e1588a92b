/** What the laws over languages look for in declared titles (test/laws/texts.test.ts) and drawn pages (test/e2e/languages.e2e.ts). */

/** Han characters in an English text. */
export const han = /[\u3400-\u9fff]+/g

/**
 * English words in a Chinese text, of three letters on; sites, codes and zones have digits, dots or slashes beside them, names in a
 * template braces.
 */
export const englishWords = /(?<![\w./@{-])[A-Z]?[a-z]{3,}(?![\w./@-])/g

/** Names of things and of formats that are written so in Chinese as well. */
export const namesInBoth: ReadonlySet<string> = new Set(
  [
    'Amazon Walmart eBay AliExpress Etsy SKU ASIN FBA Listing Webhook https CSV JSON HTML ISO Excel English Token',
    'Ctrl Shift Enter Esc Alt Tab Delete Home End',
  ]
    .join(' ')
    .split(' '),
)
