/** Files of marketplaces' money, as the import knows them: a family is one line of parameters. */
import type { FileKind } from '#platform/declare/file-kind.ts'
import type { FileFamily, FilesFollower, Identity } from '#platform/server/area.ts'
import { shopSheetFamily } from '#platform/server/imports.ts'
import { aliexpressFamilies } from '../aliexpress/index.ts'
import { ebayEarnings } from './ebay/earnings-sheet.ts'
import { ebayApi } from './ebay/finances-file.ts'
import { ebayFollows } from './ebay/prove-earnings.ts'
import { ebayReport } from './ebay/report-file.ts'
import { mergeMarket, removeMarket } from './merge.ts'
import { shopOfMarket } from './shop-of-market.ts'
import { walmartReconciliation } from './walmart/reconciliation-file.ts'
import { walmartProves } from './walmart/prove.ts'
import { walmartStatement } from './walmart/statement.ts'
import { marketLine, marketStaging, type MarketSource } from './tables.ts'

/** A marketplace numbers its transactions over all sellers: the same one in two shops would count twice. */
const transactionIdentity: Identity = {
  name: 'marketTransaction',
  title: ['交易', 'Transaction'],
  facts: [{ of: marketLine, field: 'transactionId' }],
}

export interface MarketFamilyWords {
  readonly code: string
  readonly platform: 'ebay' | 'walmart' | 'aliexpress'
  readonly source: MarketSource
  /** URL of the module whose default export is `marketReader(…)` */
  readonly reader: string
  readonly kinds: readonly FileKind[]
}

export const marketFamily = ({ code, platform, source, reader, kinds }: MarketFamilyWords): FileFamily => ({
  code,
  permission: 'finance.market.line',
  reader,
  stagingTable: marketStaging.table,
  identities: [{ of: transactionIdentity, field: 'transactionId' }],
  monthTables: [marketLine.table],
  kinds,
  ...(kinds.some(kind => kind.origin === 'genuine') ? {} : { unseen: true as const }),
  shopOf: shopOfMarket(platform),
  zoneOf: async () => null,
  merge: task => mergeMarket(task, source),
  remove: removeMarket,
})

const at = (file: string): string => new URL(file, import.meta.url).href

const walmartConverted = marketFamily({
  code: 'walmartReconciliation',
  platform: 'walmart',
  source: 'walmartReconciliation',
  reader: at('./walmart/reconciliation-reader.ts'),
  kinds: [walmartReconciliation as FileKind],
})
const ebay: readonly FileFamily[] = [
  marketFamily({
    code: 'ebayReport',
    platform: 'ebay',
    source: 'ebayReport',
    reader: at('./ebay/report-reader.ts'),
    kinds: [ebayReport as FileKind],
  }),
  marketFamily({
    code: 'ebayApi',
    platform: 'ebay',
    source: 'ebayApi',
    reader: at('./ebay/finances-reader.ts'),
    kinds: [ebayApi as FileKind],
  }),
  shopSheetFamily({ sheet: ebayEarnings, reader: at('./ebay/earnings-reader.ts'), shopOf: shopOfMarket('ebay') }),
]
const walmart: readonly FileFamily[] = [
  walmartConverted,
  shopSheetFamily({ sheet: walmartStatement, reader: at('./walmart/statement-reader.ts'), shopOf: shopOfMarket('walmart') }),
]
/** Files of money by marketplace, as their calls take them; AliExpress's are sheets of a room of their own. */
export const familiesOf = { ebay, walmart, aliexpress: aliexpressFamilies } as const
/** what Convert turns into facts */
export const convertedFamilies: readonly FileFamily[] = [walmartConverted]
export const marketFamilies: readonly FileFamily[] = [...ebay, ...walmart]

/** What only proves is held against the lines, whichever of the two comes or goes. */
export const marketFollows: Readonly<Record<string, FilesFollower>> = {
  ...ebayFollows,
  walmartReconciliation: walmartProves,
  [walmartStatement.code]: walmartProves,
}
