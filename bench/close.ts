/**
 * The close of a month: every day of it computed anew in all shops, accruals, the checklist with its proofs, the close itself; and bridges
 * between two clocks over twelve months. In a database of its own, whose earlier months are closed. `--lines 10000000 --shops 40 --skus
 * 3000` is the size that the aims hold for.
 */
import { accrue } from '../areas/finance/profit/accrual/sync.ts'
import { amounts } from '../areas/finance/facts/amounts.ts'
import { checkMonth } from '../areas/finance/close/months/month-check.ts'
import { closeMonth } from '../areas/finance/close/months/month-close.ts'
import { isSettled, noCompany } from '../areas/finance/close/checklist/checklist.ts'
import { sayOfItem } from '../areas/finance/close/checklist/say.ts'
import { clockBridge } from '../areas/finance/profit/clocks/bridge.ts'
import { addMonths, firstOfMonth, lastOfMonth } from '#platform/format/dates.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { readReport } from '#platform/server/reports/answer/read.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { fill } from './fill.ts'
import { median, megabytes, ms, quantile, seconds, timed, type Figure } from './figures.ts'
import type { Options } from './options.ts'
import { lastMonth, openPlace, type Place } from './place.ts'

const part = 'close'
const months = Array.from({ length: 24 }, (_, at) => addMonths(lastMonth, at - 23))
const [closeAimMs, bridgeAimMs, aimBytes] = [60_000, 100, 500 * 1_048_576]
const [calls, warmUps] = [20, 3]

export async function closePart(options: Options): Promise<Figure[]> {
  const place = await openPlace(options.data, options)
  let most = 0
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 50)
  try {
    const rolled = (await fill(place, options.lines, null, months)) ? await prepare(place) : null
    const context = await place.context()
    await place.owner.query('update finance_month set state = 2 where org_id = $1 and month = $2', [place.orgId, firstOfMonth(lastMonth)])
    await place.checkpoint()
    most = 0
    const before = process.memoryUsage().rss
    const parts = await closed(place, context)
    const resident = most
    const whole = Object.values(parts).reduce((sum, one) => sum + one, 0)
    const bridges = await bridgesOf(context)
    const of = `${options.lines.toLocaleString('en')} lines, ${place.shops.length} shops, ${months.length} months`
    const aim = `< ${closeAimMs / 1000} s`
    return [
      ...(rolled === null ? [] : [{ part, what: `${of}: roll-ups from nothing`, value: seconds(rolled) }]),
      { part, what: `${of}: close of the last month`, value: seconds(whole), aim, met: whole < closeAimMs },
      ...Object.entries(parts).map(([what, took]) => ({ part, what: `of which ${what}`, value: seconds(took) })),
      { part, what: 'resident memory of the process during it', value: megabytes(resident), aim: '< 500 MB', met: resident < aimBytes },
      { part, what: 'of it since before the close', value: megabytes(Math.max(0, resident - before)) },
      ...bridges,
    ]
  } finally {
    clearInterval(watch)
    await place.close()
  }
}

/** Rates, pay-outs that arrived five days after their month, a twentieth of the lines held back; all months but the last are closed. */
async function prepare({ owner, house, orgId }: Place): Promise<number> {
  for (const month of months)
    await owner.query(
      `insert into currency_rate (org_id, month, currency, rate)
        select $1, $2, code, 7 from currency where code <> 'CNY' on conflict do nothing`,
      [orgId, firstOfMonth(month)],
    )
  await owner.query(
    "update amazon_transaction_line set deferred = true where get_byte(decode(replace(line_key::text, '-', ''), 'hex'), 0) < 13",
  )
  await owner.query(
    `insert into finance_payout_day (shop_id, payout, cash_on)
      select distinct shop_id, settlement_id, (date_trunc('month', posted_on) + interval '1 month 4 days')::date
      from amazon_transaction_line
      where posted_on < $1`,
    [firstOfMonth(lastMonth)],
  )
  const took = await timed(() => refreshRollups(house, orgId))
  for (const month of months.slice(0, -1))
    await owner.query('insert into finance_month (org_id, month, state) values ($1, $2, 1)', [orgId, firstOfMonth(month)])
  await owner.query('vacuum analyze')
  return took
}

/** What an accountant waits for: all of it once, part by part. */
async function closed({ house, orgId, owner }: Place, context: Context): Promise<Readonly<Record<string, number>>> {
  await owner.query(
    `insert into stale_day (rollup, org_id, owner_id, day, since)
      select $1, $2, s.id, d::date, now() from shop s, generate_series($3::date, $4::date, interval '1 day') d where s.org_id = $2
      on conflict do nothing`,
    [amounts.name, orgId, firstOfMonth(lastMonth), lastOfMonth(lastMonth)],
  )
  const computed = await timed(() => refreshRollups(house, orgId))
  const accrued = await timed(() => accrue(context, { month: lastMonth }))
  const looked = await timed(() => sayAll(context))
  const close = await timed(() => closeMonth(context, lastMonth))
  return {
    'every day computed anew': computed,
    accruals: accrued,
    'the checklist, looked at and said': looked,
    'close, with its proofs': close,
  }
}

async function sayAll(context: Context): Promise<void> {
  const { items, blockers } = await checkMonth(context, lastMonth)
  const hard = items.filter(one => !isSettled(one) && one.needs === 'clean')
  if (hard.length > 0) throw new Error(`not clean: ${JSON.stringify([hard, blockers]).slice(0, 1_000)}`)
  for (const { code, company, version } of items.filter(one => !isSettled(one)))
    await sayOfItem(context, { month: lastMonth, item: code, companyId: company?.id ?? noCompany, version, isSaid: true, reason: 'bench' })
}

async function bridgesOf(context: Context): Promise<Figure[]> {
  const period = { startDate: firstOfMonth(months.at(-12) ?? lastMonth), endDate: lastOfMonth(lastMonth), pageNum: 1, pageSize: 50 }
  const figures: Figure[] = []
  for (const clock of ['event_settlement', 'event_cash', 'booked_cash'])
    for (const by of ['shop', 'month']) {
      const took: number[] = []
      let unexplained = ''
      for (let call = -warmUps; call < calls; call += 1) {
        const one = await timed(async () => {
          const { totals } = await readReport(context, clockBridge, { by: [by], clock, currency: 'CNY', ...period })
          unexplained = totals[0]?.values['unexplained'] ?? ''
        })
        if (call >= 0) took.push(one)
      }
      if (Number(unexplained) !== 0) throw new Error(`${clock}: ${unexplained} is not explained`)
      figures.push({
        part,
        what: `bridge ${clock.replace('_', ' to ')} by ${by}, 12 months, p50 / p95`,
        value: `${ms(median(took))} / ${ms(quantile(took, 0.95))}`,
        aim: `p50 < ${bridgeAimMs} ms`,
        met: median(took) < bridgeAimMs,
      })
    }
  return figures
}
