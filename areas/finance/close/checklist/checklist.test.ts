/** The checklist of a month: what areas declare, who answers for it, what was said of it and for how long it holds. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Area } from '#platform/server/contract/area.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { computeReport } from '#platform/server/reports/store/compute.ts'
import { kinds, lines, openBooks, run, type Books } from '../../../../test/setup/finance-books.ts'
import { companyProfit } from '../../profit/report/profit.ts'
import { checkMonth } from '../months/month-check.ts'
import { closeMonth } from '../months/month-close.ts'
import { assignItem, sayOfItem } from './say.ts'
import { closeTables } from './tables.ts'

/** what the items of the test find */
let gaps: Record<string, string[]> = {}
const item = (code: string, needs: 'clean' | 'reason' | 'look', by: 'company' | 'organisation' = 'organisation') => ({
  code,
  title: [code, code] as const,
  group: 'data' as const,
  by,
  needs,
  path: '/x',
  gaps: () => Promise.resolve((gaps[code] ?? []).map(text => ({ text: [text, text] as const, path: '/x' }))),
})
const later: Area = {
  name: 'later',
  title: ['后来的领域', 'A later area'],
  resources: Object.values(closeTables) as unknown as Area['resources'],
  routes: {},
  closeItems: [item('stocked', 'reason', 'company'), item('seen', 'look'), item('proven', 'clean')],
}
let b: Books
beforeAll(async () => {
  b = await openBooks(['2026-01'], [later])
  await b.put('currency_rate', { org_id: 1, month: '2026-01-01', currency: 'USD', rate: '7' })
  await lines.settlement(b, { shop_id: 1, settlement_id: 'T1' })
  await lines.settlementLine(b, { shop_id: 1, posted_on: '2026-01-10', kind_id: kinds.principal, amount: '100.00' })
  await b.put('company', { id: 71, org_id: 1, name: '甲公司' })
  await run(b, 'update shop set company_id = 71 where id = 1')
  await computeReport(b.as(), companyProfit, { startDate: '2026-01-01', endDate: '2026-01-31' })
  await refreshRollups(b.house, '1')
})
afterAll(() => b.close())
beforeEach(async () => {
  gaps = {}
  await run(b, 'delete from finance_month')
  await run(b, 'delete from finance_close_item')
})
const month = '2026-01'
const listed = async (shops?: string[]) =>
  (await checkMonth(b.as(shops), month)).items.map(one => [one.code, one.company?.name ?? '', one.state])
const named = (code: string, more: object = {}) => ({ month, item: code, companyId: '0', version: null, ...more })
const say = (code: string, more: object = {}) => sayOfItem(b.as(), { ...named(code), isSaid: true, reason: '已核对', ...more })

test('an area adds an item, for each company or once; what is lacking keeps the month open until somebody says why', async () => {
  gaps = { stocked: ['少盘一个仓'] }
  expect(await listed()).toEqual([
    ['stocked', '甲公司', 'open'],
    ['stocked', '', 'open'],
    ['seen', '', 'open'],
    ['proven', '', 'clean'],
  ])
  await expect(closeMonth(b.as(), month)).rejects.toThrow(/stocked · 甲公司；stocked；seen/)
  await say('stocked', { companyId: '71' })
  await say('stocked')
  await say('seen')
  await closeMonth(b.as(), month)
  const { rows } = await run(b, `select reason, found, said_by from finance_close_item where company_id = 71`)
  expect(rows).toEqual([{ reason: '已核对', found: '少盘一个仓', said_by: '王芳' }])
  const { rows: trail } = await run(b, `select verb, count(*)::int as n from audit_entry where subject = 'finance_close_item' group by 1`)
  expect(trail).toEqual([{ verb: 'confirmItem', n: 3 }])
})

test('what was said holds for what was lacking then, and can be taken back', async () => {
  gaps = { stocked: ['少盘一个仓'] }
  await say('stocked')
  expect(await listed()).toContainEqual(['stocked', '', 'said'])
  gaps = { stocked: ['少盘一个仓', '又少一个'] }
  expect(await listed()).toContainEqual(['stocked', '', 'changed'])
  await say('stocked', { version: 1 })
  expect(await listed()).toContainEqual(['stocked', '', 'said'])
  await say('stocked', { version: 2, isSaid: false, reason: '' })
  expect(await listed()).toContainEqual(['stocked', '', 'open'])
})

test('refused: no reason, nothing lacking, what must be clean, an unknown item, a stale version, part of the shops', async () => {
  gaps = { stocked: ['少盘一个仓'], proven: ['差一分'] }
  await expect(say('stocked', { reason: ' ' })).rejects.toThrow('请填写说明')
  await expect(say('proven')).rejects.toThrow('proven必须没有问题才能结账')
  await expect(closeMonth(b.as(), month)).rejects.toThrow('proven')
  for (const unknown of [named('x'), named('seen', { companyId: '71' }), named('stocked', { companyId: '999' })])
    await expect(sayOfItem(b.as(), { ...unknown, isSaid: true, reason: '好' })).rejects.toMatchObject({ code: 1004 })
  await say('stocked')
  await expect(say('stocked')).rejects.toMatchObject({ code: 1009 })
  await expect(sayOfItem(b.as(['1']), { ...named('seen'), isSaid: true, reason: '好' })).rejects.toMatchObject({ code: 1003 })
  gaps = {}
  await expect(say('stocked', { version: 1 })).rejects.toThrow('没有缺口')
  // what others said of all shops is not told to who sees one of them
  expect(await listed(['1'])).toEqual([
    ['stocked', '甲公司', 'clean'],
    ['seen', '', 'open'],
    ['proven', '', 'clean'],
  ])
})

test('of two who say it at once one is told; an item of a closed month stays as it is', async () => {
  const told = await Promise.allSettled([say('seen'), say('seen')])
  expect(told.map(one => one.status).sort((x, y) => x.localeCompare(y))).toEqual(['fulfilled', 'rejected'])
  await closeMonth(b.as(), month)
  await expect(say('seen', { version: 1, isSaid: false })).rejects.toThrow('已结账')
})

test('an item whose owner has left falls to the next head who is there, else to whoever closes', async () => {
  await run(b, `insert into department (id, org_id, name) values (81, 1, '总部'), (82, 1, '财务部') on conflict do nothing`)
  await run(b, `update department set parent_id = 81 where id = 82`)
  await run(
    b,
    `insert into employee (id, org_id, no, name, dept_id) values (91, 1, 'E91', '总监', 81), (92, 1, 'E92', '主管', 82),
    (93, 1, 'E93', '会计', 82) on conflict do nothing`,
  )
  await run(b, `update department set manager_id = 92 where id = 82`)
  await run(b, `update department set manager_id = 91 where id = 81`)
  await assignItem(b.as(), { ...named('seen'), ownerId: '93' })
  const owner = async () => (await checkMonth(b.as(), month)).items.find(one => one.code === 'seen')?.owner
  expect(await owner()).toEqual({ id: '93', name: '会计', left: null })
  await run(b, 'update employee set status = 2 where id in (93)')
  expect(await owner()).toEqual({ id: '92', name: '主管', left: '会计' })
  await run(b, 'update employee set status = 2 where id in (92)')
  expect(await owner()).toEqual({ id: '91', name: '总监', left: '会计' })
  await run(b, 'update employee set status = 2 where id in (91)')
  expect(await owner()).toEqual({ id: null, name: '', left: '会计' })
  await expect(assignItem(b.as(), { ...named('seen'), version: 1, ownerId: '93' })).rejects.toThrow('已离职')
})
