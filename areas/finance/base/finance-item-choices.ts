/** The finance items as choice codes of a field (code, Chinese, English). One table: finance-items.ts. */
import { financeItems, type FinanceItemCode } from './finance-items.ts'

export const financeItemChoices = Object.fromEntries(
  Object.entries(financeItems).map(([code, item]) => [code, [item.id, item.title[0], item.title[1]]]),
) as unknown as Record<FinanceItemCode, readonly [number, string, string]>
