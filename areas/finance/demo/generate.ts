/**
 * The files that the demo company's marketplaces would give it, out of a seed: the same seed and day give the same bytes. Files are written
 * piece by piece from a timeline that holds one day, so that five million lines need no more memory than fifty thousand. Pure.
 */
import { addMonths, dayOfNumber } from '#platform/format/dates.ts'
import {
  writeSettlementV1,
  writeSettlementV2,
  writeTransactionReport,
  type WrittenSettlementHead,
  type WrittenSettlementLine,
  type WrittenTransaction,
} from '../facts/amazon/files/write-report.ts'
import { assortmentOf } from './assortment.ts'
import { closedPeriods, dayMs, daysOfPeriod, spanOf } from './calendar.ts'
import { settlementLines, totalOf, transactionLine, type DemoEvent } from './events.ts'
import { demoMarketplace, printed, type DemoMarketplace, type DemoReports } from './marketplaces.ts'
import { timelineOf, type ShopPlan } from './timeline.ts'

/** What of a shop the files are made of. */
export interface SellingShop {
  readonly id: string
  readonly orgId: string
  readonly name: string
  readonly marketplaceCode: string
  readonly sellerSkus: readonly {
    readonly sellerSku: string
    readonly productId: string
    readonly product: { readonly sku: string; readonly name: string }
  }[]
}

export interface DemoMoneyWish {
  readonly seed: number
  /** lines of all files together, about */
  readonly lines: number
  /** YYYY-MM-DD; the day itself is not told of any more */
  readonly today: string
  /** whole months before the running one */
  readonly months?: number
}

export interface DemoFile {
  readonly name: string
  readonly kind: 'settlement' | 'transaction' | 'orders'
  /** nobody downloaded it: the marketplace has it since then */
  readonly leftSince?: string
  /** The file's text in pieces; to be read before the next file is asked for. */
  readonly content: Iterable<string>
}

const monthsDefault = 12
const monthsPerReport = 6
const refundsShare = 0.07
/** lines of a settlement and of a transaction report for each order, its refund and the fees beside it */
const linesPerOrder = (market: DemoMarketplace, reports: DemoReports): number => {
  const settlement = (market.withheldAs === null ? 4.28 : 5.29) + refundsShare * 4.5
  return (reports === 'transactions' ? 0 : settlement) + (reports === 'settlements' ? 0 : 1 + refundsShare)
}

/** One plan for each shop whose marketplace's files can be read; the others have no money yet. */
export function plansOf(shops: readonly Omit<SellingShop, 'id' | 'orgId'>[], wish: DemoMoneyWish): ShopPlan[] {
  const months = wish.months ?? monthsDefault
  const selling = shops.flatMap((shop, number) => {
    const market = demoMarketplace(shop.marketplaceCode)
    if (!market || shop.sellerSkus.length === 0) return []
    // a shop with few products sells less, and its people download one report only
    const isSmall = shop.sellerSkus.length < 40
    return [
      { shop, number, market, reports: isSmall ? ('transactions' as const) : market.reports, weight: market.share * (isSmall ? 0.4 : 1) },
    ]
  })
  const linesOfWeight = selling.reduce((sum, { market, reports, weight }) => sum + weight * linesPerOrder(market, reports), 0)
  const different = selling.find(({ reports }, i) => i > 0 && reports === 'both')
  return selling.map(({ shop, number, market, reports, weight }, i) => {
    const span = spanOf(wish.today, months, number)
    const seed = (wish.seed * 1_009 + number * 7_919) >>> 0
    const skus = shop.sellerSkus.map(({ sellerSku, product }) => ({ sellerSku, productSku: product.sku, title: product.name }))
    return {
      number,
      name: shop.name,
      market,
      reports,
      span,
      seed,
      assortment: assortmentOf(market, skus, seed + 1),
      hasUnknownFee: i === 0,
      hasDifference: shop === different?.shop,
      perDayMilli: Math.floor((1_000 * wish.lines * weight) / linesOfWeight / (span.to - span.from)),
    }
  })
}

/** First day of what a shop leaves to its connection. */
export const leftFrom = ({ span }: ShopPlan): string => dayOfNumber(daysOfPeriod(span, closedPeriods(span) - 1).from)

/** Eleven digits, another for each seed, shop and settlement. */
export const settlementIdOf = (plan: ShopPlan, period: number): string => String(20_000_000_000 + (plan.seed % 9_000_000) * 1_000 + period)

/** Every file of one shop, settlements first. */
export function* filesOf(plan: ShopPlan): Generator<DemoFile> {
  if (plan.reports !== 'transactions') yield* settlementFiles(plan)
  if (plan.reports !== 'settlements') yield* transactionFiles(plan)
}

