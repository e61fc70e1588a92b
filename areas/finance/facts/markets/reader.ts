/** How amounts of a marketplace's file become staged rows, in the worker thread of an import. */
import type { FileKind } from '#platform/declare/file-kind.ts'
import type { FamilyReader, LineKind } from '#platform/server/area.ts'
import { lineKind } from '../amazon/imports/readers.ts'
import { unseenKind } from '#platform/server/imports.ts'
import { kindFamilies } from '../kinds/kind-families.ts'
import type { MarketLine } from './market-file.ts'

/** Families of the type map. */
export type MarketFamily = 'ebay' | 'walmart' | 'aliexpress'

const columns = [
  'posted_on',
  'tx_key',
  'typed_key',
  'part',
  'posted_at',
  'order_no',
  'sku',
  'item_id',
  'title',
  'quantity',
  'amount',
  'currency',
  'transaction_id',
  'payout_id',
]

/** Words of a line that the built-in tables do not know. */
function unknownWords(family: MarketFamily): (line: MarketLine) => string | null {
  const known = new Map<string, string | null>()
  return ({ type, amountType, description, language }) => {
    const spelling = [type, amountType, description].filter(word => word !== '').join(' / ')
    let word = known.get(spelling)
    if (word === undefined) {
      const kind = { family, type, amountType, description, column: '', ...(language === undefined ? {} : { language }) }
      word = kindFamilies[family].itemOf(kind) === null ? spelling : null
      if (known.size < 50_000) known.set(spelling, word)
    }
    return word
  }
}

/** `aside`: heads of the marketplace's files that are known and hold nothing the books need. */
export function marketReader(family: MarketFamily, all: readonly FileKind[], aside: readonly string[] = []): FamilyReader<MarketLine> {
  const unknown = unknownWords(family)
  const kinds = all.map(kind =>
    kind.origin === 'genuine' ? kind : (unseenKind(kind as FileKind<unknown, unknown, MarketLine>, { unknown, aside }) as FileKind),
  )
  const known = new Map<string, readonly LineKind[]>()
  return {
    kinds,
    columns,
    kindsOf: ({ type, amountType, description, language }) => {
      const spelling = [type, amountType, description, language ?? ''].join('\0')
      let kind = known.get(spelling)
      if (kind === undefined) {
        kind = [lineKind({ family, type, amountType, description, column: '', ...(language === undefined ? {} : { language }) })]
        if (known.size < 50_000) known.set(spelling, kind)
      }
      return kind
    },
    row: l => ({
      lineNo: l.no,
      values: [
        l.postedOn,
        l.txKey,
        l.typedKey,
        l.part,
        l.postedAt,
        l.orderNo,
        l.sku,
        l.itemId,
        l.title,
        l.quantity,
        l.amount,
        l.currency,
        l.transactionId,
        l.payoutId,
      ],
    }),
  }
}
