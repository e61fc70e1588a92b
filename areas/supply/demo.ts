/** Price lists of the demo company's suppliers: what is asked for now, and what was asked for before. The same on every machine. */
import { product, supplier } from '#areas/reference/index.ts'
import { addDays } from '#platform/format/dates.ts'
import { dayInZone, homeZone } from '#platform/format/zones.ts'
import type { Context, DemoPeople } from '#platform/server/area.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { listOf } from '#platform/server/lists.ts'
import { addRecord } from '#platform/server/records.ts'
import { purchasePriceList } from './tables.ts'

/** who quotes in which currency, how many goods, and how many days ago the list was made */
const lists = [
  { supplier: 0, currency: 'CNY', goods: 40, ago: 300, days: 180, subject: '2026 年上半年报价' },
  { supplier: 0, currency: 'CNY', goods: 40, ago: 119, days: null, subject: '2026 年下半年报价' },
  { supplier: 1, currency: 'CNY', goods: 24, ago: 75, days: 365, subject: '旺季备货协议价' },
  { supplier: 2, currency: 'USD', goods: 18, ago: 40, days: 180, subject: '出口转内销清单' },
] as const
/** two steps of quantity, and what is asked for each in per cent of the first */
const steps = [
  { minQty: 1, percent: 100n },
  { minQty: 500, percent: 92n },
] as const

const rowsOf = async (context: Context, r: Resource, pageSize: number) => (await listOf(context, r, { pageNum: 1, pageSize })).list

export async function makePriceLists({ now, as }: DemoPeople): Promise<void> {
  const buyer = await as('buyer')
  const suppliers = await rowsOf(buyer, supplier, 10)
  const goods = await rowsOf(buyer, product, 60)
  const today = dayInZone(now.getTime(), homeZone)
  for (const { supplier: at, currency, goods: count, ago, days, subject } of lists) {
    const of = suppliers[at]
    if (of === undefined) continue
    const validFrom = addDays(today, -ago)
    const validTo = days === null ? null : addDays(validFrom, days)
    const added = goods.slice(at * 8, at * 8 + count).flatMap((one, i) =>
      steps.map(({ minQty, percent }) => {
        // fen, between 6 and 86 yuan
        const fen = (BigInt(600 + ((i * 737 + at * 311) % 8_000)) * percent) / (currency === 'USD' ? 700n : 100n)
        const price = `${fen / 100n}.${String(fen % 100n).padStart(2, '0')}`
        return { sku: one['sku'], minQty, price, currency, validFrom, validTo }
      }),
    )
    const on = new Date(now.getTime() - ago * 86_400_000)
    await addRecord(await as('buyer', on), purchasePriceList, { businessOn: validFrom, supplierId: of.id, subject, lines: { added } })
  }
}
