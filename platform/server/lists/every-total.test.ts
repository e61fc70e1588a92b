/**
 * Every list with money of several currencies says what all of it comes to in one: each that is declared, over a table with its columns of
 * money, its currencies and its day. Rates of the month of a day, the latest where there is none, a missing one, none at all.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { decimal, month, text, type Field } from '#platform/declare/fields.ts'
import { columnOf, resource, type Resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { areas } from '#areas/index.ts'
import { listBooks, type ListBooks } from '../../../test/setup/list-books.ts'
import { withHouseAreas } from '../open-house.ts'
import { registryOf } from '../registry-of.ts'
import { wireFields } from './columns.ts'
import { dayOf } from './converted.ts'
import { listOf } from './list.ts'

const rate = resource('currency_rate', {
  title: ['汇率', 'Rate'],
  access: { scope: ownOrganisation },
  fields: { month: month('月份', 'Month'), currency: text('币种', 'Currency'), rate: decimal('汇率', 'Rate', 10) },
  storage: { key: ['month', 'currency'] },
}) as unknown as Resource

interface Trial {
  readonly of: Resource
  readonly table: Resource
  readonly money: readonly string[]
  readonly currencies: readonly string[]
}

const moneyOf = (r: Resource) => wireFields(r).filter(([, { options }]) => options.total && options.currency)

/** A table with what of a list makes its totals. */
function trialOf(of: Resource, at: number): Trial {
  const money = moneyOf(of)
  const currencies = [...new Set(money.map(([, { options }]) => options.currency ?? ''))]
  const day = dayOf(of)
  // those of a view or of sums are plain columns here, for everybody
  const plain = ({ options: { sql: _sql, sumOf: _sumOf, see: _see, ...options }, ...field }: Field): Field => ({
    ...field,
    options: { ...options, optional: true },
  })
  const fields = Object.fromEntries([
    ...money.map(([name, field]) => [name, plain(field)] as const),
    ...currencies.map(name => [name, text('币种', 'Currency', { optional: true })] as const),
    ...(day === null ? [] : [[day, plain(of.fields[day] as Field)] as const]),
  ])
  const { bound, balancesOf, sort } = of
  const known = (name: string | undefined): boolean => name !== undefined && name in fields
  const table = resource(`trial_${at}`, {
    type: `trial${at}`,
    title: of.title,
    access: { scope: ownOrganisation },
    fields,
    list: {
      ...(known(balancesOf) ? { balancesOf } : {}),
      sort: known(sort?.field) ? sort : day === null ? { field: 'createdAt', way: 'ASC' } : { field: day, way: 'ASC' },
    },
    storage: known(bound?.field) ? { index: [[bound?.field ?? '']] } : {},
  } as never) as unknown as Resource
  return { of, table, money: money.map(([name]) => name), currencies }
}

const trials = [...registryOf(withHouseAreas(areas)).types.values()].filter(r => moneyOf(r).length > 0).map(trialOf)
const named = trials.map(one => [one.of.type ?? one.of.table, one] as const)

let b: ListBooks
beforeAll(async () => void (b = await listBooks([rate, ...trials.map(one => one.table)])))
afterAll(() => b.close())
beforeEach(() => b.run('truncate currency_rate'))

const codes = ['USD', 'EUR', 'CNY'] as const
const day = '2026-02-05'
/** A row of each currency: the nth money of the mth currency is n + 1 + 100 m. */
async function fill({ table, money, currencies }: Trial): Promise<void> {
  await b.run(`truncate ${table.table}`)
  const at = dayOf(table)
  const columns = ['org_id', ...money.map(columnOf), ...currencies.map(columnOf), ...(at === null ? [] : [columnOf(at)])]
  const rows = codes.map((code, m) =>
    [
      1,
      ...money.map((_, n) => n + 1 + 100 * m),
      ...currencies.map(() => `'${code}'`),
      ...(at === null ? [] : [`'${day.slice(0, 7)}-01'`]),
    ].join(', '),
  )
  await b.run(`insert into ${table.table} (${columns.join(', ')}) values ${rows.map(row => `(${row})`).join(', ')}`)
}
const setRates = async (all: readonly (readonly [month: string, currency: string, rate: number])[]) => {
  const rows = all.map(([of, code, one]) => `(1, '${of}-01', '${code}', ${one})`)
  await b.run(`insert into currency_rate (org_id, month, currency, rate) values ${rows.join(', ')}`)
}
const totals = async ({ table }: Trial) => (await listOf(b.as('1'), table, { only: 'totals' })).converted

test('there are lists with a day and lists without', () => {
  const without = trials.filter(one => dayOf(one.of) === null).map(one => one.of.type)
  expect(without).toEqual(expect.arrayContaining(['amazonClaim', 'fbaSiteStock', 'fbaUnsoldStock', 'orderFinding', 'customer']))
  expect(trials.length).toBeGreaterThan(without.length)
})

test.each(named)('%s', async (_, one) => {
  await fill(one)
  const hasDay = dayOf(one.of) !== null
  expect(dayOf(one.table)).toBe(dayOf(one.of))
  // by id a currency has no rate
  for (const name of one.currencies) expect(one.of.fields[name]).toSatisfy((f: Field) => f.kind === 'text' || f.by === 'code')
  const monthOfRow = hasDay ? '2026-02' : ''
  const lacks = (missing: readonly string[]) => missing.map(currency => ({ month: monthOfRow, currency }))
  expect(await totals(one), 'no rates').toEqual({ currency: 'CNY', totals: each(one, () => null), missing: lacks(['EUR', 'USD']) })
  await setRates([['2026-02', 'USD', 7]])
  expect(await totals(one), 'a missing rate').toMatchObject({ totals: each(one, () => null), missing: lacks(['EUR']) })
  // a list without a day takes the later one
  await setRates([
    ['2026-02', 'EUR', 8],
    ['2026-03', 'EUR', 9],
  ])
  const found = await totals(one)
  expect(found).toMatchObject({ currency: 'CNY', missing: [] })
  expect(each(one, name => Number(found?.totals[name]))).toEqual(
    each(one, (_name, n) => 7 * (n + 1) + (hasDay ? 8 : 9) * (n + 101) + (n + 201)),
  )
  expect(found?.latest).toEqual(
    hasDay
      ? undefined
      : [
          { month: '2026-02', currency: 'USD' },
          { month: '2026-03', currency: 'EUR' },
        ],
  )
})

const each = <T>({ money }: Trial, of: (name: string, n: number) => T): Record<string, T> =>
  Object.fromEntries(money.map((name, n) => [name, of(name, n)]))
