/** Every genuine file and every fixture reaches its control totals, which were computed independently, to the cent. */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readMoneyFile } from '../../../../../test/fixtures/amazon/read-money-file.ts'
import type { SettlementLine, SummaryLine, TransactionLine } from './lines.ts'
import { moneyText, parseMoney } from './numbers.ts'
import { namesOf } from './header-names.ts'
import { amountColumns, type AmountColumn, type ReportLanguage } from './header-columns.ts'
import { genuineFolder } from '../../../../../test/setup/genuine.ts'

interface Control {
  readonly lines: number
  readonly orders?: number
  readonly total?: string
  readonly header_total?: string
  readonly quantity?: number
  readonly by_transaction_type?: Record<string, string>
  readonly by_amount?: Record<string, string>
  readonly by_sku?: Record<string, string>
  readonly columns?: Record<string, string>
  readonly lines_by_type?: Record<string, number>
  readonly total_by_type?: Record<string, string>
  readonly total_by_settlement?: Record<string, string>
  readonly total_by_account_type?: Record<string, string>
  readonly total_by_sku?: Record<string, string>
}

const units = (amount: string): bigint => parseMoney(amount, '.')?.units ?? 0n
const sumOf = (amounts: Iterable<string>): bigint => [...amounts].reduce((sum, amount) => sum + units(amount), 0n)

function sumsBy<Line>(lines: readonly Line[], key: (line: Line) => string, amount: (line: Line) => string): Record<string, string> {
  const sums = new Map<string, bigint>()
  for (const line of lines) sums.set(key(line), (sums.get(key(line)) ?? 0n) + units(amount(line)))
  return Object.fromEntries([...sums].map(([name, sum]) => [name, moneyText(sum)]))
}

const exact = (sums: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, moneyText(units(sum))]))

async function settlement(path: string, control: Control, isFirstLayout: boolean): Promise<number> {
  const file = await readMoneyFile<SettlementLine>(path)
  expect(file.refusals).toEqual([])
  expect(file.cutOff).toBeNull()
  expect(file.kind).toBe(isFirstLayout ? 'amazonSettlementV1' : 'amazonSettlementV2')
  expect(file.lines.length).toBe(control.lines)
  expect(file.survey?.lineCount).toBe(control.lines)
  const total = units(control.total ?? control.header_total ?? '')
  expect(sumOf(file.lines.map(line => line.amount))).toBe(total)
  expect(file.controlTotals.map(each => [units(each.stated ?? ''), units(each.summed)])).toEqual([[total, total]])
  expect(new Set(file.lines.filter(line => line.orderId !== '').map(line => line.orderId)).size).toBe(control.orders)
  expect(file.lines.map(line => line.lineNo)).toEqual(file.lines.map((_, at) => at + 1))
  if (control.quantity !== undefined) expect(file.lines.reduce((sum, line) => sum + (line.quantity ?? 0), 0)).toBe(control.quantity)
  if (control.by_sku)
    expect(
      sumsBy(
        file.lines.filter(line => line.sku !== ''),
        line => line.sku,
        line => line.amount,
      ),
    ).toEqual(exact(control.by_sku))
  const typeOf = (line: SettlementLine): string =>
    isFirstLayout && /^(?:other-transaction|Transfers)$/.test(line.transactionType) ? line.amountDescription : line.transactionType
  if (control.by_transaction_type) expect(sumsBy(file.lines, typeOf, line => line.amount)).toEqual(exact(control.by_transaction_type))
  if (control.by_amount && !isFirstLayout)
    expect(
      sumsBy(
        file.lines,
        line => `${line.transactionType} / ${line.amountType} / ${line.amountDescription}`,
        line => line.amount,
      ),
    ).toEqual(exact(control.by_amount))
  return file.lines.length
}

