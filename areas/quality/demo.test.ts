/** The demo company inspects: what is told of it in the menus is there. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPeople } from '#areas/admin/index.ts'
import { goods } from '#areas/goods/index.ts'
import { sales } from '#areas/sales/index.ts'
import { supply } from '#areas/supply/index.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { demoHouse, signedInAs, type DemoHouse } from '../../test/setup/demo-house.ts'
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

test('pass rate, ppm and defects are those of the inspections', async () => {
  const orgId = h.demo.organisationIds[0] ?? ''
  await refreshRollups(h.house, orgId)
  const admin = await signedInAs(h, 'admin')
  const ask = async (name: string, by: string) => {
    const { msg, data } = await admin.post(`/${name}/report`, { startDate: '2026-10-01', endDate: '2026-11-30', by: [by], pageSize: 50 })
    expect(msg).toBe('')
    return data
  }
  const { rows } = await sql<{ lots: number; good: number; ppm: string }>`select count(*)::int as lots,
      (count(*) filter (where result <> 2))::int as good, (sum(rejected_qty) * 1000000 / sum(lot_qty))::numeric(20, 6)::text as ppm
    from inspection where state = 4`.execute(h.db)
  const lots = await ask('qualityReport', 'supplier')
  const [{ lots: n, good, ppm } = { lots: 0, good: 0, ppm: '' }] = rows
  expect(lots.totals[0].values).toMatchObject({ lots: String(n), goodLots: String(good), passRate: '0.750000', ppm })
  expect(lots.list.map((one: { values: { lots: string } }) => one.values.lots)).toEqual(['3', '3', '2'])
  const defects = await ask('defectReport', 'item')
  expect(defects.totals[0].values).toEqual({ bad: '34', part: '1.000000', together: null })
  expect(defects.list[0]).toMatchObject({ label: { item: '功能' }, values: { bad: '22' } })
})
