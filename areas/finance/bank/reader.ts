/** Bank statements in the worker thread of an import. */
import type { SheetLine } from '#platform/declare/sheet-layout.ts'
import { sheetReader, type LineValues } from '#platform/server/imports/sheet-family.ts'
import { bankLayouts } from './layouts.ts'

const directions = { in: '1', out: '2', neutral: '3' } as const

export const valuesOf = ({ day, time, amount, direction, moved, currency, balance, texts }: SheetLine): LineValues => ({
  postedOn: day,
  postedTime: time,
  income: moved && direction === 'in' ? amount : '0',
  outgo: moved && direction === 'out' ? amount : '0',
  amount,
  direction: directions[direction],
  currency,
  balance,
  counterparty: texts['counterparty'] ?? '',
  counterpartyAccount: texts['counterpartyAccount'] ?? '',
  counterpartyBank: texts['counterpartyBank'] ?? '',
  summary: texts['summary'] ?? '',
  purpose: texts['purpose'] ?? '',
  serialNo: texts['serialNo'] ?? '',
  status: texts['status'] ?? '',
})

export default sheetReader('bankStatement', bankLayouts, valuesOf)
