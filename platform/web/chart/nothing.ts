/** A chart of nothing has no axes to show: it says so. Pure. */
import { isDecimal, isZero } from '#platform/format/decimal.ts'
import { t } from '../i18n/t.ts'

/** Why there is nothing to draw; null: there is something. */
export function nothingText(values: readonly (string | null)[]): string | null {
  const known = values.filter(one => one !== null)
  if (known.length === 0) return t('这个期间没有数据')
  return known.every(one => isDecimal(one) && isZero(one)) ? t('这个期间的数字都是 0') : null
}
