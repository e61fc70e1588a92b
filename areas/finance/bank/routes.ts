/** Route map of bank bankAccount and statements: the specification's paths, and the added ones beside them. */
import type { RouteMap } from '#platform/server/contract/route.ts'
import { keeperRule } from '#platform/server/imports/owner-of-file.ts'
import { family, imported } from '#platform/server/verbs/family.ts'
import { moneyRoutes } from '#platform/server/verbs/money-routes.ts'
import { batchUpdate } from '#platform/server/verbs/verbs.ts'
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
