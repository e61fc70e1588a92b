/** Route map of bank bankAccount and statements: the specification's paths, and the added ones beside them. */
import type { RouteMap } from '#platform/server/area.ts'
import { keeperRule, moneyRoutes } from '#platform/server/imports.ts'
import { family, imported, batchUpdate } from '#platform/server/records.ts'
import { bankAccount, bankStatement, numberedAccount, taughtLayout, taughtWords } from './tables.ts'

export const bankRoutes: RouteMap = {
  ...family('BankAccount', bankAccount, keeperRule(numberedAccount)),
  ...imported('BankAccount', bankAccount, keeperRule(numberedAccount)),
  'POST /BankAccount/batchUpdate': batchUpdate(bankAccount),
  ...moneyRoutes({
    lines: bankStatement,
    owner: numberedAccount,
    layouts: taughtLayout,
    taught: taughtWords,
    names: ['FinanceBankStatement', 'BankLayout'],
    title: ['导入流水', 'Import statements'],
  }),
}
