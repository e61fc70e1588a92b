/** Route map of bank accounts and statements: the specification's paths, and the added ones beside them. */
import { importFinding } from '#platform/server/db/house-tables.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { RouteMap } from '#platform/server/contract/route.ts'
import { storedSentence } from '#platform/server/lists/stored-sentences.ts'
import { importOfOwned } from '#platform/server/imports/owned-import.ts'
import { keptAsPrinted, oneWay } from '#platform/server/imports/money-lines.ts'
import { keeperRule } from '#platform/server/imports/owner-of-file.ts'
import { layoutRule, suggestOf } from '#platform/server/imports/suggest-route.ts'
import { family, imported } from '#platform/server/verbs/family.ts'
import { add, batchUpdate, exportOf, list, remove, removeBetween, update } from '#platform/server/verbs/verbs.ts'
import { updateRecord } from '#platform/server/verbs/record.ts'
import { bankAccount, bankStatement, numberedAccount, taughtLayout, taughtWords } from './tables.ts'

const sentences = { what: storedSentence }
const plain = (r: unknown): Resource => r as Resource
const [accounts, statements, findings] = [plain(bankAccount), bankStatement, plain(importFinding)]
const written = keptAsPrinted(statements, 'accountId')

export const bankRoutes: RouteMap = {
  ...family('BankAccount', accounts, keeperRule(numberedAccount)),
  ...imported('BankAccount', accounts, keeperRule(numberedAccount)),
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
    taughtBy: 'POST /BankLayout/suggest',
  }),
  'POST /FinanceBankStatement/insert': add(statements, { written }),
  'POST /FinanceBankStatement/update': {
    ...update(statements, { written }),
    handler: (context, ask) => updateRecord(context, statements, ask.input, { written, besides: oneWay(ask.input) }),
  },
  'POST /FinanceBankStatement/batchUpdate': batchUpdate(statements, { written }),
  'POST /FinanceBankStatement/delete': remove(statements),
  'POST /FinanceBankStatement/batchDelete': { ...remove(statements), verb: 'call' },
  'POST /FinanceBankStatement/deleteData': removeBetween(statements),
  'POST /FinanceBankStatement/listExport': exportOf(statements),

  ...family('BankLayout', taughtLayout, layoutRule),
  'POST /BankLayout/suggest': suggestOf(taughtLayout, taughtWords, numberedAccount),

  'POST /ImportFinding/list': list(findings, { words: sentences }),
  'POST /ImportFinding/update': update(findings),
  'POST /ImportFinding/listExport': exportOf(findings, sentences),
}