async function transactions(path: string, control: Control): Promise<number> {
  const file = await readMoneyFile<TransactionLine>(path)
  expect(file.refusals).toEqual([])
  expect(file.cutOff).toBeNull()
  expect(file.kind).toBe('amazonTransactionReport')
  expect(file.lines.length).toBe(control.lines)
  expect(sumOf(file.lines.map(line => line.total))).toBe(units(control.total ?? ''))
  const language = (file.match?.language ?? 'en') as ReportLanguage
  for (const [name, sum] of Object.entries(control.columns ?? {})) {
    const column = amountColumns.find(each => namesOf(each, language).includes(name)) ?? 'total'
    const summed = file.lines.map(line => (column === 'total' ? line.total : line.amounts[column satisfies AmountColumn]))
    expect([name, sumOf(summed)]).toEqual([name, units(sum)])
  }
  const total = (line: TransactionLine): string => line.total
  if (control.total_by_type) expect(sumsBy(file.lines, line => line.type, total)).toEqual(exact(control.total_by_type))
  if (control.total_by_settlement) expect(sumsBy(file.lines, line => line.settlementId, total)).toEqual(exact(control.total_by_settlement))
  if (control.total_by_account_type)
    expect(sumsBy(file.lines, line => line.accountType, total)).toEqual(exact(control.total_by_account_type))
  if (control.total_by_sku) expect(sumsBy(file.lines, line => line.sku, total)).toEqual(exact(control.total_by_sku))
  if (control.quantity !== undefined) expect(file.lines.reduce((sum, line) => sum + (line.quantity ?? 0), 0)).toBe(control.quantity)
  expect(file.lines.every(line => line.typeCode !== null)).toBe(true)
  return file.lines.length
}

async function summary(path: string, control: Control): Promise<number> {
  const file = await readMoneyFile<SummaryLine>(path, { zone: 'America/Los_Angeles', currency: 'USD' })
  expect(file.refusals).toEqual([])
  expect(file.survey?.currencies).toEqual(['USD'])
  expect(file.lines.length).toBe(control.lines)
  expect(sumOf(file.lines.map(line => line.amount))).toBe(units(control.total ?? ''))
  expect(file.lines.reduce((sum, line) => sum + (line.quantity ?? 0), 0)).toBe(control.quantity)
  if (control.by_amount)
    expect(
      sumsBy(
        file.lines,
        line => `${line.transactionType} / ${line.paymentType} / ${line.paymentDetail}`,
        line => line.amount,
      ),
    ).toEqual(exact(control.by_amount))
  expect(file.head).toMatchObject({ truncatedNote: expect.stringContaining('truncated') })
  return file.lines.length
}

/** Holds a file against its control totals; answers how many lines were read. */
async function check(root: string, name: string, control: Control): Promise<number> {
  const path = `${root}/${name}`
  if (name.includes('settlement-v')) return settlement(path, control, name.includes('settlement-v1'))
  return name.includes('transaction-summary') ? summary(path, control) : transactions(path, control)
}

const fixtures = new URL('../../../../../test/fixtures/amazon', import.meta.url).pathname
const controlsOf = (path: string): [string, Control][] =>
  existsSync(path) ? Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, Control>) : []

describe('fixtures', () => {
  test.each(controlsOf(`${fixtures}/control-totals.json`))('%s', async (name, control) => {
    expect(await check(fixtures, name, control)).toBe(control.lines)
  })

  test('47 lines that repeat exactly all count, under one key', async () => {
    const file = await readMoneyFile<TransactionLine>(`${fixtures}/transactions-us/2024-01-amazon.com.csv`)
    const counts = new Map<string, number>()
    for (const line of file.lines) counts.set(line.key, (counts.get(line.key) ?? 0) + 1)
    expect(Math.max(...counts.values())).toBe(47)
    expect(counts.size).toBe(6)
  })

  test('settlement and transaction report of one month agree per settlement', async () => {
    const report = await readMoneyFile<TransactionLine>(`${fixtures}/transactions/2025-10-amazon.fr.csv`)
    const bySettlement = sumsBy(
      report.lines,
      line => line.settlementId,
      line => line.total,
    )
    for (const id of ['25624439742', '25672107332', '25758151382', '25810155302', '25857968422']) {
      const lines = await readMoneyFile<SettlementLine>(`${fixtures}/settlement-v2/${id}-amazon.fr.txt`)
      expect(bySettlement[id]).toBe(moneyText(sumOf(lines.lines.map(line => line.amount))))
    }
  })
})

describe.skipIf(genuineFolder === '')('genuine files in the folder AMAZON_FILES', () => {
  const main = controlsOf(`${genuineFolder}/control-totals.json`).filter(([name]) => /^amazon-(?:settlement-v2|transactions)\//.test(name))
  const others = ['amazon-settlement-v1', 'amazon-transactions-us', 'amazon-transaction-summary'].flatMap(folder =>
    controlsOf(`${genuineFolder}/${folder}/control-totals.json`).map(([name, control]): [string, Control] => [
      `${folder}/${name}`,
      control,
    ]),
  )
  test.each([...main, ...others])('%s', async (name, control) => {
    expect(await check(genuineFolder, name, control)).toBe(control.lines)
  })
})
