/** The ranking of a published month as a message: previewed, then sent once, with the figures that were previewed. */
import { createHash } from 'node:crypto'
import { holdersOf, notice } from '#platform/declare/notice.ts'
import { operations } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { firstOfMonth, isMonth } from '#platform/format/dates.ts'
import { add, divide, multiply } from '#platform/format/decimal.ts'
import { showMoney } from '#platform/format/money.ts'
import { showPercent } from '#platform/format/numbers.ts'
import { instantMs } from '#platform/format/instants.ts'
import { dateTimeInZone } from '#platform/format/zones.ts'
import { type Context, type Tx, refuse } from '#platform/server/area.ts'
import { notify } from '#platform/server/notices.ts'
import { create } from '#platform/server/records.ts'
import type { Ranking, RankingAsk } from './answers.ts'
import { ranksOf, rateOf } from './score.ts'
import { performanceStates } from './states.ts'
import { measures, performanceRanking, type MeasureName } from './tables.ts'

const topDefault = 10

export const rankingNotice = notice('performance.ranking', ['销售业绩排行', 'Sales performance ranking'], {
  title: ['{month} 销售业绩排行', 'Sales performance ranking of {month}'],
  text: ['{text}', '{text}'],
  to: [holdersOf('performance', operations.view)],
})

interface Place {
  readonly name: string
  readonly rank: number
  /** weighted over the measures of the year */
  readonly rate: string
  /** of the first measure that has a weight */
  readonly result: string
}

/** Published people of the month that the asker sees, best first. */
async function placesOf({ db }: Context, month: string, groupIds: readonly string[] | undefined): Promise<readonly Place[]> {
  const rows = await db
    .selectFrom('performance as p')
    .innerJoin('performance_year as y', 'y.id', 'p.year_id')
    .innerJoin('employee as e', 'e.id', 'p.employee_id')
    .select(['p.employee_id', 'e.name', 'p.measure', 'p.target', 'p.actual', 'p.adjust'])
    .select(['y.net_sales_weight', 'y.profit_weight', 'y.settled_units_weight'])
    .where('p.month', '=', firstOfMonth(month))
    .where('p.state', '=', performanceStates.published[0])
    .$if(groupIds !== undefined, q => q.where('p.group_id', 'in', ['0', ...(groupIds ?? [])]))
    .orderBy('p.employee_id')
    .execute()
  const people = [...Map.groupBy(rows, row => row.employee_id).values()].flatMap(of => {
    const [first] = of
    if (first === undefined) return []
    const weights: Record<MeasureName, number> = {
      netSales: first.net_sales_weight,
      profit: first.profit_weight,
      settledUnits: first.settled_units_weight,
    }
    let [rate, result]: [string | null, string | null] = ['0', null]
    for (const name of Object.keys(measures) as MeasureName[]) {
      if (weights[name] === 0) continue
      const own = of.filter(row => row.measure === measures[name][0])
      const [target, made] = [
        own.reduce((all, row) => add(all, row.target), '0'),
        own.reduce((all, row) => add(all, add(row.actual, row.adjust)), '0'),
      ]
      const part = rateOf(made, target)
      rate = rate === null || part === null ? null : add(rate, multiply(part, divide(String(weights[name]), '100', 2, 'halfUp')))
      result ??= made
    }
    return [{ name: first.name, rate, result: result ?? '0' }]
  })
  const ranks = ranksOf(people)
  return people
    .flatMap(({ name, rate, result }, at) => {
      const rank = ranks[at]
      return rate === null || rank === null || rank === undefined ? [] : [{ name, rank, rate, result }]
    })
    .toSorted((a, b) => a.rank - b.rank || a.name.localeCompare(b.name, 'zh'))
}

const textOf = (places: readonly Place[], withAmounts: boolean): string =>
  places
    .map(({ name, rank, rate, result }) => `${rank}. ${name} ${showPercent(rate, 'floor')}${withAmounts ? `（${showMoney(result)}）` : ''}`)
    .join('\n')

export const sendRanking = (context: Context, ask: RankingAsk): Promise<Ranking> =>
  context.write(async (tx, inside) => {
    const { yearMonth: month, top = topDefault, withAmounts = false } = ask
    if (!isMonth(month)) throw refuse.invalid([{ field: 'yearMonth', message: sentence`请填写月份，例如 ${'2026-01'}` }])
    const groups = [...new Set(ask.groupIds ?? [])].toSorted((a, b) => Number(a) - Number(b)).join(',')
    const places = (await placesOf(inside, month, ask.groupIds)).filter(({ rank }) => rank <= top)
    if (places.length === 0) throw refuse.rule(sentence`${month} 没有已发布的绩效，请先发布再发送排行`)
    const figuresHash = createHash('sha256')
      .update(JSON.stringify([month, groups, top, withAmounts, places]))
      .digest('hex')
    const text = textOf(places, withAmounts)
    const { house, caller } = inside
    const holders = await house.rights.holdersOf(caller.orgId, 'performance', operations.view, tx)
    if (ask.preview === true || ask.figuresHash === undefined) return { text, recipients: holders.length, figuresHash, isSent: false }
    await refuseSent(inside, tx, month, groups)
    if (ask.figuresHash !== figuresHash) throw refuse.conflict(sentence`数据在预览之后有变化，请重新预览再发送`)
    const row = await create(
      inside,
      performanceRanking,
      { month: firstOfMonth(month), groups, text, figuresHash, recipients: holders.length, sentBy: caller.employeeId },
      { verb: 'send' },
    )
    const told = await notify(inside, tx, rankingNotice, { of: { resource: performanceRanking, rows: [row] }, values: { month, text } })
    return { text, recipients: told, figuresHash, isSent: true }
  })

/** Once per month and groups. Of two who send at once the unique key lets one through. */
async function refuseSent(inside: Context, tx: Tx, month: string, groups: string): Promise<void> {
  const sent = await tx
    .selectFrom('performance_ranking as r')
    .leftJoin('employee as e', 'e.id', 'r.sent_by')
    .select(['r.created_at', 'e.name'])
    .where('r.month', '=', firstOfMonth(month))
    .where('r.groups', '=', groups)
    .executeTakeFirst()
  if (sent !== undefined) {
    const at = dateTimeInZone(instantMs(String(sent.created_at)), inside.caller.zone)
    throw refuse.conflict(sentence`${month} 的排行已由 ${sent.name ?? ''} 在 ${at} 发送过`)
  }
}
