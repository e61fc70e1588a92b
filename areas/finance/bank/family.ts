/** Bank statements as the import knows them. */
import { moneyFamily } from '#platform/server/imports/money-lines.ts'
import { numberedOwner } from '#platform/server/imports/owner-of-file.ts'
import { storedLayouts } from '#platform/server/imports/suggest-route.ts'
import { bankLayouts, bankTexts } from './layouts.ts'
import { bankStatement, numberedAccount, taughtLayout, taughtWords } from './tables.ts'

export const bankFamily = moneyFamily({
  code: 'bankStatement',
  permission: 'finance.bank.statement',
  reader: new URL('./reader.ts', import.meta.url).href,
  layouts: bankLayouts,
  facts: bankStatement,
  texts: bankTexts,
  ownerField: 'accountId',
  owner: numberedOwner(numberedAccount),
  taught: storedLayouts(taughtLayout, taughtWords, numberedAccount),
})
