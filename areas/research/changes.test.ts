/** Change orders: the bill of each day is what the orders made of it; what changed since is refused; and the demo company's research. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#platform/format/dates.ts'
import { demoPeople, seededRandom } from '#areas/admin/index.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from '../../test/setup/demo-house.ts'
import { around } from '../../test/setup/research-areas.ts'
import { readSnapshot } from '../production/mrp/read-snapshot.ts'
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

test('an order that stands keeps its copied lines; what is planned from the day on takes the new parts', async () => {
  ids['POT'] = await made('/productManage/insert', { sku: 'POT', name: '商品POT' })
  await bill('POT', { RING: '2' })
  const warehouseId = await made('/warehouseManage/insert', { code: 'RD', name: '研发仓', kind: 1 })
  const placeId = await made('/FinanceStockPlace/insert', { name: '研发仓', kind: 1 })
  await done('/warehouseManage/keepStock', { id: warehouseId, month: '2026-11', placeId })
  const orderId = await made('/productionOrder/insert', {
    businessOn: today,
    productId: ids['POT'],
    quantity: '10',
    startOn: today,
    dueOn: '2026-12-20',
    warehouseId,
  })
  await done('/productionOrder/submit', { id: orderId })
  const change = await order([{ action: 4, product: 'POT', part: 'RING', to: 'RING2' }])
  await approved(change)
  await step('release', change)
  const copied = (await done('/productionMaterial/list', { orderId: [orderId] })).list
  expect(copied.map((one: Values) => [one['partId'], Number(one['need'])])).toEqual([[ids['RING'], 20]])
  // as requirements read it
  const system = await h.house.asSystem(h.demo.organisationIds[0] ?? '', 'test')
  const asked = { horizonDays: 60, freezeDays: 0, pullDays: 3, transferDays: 2 }
  const { bills } = await system.write((tx, inside) => readSnapshot(inside, tx, asked))
  const planned = (day: string) =>
    bills
      .filter(one => one.productId === ids['POT'] && one.from <= day && (one.to === null || one.to >= day))
      .flatMap(one => one.lines.map(line => line.partId))
  expect([planned(today), planned('2026-11-29'), planned('2026-11-30')]).toEqual([[ids['RING']], [ids['RING']], [ids['RING2']]])
})

test('a new version made in production at once with a release: one of both, and the order names what changed', async () => {
  const id = await order([{ action: 3, product: 'BODY', part: 'RING', per: '7' }], { effectiveOn: '2026-12-20' })
  await approved(id)
  const added = [{ partId: ids['RING'], per: '9' }]
  const bomId = await made('/bom/insert', { businessOn: today, productId: ids['BODY'], validFrom: '2026-12-10', lines: { added } })
  const [released, submitted] = await Promise.all([
    admin.post('/changeOrder/release', { ids: [{ id }] }),
    admin.post('/bom/submit', { id: bomId }),
  ])
  expect([released.code, submitted.code]).toContain(0)
  if (released.code !== 0) expect(released.msg).toContain('在评估以后变了')
  const overlaps = await sql<{ n: number }>`select count(*)::int as n from bom a join bom b on b.product_id = a.product_id and b.id > a.id
    and b.kind = a.kind and a.state in (2, 5) and b.state in (2, 5)
    and daterange(a.valid_from, a.valid_to, '[]') && daterange(b.valid_from, b.valid_to, '[]')`.execute(h.db)
  expect(overlaps.rows[0]?.n).toBe(0)
})

interface Version {
  readonly from: string
  readonly to: string | null
  readonly parts: Readonly<Record<string, number>>
}
/** kept as plain as can be: versions by day, each release splits the one of its day */
function released(versions: readonly Version[], day: string, part: string, per: number | null): Version[] {
  return versions.flatMap(one => {
    if (one.from > day || (one.to !== null && one.to < day)) return [one]
    const { [part]: _, ...rest } = one.parts
    const next = { from: day, to: one.to, parts: per === null ? rest : { ...rest, [part]: per } }
    return one.from === day ? [next] : [{ ...one, to: addDays(day, -1) }, next]
  })
}
const runs = Number(process.env['CHANGE_ORDERS'] ?? 14)

