/** Vouchers as the rows of a file, by its columns. Pure. */
import { isZero } from '#platform/format/decimal.ts'
import type { Account, Entry, KnownItem } from './build.ts'
import { isOfVoucher, type ColumnSource, type FileColumn, type FileFormat } from './file-words.ts'
import { auxiliaryKinds, auxiliaryNames, type AuxiliaryKind } from './words.ts'

export interface VoucherToWrite {
  readonly title: string
  /** YYYY-MM-DD */
  readonly day: string
  readonly number: number
  readonly entries: readonly Entry[]
}
export interface Written {
  readonly companyName: string
  readonly baseCurrency: string
  readonly word: string
  readonly wordCode: string
  readonly bookCode: string
  readonly bookOrgCode: string
  readonly rateTypeCode: string
  readonly preparer: string
  readonly accounts: ReadonlyMap<string, Account>
  readonly items: ReadonlyMap<string, KnownItem>
}

/** Currencies as Kingdee Cloud delivers them; others go by their ISO code. */
const cloudCurrencies: ReadonlyMap<string, string> = new Map([
  ['CNY', 'PRE001'],
  ['HKD', 'PRE002'],
  ['EUR', 'PRE003'],
  ['JPY', 'PRE004'],
  ['TWD', 'PRE005'],
  ['GBP', 'PRE006'],
  ['USD', 'PRE007'],
])

interface Cell {
  readonly voucher: VoucherToWrite
  readonly entry: Entry
  /** places in the file, from 1 */
  readonly serial: number
  readonly line: number
  readonly of: Written
}
const itemOf = ({ entry, of }: Cell, kind: AuxiliaryKind): KnownItem | undefined => of.items.get(entry.items[kind] ?? '')
const isForeign = ({ entry, of }: Cell): boolean => entry.currency !== of.baseCurrency
const amountOr = (amount: string): string => (isZero(amount) ? '' : amount)

const cells: Readonly<Record<ColumnSource, (cell: Cell, column: FileColumn) => string>> = {
  fixed: (_, { fixed }) => fixed,
  serial: ({ serial }) => String(serial),
  date: ({ voucher }) => voucher.day,
  year: ({ voucher }) => voucher.day.slice(0, 4),
  period: ({ voucher }) => String(Number(voucher.day.slice(5, 7))),
  word: ({ of }) => of.word,
  wordCode: ({ of }) => of.wordCode,
  number: ({ voucher }) => String(voucher.number),
  bookCode: ({ of }) => of.bookCode,
  companyName: ({ of }) => of.companyName,
  bookOrgCode: ({ of }) => of.bookOrgCode,
  preparer: ({ of }) => of.preparer,
  line: ({ line }) => String(line),
  summary: ({ entry }) => entry.summary,
  accountCode: ({ entry, of }) => of.accounts.get(entry.accountId)?.code ?? '',
  accountName: ({ entry, of }) => of.accounts.get(entry.accountId)?.name ?? '',
  currency: ({ entry }) => entry.currency,
  cloudCurrency: ({ entry }) => cloudCurrencies.get(entry.currency) ?? entry.currency,
  rateTypeCode: ({ of }) => of.rateTypeCode,
  rate: ({ entry }) => entry.rate,
  amount: ({ entry }) => entry.amount,
  debit: ({ entry }) => amountOr(entry.debit),
  credit: ({ entry }) => amountOr(entry.credit),
  foreignAmount: cell => (isForeign(cell) ? cell.entry.amount : ''),
  foreignRate: cell => (isForeign(cell) ? cell.entry.rate : ''),
  items: cell =>
    auxiliaryNames
      .flatMap(name => {
        const item = itemOf(cell, name)
        return item === undefined ? [] : [`${auxiliaryKinds[name][1]}---${item.code}---${item.name}`]
      })
      .join(';'),
  departmentCode: cell => itemOf(cell, 'department')?.code ?? '',
  personCode: cell => itemOf(cell, 'person')?.code ?? '',
  customerCode: cell => itemOf(cell, 'customer')?.code ?? '',
  supplierCode: cell => itemOf(cell, 'supplier')?.code ?? '',
  shopCode: cell => itemOf(cell, 'shop')?.code ?? '',
  projectCode: cell => itemOf(cell, 'project')?.code ?? '',
  departmentName: cell => itemOf(cell, 'department')?.name ?? '',
  personName: cell => itemOf(cell, 'person')?.name ?? '',
  customerName: cell => itemOf(cell, 'customer')?.name ?? '',
  supplierName: cell => itemOf(cell, 'supplier')?.name ?? '',
  shopName: cell => itemOf(cell, 'shop')?.name ?? '',
  projectName: cell => itemOf(cell, 'project')?.name ?? '',
}

/** A row an entry; in the sheet of Kingdee Cloud a voucher is told on its first row alone. */
export function rowsOf(format: FileFormat, columns: readonly FileColumn[], vouchers: readonly VoucherToWrite[], of: Written): string[][] {
  let line = 0
  return vouchers.flatMap((voucher, at) =>
    voucher.entries.map((entry, place) => {
      line += 1
      const cell = { voucher, entry, serial: at + 1, line, of }
      return columns.map(column => {
        const isTold = format !== 'cloud' || place === 0 || !isOfVoucher(column.source)
        return isTold ? cells[column.source](cell, column) : ''
      })
    }),
  )
}

const firstLine = '填制凭证,V800'
/** Neither commas nor quotes can stand in a field of this format. */
const plainField = (text: string): string =>
  text
    .replaceAll(',', '，')
    .replaceAll('"', '”')
    .replaceAll(/[\r\n]+/gu, ' ')
const noAmount: ReadonlySet<ColumnSource> = new Set(['debit', 'credit', 'foreignAmount', 'foreignRate'])

export const u8Text = (columns: readonly FileColumn[], rows: readonly (readonly string[])[]): string =>
  [
    firstLine,
    ...rows.map(row =>
      row.map((text, at) => (text === '' && noAmount.has(columns[at]?.source ?? 'fixed') ? '0' : plainField(text))).join(','),
    ),
    '',
  ].join('\r\n')
