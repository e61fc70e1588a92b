/** What the profit report says of shops in a month, in CNY: each shop once, shops without any figure are not there. */
import { firstOfMonth, lastOfMonth } from '#platform/format/dates.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { Refusal, refuse, type Context } from '#platform/server/area.ts'
import { readWhole } from '#platform/server/reports.ts'
import { wholeProfit } from '../report/profit.ts'

export type ShopFigures = Readonly<Record<string, string>>

/** Figures that follow from what was just written: the same again a little later is right. */
export class FiguresBusy extends Refusal {
  constructor(shop: string) {
    super(1002, 200, sentence`店铺“${shop}”的数字正在计算，请稍后再试`)
  }
}

/** Refused: a month that is being computed, a currency without rate. `month`: YYYY-MM. */
export async function figuresOfShops(
  context: Context,
  month: string,
  shops: readonly string[],
  measures: readonly string[],
): Promise<ReadonlyMap<string, ShopFigures>> {
  if (shops.length === 0) return new Map()
  const query = {
    by: ['shop'],
    startDate: firstOfMonth(month),
    endDate: lastOfMonth(month),
    currency: 'CNY',
    where: { shop: shops },
  } as const
  const { computing, missingRates, list } = await readWhole(context, wholeProfit, query, measures)
  const [busy] = computing
  if (busy !== undefined) throw new FiguresBusy(busy)
  const [lacking] = missingRates
  if (lacking) throw refuse.rule(sentence`${lacking.month} 没有 ${lacking.currency} 的汇率，请先在汇率里登记`)
  return new Map(list.map(({ key, values }) => [key['shop'] ?? '', Object.fromEntries(measures.map(name => [name, values[name] ?? '0']))]))
}
