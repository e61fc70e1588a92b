/** Change orders: the bill of each day is what the orders made of it; what changed since is refused; and the demo company's research. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPeople } from '#areas/admin/index.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { around } from '../../test/setup/research-areas.ts'
import { research } from './index.ts'

let h: DemoHouse
let admin: Person
let reasonId = ''
const ids: Record<string, string> = {}
const today = '2026-11-23'
type Values = Readonly<Record<string, unknown>>

const done = async (path: string, values: Values) => {
  const { code, msg, data } = await admin.post(path, values)
  expect(code, `${path} ${msg}`).toBe(0)
  return data
}
const made = async (path: string, values: Values): Promise<string> => (await done(path, values)).id as string
const refused = async (path: string, values: Values): Promise<string> => {
  const { code, msg } = await admin.post(path, values)
  expect(code, path).not.toBe(0)
  return String(msg)
}
const step = (name: string, id: string, more: Values = {}) => done(`/changeOrder/${name}`, { ids: [{ id }], ...more })

beforeAll(async () => {
  h = await demoHouse(around)
  h.clock.now = new Date(`${today}T09:00:00+08:00`)
  admin = await signedInAs(h, 'admin')
  for (const sku of ['CUP', 'LID', 'BODY', 'RING', 'RING2']) ids[sku] = await made('/productManage/insert', { sku, name: `商品${sku}` })
  reasonId = (await h.db.selectFrom('dictionary_item').select('id').where('dictionary_code', '=', 126).executeTakeFirstOrThrow()).id
}, 180_000)
afterAll(() => h.close())

const bill = async (sku: string, parts: Readonly<Record<string, string>>, validFrom = '2026-01-01'): Promise<string> => {
  const added = Object.entries(parts).map(([part, per]) => ({ partId: ids[part], per }))
  const id = await made('/bom/insert', { businessOn: today, productId: ids[sku], validFrom, lines: { added } })
  await done('/bom/submit', { id })
  return id
}
/** parts of a product on a day, with their quantities */
const partsOn = async (sku: string, day: string): Promise<Values> => {
  const { rows } = await sql<{ part: string; per: string }>`select p.sku as part, l.per::text as per
    from bom b join bom_line l on l.bom_id = b.id join product p on p.id = l.part_id
    where b.product_id = ${ids[sku]} and b.state in (2, 5) and b.valid_from <= ${day}::date
      and (b.valid_to is null or b.valid_to >= ${day}::date)`.execute(h.db)
  return Object.fromEntries(rows.map(({ part, per }) => [part, Number(per)]))
}
interface Change {
  readonly action: number
  readonly product?: string
  readonly part: string
  readonly to?: string
  readonly per?: string
}
const order = (lines: readonly Change[], more: Values = {}): Promise<string> =>
  made('/changeOrder/insert', {
    businessOn: today,
    name: '换密封圈',
    reasonId,
    effectiveOn: '2026-11-30',
    lines: {
      added: lines.map(({ action, product = 'CUP', part, to, per }) => ({
        action,
        productId: ids[product],
        partId: ids[part],
        newPartId: to === undefined ? null : ids[to],
        per: per ?? null,
      })),
    },
    ...more,
  })
const approved = async (id: string): Promise<void> => {
  await step('assess', id)
  for (const one of (await done('/changeEffect/list', { orderId: [id] })).list)
    await done('/changeEffect/update', { id: one.id, version: one.version, handling: 1 })
  await step('submit', id)
}

test('a release makes the version of its day; the one of today stays; what changed since is refused', async () => {
  await bill('CUP', { LID: '1', BODY: '1', RING: '2' })
  const [one, late] = [
    await order([
      { action: 4, part: 'RING', to: 'RING2' },
      { action: 3, part: 'LID', per: '1.5' },
    ]),
    await order([{ action: 2, part: 'BODY' }]),
  ]
  await approved(one)
  await approved(late)
  // what was assessed and approved stays as it is
  const { list } = await done('/changeOrderLine/list', { orderId: [one] })
  const { version } = (await admin.get(`/changeOrder/query/${one}`)).data
  const changed = [{ id: list[0].id, version: list[0].version, per: '99' }]
  expect(await refused('/changeOrder/update', { id: one, version, lines: { changed } })).not.toBe('')
  await step('release', one)
  expect(await partsOn('CUP', today)).toEqual({ LID: 1, BODY: 1, RING: 2 })
  expect(await partsOn('CUP', '2026-11-30')).toEqual({ LID: 1.5, BODY: 1, RING2: 2 })
  const no = (await admin.get(`/changeOrder/query/${one}`)).data.no
  const said = await refused('/changeOrder/release', { ids: [{ id: late }] })
  expect(said).toContain('在评估以后变了')
  expect(said).toContain(no)
  expect((await admin.get(`/changeOrder/query/${late}`)).data.state).toBe(3)
  expect(await partsOn('CUP', '2026-12-31')).toEqual({ LID: 1.5, BODY: 1, RING2: 2 })
})

