/** The demo company ships: orders in each state, each under a number of the marketplace, tariffs of three channels. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPeople } from '#areas/admin/index.ts'
import { finance } from '#areas/finance/index.ts'
import { goods } from '#areas/goods/index.ts'
import { quality } from '#areas/quality/index.ts'
import { sales } from '#areas/sales/index.ts'
import { supply } from '#areas/supply/index.ts'
import { demoHouse, type DemoHouse } from '../../test/setup/demo-house.ts'
import { logistics } from './index.ts'

let h: DemoHouse
beforeAll(async () => {
  h = await demoHouse([goods, sales, supply, finance, quality, logistics])
  for (const area of [goods, logistics]) await area.demo?.(demoPeople(h.house))
}, 600_000)
afterAll(() => h.close())

test('ten orders in their states, an FBA shipment and an estimate for each that was shipped', async () => {
  const { rows } = await sql<{
    state: number
    n: number
  }>`select state, count(*)::int as n from shipping_order group by 1 order by 1`.execute(h.db)
  expect(rows).toEqual([
    { state: 0, n: 1 },
    { state: 2, n: 1 },
    { state: 3, n: 1 },
    { state: 4, n: 1 },
    { state: 5, n: 1 },
    { state: 6, n: 5 },
  ])
  const { rows: numbered } = await sql<{ n: number }>`select count(*)::int as n from fba_shipment where status = 4
    and confirmation_id is not null and expected > 0`.execute(h.db)
  expect(numbered).toEqual([{ n: 5 }])
  const { rows: bills } = await sql<{ n: number }>`select count(*)::int as n from first_leg_bill b join first_leg_shipment s
    on s.id = b.shipment_id where s.doc_type = 'shipping_order' and b.meaning = 2 and b.state = 1`.execute(h.db)
  expect(bills).toEqual([{ n: 5 }])
})
