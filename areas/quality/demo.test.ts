/** The demo company inspects: what is told of it in the menus is there. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPeople } from '#areas/admin/index.ts'
import { goods } from '#areas/goods/index.ts'
import { sales } from '#areas/sales/index.ts'
import { supply } from '#areas/supply/index.ts'
import { demoHouse, type DemoHouse } from '../../test/setup/demo-house.ts'
import { quality } from './index.ts'

let h: DemoHouse
beforeAll(async () => {
  h = await demoHouse([goods, sales, supply, quality])
  for (const area of [goods, quality]) await area.demo?.(demoPeople(h.house))
}, 240_000)
afterAll(() => h.close())

test('12 inspections, two rejected, one waits for a decision; a nonconformity of each way', async () => {
  const { rows } = await sql<{ state: number; result: number | null; n: number }>`select state, result, count(*)::int as n from inspection
    where source_type = 'goods_in' group by 1, 2 order by 1, 2`.execute(h.db)
  expect(rows).toEqual([
    { state: 1, result: null, n: 2 },
    { state: 2, result: null, n: 1 },
    { state: 3, result: null, n: 1 },
    { state: 4, result: 1, n: 6 },
    { state: 4, result: 2, n: 2 },
  ])
  const ways = await sql<{ way: number | null }>`select distinct way from nonconformity order by 1`.execute(h.db)
  expect(ways.rows.map(({ way }) => way)).toEqual([1, 2, 3, 4, 5, null])
})
