/** Bank statements as the import knows them. */
import type { Resource } from '#platform/declare/resource.ts'
import { sheetFamily } from '#platform/server/imports/sheet-family.ts'
import { accountOfFile } from './account-of-file.ts'
import { bankLayouts } from './layouts.ts'
import { bankStatement } from './tables.ts'
import { taughtLayouts } from './taught.ts'

export const bankFamily = sheetFamily({
  code: 'bankStatement',
  permission: 'finance.bank.statement',
  reader: new URL('./reader.ts', import.meta.url).href,
  layouts: bankLayouts,
  facts: bankStatement as unknown as Resource,
  ownerField: 'accountId',
  fills: [
    'postedOn',
    'postedTime',
    'income',
    'outgo',
    'amount',
    'direction',
    'currency',
    'balance',
    'counterparty',
    'counterpartyAccount',
    'counterpartyBank',
    'summary',
    'purpose',
    'serialNo',
    'status',
  ],
  owner: { table: 'bank_account', find: accountOfFile },
  taught: taughtLayouts,
})