/** as the interface gives settlements, of whichever marketplace */
const leftStyle = { numbers: '1234.56', dates: 'dashed' } as const
const madeAfterMs = 6 * 3_600_000

function* settlementFiles(plan: ShopPlan): Generator<DemoFile> {
  const { market } = plan
  // a settlement's total stands before its lines: a first pass adds up
  const totals = new Map<number, bigint>()
  for (const event of timelineOf(plan))
    if (event.only !== 'transaction') totals.set(event.period, (totals.get(event.period) ?? 0n) + totalOf(event))
  const events = new Peeked(toldIn('settlement', timelineOf(plan)))
  for (let period = 0; period < closedPeriods(plan.span); period++) {
    const isLeft = plan.isLeft === true && period === closedPeriods(plan.span) - 1
    const isV1 = market.layout === 'v1' && !isLeft
    const [write, style] = isV1 ? [writeSettlementV1, market.settlement] : [writeSettlementV2, isLeft ? leftStyle : market.settlement]
    const head = headOf(plan, period, totals.get(period) ?? 0n)
    const mine = function* (): Generator<WrittenSettlementLine> {
      for (const event of events.while(e => e.period === period)) yield* settlementLines(event, market)
    }
    yield {
      name: `${plan.name}-${isV1 ? 'V1' : 'V2'}-${head.settlementId}.txt`,
      kind: 'settlement',
      content: write(head, mine(), style),
      ...(isLeft ? { leftSince: new Date(head.endMs + madeAfterMs).toISOString() } : {}),
    }
    events.skip(e => e.period === period)
  }
}

function headOf(plan: ShopPlan, period: number, total: bigint): WrittenSettlementHead {
  const { market } = plan
  const { from, to } = daysOfPeriod(plan.span, period)
  return {
    settlementId: settlementIdOf(plan, period),
    startMs: from * dayMs,
    endMs: to * dayMs,
    depositMs: (to + 2) * dayMs,
    total: printed(total, market.decimals),
    currency: market.currency,
  }
}

function* transactionFiles(plan: ShopPlan): Generator<DemoFile> {
  const { market, span } = plan
  const first = dayOfNumber(span.from).slice(0, 7)
  const last = dayOfNumber(span.to - 1).slice(0, 7)
  const events = new Peeked(toldIn('transaction', timelineOf(plan)))
  const { offsetOf } = market.report.zone
  const monthOfEvent = ({ epochMs }: DemoEvent): string => new Date(epochMs + offsetOf(epochMs) * 60_000).toISOString().slice(0, 7)
  for (let from = first; from <= last; from = addMonths(from, monthsPerReport)) {
    const until = addMonths(from, monthsPerReport - 1)
    const isMine = (event: DemoEvent): boolean => monthOfEvent(event) <= until
    const mine = function* (): Generator<WrittenTransaction> {
      for (const event of events.while(isMine)) yield transactionLine(event, market, settlementIdOf(plan, event.period))
    }
    if (!events.has(isMine)) continue
    yield {
      name: `${plan.name}-${from}-${until < last ? until : last}-CustomTransaction.csv`,
      kind: 'transaction',
      content: marked(writeTransactionReport(mine(), market.report)),
    }
    events.skip(isMine)
  }
}

function* toldIn(report: 'settlement' | 'transaction', events: Iterable<DemoEvent>): Generator<DemoEvent> {
  for (const event of events) if (event.only === undefined || event.only === report) yield event
}

/** Amazon's CSV files begin with a byte-order mark. */
function* marked(pieces: Iterable<string>): Generator<string> {
  yield '\uFEFF'
  yield* pieces
}

/** A stream of events cut into files: each takes what is its own and leaves the rest. */
class Peeked {
  readonly #events: Iterator<DemoEvent>
  #next: IteratorResult<DemoEvent>

  constructor(events: Iterator<DemoEvent>) {
    this.#events = events
    this.#next = events.next()
  }

  has(fits: (event: DemoEvent) => boolean): boolean {
    return this.#next.done !== true && fits(this.#next.value)
  }

  *while(fits: (event: DemoEvent) => boolean): Generator<DemoEvent> {
    for (let next = this.#next; next.done !== true && fits(next.value); next = this.#next) {
      this.#next = this.#events.next()
      yield next.value
    }
  }

  skip(fits: (event: DemoEvent) => boolean): void {
    while (this.#next.done !== true && fits(this.#next.value)) this.#next = this.#events.next()
  }
}
