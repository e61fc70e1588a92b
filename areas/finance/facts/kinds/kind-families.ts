/**
 * Families of kinds by the marketplace whose files bring them: what their words mean where a table knows them, what they are called. A new
 * marketplace is one line here, one in `families` and one in `platforms` (facts/amazon/lines/table-words.ts). Pure.
 */
import type { Title } from '#platform/declare/title.ts'
import type { FinanceItemCode } from '../../base/finance-items.ts'
import type { platforms } from '../amazon/lines/table-words.ts'
import { kindTitle } from './vocabulary-names.ts'
import { itemOfKind, type AmountKind, type KindFamily } from './vocabulary.ts'
import { aliexpressItem, aliexpressNames } from './aliexpress-words.ts'
import { ebayItem, ebayNames } from './ebay-words.ts'
import { walmartItem, walmartNames } from './walmart-words.ts'
import { titleOfWords } from './kind-titles.ts'

interface KindWords {
  readonly platform: keyof typeof platforms
  /** built-in meaning; null: a person must say */
  readonly itemOf: (kind: AmountKind) => FinanceItemCode | null
  readonly titleOf: (kind: AmountKind) => Title
}

const amazon: KindWords = { platform: 'amazon', itemOf: itemOfKind, titleOf: kindTitle }

export const kindFamilies: Readonly<Record<KindFamily, KindWords>> = {
  settlement: amazon,
  transaction: amazon,
  summary: amazon,
  ebay: { platform: 'ebay', itemOf: ebayItem, titleOf: titleOfWords(ebayNames) },
  walmart: { platform: 'walmart', itemOf: walmartItem, titleOf: titleOfWords(walmartNames) },
  aliexpress: { platform: 'aliexpress', itemOf: aliexpressItem, titleOf: titleOfWords(aliexpressNames) },
}
