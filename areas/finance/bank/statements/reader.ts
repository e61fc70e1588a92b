/** Bank statements in the worker thread of an import: how a line of a sheet fills them. */
import { ownValue } from '#platform/declare/own-value.ts'
import { sheetReader } from '#platform/server/imports.ts'
import { bankLayouts } from './layouts.ts'
import { directions, partyTexts } from './words.ts'

export default sheetReader('bankStatement', bankLayouts, ({ day, time, amount, direction, moved, currency, balance, texts }) => ({
  postedOn: day,
  postedTime: time,
  income: moved && direction === 'in' ? amount : '0',
  outgo: moved && direction === 'out' ? amount : '0',
  amount,
  direction: String(directions[direction][0]),
  currency,
  balance,
  ...Object.fromEntries([...partyTexts, 'status'].map(name => [name, ownValue(texts, name) ?? ''])),
}))
