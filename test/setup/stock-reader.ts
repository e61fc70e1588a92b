/** Storage fees in the worker thread of an import. */
import type { SheetLayout } from '#platform/declare/sheet-layout.ts'
import { sheetReader } from '#platform/server/imports/sheet-reader.ts'

export const stockLayout: SheetLayout = {
  code: 'stockFees',
  title: ['仓储费单', 'Storage bill'],
  source: '',
  day: 'Day',
  amount: { column: 'Fee', outIsPositive: true },
  currency: { is: 'CNY' },
  texts: { note: ['Kind', 'Remark'] },
  owner: { find: 'Warehouse (\\S+)' },
  stated: [{ what: 'out', find: 'Total ([\\d.]+)' }],
}
export default sheetReader('stockMove', [stockLayout], ({ day, amount, currency, texts }) => ({
  postedOn: day,
  fee: amount,
  currency,
  note: texts['note'] ?? '',
}))
