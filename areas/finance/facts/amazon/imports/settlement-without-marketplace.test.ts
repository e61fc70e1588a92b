/** A settlement of the old layout whose lines name no marketplace: refused until a shop is chosen, then merged to its control total. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canonical } from '#platform/format/decimal.ts'
import { openImports, rowsOfEverything, type ImportHouse } from '../../../../../test/setup/amazon-imports.ts'

const folder = join(import.meta.dirname, '../../../../../test/fixtures/amazon')
const name = 'settlement-v1/900000002-amazon.ca.txt'
const control = (JSON.parse(readFileSync(join(folder, 'control-totals.json'), 'utf8')) as Record<string, { total: string; lines: number }>)[
  name
]
let h: ImportHouse
beforeAll(async () => {
  h = await openImports()
})
afterAll(() => h.close())

test('it is refused without a shop, and of a shop in another currency, and nothing of it stays', async () => {
  const before = await rowsOfEverything(h)
  const content = readFileSync(join(folder, name))
  const without = await h.import('settlement.txt', content)
  expect(without).toMatchObject({ state: 'refused' })
  expect(JSON.stringify(without.errors)).toContain('文件没有写明站点，请选择店铺后再导入')
  const other = await h.import('settlement.txt', content, { shopId: h.shop('amazon.com') })
  expect(JSON.stringify(other.errors)).toContain('文件币种为 CAD')
  expect(await rowsOfEverything(h)).toEqual(before)
})

test('with its shop chosen it is merged to its control total, and again unchanged', async () => {
  const content = readFileSync(join(folder, name))
  const wish = { shopId: h.shop('amazon.ca') }
  const told = await h.import('settlement.txt', content, wish)
  expect(told, JSON.stringify(told.errors)).toMatchObject({ state: 'done', lines: { merged: control?.lines, refused: 0 } })
  const stored = await h.sql('select total::text as total, currency from amazon_settlement')
  expect(stored.map(s => [canonical(String(s['total'])), s['currency']])).toEqual([[canonical(control?.total ?? ''), 'CAD']])
  const [sum] = await h.sql('select sum(amount)::text as amount, count(distinct shop_id)::int as shops from amazon_settlement_line')
  expect(canonical(String(sum?.['amount']))).toBe(canonical(control?.total ?? ''))
  expect(sum?.['shops']).toBe(1)
  expect(await h.import('again.txt', content, wish)).toMatchObject({ state: 'done', lines: { merged: 0, unchanged: control?.lines } })
})
