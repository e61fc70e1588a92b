/** The demo company's invoices bill what its reports spent, but for differences whose cause the page names, and one that it can't. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPeople } from '#areas/admin/index.ts'
import { canonical } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { openImports, type ImportHouse } from '../../../../test/setup/amazon-imports.ts'
import { settled, settlement } from '../../../../test/setup/amazon-files.ts'
import type { WrittenSettlementLine } from '../amazon/files/write-report.ts'
import { adInvoiceCheck } from './check-table.ts'
import { makeInvoices } from './demo.ts'

let h: ImportHouse
beforeAll(async () => {
  h = await openImports()
})
afterAll(() => h?.close())

const states = adInvoiceCheck.fields.spendState.choices
const charged = (at: number): WrittenSettlementLine => ({
  ...(settled(0, 1)[0] as WrittenSettlementLine),
  epochMs: Date.UTC(2025, 2, 5 + at, 18),
  transactionType: 'ServiceFee',
  orderId: '',
  sku: '',
  amountType: 'Cost of Advertising',
  amountDescription: 'TransactionTotalAmount',
  amount: `-${120 + 7 * at}.31`,
  quantity: undefined,
})

test('reports and invoices agree to the cent, but for a credit and an amount that nothing explains', async () => {
  const money = settlement([...settled(0, 1), ...Array.from({ length: 8 }, (_, at) => charged(at))])
  expect(await h.import('settlement.txt', money, { shopId: h.shop('amazon.com') })).toMatchObject({ state: 'done' })
  await makeInvoices({ ...demoPeople(h.house), now: new Date('2025-03-20T08:00:00Z') })
  const ordered = await h.sql(
    "select id::text as id from import_run where state = 0 and shop_id = $1 and file_name ~ 'Campaigns|广告发票' order by id",
    [h.shop('amazon.com')],
  )
  expect(ordered).toHaveLength(4)
  for (const { id } of ordered) expect(await h.run(asText(id))).toMatchObject({ state: 'done' })
  const rows = await h.sql(`select spend_state as state, by_credit, by_days, unexplained, days_missing as days from ad_invoice_check
    where place = 0 order by invoice_no`)
  const told = rows.map(row => [
    row['state'],
    row['days'],
    ...['by_credit', 'by_days', 'unexplained'].map(name => canonical(asText(row[name]))),
  ])
  const equal = [states.equal[0], 0, '0', '0', '0']
  expect(told).toEqual([
    equal,
    equal,
    equal,
    equal,
    equal,
    [states.unexplained[0], 0, '0', '0', '3.2'],
    equal,
    [states.credit[0], 0, '-5', '0', '0'],
  ])
  // the year before spent about half as much, and nobody misses its invoices
  const [spent = {}] = await h.sql(
    `select min(day)::text as first, round(100 * sum(spend) filter (where day < '2024-03-20')
    / sum(spend) filter (where day >= '2024-03-20'))::int as share from ad_campaign_day where shop_id = $1`,
    [h.shop('amazon.com')],
  )
  expect(spent['first']).toBe('2023-03-21')
  expect(spent['share']).toBeGreaterThan(40)
  expect(spent['share']).toBeLessThan(65)
  expect(await h.sql("select min(period_from) >= '2024-03-20' as late from ad_invoice_check")).toEqual([{ late: true }])
})
