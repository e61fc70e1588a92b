/** Bank statements as the import knows them. */
import { moneyFamily } from '#platform/server/imports.ts'
import { bankLayouts } from './layouts.ts'
import { bankStatement, numberedAccount, taughtLayout, taughtWords } from './tables.ts'

export const bankFamily = moneyFamily({
  code: 'bankStatement',
  reader: new URL('./reader.ts', import.meta.url).href,
  layouts: bankLayouts,
  facts: bankStatement,
  owner: numberedAccount,
  taught: taughtLayout,
  words: taughtWords,
})
