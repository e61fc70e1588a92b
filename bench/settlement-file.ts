/**
 * A settlement report of any size, as Amazon writes it: orders of five amounts at scattered times within a fortnight that crosses a month,
 * their sum in the head.
 */
import { instantMs } from '../platform/format/instants.ts'
import { writeSettlementV2, type WrittenSettlementLine } from '#areas/finance/facts/amazon/files/write-report.ts'
import { decimalText } from '#platform/format/decimal.ts'
import { scattered, writePieces } from './file-of-lines.ts'

const dayMs = 86_400_000
export const firstDay = '2026-09-24'
const periodDays = 14

/** amounts of one order: words, and minor units from its price */
const amounts: readonly (readonly [type: string, description: string, unitsOf: (price: bigint) => bigint])[] = [
  ['ItemPrice', 'Principal', p => p],
  ['ItemPrice', 'Tax', p => (p * 8n) / 100n],
  ['ItemWithheldTax', 'MarketplaceFacilitatorTax-Principal', p => (-p * 8n) / 100n],
  ['ItemFees', 'Commission', p => (-p * 15n) / 100n],
  ['ItemFees', 'FBAPerUnitFulfillmentFee', () => -350n],
]

const priceOf = (order: number, seed: number): bigint => BigInt(699 + (scattered(order, seed) % 6800))

function* linesOf(count: number, seed: number, skus: readonly string[], marketplaceName: string): Generator<WrittenSettlementLine> {
  const start = instantMs(`${firstDay}T00:00:00Z`)
  for (let i = 0; i < count; i += 1) {
    const order = Math.floor(i / amounts.length)
    const [amountType, amountDescription, unitsOf] = amounts[i % amounts.length] as (typeof amounts)[number]
    const n = scattered(order, seed + 1)
    yield {
      epochMs: start + (n % (periodDays * 86_400)) * 1000,
      transactionType: 'Order',
      amountType,
      amountDescription,
      amount: decimalText(unitsOf(priceOf(order, seed)), 2),
      orderId: `114-${String(1_000_000 + (n % 9_000_000))}-${String(1_000_000 + order)}`,
      merchantOrderId: `114-${String(1_000_000 + (n % 9_000_000))}-${String(1_000_000 + order)}`,
      shipmentId: `D${n.toString(36)}`,
      marketplaceName,
      fulfillment: 'AFN',
      orderItemCode: String(10_000_000_000 + order),
      sku: skus[n % skus.length] ?? '',
      ...(amountDescription === 'Principal' ? { quantity: 1 } : {}),
    }
  }
}

function sumOf(count: number, seed: number): bigint {
  let sum = 0n
  for (let i = 0; i < count; i += 1) sum += amounts[i % amounts.length]?.[2](priceOf(Math.floor(i / amounts.length), seed)) ?? 0n
  return sum
}

export interface WantedFile {
  readonly path: string
  readonly settlementId: string
  readonly lines: number
  readonly seed: number
  readonly skus: readonly string[]
  readonly marketplaceName: string
  readonly currency: string
}

export async function writeSettlementFile(wanted: WantedFile): Promise<void> {
  const startMs = instantMs(`${firstDay}T00:00:00Z`)
  const endMs = startMs + periodDays * dayMs
  const head = {
    settlementId: wanted.settlementId,
    startMs,
    endMs,
    depositMs: endMs + 2 * dayMs,
    total: decimalText(sumOf(wanted.lines, wanted.seed), 2),
    currency: wanted.currency,
  }
  const lines = linesOf(wanted.lines, wanted.seed, wanted.skus, wanted.marketplaceName)
  await writePieces(wanted.path, writeSettlementV2(head, lines, { numbers: '1234.56', dates: 'dashed' }))
}
