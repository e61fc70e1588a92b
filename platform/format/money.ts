/**
 * How money is shown: floored to two decimals toward minus infinity after summing (1-shell section 9), with thousand separators. The exact
 * value stays in copies and exports.
 */
import { toFixedScale } from './decimal.ts'
import { MISSING, showExact } from './numbers.ts'

/** "1234.567" -> "1,234.56", "-0.001" -> "-0.01", "0" -> "0.00", null -> "—". */
export function showMoney(value: string | null | undefined): string {
  if (value === null || value === undefined || value === '') return MISSING
  return showExact(toFixedScale(value, 2, 'floor'))
}
