/**
 * 导出凭证: the vouchers of a closed month as a file for accounting software. Nothing is written while one of them does not balance, lacks
 * an account or an item; what was written is marked and never changed again.
 */
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { firstOfMonth, isMonth, lastOfMonth } from '#platform/format/dates.ts'
import { isZero } from '#platform/format/decimal.ts'
import { changeEach } from '#platform/server/records.ts'
import { refuse, type Context, type Blob } from '#platform/server/area.ts'
import { type ColumnKind, xlsxStream } from '#platform/server/files.ts'
import { closedUntil } from '../../base/closed-months.ts'
import { accountsOf, bookOf, itemsOfCompany, shopsOfCompany } from './books.ts'
import { faultOf, gbkFaultOf } from './faults.ts'
import { builtInColumns, fileFormats, formatOf, sourceOf, type ColumnSource, type FileColumn, type FileFormat } from './file-words.ts'
import { inGbk } from './gbk.ts'
import { lockMonth } from './generate.ts'
import { entriesOf } from './kept.ts'
import { voucher } from './tables.ts'
import { rowsOf, u8Text, type VoucherToWrite, type Written } from './voucher-file.ts'
import { voucherStates } from './words.ts'

export interface ExportAsk {
  readonly companyId: string
  /** YYYY-MM */
  readonly month: string
  readonly format: number
  /** also those that were exported before */
  readonly isAll: boolean
  /** this one alone */
  readonly id?: string
}

export async function exportVouchers(context: Context, ask: ExportAsk): Promise<Blob> {
  const { companyId, month } = ask
  if (!isMonth(month)) throw refuse.invalid([{ field: 'month', message: sentence`月份格式应为 YYYY-MM，例如 2025-10` }])
  const format = formatOf(ask.format)
  if (format === undefined) throw refuse.invalid([{ field: 'format', message: sentence`没有这种文件格式，请重新选择` }])
  await shopsOfCompany(context, companyId)
  return context.write(async (tx, inside) => {
    await lockMonth(inside, tx, companyId, month)
    const closed = await closedUntil(tx, inside.caller.orgId)
    if (closed === null || closed < lastOfMonth(month)) throw refuse.rule(sentence`${month} 还没有结账，数字还会变化，请先月结再导出凭证`)
    const book = await bookOf(inside, companyId)
    const vouchers = await vouchersOfMonth(inside, ask)
    if (vouchers.length === 0)
      throw refuse.rule(ask.isAll ? sentence`${month} 没有凭证，请先生成` : sentence`${month} 没有未导出的凭证；需要再次导出请选择“全部”`)
    const accounts = await accountsOf(inside, companyId)
    for (const one of vouchers) {
      const fault = faultOf(one, accounts)
      if (fault !== null) throw refuse.rule(fault)
    }
    const columns = await columnsOf(inside, format)
    const written = { ...book, accounts, items: await itemsOfCompany(inside, companyId) }
    const told = vouchers.map(inTheFile).filter(one => one.entries.length > 0)
    const name = [book.companyName, fileFormats[format][1], month, ...(ask.id === undefined ? [] : vouchers.map(one => one.title))].join(
      ' ',
    )
    const file = fileOf(format, columns, told, written, name)
    const open = vouchers.flatMap(one => (one.state === voucherStates.open[0] ? [one.id] : []))
    if (open.length > 0)
      await changeEach(
        inside,
        voucher,
        open,
        { state: voucherStates.exported[0], exportedAt: inside.now().toISOString(), exportedBy: inside.caller.name },
        { verb: 'export' },
      )
    return file
  })
}

interface Kept extends VoucherToWrite {
  readonly id: string
  readonly state: number
}
async function vouchersOfMonth(context: Context, { companyId, month, isAll, id }: ExportAsk): Promise<readonly Kept[]> {
  const { open, exported, reversed } = voucherStates
  const wanted = isAll ? [open[0], exported[0], reversed[0]] : [open[0]]
  const heads = await context.db
    .selectFrom('voucher')
    .select([
      sql<string>`id::text`.as('id'),
      sql<string>`title`.as('title'),
      sql<string>`day::text`.as('day'),
      sql<number>`number`.as('number'),
      sql<number>`state`.as('state'),
    ])
    .where('company_id', '=', companyId)
    .where(sql<boolean>`month = ${firstOfMonth(month)}::date`)
    .where('state', 'in', wanted)
    .where(id === undefined ? sql<boolean>`true` : sql<boolean>`id = ${id}::bigint`)
    .orderBy('number')
    .execute()
  const entries = Map.groupBy(
    await entriesOf(
      context,
      heads.map(({ id }) => id),
    ),
    entry => entry.voucherId,
  )
  return heads.map(head => ({ ...head, entries: entries.get(head.id) ?? [] }))
}

/** Without entries that come to nothing in the books: cents of CNY in books of another currency. */
const inTheFile = (one: Kept): Kept => ({
  ...one,
  entries: one.entries.filter(({ debit, credit, amount }) => !(isZero(debit) && isZero(credit) && isZero(amount))),
})

/** The organisation's own columns of the format; where it has none, those that are built in. */
async function columnsOf(context: Context, format: FileFormat): Promise<readonly FileColumn[]> {
  const rows = await context.db
    .selectFrom('voucher_column')
    .select(['heading', 'key', 'source', 'fixed'])
    .where('format', '=', fileFormats[format][0])
    .orderBy('position')
    .execute()
  return rows.length === 0
    ? builtInColumns[format]
    : rows.map(({ heading, key, source, fixed }) => ({ heading, key, source: sourceOf(source) ?? 'fixed', fixed }))
}

const kindOf: Readonly<Partial<Record<ColumnSource, ColumnKind>>> = {
  date: 'date',
  debit: 'money',
  credit: 'money',
  amount: 'money',
  foreignAmount: 'money',
  rate: 'number',
  foreignRate: 'number',
  year: 'serial',
  period: 'serial',
  number: 'serial',
  serial: 'serial',
  line: 'serial',
}
const sheetNames = { cloud: '凭证#单据头(FBillHead)', kis: '凭证' } as const

export function fileOf(
  format: FileFormat,
  columns: readonly FileColumn[],
  vouchers: readonly VoucherToWrite[],
  written: Written,
  name: string,
): Blob {
  const rows = rowsOf(format, columns, vouchers, written)
  if (format === 'u8') {
    for (const one of vouchers) {
      const fault = gbkFaultOf(one, columns, rowsOf(format, columns, [one], written))
      if (fault !== null) throw refuse.rule(fault)
    }
    return { blob: Readable.from([inGbk(u8Text(columns, rows))]), fileName: `${name}.txt`, contentType: 'text/plain; charset=gbk' }
  }
  const sheet = {
    name: sheetNames[format],
    columns: columns.map(({ heading, key, source }) => ({
      title: heading,
      kind: kindOf[source] ?? 'text',
      ...(format === 'cloud' ? { group: key } : {}),
    })),
    rows: [rows],
  }
  return {
    blob: xlsxStream({ sheets: [sheet] }),
    fileName: `${name}.xlsx`,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }
}