test('random orders released in any order: the bill of each day is that of a replay, and what does not fit changes nothing', async () => {
  const random = seededRandom(20_261_123)
  const draw = random.below
  ids['NET'] = await made('/productManage/insert', { sku: 'NET', name: '商品NET' })
  const [first, other] = ['LID', 'RING2']
  await bill('NET', { [first]: '1', [other]: '2' })
  let versions: Version[] = [{ from: '2026-01-01', to: null, parts: { [first]: 1, [other]: 2 } }]
  let waiting: { id: string; day: string; part: string; per: number | null }[] = []
  let [took, refusals] = [0, 0]
  for (let n = 0; n < runs; n++) {
    const day = addDays(today, 2 + n + draw(12))
    const now = versions.find(one => one.from <= day && (one.to === null || one.to >= day))
    const has = Object.keys(now?.parts ?? {})
    const part = ['LID', 'RING2', 'RING', 'BODY'][draw(4)] ?? ''
    const isThere = has.includes(part)
    const isGone = isThere && has.length > 1 && draw(3) === 0
    const per = isGone ? null : 1 + draw(9)
    const id = await order(
      [{ action: isGone ? 2 : isThere ? 3 : 1, product: 'NET', part, ...(per === null ? {} : { per: String(per) }) }],
      { effectiveOn: day },
    )
    const asked = await admin.post('/changeOrder/assess', { ids: [{ id }] })
    if (asked.code === 0) {
      for (const one of (await done('/changeEffect/list', { orderId: [id] })).list)
        await done('/changeEffect/update', { id: one.id, version: one.version, handling: 1 })
      await done('/changeOrder/submit', { ids: [{ id }] })
      waiting.push({ id, day, part, per })
    } else expect(asked.msg).toContain('更晚的生效日期')
    if (draw(3) === 0) continue
    const one = waiting[draw(waiting.length)]
    if (one === undefined) continue
    waiting = waiting.filter(left => left !== one)
    const { code, msg } = await admin.post('/changeOrder/release', { ids: [{ id: one.id }] })
    if (code === 0) {
      took++
      versions = released(versions, one.day, one.part, one.per)
    } else {
      refusals++
      expect(msg).toMatch(/在评估以后变了|更晚的日期/)
    }
  }
  expect(took).toBeGreaterThan(2)
  expect(refusals).toBeGreaterThan(0)
  for (let n = 0; n < 40; n++) {
    const day = addDays(today, n)
    const now = versions.find(one => one.from <= day && (one.to === null || one.to >= day))
    expect(await partsOn('NET', day), day).toEqual(now?.parts)
  }
})

test('a design change becomes one change order, is not ended by hand while it is open, and ends with its number', async () => {
  const employeeId = (await admin.get('/system/userprofile')).data.employeeId as string
  const catalogId = await made('/workCatalogManagement/add', { name: '改图', ownerId: employeeId, type: 1 })
  const wish = { title: '灯罩改厚', catalogId, requirement: '<p>裂纹投诉</p>', values: {} }
  const workOrderId = await made('/workOrderManagement/add', wish)
  const into = { id: workOrderId, reasonId, effectiveOn: '2026-12-15' }
  expect(await refused('/workOrderManagement/intoChange', into)).not.toBe('')
  const move = (state: number, more: Values = {}) => admin.post('/workOrderManagement/updateState', { id: workOrderId, state, ...more })
  expect((await move(2)).msg).toBe('')
  const both = await Promise.all([1, 2].map(() => admin.post('/workOrderManagement/intoChange', { ...into, once: Math.random() })))
  const won = both.find(one => one.code === 0)
  expect(both.filter(one => one.code === 0)).toHaveLength(1)
  const id = won?.data.page.id as string
  expect((await admin.get(`/changeOrder/query/${id}`)).data).toMatchObject({ name: '灯罩改厚', workOrderId })
  expect(await refused('/workOrderManagement/intoChange', into)).toContain('已经有工程变更')
  expect((await move(3)).msg).toBe('')
  expect((await move(5, { solution: '手工完成' })).msg).toContain('还没有发布')
  const { version } = (await admin.get(`/changeOrder/query/${id}`)).data
  const added = [{ action: 3, productId: ids['CUP'], partId: ids['LID'], per: '3' }]
  await done('/changeOrder/update', { id, version, lines: { added } })
  await approved(id)
  await step('release', id)
  const { no } = (await admin.get(`/changeOrder/query/${id}`)).data
  const order_ = (await admin.get(`/workOrderManagement/query/${workOrderId}`)).data
  expect(order_).toMatchObject({ state: 5, changeOrderNo: no })
})

test('the demo company: six projects at six gates, one forbidden to go on; samples, tests and loans', async () => {
  const people = demoPeople(h.house)
  await research.demo?.(people)
  for (const make of research.demoFigures ?? []) await make(people)
  const listOf = async (type: string): Promise<Values[]> => (await done(`/${type}/list`, { pageSize: 100 })).list
  const found = await listOf('rdProject')
  expect(found.map(one => Number(one['gate'])).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 7])
  const stopped = found.find(one => one['name'] === '宠物饮水机静音版')
  expect(await refused('/rdProject/pass', { ids: [{ id: stopped?.['id'] }], gate: 2, minutes: '过' })).not.toBe('')
  expect((await listOf('sample')).length).toBe(24)
  expect((await listOf('rdTest')).length).toBe(16)
  expect((await listOf('infringementCheck')).length).toBe(8)
  expect((await listOf('infringementCheck')).map(one => one['verdict'])).toContain(4)
  expect((await listOf('sampleMove')).filter(one => one['loan'] === 1)).toHaveLength(2)
  expect((await listOf('rdGateStay')).length).toBeGreaterThan(15)
  expect((await listOf('changeOrder')).some(one => one['name'] === '用量按试产损耗上调' && one['state'] === 4)).toBe(true)
})
