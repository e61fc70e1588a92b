/** Bills through the calls: versions, what is refused, the tree with its cost. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { finance } from '#areas/finance/index.ts'
import { goods } from '#areas/goods/index.ts'
import { quality } from '#areas/quality/index.ts'
import { sales } from '#areas/sales/index.ts'
import { supply } from '#areas/supply/index.ts'
import { logistics } from '#areas/logistics/index.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { applyBomChange, bomActions } from './apply-change.ts'
import { takenOf } from './explode.ts'
import { production } from './index.ts'

let h: DemoHouse
let admin: Person
const ids: Record<string, string> = {}
type Values = Readonly<Record<string, unknown>>

beforeAll(async () => {
  h = await demoHouse([goods, sales, supply, finance, quality, logistics, production])
  admin = await signedInAs(h, 'admin')
  for (const sku of ['FG', 'HALF', 'RAW', 'BOLT', 'X', 'Y', 'OLD', 'END'])
    ids[sku] = (await admin.post('/productManage/insert', { sku, name: `商品${sku}` })).data.id as string
  await h.db.updateTable('product').set({ status: 3 }).where('sku', '=', 'OLD').execute()
}, 180_000)
afterAll(() => h.close())

const draft = async (sku: string, parts: Readonly<Record<string, string | Values>>, header: Values = {}): Promise<string> => {
  const added = Object.entries(parts).map(([part, per]) => ({ partId: ids[part], ...(typeof per === 'string' ? { per } : per) }))
  const values = { businessOn: '2026-11-21', productId: ids[sku], validFrom: '2026-01-01', ...header, lines: { added } }
  const { data, msg } = await admin.post('/bom/insert', values)
  expect(msg).toBe('')
  return data.id as string
}
const release = async (id: string): Promise<string> => (await admin.post('/bom/submit', { id })).msg
const row = async (id: string) => (await admin.get(`/bom/query/${id}`)).data

test('a released version ends the one before; versions are numbered; a released one stays as it is', async () => {
  const first = await draft('HALF', { RAW: { per: '0.18', scrap: '3' }, BOLT: '4' }, { fee: '0.8', kind: 2 })
  expect(await release(first)).toBe('')
  expect(await row(first)).toMatchObject({ state: 2, versionNo: 1, validTo: null })
  const second = await draft('HALF', { RAW: { per: '0.2', scrap: '3' }, BOLT: '4' }, { fee: '0.8', kind: 2, validFrom: '2026-12-01' })
  expect(await release(second)).toBe('')
  // it is in use until the next begins
  expect(await row(first)).toMatchObject({ state: 2, validTo: '2026-11-30' })
  expect(await row(second)).toMatchObject({ state: 2, versionNo: 2 })
  const back = await draft('HALF', { RAW: '1' }, { kind: 2, validFrom: '2026-06-01' })
  expect(await release(back)).toContain('版本 2 从 2026-12-01 起生效')
  const { data } = await admin.post('/bomLine/list', { bomId: [second] })
  const [line] = data.list
  expect((await admin.post('/bom/update', { id: second, version: (await row(second)).version, fee: '1' })).msg).not.toBe('')
  const changed = { lines: { changed: [{ id: line.id, version: line.version, per: '9' }] } }
  expect((await admin.post('/bom/update', { id: second, version: (await row(second)).version, ...changed })).msg).not.toBe('')
})

test('a version whose day has not come is withdrawn, and the one before goes on; one by which something is made stays', async () => {
  const first = await draft('Y', { RAW: '1' }, { kind: 3 })
  expect(await release(first)).toBe('')
  expect((await admin.post('/bom/void', { id: first, reason: '错' })).msg).toContain('已生效，不能作废')
  const wrong = await draft('Y', { RAW: '2' }, { kind: 3, validFrom: '2062-01-01' })
  expect(await release(wrong)).toBe('')
  expect((await admin.post('/bom/void', { id: wrong, reason: '日期错' })).msg).toBe('')
  expect(await row(first)).toMatchObject({ state: 2, validTo: null })
  expect(await release(await draft('Y', { RAW: '3' }, { kind: 3, validFrom: '2026-12-01' }))).toBe('')
  expect(await row(first)).toMatchObject({ state: 2, validTo: '2026-11-30' })
})

test('a change of a bill that ends leaves its end', async () => {
  const ending = await draft('END', { RAW: '1' }, { kind: 3, validTo: '2026-12-31' })
  expect(await release(ending)).toBe('')
  const server = await h.house.asSystem(h.demo.organisationIds[0] ?? '', 'a test')
  const ask = { productId: ids['END'] ?? '', assessed: ending, effectiveOn: '2026-12-01', by: 'a test' }
  const change = { action: bomActions.requantify[0], partId: ids['RAW'] ?? '', newPartId: null, per: '2', scrap: null }
  const made = await server.write((tx, inside) => applyBomChange(inside, tx, { ...ask, changes: [change] }))
  expect(await row(made)).toMatchObject({ state: 2, validFrom: '2026-12-01', validTo: '2026-12-31' })
  expect(await row(ending)).toMatchObject({ validTo: '2026-11-30' })
})

test('refused: without lines, stopped, itself three levels down, a part twice, per 0, scrap of 1,000 %, wrong shares', async () => {
  expect(await release(await draft('FG', {}))).toContain('还没有明细')
  expect(await release(await draft('OLD', { RAW: '1' }))).toContain('已停售')
  expect(await release(await draft('FG', { FG: '1' }))).toContain('循环')
  expect(await release(await draft('FG', { HALF: '1' }))).toBe('')
  expect(await release(await draft('X', { FG: '1' }))).toBe('')
  expect(await release(await draft('RAW', { X: '1' }))).toContain('循环')
  // on other days it is none
  expect(await release(await draft('RAW', { X: '1' }, { validFrom: '2025-01-01', validTo: '2025-12-31' }))).toBe('')
  const added = [{ partId: ids['BOLT'], per: '0' }]
  const bad = (more: Values) =>
    admin.post('/bom/insert', { businessOn: '2026-11-21', productId: ids['FG'], validFrom: '2026-01-01', lines: { added }, ...more })
  expect((await bad({})).code).not.toBe(0)
  expect((await bad({ lines: { added: [{ partId: ids['BOLT'], per: '1', scrap: '1000' }] } })).code).not.toBe(0)
  const split = await draft('FG', { RAW: { per: '1', percent: '40' }, BOLT: { per: '2', percent: '50' } }, { kind: 4 })
  expect(await release(split)).toContain('合计应为 100，现在是 90')
  const twice = await admin.post('/bom/insert', {
    businessOn: '2026-11-21',
    productId: ids['Y'],
    validFrom: '2026-01-01',
    lines: {
      added: [
        { partId: ids['BOLT'], per: '1' },
        { partId: ids['BOLT'], per: '2' },
      ],
    },
  })
  expect(await release(twice.data.id)).toContain('重复')
})

test('two who close one circle from both ends, and two versions on a day: one of them is refused', async () => {
  const [a, b] = [await draft('X', { Y: '1' }, { kind: 3 }), await draft('Y', { X: '1' }, { kind: 3 })]
  const both = await Promise.all([release(a), release(b)])
  expect(both.filter(msg => msg === '')).toHaveLength(1)
  const twins = [await draft('FG', { RAW: '1' }, { kind: 3 }), await draft('FG', { RAW: '2' }, { kind: 3 })]
  expect((await Promise.all(twins.map(release))).filter(msg => msg === '')).toHaveLength(1)
})

test('the tree has all levels; cost and fee are for who may see prices', async () => {
  for (const [sku, cost] of [
    ['RAW', '11.4'],
    ['BOLT', '0.36'],
  ] as const)
    await h.db
      .insertInto('product_cost')
      .values({ org_id: h.demo.organisationIds[0], product_id: ids[sku], month: '2026-01-01', unit_cost: cost, currency: 'CNY' } as never)
      .execute()
  const { data } = await admin.post('/bom/list', { productId: [ids['FG']], kind: [1], state: [2] })
  const { data: tree, msg } = await admin.post('/bom/tree', { id: data.list[0].id })
  expect(msg).toBe('')
  const [top] = tree.rows
  expect(top).toMatchObject({ sku: 'FG', level: 0 })
  const half = top.children[0]
  expect(half).toMatchObject({ sku: 'HALF', level: 1, kind: 2 })
  // 0.18 kilograms and 3 % scrap at 11.40, four bolts, the fee
  expect(half.children.map((one: Values) => [one['sku'], one['quantity']])).toEqual([
    ['RAW', '0.1854'],
    ['BOLT', '4'],
  ])
  expect(Number(half.cost)).toBeCloseTo(0.1854 * 11.4 + 4 * 0.36 + 0.8, 6)
  // of the month that it is, not of one to come
  const ahead = { org_id: h.demo.organisationIds[0], product_id: ids['RAW'], month: '2026-06-01', unit_cost: '99', currency: 'CNY' }
  await h.db
    .insertInto('product_cost')
    .values(ahead as never)
    .execute()
  const before = h.clock.now
  h.clock.now = new Date('2026-05-31T23:30:00+08:00')
  const then = await admin.post('/bom/tree', { id: data.list[0].id })
  h.clock.now = before
  await h.db.deleteFrom('product_cost').where('month', '=', '2026-06-01').execute()
  expect(then.data.rows[0].children[0].cost).toBe(half.cost)
  // of a split: what it costs itself, and how that is shared
  const parts = { BOLT: { per: '2', percent: '75' }, Y: { per: '1', percent: '25' } }
  const apart = await admin.post('/bom/tree', { id: await draft('RAW', parts, { kind: 4 }) })
  expect(apart.data.rows[0]).toMatchObject({ cost: '11.4', children: [{ cost: '8.55' }, { cost: '2.85' }] })
})

test('what is taken is never too little', () => {
  expect(takenOf('500', '1', { partId: '', per: '0.18', scrap: '3' })).toBe('92.7')
  expect(takenOf('1', '3', { partId: '', per: '1', scrap: '0' })).toBe('0.333334')
})
