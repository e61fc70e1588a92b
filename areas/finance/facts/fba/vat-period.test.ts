/** VAT by period: what is put together, what stays apart, and for whom. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Resource } from '#platform/declare/resource.ts'
import { listOf } from '#platform/server/lists/list.ts'
import { openBooks, type Books } from '../../../../test/setup/finance-books.ts'
import { vatPeriod } from './vat-period.ts'

let b: Books
let place = 0
const hash = () => `30000000-0000-0000-0000-${String(++place).padStart(12, '0')}`
const line = (type: string, net: string, vat_amount: string, more: Record<string, unknown> = {}) =>
  b.put('fba_vat_transaction', {
    shop_id: 2,
    period: '2026-02-01',
    type,
    event_id: `E${place}`,
    activity_id: `A${place}`,
    transaction_currency: 'EUR',
    transaction_vat_country: 'DE',
    departure_country: 'DE',
    arrival_country: 'FR',
    reporting_scheme: 'UNION-OSS',
    responsibility: 'SELLER',
    quantity: 1,
    net,
    vat_amount,
    gross: net,
    line_key: hash(),
    fixed_key: hash(),
    state_key: hash(),
    import_id: 1,
    ...more,
  })

beforeAll(async () => {
  b = await openBooks(['2026-02'])
  await line('SALE', '100', '20')
  await line('REFUND', '-40', '-8')
  await line('SALE', '10', '2', { responsibility: 'MARKETPLACE', reporting_scheme: 'DEEMED_RESELLER-IOSS' })
  await line('FC_TRANSFER', '55', '0')
  await line('INBOUND', '5', '0')
  // the country of the number in the country of departure, where the transaction names none
  await line('SALE', '1', '0.19', { transaction_vat_country: '', seller_vat_country: 'PL', transaction_currency: 'PLN' })
  await line('SALE', '7', '1', { period: '2026-01-01' })
  await line('SALE', '999', '9', { shop_id: 3 })
})
afterAll(() => b.close())

it('sums sales and refunds by country, scheme and responsibility; movements, months and currencies stay apart', async () => {
  const { list } = await listOf(b.as(), vatPeriod as unknown as Resource, { pageSize: 50 })
  const rows = list.map(row =>
    [
      row['month'],
      row['vatCountry'],
      row['scheme'],
      row['responsibility'],
      row['nature'],
      row['currency'],
      row['lines'],
      row['net'],
      row['vatAmount'],
    ]
      .map(String)
      .join(' '),
  )
  expect(rows.sort().map(row => row.replaceAll(/(\.\d*?)0+(?= |$)/gu, '$1').replaceAll(/\.(?= |$)/gu, ''))).toEqual([
    '2026-01 DE UNION-OSS SELLER 1 EUR 1 7 1',
    '2026-02 DE DEEMED_RESELLER-IOSS MARKETPLACE 1 EUR 1 10 2',
    '2026-02 DE UNION-OSS SELLER 1 EUR 2 60 12',
    '2026-02 DE UNION-OSS SELLER 2 EUR 2 60 0',
    '2026-02 PL UNION-OSS SELLER 1 PLN 1 1 0.19',
  ])
})

it('shows nothing of another shop or organisation', async () => {
  expect((await listOf(b.as(['1']), vatPeriod as unknown as Resource, {})).list).toEqual([])
  const stranger = b.asSomebody({ orgId: '2', orgIds: ['2'], shops: ['3'] })
  expect((await listOf(stranger, vatPeriod as unknown as Resource, {})).list.map(row => [row['shopId'], row['lines']])).toEqual([['3', 1]])
})
