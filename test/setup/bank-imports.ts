/** For tests: bank accounts in the demo company, and statements imported into them by the clerk. */
import { expect } from 'vitest'
import type { ImportDetails } from '#platform/declare/wire.ts'
import { add, canonical, subtract } from '#platform/format/decimal.ts'
import { banks } from '#areas/finance/bank/statements/tables.ts'
import { openImports, type ImportAsk, type ImportHouse } from './amazon-imports.ts'

export interface BankHouse extends ImportHouse {
  /** id of the account with this number, made by the clerk where it is not there */
  account(of: { readonly bank: string; readonly number: string; readonly currency?: string; readonly name?: string }): Promise<string>
  /** says yes with a reason, and runs the import to its end */
  accept(importId: string, reason?: string): Promise<ImportDetails>
  /** sums of an account by `currency direction` and `currency net`: as printed, or what moved */
  sums(accountId: string, of: 'amount' | 'moved'): Promise<Readonly<Record<string, string>>>
  findings(importId: string): Promise<number>
}
export const bankPath = '/FinanceBankStatement/importData'
const directions = ['', 'in', 'out', 'neutral'] as const

export async function openBank(): Promise<BankHouse> {
  const h = await openImports()
  const accounts = new Map<string, string>()
  return {
    ...h,
    order: (name, content, wish) => h.order(name, content, { path: bankPath, ...wish }),
    import: (name, content, wish: ImportAsk = {}) => h.import(name, content, { path: bankPath, ...wish }),
    async account({ bank, number, currency, name }) {
      const known = accounts.get(number)
      if (known !== undefined) return known
      const code = banks[bank as keyof typeof banks][0]
      const made = await h.clerk.post('/BankAccount/insert', {
        name: name ?? `${bank} ${number}`,
        bank: code,
        number,
        ...(currency ? { currency } : {}),
      })
      expect(made, made.msg).toMatchObject({ code: 0 })
      accounts.set(number, String(made.data.id))
      return String(made.data.id)
    },
    async accept(importId, reason = '样本已人工核对') {
      const said = await h.clerk.post('/fileImportHistory/accept', { id: importId, reason })
      expect(said, said.msg).toMatchObject({ code: 0 })
      return h.run(importId)
    },
    async sums(accountId, of) {
      const column = of === 'amount' ? 'amount' : 'case direction when 1 then income when 2 then outgo else 0 end'
      const rows = await h.sql(
        `select currency, direction, sum(${column})::text as sum from bank_statement where account_id = $1 group by 1, 2`,
        [accountId],
      )
      const sums: Record<string, string> = {}
      for (const row of rows) {
        const [currency, direction, sum] = [
          String(row['currency']),
          directions[Number(row['direction'])] ?? '',
          canonical(String(row['sum'])),
        ]
        sums[`${currency} ${direction}`] = sum
        const net = sums[`${currency} net`] ?? '0'
        sums[`${currency} net`] = direction === 'in' ? add(net, sum) : direction === 'out' ? subtract(net, sum) : net
      }
      return sums
    },
    async findings(importId) {
      const [row] = await h.sql('select count(*)::int as n from import_finding where import_id = $1', [importId])
      return Number(row?.['n'])
    },
  }
}
