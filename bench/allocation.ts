/**
 * One fee on 100,000 SKUs of a month: tried, posted with the days of its shops marked, and the days computed. A database of its own, whose
 * sales stand in the roll-up that weights are read from.
 */
import { costAllocation } from '../areas/finance/costs/allocation/tables.ts'
import { tryAllocation } from '../areas/finance/costs/allocation/post.ts'
import { financeItems } from '../areas/finance/base/finance-items.ts'
import { firstOfMonth } from '#platform/format/dates.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { takeSteps } from '#platform/server/steps/take-steps.ts'
import { addRecord } from '#platform/server/verbs/record.ts'
import { megabytes, seconds, timed, type Figure } from './figures.ts'
import type { Options } from './options.ts'
import { lastMonth, openPlace, type Place } from './place.ts'

const part = 'allocation'
const linesOfFee = 100_000
const [aimMs, aimBytes] = [5_000, 500 * 1_048_576]
const documents = costAllocation

export async function allocationPart({ data }: Options): Promise<Figure[]> {
  const place = await openPlace(data)
  try {
    await fill(place)
    const context = await place.context()
    const { id } = await addRecord(context, documents, {
      businessOn: firstOfMonth(lastMonth),
      name: 'bench',
      month: lastMonth,
      amount: '123456.78',
      currency: 'CNY',
      shopIds: place.shops.map(shop => shop.id),
    })
    const before = process.memoryUsage().rss
    const tried = await timed(() => tryAllocation(context, id))
    const posted = await timed(() => takeSteps(context, documents, { ids: [{ id: String(id) }], pick: { step: 'post' }, input: {} }))
    const resident = process.memoryUsage().rss
    const { rows } = await place.owner.query<{ n: string; sum: string }>(
      'select count(*)::text as n, sum(share)::text as sum from cost_allocation_share where allocation_id = $1 and state = 1',
      [id],
    )
    const [found] = rows
    if (Number(found?.n) !== linesOfFee || Number(found?.sum) !== 123_456.78) throw new Error(`shares: ${JSON.stringify(found)}`)
    const computed = await timed(() => refreshRollups(place.house, place.orgId))
    const of = `one fee on ${linesOfFee.toLocaleString('en')} SKUs of ${place.shops.length} shops`
    return [
      { part, what: `${of}, tried`, value: seconds(tried), aim: `< ${aimMs / 1000} s`, met: tried < aimMs },
      { part, what: `${of}, posted`, value: seconds(posted), aim: `< ${aimMs / 1000} s`, met: posted < aimMs },
      { part, what: 'its shares in the roll-up of costs', value: seconds(computed) },
      { part, what: 'resident memory of the process after it', value: megabytes(resident), aim: '< 500 MB', met: resident < aimBytes },
      { part, what: 'of it since before the fee was tried', value: megabytes(Math.max(0, resident - before)) },
    ]
  } finally {
    await place.close()
  }
}

/** As many SKUs in each shop, sold in the last month, in CNY so that no rate is needed. */
async function fill({ owner, orgId, shops }: Place): Promise<void> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into amazon_kind (org_id, family, type, title) values ($1, 1, 'bench sale', 'bench sale') returning id`,
    [orgId],
  )
  const kind = rows[0]?.id
  await owner.query(`insert into amazon_type_map (org_id, kind_id, item, valid_from) values ($1, $2, $3, '2020-01-01')`, [
    orgId,
    kind,
    financeItems.productSales.id,
  ])
  await owner.query(
    `insert into finance_amount__shop_month_sku_currency_kind_deferred
       (shop_id, month, sku, currency, kind_id, deferred, amount, quantity, n)
     select ($1::bigint[])[1 + i % $4], $2::date, 'B-' || i, 'CNY', $3, false, 10 + i % 977, 1 + i % 7, 1
       from generate_series(1, $5::int) i`,
    [shops.map(shop => shop.id), firstOfMonth(lastMonth), kind, shops.length, linesOfFee],
  )
  await owner.query('analyze finance_amount__shop_month_sku_currency_kind_deferred')
}
