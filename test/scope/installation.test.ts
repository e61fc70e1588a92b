/**
 * Records of the installation beside the money of shops: named in lines that have no foreign key, called by an organisation's own words in
 * reports.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openScopeHouse, type ScopeHouse, type Who } from './house.ts'

let h: ScopeHouse
beforeAll(async () => {
  h = await openScopeHouse()
})
afterAll(() => h.close())

async function post(path: string, who: Who, body: object): Promise<ReturnType<typeof JSON.parse>> {
  const headers = { authorization: `Bearer ${await h.token(who)}` }
  return (await h.app.inject({ method: 'POST', url: `/api-2024${path}`, headers, payload: body })).json()
}

test('a currency that a line of any shop names is not deleted; once the line is gone it is', async () => {
  const { data } = await post('/currencySetting/insert', 'admin', { code: 'QXC', name: '试币', decimals: 2 })
  const [line] = await h.rows('select * from amazon_settlement_line where shop_id = $1', [h.shopsOf(1)[0]])
  await h.put('amazon_settlement_line', { ...line, line_no: 77, currency: 'QXC' })
  expect(await post('/currencySetting/delete', 'admin', { id: data.id })).toMatchObject({
    code: 1002,
    msg: '币种正被其他记录使用，不能删除',
  })
  await h.rows(`delete from amazon_settlement_line where currency = 'QXC'`)
  expect((await post('/currencySetting/delete', 'admin', { id: data.id })).code).toBe(0)
})

test('a report calls a site by the word of the organisation that asks', async () => {
  const [site] = await h.rows<{ id: string; name: string }>(`select id, name from marketplace where code = 'amazon.com'`)
  expect((await post('/marketplaceOwn/insert', 'stranger', { marketplaceId: site?.id, name: '北美主站' })).code).toBe(0)
  const query = { by: ['marketplace'], startDate: '2026-01-01', endDate: '2026-03-31' }
  const labels = async (who: Who): Promise<string[]> =>
    (await post('/AmzFinanceProfit/list', who, query)).data.list.map((row: { label: { marketplace: string } }) => row.label.marketplace)
  expect(await labels('stranger')).toContain('北美主站')
  expect(await labels('keen')).toContain(site?.name)
  expect(await labels('keen')).not.toContain('北美主站')
})
