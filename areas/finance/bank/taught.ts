/** Layouts that people taught, from the rows of 流水格式. */
import type { SheetLayout } from '#platform/declare/sheet-layout.ts'
import type { FieldError } from '#platform/server/contract/route.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { anyTable } from '#platform/server/db/any-table.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { sql } from 'kysely'

type Taught = Readonly<Record<string, string | null>>

/** What the fields alone can't say: one way to tell in and out, complete. */
export function layoutRule(input: Readonly<Record<string, unknown>>): FieldError[] {
  const has = (name: string): boolean => typeof input[name] === 'string' && input[name] !== ''
  if (!has('dayHead')) return []
  if (has('amountHead') === (has('incomeHead') || has('outgoHead')))
    return [{ field: 'amountHead', message: sentence`请填写金额列，或者填写收入列和支出列，二者择一` }]
  if (has('incomeHead') !== has('outgoHead')) return [{ field: 'outgoHead', message: sentence`收入列和支出列要同时填写` }]
  if (has('sideHead') && (!has('inWord') || !has('outWord')))
    return [{ field: 'inWord', message: sentence`有借贷列时，请填写表示收入和支出的字` }]
  return []
}

export async function taughtLayouts(context: Context): Promise<readonly SheetLayout[]> {
  const rows = await anyTable(context.db)
    .selectFrom('bank_layout as l')
    .innerJoin('bank_account as a', j => j.on(sql<boolean>`a.id = l.account_id`))
    .selectAll('l')
    .select(sql<string | null>`a.currency`.as('account_currency'))
    .execute()
  return (rows as unknown as Taught[]).map(layoutOf)
}

/** One row as a layout. */
export function layoutOf(row: Taught): SheetLayout {
  const head = (name: string): string => row[`${name}_head`] ?? ''
  const texts = {
    counterparty: 'counterparty',
    counterpartyAccount: 'counterparty_account',
    summary: 'summary',
    purpose: 'purpose',
    serialNo: 'serial',
  }
  const amount = head('amount')
  const dayOrder = Number(row['day_order'])
  return {
    code: `taught:${row['id']}`,
    title: [row['name'] ?? '', row['name'] ?? ''],
    source: '',
    ownerId: row['account_id'] ?? '',
    day: head('day'),
    ...(head('time') === '' ? {} : { time: head('time') }),
    ...(dayOrder === 1 ? { dayOrder: 'dmy' } : dayOrder === 2 ? { dayOrder: 'mdy' } : {}),
    amount:
      amount === ''
        ? { in: head('income'), out: head('outgo') }
        : head('side') === ''
          ? { column: amount, ...(Number(row['out_is_positive']) === 1 ? { outIsPositive: true } : {}) }
          : { column: amount, by: head('side'), inWords: [row['in_word'] ?? ''], outWords: [row['out_word'] ?? ''] },
    ...(head('balance') === '' ? {} : { balance: head('balance') }),
    currency: head('currency') === '' ? { is: row['account_currency'] ?? 'CNY' } : { column: head('currency') },
    texts: Object.fromEntries(Object.entries(texts).flatMap(([name, column]) => (head(column) === '' ? [] : [[name, head(column)]]))),
    ...(row['closing_word'] ? { closing: row['closing_word'] } : {}),
  }
}
