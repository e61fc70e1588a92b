/** Bank statements as the import knows them. */
import { permissionOf } from '#platform/declare/resource.ts'
import { numberedOwner, sheetFamily, storedLayouts } from '#platform/server/imports.ts'
import { bankLayouts } from './layouts.ts'
import { bankStatement, numberedAccount, taughtLayout, taughtWords } from './tables.ts'
import { lineFills } from './words.ts'

export const bankFamily = sheetFamily({
  code: 'bankStatement',
  reader: new URL('./reader.ts', import.meta.url).href,
  layouts: bankLayouts,
  facts: bankStatement,
  permission: permissionOf(bankStatement),
  ownerField: 'accountId',
  owner: numberedOwner(numberedAccount),
  taught: storedLayouts(taughtLayout, taughtWords, numberedAccount),
  fills: lineFills,
})
