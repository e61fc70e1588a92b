/** Route map of bank accounts, statements and taught layouts: the specification's paths, and the added ones beside them. */
import { permissionOf } from '#platform/declare/resource.ts'
import type { Ask, Context, RouteMap } from '#platform/server/area.ts'
import { importOfOwned, keeperRule, layoutRule, suggestOf } from '#platform/server/imports.ts'
import {
  add,
  batchUpdate,
  exportOf,
  family,
  imported,
  list,
  remove,
  removeBetween,
  removeToo,
  update,
  updateRecord,
} from '#platform/server/records.ts'
import { keptAsPrinted, oneWay } from './kept-lines.ts'
import { bankAccount, bankStatement, numberedAccount, taughtLayout, taughtWords } from './tables.ts'

/** tables, and what banks call OFX, CAMT and MT940; a ZIP of one of them */
const accept = ['.csv', '.txt', '.xlsx', '.xls', '.ofx', '.qfx', '.qbo', '.xml', '.sta', '.mt940', '.940', '.swi', '.zip']
const bytesMax = 100 * 1_048_576
const hooks = { written: keptAsPrinted }

export const bankRoutes: RouteMap = {
  ...family('BankAccount', bankAccount, keeperRule(numberedAccount)),
  ...imported('BankAccount', bankAccount, keeperRule(numberedAccount)),
  'POST /BankAccount/batchUpdate': batchUpdate(bankAccount),
  'POST /FinanceBankStatement/list': list(bankStatement),
  'POST /FinanceBankStatement/importData': importOfOwned({
    owner: bankAccount,
    field: 'accountId',
    permission: permissionOf(bankStatement),
    title: ['导入流水', 'Import statements'],
    on: [bankStatement],
    accept,
    bytesMax,
    taughtBy: 'POST /BankLayout/suggest',
  }),
  'POST /FinanceBankStatement/insert': add(bankStatement, hooks),
  'POST /FinanceBankStatement/update': {
    ...update(bankStatement, hooks),
    handler: (context: Context, ask: Ask) => updateRecord(context, bankStatement, ask.input, { ...hooks, besides: oneWay(ask.input) }),
  },
  'POST /FinanceBankStatement/batchUpdate': batchUpdate(bankStatement, hooks),
  'POST /FinanceBankStatement/delete': remove(bankStatement),
  'POST /FinanceBankStatement/batchDelete': removeToo(bankStatement),
  'POST /FinanceBankStatement/deleteData': removeBetween(bankStatement),
  'POST /FinanceBankStatement/listExport': exportOf(bankStatement),
  ...family('BankLayout', taughtLayout, layoutRule),
  'POST /BankLayout/suggest': suggestOf(taughtLayout, taughtWords, numberedAccount),
}
