/** Why a figure is missing, in a sentence. Pure. */
import { isDecimal, isZero } from '#platform/format/decimal.ts'
import type { MeasureDefinition, ReportAnswer } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'

type Rates = ReportAnswer['missingRates']
type Values = Readonly<Record<string, string | null>>

/** Rates named before the rest is counted. */
const namedMax = 3

/** 2025-10 EUR、2025-11 EUR 等 5 项 */
export function rateNames(rates: Rates): string {
  const named = rates
    .slice(0, namedMax)
    .map(one => `${one.month} ${one.currency}`)
    .join(t('、'))
  return rates.length > namedMax ? t('{named} 等 {count} 项', { named, count: rates.length }) : named
}

/** Rates that the figure of a row can lack: of its month, where it stands in one. */
export const ratesOf = (rates: Rates, month: string | undefined): Rates => {
  const own = rates.filter(one => one.month === month)
  return own.length > 0 ? own : rates
}

/** A ratio is missing where its base is nothing or unknown; everything else for want of a source or of a rate. */
export function missingReason(measure: MeasureDefinition, values: Values, titleOf: (name: string) => string, rates: Rates): string {
  if (measure.class === 'none') return t('还没有数据来源')
  if (measure.class === 'moving') return t('没有足够的完整日，无法计算日均')
  if (measure.class === 'position') return t('没有结存')
  if (measure.class === 'abc') return t('合计和按时间的行没有分级')
  if (measure.class === 'cumulative') return t('合计和按时间的行没有累计')
  const base = measure.class === 'ratio' ? measure.operands[1] : undefined
  const under = base === undefined ? null : values[base]
  if (base !== undefined && under != null && isDecimal(under) && isZero(under)) return t('{title}为 0，无法计算', { title: titleOf(base) })
  const lacking = measure.operands.find(one => values[one] === null)
  if (rates.length === 0 && lacking !== undefined) return t('{title}没有数据，无法计算', { title: titleOf(lacking) })
  if (rates.length === 0 && measure.undivided !== undefined)
    return t('没有按{dimensions}分开的数', { dimensions: measure.undivided.join(t('、')) })
  if (rates.length === 0 && measure.blank === true) return t('没有文件说明这个数')
  return rates.length === 0 ? t('缺少汇率') : t('缺 {rates} 汇率', { rates: rateNames(rates) })
}