test('two who release on one part: one does', async () => {
  await bill('BODY', { RING: '1' })
  const both = [
    await order([{ action: 3, product: 'BODY', part: 'RING', per: '2' }]),
    await order([{ action: 3, product: 'BODY', part: 'RING', per: '3' }]),
  ]
  for (const id of both) await approved(id)
  const answers = await Promise.all(both.map(id => admin.post('/changeOrder/release', { ids: [{ id }] })))
  expect(answers.filter(one => one.code === 0)).toHaveLength(1)
  expect([2, 3]).toContain((await partsOn('BODY', '2026-11-30'))['RING'])
})

test('what does not fit is refused before it is asked for', async () => {
  await bill('LID', { RING: '1' })
  const asses = async (lines: readonly Change[], more: Values = {}): Promise<string> =>
    refused('/changeOrder/assess', { ids: [{ id: await order(lines, more) }] })
  expect(await asses([{ action: 2, product: 'LID', part: 'BODY' }])).toContain('物料清单里没有')
  expect(await asses([{ action: 1, product: 'LID', part: 'RING', per: '1' }])).toContain('已在物料清单里')
  expect(
    await asses([
      { action: 2, product: 'LID', part: 'RING' },
      { action: 1, product: 'LID', part: 'RING', per: '1' },
    ]),
  ).toContain('几条变更')
  expect(await asses([{ action: 3, product: 'RING', part: 'LID', per: '1' }])).toContain('没有已发布的物料清单')
  expect(await asses([{ action: 4, product: 'LID', part: 'RING' }])).toContain('换成什么')
  expect(await asses([{ action: 4, product: 'LID', part: 'RING', to: 'BODY', per: '0' }])).toContain('应大于 0')
  const circle = await order([{ action: 1, product: 'LID', part: 'CUP', per: '1' }])
  await approved(circle)
  expect(await refused('/changeOrder/release', { ids: [{ id: circle }] })).toContain('循环')
  const past = await order([{ action: 3, product: 'LID', part: 'RING', per: '4' }], { effectiveOn: '2026-11-24' })
  await approved(past)
  h.clock.now = new Date('2026-11-26T09:00:00+08:00')
  expect(await refused('/changeOrder/release', { ids: [{ id: past }] })).toContain('已过')
  h.clock.now = new Date(`${today}T09:00:00+08:00`)
  expect(await partsOn('LID', '2026-12-31')).toEqual({ RING: 1 })
})

test('the demo company: six projects at six gates, one forbidden to go on; samples, tests and loans', async () => {
  await research.demo?.(demoPeople(h.house))
  const listOf = async (type: string): Promise<Values[]> => (await done(`/${type}/list`, { pageSize: 100 })).list
  const found = await listOf('rdProject')
  expect(found.map(one => Number(one['gate'])).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 7])
  const stopped = found.find(one => one['name'] === '宠物饮水机静音版')
  expect(await refused('/rdProject/pass', { ids: [{ id: stopped?.['id'] }], gate: 2, minutes: '过' })).not.toBe('')
  expect((await listOf('sample')).length).toBeGreaterThanOrEqual(16)
  expect((await listOf('rdTest')).length).toBeGreaterThanOrEqual(12)
  expect((await listOf('infringementCheck')).map(one => one['verdict'])).toContain(4)
  expect((await listOf('sampleMove')).filter(one => one['loan'] === 1)).toHaveLength(2)
  expect((await listOf('rdGateStay')).length).toBeGreaterThan(15)
  expect((await listOf('changeOrder')).some(one => one['name'] === '用量按试产损耗上调' && one['state'] === 4)).toBe(true)
})
