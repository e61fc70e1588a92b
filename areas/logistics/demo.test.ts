/** The demo company ships: orders in each state, each under a number of the marketplace, tariffs of three channels. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPeople } from '#areas/admin/index.ts'
import { finance } from '#areas/finance/index.ts'
import { goods } from '#areas/goods/index.ts'
import { quality } from '#areas/quality/index.ts'
import { sales } from '#areas/sales/index.ts'
import { supply } from '#areas/supply/index.ts'
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
