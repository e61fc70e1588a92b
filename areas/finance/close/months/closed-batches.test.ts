/** Deletions and batches that reach into closed months: what lies there stays and is named, the rest goes through. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openImports, type ImportHouse } from '../../../../test/setup/amazon-imports.ts'

let h: ImportHouse
let product: string
beforeAll(async () => {
  h = await openImports()
  await h.sql(`insert into product (org_id, sku, name) values ($1, 'CLOSED-1', '锅')`, [h.orgId])
  product = String((await h.sql(`select id::text as id from product where sku = 'CLOSED-1'`))[0]?.['id'])
})
afterAll(() => h.close())
/** Four months of rates and of costs, the first two closed. */
beforeEach(async () => {
  for (const table of ['finance_month', 'currency_rate', 'product_cost']) await h.sql(`delete from ${table}`)
  for (const month of ['2025-11-01', '2025-12-01', '2026-01-01', '2026-02-01']) {
    await h.sql(`insert into currency_rate (org_id, month, currency, rate) values ($1, $2, 'USD', 7)`, [h.orgId, month])
    await h.sql(`insert into product_cost (org_id, product_id, month, unit_cost, currency) values ($1, $2, $3, 5, 'CNY')`, [
      h.orgId,
      product,
      month,
    ])
  }
  for (const month of ['2025-11-01', '2026-01-01'])
    await h.sql(`insert into finance_month (org_id, month, state) values ($1, $2, 1)`, [h.orgId, month])
})
const months = async (table: string): Promise<unknown[]> =>
  (await h.sql(`select to_char(month, 'YYYY-MM') as month from ${table} order by month`)).map(row => row['month'])
const idOf = async (table: string, month: string): Promise<string> =>
  String((await h.sql(`select id::text as id from ${table} where month = $1`, [`${month}-01`]))[0]?.['id'])

describe.each([
  ['currency_rate', '/currencyManage', '2026-01 及以前的月份已结账，汇率不能再改，请先反结账'],
  ['product_cost', '/ProductCost', '2026-01 及以前的月份已结账，产品成本不能删除，请先反结账'],
])('%s', (table, path, reason) => {
  test('of a year: those of closed months stay and are told, those of open ones go, and come back', async () => {
    const ask = { year: '2026' }
    const counted = await h.clerk.post(`${path}/deleteByYear`, { ...ask, preview: true })
    expect(counted.data).toMatchObject({ total: 2, changed: 1, deleted: 0, reasons: [{ reason, rows: 1 }] })
    expect(await months(table)).toHaveLength(4)
    const done = await h.clerk.post(`${path}/deleteByYear`, { ...ask, expected: 2 })
    expect(done.data).toMatchObject({ deleted: 1, reasons: [{ reason, rows: 1 }], refused: [{ id: await idOf(table, '2026-01'), reason }] })
    expect(await months(table)).toEqual(['2025-11', '2025-12', '2026-01'])
    expect(await h.clerk.post(`${path}/undo`, { batchId: done.data.batchId })).toMatchObject({ code: 0, data: { restored: 1 } })
    expect(await months(table)).toHaveLength(4)
  })
  test('a year that is closed loses nothing; no year at all is asked for', async () => {
    expect((await h.clerk.post(`${path}/deleteByYear`, { year: '2025', expected: 2 })).data).toMatchObject({ deleted: 0 })
    expect(await months(table)).toHaveLength(4)
    for (const year of [undefined, '', '25', '0000'])
      expect((await h.clerk.post(`${path}/deleteByYear`, { year })).data.errors).toEqual([{ field: 'year', message: '请选择年份' }])
    expect((await h.clerk.post(`${path}/deleteByYear`, { year: '2026', expected: 3 })).code).toBe(1009)
  })
  test('chosen rows go together or not at all', async () => {
    const ids = [await idOf(table, '2026-01'), await idOf(table, '2026-02')]
    expect(await h.clerk.post(`${path}/delete`, { ids })).toMatchObject({ code: 1002, msg: reason })
    expect(await months(table)).toHaveLength(4)
    expect((await h.clerk.post(`${path}/delete`, { ids: ids.slice(1) })).code).toBe(0)
    expect(await months(table)).toEqual(['2025-11', '2025-12', '2026-01'])
  })
  test('who may not delete may not delete by year', async () => {
    const other = await h.signIn('employee')
    expect(await other.post(`${path}/deleteByYear`, { year: '2026' })).toMatchObject({ status: 403, code: 1003 })
  })
})

test('a batch edit leaves the rates of closed months and changes the others', async () => {
  const done = await h.clerk.post('/currencyManage/batchUpdate', { query: {}, changes: { rate: '6.9' }, expected: 4 })
  expect(done.data).toMatchObject({ total: 4, changed: 1 })
  expect(done.data.refused).toHaveLength(3)
  expect(await h.sql(`select to_char(month, 'YYYY-MM') as month from currency_rate where rate = 6.9`)).toEqual([{ month: '2026-02' }])
})

test('a month that is opened again gives its rows free', async () => {
  await h.sql(`delete from finance_month where month = '2026-01-01'`)
  expect((await h.clerk.post('/currencyManage/deleteByYear', { year: '2026', expected: 2 })).data).toMatchObject({
    deleted: 2,
    reasons: [],
  })
})
