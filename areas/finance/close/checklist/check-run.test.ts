/** A check as the page runs it: each item by its own call. What it reads while figures are reckoned, and a right that goes meanwhile. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { openImports, type ImportHouse } from '../../../../test/setup/amazon-imports.ts'
import { settled, settlement } from '../../../../test/setup/amazon-files.ts'
import type { Person } from '../../../../test/setup/demo-house.ts'
import type { ItemTitle, ListedItem } from '../../base/answers.ts'

const month = '2026-03'
const byMonth = 'finance_amount__shop_month_currency_kind_deferred'
let h: ImportHouse
let closer: Person
beforeAll(async () => {
  h = await openImports()
  closer = h.clerk
  for (const currency of ['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'JPY', 'MXN'])
    await h.sql('insert into currency_rate (org_id, month, currency, rate) values ($1, $2, $3, 7) on conflict do nothing', [
      h.orgId,
      `${month}-01`,
      currency,
    ])
  const lines = settled(0, 4).map(line => ({ ...line, epochMs: Date.UTC(2026, 2, 10, 18) }))
  await h.import('1.txt', settlement(lines, { id: '90101' }), { shopId: h.shop('amazon.com'), accept: true })
  await refreshRollups(h.house, h.orgId)
})
afterAll(() => h?.close())

const titles = async (): Promise<readonly ItemTitle[]> => (await closer.post('/financeMonth/months', { withCheck: false })).data.items
const itemOf = async (item: string, more: object = {}): Promise<{ list: ListedItem[]; parts: number }> =>
  (await closer.post('/financeMonth/checkItem', { month, item, ...more })).data
const close = () => closer.post('/financeMonth/close', { month })
const written = () =>
  h.sql(`select (select count(*)::int from finance_close_item) as said, (select count(*)::int from finance_month) as months,
    (select count(*)::int from audit_entry where subject like 'finance_%') as trail`)

test('items come in the order of working and say one by one what the whole check says; what is left half way leaves nothing', async () => {
  const items = await titles()
  expect([...new Set(items.map(one => one.group))]).toEqual(['data', 'costs', 'fees', 'match', 'vouchers', 'review'])
  expect(items.filter(one => one.isLong).map(one => one.code)).toEqual(['goodsLedger', 'proof'])
  const before = await written()
  const whole = (await closer.post('/financeMonth/check', { month })).data
  const own = new Map<string, unknown>()
  for (const { code } of items) own.set(code, (await itemOf(code)).list)
  for (const [code, list] of Map.groupBy(whole.items as ListedItem[], one => one.code)) expect(own.get(code)).toEqual(list)
  expect(await written()).toEqual(before)
})

test('a long item is asked shop by shop: the shop whose figures are not what its lines say is named', async () => {
  const { parts } = await itemOf('proof', { part: 1 })
  expect(parts).toBeGreaterThan(1)
  const [row] = await h.sql(`select s.id::text as id, s.name, f.kind_id as kind from ${byMonth} f join shop s on s.id = f.shop_id
    where f.month = '2026-03-01' limit 1`)
  const alter = (by: number) =>
    h.sql(`update ${byMonth} set amount = amount + $1 where shop_id = $2 and kind_id = $3 and month = '2026-03-01'`, [
      by,
      row?.['id'] ?? null,
      row?.['kind'] ?? null,
    ])
  await alter(1)
  const gaps: string[] = []
  for (let part = 1; part <= parts; part += 1)
    gaps.push(...(await itemOf('proof', { part })).list.flatMap(one => one.gaps.map(gap => gap.message)))
  expect(gaps).toEqual([expect.stringContaining(`${String(row?.['name'])}：利润与明细有`)])
  expect((await itemOf('proof')).list[0]?.gaps.map(gap => gap.message)).toEqual(gaps)
  await alter(-1)
  expect((await itemOf('proof')).list[0]).toMatchObject({ state: 'clean' })
  // a shop that is not there
  for (const [item, part] of [
    ['proof', parts + 1],
    ['files', 2],
  ] as const)
    expect(await closer.post('/financeMonth/checkItem', { month, item, part })).toMatchObject({
      code: 1002,
      msg: expect.stringContaining('没有第'),
    })
})

test('while figures are reckoned the check says so, and the month stays open', async () => {
  await h.sql(
    `insert into stale_day (org_id, rollup, owner_id, day, since)
    select org_id, 'finance_amount', id, '2026-03-10', now() from shop where org_id = $1 order by id limit 1`,
    [h.orgId],
  )
  expect((await itemOf('computing')).list[0]).toMatchObject({ state: 'open', needs: 'clean' })
  expect(await close()).toMatchObject({ code: 1002, msg: expect.stringContaining('利润计算中') })
  await refreshRollups(h.house, h.orgId)
  expect((await itemOf('computing')).list[0]).toMatchObject({ state: 'clean' })
})

test('a right that goes between check and close: refused, the month is open', async () => {
  for (const { code, company, state, version, needs } of (await closer.post('/financeMonth/check', { month })).data.items as ListedItem[])
    if ((state === 'open' || state === 'changed') && needs !== 'clean')
      await closer.post('/financeMonth/sayOfItem', {
        month,
        item: code,
        companyId: company?.id ?? '0',
        version,
        isSaid: true,
        reason: '演练',
      })
  const gone = await h.sql(
    `delete from role_permission where permission = 'finance.month' and operation = 100 returning role_id::text as id`,
  )
  h.house.rights.forget?.()
  expect(await close()).toMatchObject({ code: 1003 })
  expect(await h.sql('select 1 from finance_month where state = 1')).toEqual([])
  for (const { id } of gone)
    await h.sql(`insert into role_permission (org_id, role_id, permission, operation) values ($1, $2, 'finance.month', 100)`, [
      h.orgId,
      id ?? null,
    ])
  h.house.rights.forget?.()
  const both = await Promise.all([close(), (await h.signIn('admin')).post('/financeMonth/close', { month })])
  expect(both.map(one => one.code).toSorted((x, y) => x - y)).toEqual([0, 1002])
  expect(both.find(one => one.code === 0)?.data).toMatchObject({ month, profit: expect.stringMatching(/^-?\d/) })
})
