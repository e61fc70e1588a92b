/** Columns that are worked out: by the database, or by the program from what a row shows. */
import { buffer } from 'node:stream/consumers'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { computed, date, decimal, integer, text } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import type { ListQuery } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { listBooks, type ListBooks } from '../../../test/setup/list-books.ts'
import { removeRecords } from '../batches/batch-remove.ts'
import { undoBatch } from '../batches/undo.ts'
import type { Context } from '../contract/context.ts'
import { resourceFaults } from '../declaration-faults.ts'
import { exportOfList } from '../exports/export.ts'
import { addRecord, oneRecord, updateRecord } from '../verbs/record.ts'
import { listOf } from './list.ts'

const fields = {
  name: text('名称', 'Name', { max: 20 }),
  length: integer('长', 'Length'),
  width: integer('宽', 'Width', { optional: true }),
  price: decimal('单价', 'Price', 2),
  packedOn: date('装箱日期', 'Packed on', { optional: true }),
  area: computed.sql(integer('面积', 'Area', { filter: 'range', sort: true, total: true }), 'length * width'),
  value: computed.sql(decimal('货值', 'Value', 2, { total: true }), 'round(length * price, 2)'),
  size: computed.pure(text('箱规', 'Size'), ['length', 'width', 'price', 'name'], (length, width, price, name) =>
    width === null ? null : `${asText(name)} ${asText(length)}×${asText(width)} "${asText(price)}"`,
  ),
}
const box = resource('box', {
  type: 'box',
  title: ['箱子', 'Box'],
  access: { scope: ownOrganisation },
  fields,
  list: { sort: { field: 'id', way: 'ASC' } },
}) as unknown as Resource

let b: ListBooks
let me: Context
beforeAll(async () => {
  b = await listBooks([box])
  me = b.as('1')
  await addRecord(me, box, { name: '小\t箱', length: 2, width: 3, price: '10.10' })
  await addRecord(me, box, { name: '大', length: 20, width: 30, price: '0.05' })
  await addRecord(me, box, { name: '未量', length: 5, price: '1' })
  await addRecord(b.as('2'), box, { name: '外人的', length: 9, width: 9, price: '9' })
})
afterAll(() => b.close())

test('list, totals, order, filter and record say the same', async () => {
  const { list, totals } = await listOf(me, box, {})
  expect(list.map(row => [row['area'], row['value'], row['size']])).toEqual([
    [6, '20.20', '小\t箱 2×3 "10.10"'],
    [600, '1.00', '大 20×30 "0.05"'],
    [null, '5.00', null],
  ])
  expect(totals).toMatchObject({ area: '606', value: '26.20' })
  const names = async (query: ListQuery) => (await listOf(me, box, query)).list.map(row => row['name'])
  expect(await names({ sortField: 'area', sortWay: 'DESC' })).toEqual(['未量', '大', '小\t箱'])
  expect(await names({ area: [7, 1000] })).toEqual(['大'])
  const first = await listOf(me, box, { sortField: 'area', sortWay: 'ASC', pageSize: 2 })
  expect(await names({ sortField: 'area', sortWay: 'ASC', pageSize: 2, next: first.next ?? '' })).toEqual(['未量'])
  expect(await oneRecord(me, box, '1')).toMatchObject({ area: 6, size: '小\t箱 2×3 "10.10"' })
})

test('an export writes both', async () => {
  const { blob } = await exportOfList(me, box, { headers: ['名称', '面积', '箱规'], fields: ['name', 'area', 'size'] })
  const rows = (await readXlsx(await buffer(blob))).sheets[0]?.rows.slice(-3)
  expect(rows).toEqual([
    ['小\t箱', 6, '小\t箱 2×3 "10.10"'],
    ['大', 600, '大 20×30 "0.05"'],
    ['未量', null, null],
  ])
})

test('nobody sets them, and what is written goes past them', async () => {
  const refused = await updateRecord(me, box, { id: '2', version: 1, area: 5 }).catch((error: unknown) => (error as Error).message)
  expect(refused).toBe('不能填写的字段 area')
  expect(await updateRecord(me, box, { id: '2', version: 1, width: 31 })).toMatchObject({ version: 2 })
  expect((await oneRecord(me, box, '2'))['area']).toBe(620)
  await removeRecords(me, box, ['2'])
  const [batch] = await b.rows<{ id: string }>('select id::text from list_batch order by id desc limit 1')
  await undoBatch(me, box, batch?.id ?? '')
  expect((await oneRecord(me, box, '2'))['area']).toBe(620)
})

test.each([
  ['area', computed.sql(integer('面积', 'Area'), '(select 1 from box)'), 'by SQL that is not over columns of the row'],
  ['size', computed.pure(text('箱规', 'Size', { sort: true }), ['name'], String), 'no filter, order or total'],
  ['size', computed.pure(text('箱规', 'Size'), ['gone'], String), 'from gone, which is no field that is shown'],
])('%s that can not be keeps the program from starting', (name, field, said) => {
  const wrong = { ...box, fields: { ...box.fields, [name]: field } } as unknown as Resource
  expect(resourceFaults(wrong, new Map([['box', wrong]])).join()).toContain(said)
})
