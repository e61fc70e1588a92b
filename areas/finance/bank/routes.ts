/** Route map of bank accounts and statements: the specification's paths, and the added ones beside them. */
import { importFinding } from '#platform/server/db/house-tables.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { RouteMap } from '#platform/server/contract/route.ts'
import { importOfOwned } from '#platform/server/imports/owned-import.ts'
import { family, imported } from '#platform/server/verbs/family.ts'
import { add, batchUpdate, exportOf, list, remove, removeBetween, update } from '#platform/server/verbs/verbs.ts'
import { updateRecord } from '#platform/server/verbs/record.ts'
import { keptAsPrinted, oneWay } from './rules.ts'
import { bankAccount, bankStatement, taughtLayout } from './tables.ts'
import { layoutRule } from './taught.ts'

const plain = (r: unknown): Resource => r as Resource
const [accounts, statements, layouts, findings] = [plain(bankAccount), plain(bankStatement), plain(taughtLayout), plain(importFinding)]

export const bankRoutes: RouteMap = {
  ...family('BankAccount', accounts),
  ...imported('BankAccount', accounts),
  'POST /BankAccount/batchUpdate': batchUpdate(accounts),

  'POST /FinanceBankStatement/list': list(statements),
  'POST /FinanceBankStatement/importData': importOfOwned({
    owner: accounts,
    field: 'accountId',
    permission: 'finance.bank.statement',
    title: ['导入流水', 'Import statements'],
    on: [statements],
    accept: ['.csv', '.txt', '.xlsx', '.xls', '.ofx', '.qfx', '.xml'],
    bytesMax: 100 * 1_048_576,
  }),
  'POST /FinanceBankStatement/insert': add(statements, { written: keptAsPrinted }),
  'POST /FinanceBankStatement/update': {
    ...update(statements, { written: keptAsPrinted }),
    handler: (context, ask) => updateRecord(context, statements, ask.input, { written: keptAsPrinted, besides: oneWay(ask.input) }),
  },
  'POST /FinanceBankStatement/batchUpdate': batchUpdate(statements, { written: keptAsPrinted }),
  'POST /FinanceBankStatement/delete': remove(statements),
  'POST /FinanceBankStatement/batchDelete': { ...remove(statements), verb: 'call' },
  'POST /FinanceBankStatement/deleteData': removeBetween(statements),
  'POST /FinanceBankStatement/listExport': exportOf(statements),

  ...family('BankLayout', layouts, layoutRule),

  'POST /ImportFinding/list': list(findings),
  'POST /ImportFinding/update': update(findings),
  'POST /ImportFinding/listExport': exportOf(findings),
}
