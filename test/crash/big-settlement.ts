/** Settlements of any size, written piece by piece: three amounts an order, spread over four weeks. */
import { writeSettlementV2, type WrittenSettlementLine } from '#areas/finance/facts/amazon/files/write-report.ts'

const dayMs = 86_400_000
const start = Date.UTC(2026, 8, 1, 12)
const days = 28

function* lines(orders: number): Generator<WrittenSettlementLine> {
  for (let n = 0; n < orders; n++) {
    const order = {
      epochMs: start + (n % days) * dayMs,
      transactionType: 'Order',
      orderId: `113-${n}`,
      marketplaceName: 'Amazon.com',
      sku: `BIG-${n % 300}`,
      fulfillment: 'AFN',
      orderItemCode: String(n),
    }
    yield { ...order, amountType: 'ItemPrice', amountDescription: 'Principal', amount: '20.00', quantity: 1 }
    yield { ...order, amountType: 'ItemFees', amountDescription: 'Commission', amount: '-3.00' }
    yield { ...order, amountType: 'ItemFees', amountDescription: 'FBAPerUnitFulfillmentFee', amount: '-4.11' }
  }
}

/** One settlement in dollars of three times `orders` lines; its total is their sum. */
export function writeBigSettlement(settlementId: string, orders: number): Generator<string> {
  const cents = BigInt(orders) * 1_289n
  const total = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
  const head = {
    settlementId,
    startMs: start - dayMs,
    endMs: start + days * dayMs,
    depositMs: start + (days + 2) * dayMs,
    total,
    currency: 'USD',
  }
  return writeSettlementV2(head, lines(orders), { numbers: '1234.56', dates: 'dashed' })
}
