/** The demo company ships: orders in each state, each under a number of the marketplace, tariffs of three channels. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPeople } from '#areas/admin/index.ts'
import { cellsAgainstLayers } from '#areas/finance/costs/layers/cells-proof.ts'
import { layersHandler } from '#areas/finance/costs/layers/compute.ts'
import { makeConsignedStock } from '#areas/finance/costs/layers/demo-consigned.ts'
import { makeStock } from '#areas/finance/costs/layers/demo.ts'
import { finance } from '#areas/finance/index.ts'
import { goods } from '#areas/goods/index.ts'
import { quality } from '#areas/quality/index.ts'
import { sales } from '#areas/sales/index.ts'
import { supply } from '#areas/supply/index.ts'
import { defined } from '#platform/server/base/defined.ts'
import { localFileStore } from '#platform/server/files/local-store.ts'
import { runImport } from '#platform/server/imports/run-import.ts'
import { demoHouse, type DemoHouse } from '../../test/setup/demo-house.ts'
import { makeReceipts } from './fba/demo.ts'
import { logistics } from './index.ts'

const root = mkdtempSync(join(tmpdir(), 'zhanggui-shipping-'))
let h: DemoHouse
beforeAll(async () => {
  h = await demoHouse([goods, sales, supply, finance, quality, logistics], localFileStore(root))
  for (const area of [goods, logistics]) await area.demo?.(demoPeople(h.house))
}, 600_000)
afterAll(async () => {
  await h.close()
  rmSync(root, { recursive: true, force: true })
})

test('twelve orders in their states, an FBA shipment and an estimate for each that was shipped', async () => {
  const { rows } = await sql<{
    state: number
    n: number
  }>`select state, count(*)::int as n from shipping_order group by 1 order by 1`.execute(h.db)
  expect(rows).toEqual([
    { state: 0, n: 1 },
    { state: 2, n: 2 },
    { state: 3, n: 1 },
    { state: 4, n: 1 },
    { state: 5, n: 1 },
    { state: 6, n: 6 },
  ])
  const { rows: numbered } = await sql<{ n: number }>`select count(*)::int as n from fba_shipment where status = 4
    and confirmation_id is not null and expected > 0`.execute(h.db)
  expect(numbered).toEqual([{ n: 6 }])
  const { rows: bills } = await sql<{ n: number }>`select count(*)::int as n from first_leg_bill b join first_leg_shipment s
    on s.id = b.shipment_id where s.doc_type = 'shipping_order' and b.meaning = 2 and b.state = 1`.execute(h.db)
  expect(bills).toEqual([{ n: 6 }])
})

test('the marketplace received one shipment whole and of one six less, which is claimed', { timeout: 300_000 }, async () => {
  let isOver = false
  // the jobs of a server that runs
  const importing = async (): Promise<void> => {
    while (!isOver) {
      const { rows } = await sql<{ id: string }>`select id::text as id from import_run where state = 0 order by id`.execute(h.db)
      for (const { id } of rows) await runImport(h.house, id, new AbortController().signal)
      await pause(100)
    }
  }
  const jobs = importing()
  await makeReceipts(demoPeople(h.house))
  isOver = true
  await jobs
  const { rows } = await sql<{ state: number; n: number }>`select state, count(*)::int as n from shipping_order
    where state > 5 group by 1 order by 1`.execute(h.db)
  expect(rows).toEqual([
    { state: 6, n: 4 },
    { state: 7, n: 1 },
    { state: 10, n: 1 },
  ])
  const { rows: lines } = await sql<{ state: number; missing: number; units: number }>`select l.state, l.expected - l.received as missing,
      c.quantity as units from fba_shipment_line l join amazon_claim c on c.id = l.claim_id`.execute(h.db)
  expect(lines).toEqual([{ state: 4, missing: 6, units: 6 }])
})

test('its stock goes by documents; what lies in the bins is what the layers have', { timeout: 300_000 }, async () => {
  const { rows: orgs } = await sql<{ id: string; by: string }>`select o.id::text as id, min(a.id)::text as by from organisation o
    join account a on a.username = 'admin' group by 1 order by 1 limit 1`.execute(h.db)
  const { id: orgId, by } = defined(orgs[0], 'an organisation')
  await sql`insert into finance_month (org_id, month, state, created_by) values (${orgId}, '2026-08-01', 1, ${by})`.execute(h.db)
  const { rows: sold } = await sql<{ id: string }>`select product_id::text as id from sku_map
    where shop_id = (select min(id) from shop where org_id = ${orgId}) group by product_id order by min(id) limit 7`.execute(h.db)
  const ids = sold.map(one => one.id)
  expect(ids).toHaveLength(7)
  await sql`insert into product_cost (org_id, product_id, month, unit_cost, currency, created_by)
    select ${orgId}, id, '2026-09-01', 12.3456, 'CNY', ${by} from product where id = any(${ids}::bigint[])`.execute(h.db)
  await sql`with s as (
      insert into first_leg_shipment (org_id, shipment_no, stage, period, mode, departed_on, target, created_by)
      values (${orgId}, 'TC-1', 1, '2026-09-01', 1, '2026-09-06', '美西仓', ${by}) returning id)
    insert into first_leg_fee (org_id, shipment_id, period, row_no, sku, name, quantity, cartons, volume, gross_weight, stated_fee,
        currency, created_by)
    select ${orgId}, s.id, '2026-09-01', row_number() over (order by p.id), p.sku, p.sku, 24, 2, 0.1, 20, 100, 'CNY', ${by}
    from s, product p where p.id = any(${ids}::bigint[])`.execute(h.db)
  const people = demoPeople(h.house)
  await makeStock(people)
  await makeConsignedStock(people)
  await layersHandler(h.house, { orgId }, new AbortController().signal)
  const { rows: made } = await sql<Record<string, number>>`with w as (select id from warehouse where code = 'NB')
    select (select count(*)::int from cost_receipt where doc_type is null) as typed, (select count(*)::int from stock_movement) as moved,
      (select count(*)::int from goods_in d join w on w.id = d.warehouse_id where d.state = 4) as received,
      (select count(*)::int from goods_out d join w on w.id = d.warehouse_id where d.state = 6) as scrapped,
      (select count(*)::int from shipping_order d join w on w.id = d.from_warehouse_id where d.state >= 7) as sent,
      (select count(*)::int from first_leg_shipment where shipment_no = 'TC-1' and doc_type = 'shipping_order') as consigned`.execute(h.db)
  expect(made).toEqual([{ typed: 4, moved: 0, received: 4, scrapped: 1, sent: 2, consigned: 1 }])
  const compared = await cellsAgainstLayers((await people.as('admin')).db, orgId, true)
  expect(compared.filter(one => Number(one.unexplained) !== 0 || Number(one.lacking) !== 0)).toEqual([])
  const { rows: lying } = await sql<
    Record<'name' | 'units' | 'paid' | 'legs', string>
  >`select p.name, trim_scale(sum(l.quantity))::text as units,
      trim_scale(sum(l.purchase))::text as paid, trim_scale(sum(l.first_leg))::text as legs
    from stock_layer l join stock_place p on p.id = l.place_id group by 1 order by 1`.execute(h.db)
  // of 4 products 3000 came at 12.3456 and 1200 at 104 % of it, 1100 of them for other shops, 1800 of each went to FBA, 6 were scrapped;
  // a first leg of 12 %, of one product 15 % by its bill; of 3 others 24 each were sent with a first leg of 100
  expect(Object.fromEntries(lying.map(({ name, units, paid, legs }) => [name, [units, paid, legs]]))).toMatchObject({
    'FBA 仓 1': ['7200', '88888.32', '11333.2736'],
    宁波备货仓: ['5194', '66493.4064', '7729.5954'],
    其他店铺发货仓: ['4400', '54320.64', '6925.88'],
    美西仓: ['48', expect.anything(), '200'],
    在途: ['24', expect.anything(), '100'],
  })
})
