/** Records with a validity: no two hold for the same on a day, whoever writes them; lists and look-ups as of a day. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { date, reference, text } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import type { ListQuery } from '#platform/declare/wire.ts'
import { listBooks, type ListBooks } from '../../../test/setup/list-books.ts'
import { removeRecords } from '../batches/batch-remove.ts'
import { undoBatch } from '../batches/undo.ts'
import type { Context } from '../contract/context.ts'
import { holdsOn } from '../db/validity.ts'
import { anyTable } from '../db/any-table.ts'
import { filterText } from '../lists/filter-text.ts'
import { optionsOf } from '../lists/labels.ts'
import { listOf } from '../lists/list.ts'
import { resourceFaults } from '../declaration-faults.ts'
import { addRecord, updateRecord } from '../verbs/record.ts'

const fields = {
  supplier: text('供应商', 'Supplier', { max: 20 }),
  sku: text('SKU', 'SKU', { max: 20 }),
  name: text('名称', 'Name', { max: 20 }),
  validFrom: date('生效日期', 'Valid from', { sort: true }),
  validTo: date('失效日期', 'Valid to', { optional: true }),
}
const price = resource('price', {
  type: 'price',
  title: ['价格', 'Price'],
  access: { scope: ownOrganisation },
  fields,
  list: { sort: { field: 'validFrom', way: 'ASC' } },
  life: { validity: { per: ['supplier', 'sku'], from: 'validFrom', to: 'validTo', opens: 'today' } },
}) as unknown as Resource
const order = resource('price_order', {
  type: 'priceOrder',
  title: ['采购', 'Order'],
  access: { scope: ownOrganisation },
  fields: {
    orderedOn: date('采购日期', 'Ordered on'),
    priceId: reference('价格', 'Price', 'price', { narrowedBy: { orderedOn: 'validOn' } }),
  },
}) as unknown as Resource

let b: ListBooks
let me: Context
beforeAll(async () => {
  b = await listBooks([price, order])
  me = b.as('1')
})
afterAll(() => b.close())
beforeEach(() => b.run('truncate price, price_order, list_batch, list_batch_row restart identity'))

const add = (name: string, from: string, to: string | null = null, sku = 'A', as = me) =>
  addRecord(as, price, { supplier: '甲', sku, name, validFrom: from, validTo: to })
const names = async (query: ListQuery): Promise<unknown[]> => (await listOf(me, price, query)).list.map(row => row['name'])
const message = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error as Error).message,
  )

describe('no two hold on one day', () => {
  test('the refusal names the other record and its days, at the first day', async () => {
    await add('春', '2026-01-01', '2026-03-31')
    await expect(add('夏', '2026-03-31')).rejects.toMatchObject({
      code: 1002,
      message: '有效期与“春”（2026-01-01 至 2026-03-31）重叠，请先改其中一条的日期',
      data: { errors: [{ field: 'validFrom' }] },
    })
    expect(await message(add('夏', '2026-04-01'))).toBeNull()
    expect(await message(add('秋', '2026-09-01'))).toBe('有效期与“夏”（2026-04-01 至 长期）重叠，请先改其中一条的日期')
    // for something else, and in another organisation, all days are free
    expect(await message(add('夏', '2026-01-01', null, 'B'))).toBeNull()
    expect(await message(add('夏', '2026-01-01', null, 'A', b.as('2')))).toBeNull()
  })
  test('a change is held as well; the same record is not in its own way', async () => {
    await add('春', '2026-01-01', '2026-03-31')
    const { id } = await add('夏', '2026-04-01')
    expect(await message(updateRecord(me, price, { id, version: 1, validFrom: '2026-03-01' }))).toContain('“春”')
    expect(await updateRecord(me, price, { id, version: 1, validFrom: '2026-05-01', validTo: '2026-05-01' })).toMatchObject({ version: 2 })
    expect(await message(updateRecord(me, price, { id, version: 2, validTo: '2026-04-30' }))).toBe('失效日期不能早于生效日期')
  })
  test('two who write at once: one is told', async () => {
    const done = await Promise.allSettled([add('甲', '2026-01-01'), add('乙', '2026-02-01')])
    expect(done.map(one => one.status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = done.find(one => one.status === 'rejected')
    expect(refused?.reason).toMatchObject({ code: 1002 })
  })
  test('what was deleted comes back, but not into days that are taken', async () => {
    const { id } = await add('春', '2026-01-01', '2026-03-31')
    await removeRecords(me, price, [id])
    const [batch] = await b.rows<{ id: string }>('select id::text from list_batch order by id desc limit 1')
    await add('新', '2026-03-01')
    expect(await message(undoBatch(me, price, batch?.id ?? ''))).toContain('重叠')
  })
})

describe('as of a day', () => {
  beforeEach(async () => {
    await add('春', '2026-01-01', '2026-03-20')
    await add('夏', '2026-03-21')
  })
  test('the list shows what holds on it, or today', async () => {
    expect(await names({})).toEqual(['春', '夏'])
    expect(await names({ validOn: '2026-03-20' } as ListQuery)).toEqual(['春'])
    expect(await names({ validOn: '2030-01-01' } as ListQuery)).toEqual(['夏'])
    expect(await names({ validOn: '2025-12-31' } as ListQuery)).toEqual([])
    expect(await names({ conditionList: [{ field: 'validOn', condition: 'TODAY' }] })).toEqual(['春'])
    expect(await filterText(me, price, { validOn: '2026-03-20' } as ListQuery)).toBe('生效日期等于 2026-03-20')
  })
  test.each([
    [{ validOn: 'x' }, '生效日期的值“x”不正确'],
    [{ validOn: ['2026-01-01', '2026-01-02'] }, '生效日期不支持条件 IN'],
    [{ conditionList: [{ field: 'validOn', condition: 'EQ', value: '2026-01-01,2026-01-02' }] }, '生效日期只能是一天'],
    [{ conditionList: [{ field: 'validOn', condition: 'BETWEEN', value: '2026-01-01,2026-01-02' }] }, '生效日期不支持条件 BETWEEN'],
  ])('%j is refused', async (query, said) => expect(await message(names(query as never))).toBe(said))
  test('a reference by a day offers and takes what holds on that day alone', async () => {
    const offered = await optionsOf(me, price, { where: { validOn: '2026-03-21' } })
    expect(offered.map(one => one.label)).toEqual(['夏'])
    expect(await message(addRecord(me, order, { orderedOn: '2026-03-20', priceId: '2' }))).toBe('价格与采购日期不符，请重新选择')
    expect(await message(addRecord(me, order, { orderedOn: '2026-03-21', priceId: '2' }))).toBeNull()
  })
  test('a statement asks by the same word', async () => {
    const found = await anyTable(me.db).selectFrom('price').select('name').where(holdsOn(price, '2026-03-21')).execute()
    expect(found).toEqual([{ name: '夏' }])
  })
})

test('words that do not go together keep the program from starting', () => {
  const wrong = resource('wrong', {
    title: ['错', 'Wrong'],
    access: { scope: ownOrganisation },
    fields: { ...fields, sku: text('SKU', 'SKU', { optional: true }), validOn: text('生效', 'Valid') },
    life: { validity: { per: ['sku'], from: 'validTo', to: 'supplier' } },
  }) as unknown as Resource
  const faults = resourceFaults(wrong, new Map([['wrong', wrong]]))
  expect(faults.filter(fault => fault.includes('validity'))).toEqual([
    'wrong.life: validity: supplier is no date',
    'wrong.life: validity: validTo, the first day, may not be empty',
    'wrong.life: validity: sku may not be empty',
    'wrong.life: validity: validOn is the name of its filter',
  ])
})
