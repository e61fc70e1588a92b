/** Items that a record asks for by what it refers to: as the form asks, as they are checked, and what stays when they change. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { itemFields } from '#platform/declare/items-of.ts'
import { items, reference, text } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { inChinese } from '#platform/declare/sentence.ts'
import type { Refusal } from '../calls/refusal.ts'
import { listBooks, type ListBooks } from '../../../test/setup/list-books.ts'
import { list } from '../verbs/verbs.ts'
import { addRecord, oneRecord, updateRecord } from '../verbs/record.ts'
import { itemForm } from './items-of.ts'

const made = (r: unknown): Resource => r as Resource
const sort = made(
  resource('sort', {
    title: ['品类', 'Sort'],
    access: { scope: ownOrganisation },
    fields: { name: text('名称', 'Name') },
  }),
)
const sortField = made(
  resource('sort_field', {
    title: ['品类字段', 'Field of a sort'],
    access: { scope: ownOrganisation },
    fields: { sortId: reference('品类', 'Sort', 'sort'), ...itemFields },
    storage: { key: ['sortId', 'name'] },
  }),
)
const sample = made(
  resource('sample', {
    type: 'sample',
    title: ['样品', 'Sample'],
    access: { scope: ownOrganisation },
    fields: {
      name: text('名称', 'Name', { max: 20 }),
      sortId: reference('品类', 'Sort', 'sort', { editDisabled: true }),
      values: items('参数', 'Values', { itemsOf: { by: 'sortId', from: 'sort_field', of: 'sortId' } }),
    },
  }),
)

let b: ListBooks
beforeAll(async () => {
  b = await listBooks([sort, sortField, sample], { routes: { 'POST /sample/list': list(sample) } })
  await b.run("insert into sort (id, org_id, name) values (1, 1, '杯子'), (2, 1, '没有字段')")
})
afterAll(() => b.close())
beforeEach(async () => {
  await b.run(`delete from sample; delete from sort_field;
    insert into sort_field (org_id, sort_id, name, title, kind, required, options, sort)
    values (1, 1, 'volume', '容量', 2, true, null, 1), (1, 1, 'made', '日期', 3, false, null, 2),
      (1, 1, 'colour', '颜色', 4, false, array['红', '蓝'], 3), (1, 1, 'note', '说明', 1, false, null, 4)`)
})
const me = () => b.as('1')
const add = (values: unknown, sortId = '1') => addRecord(me(), sample, { name: '甲', sortId, values })
const faults = async (asked: Promise<unknown>): Promise<string[]> => {
  const refusal = (await asked.catch((e: unknown) => e)) as Refusal
  const { errors } = refusal.data as { readonly errors: readonly { readonly field: string; readonly message: never }[] }
  return errors.map(({ field, message }) => `${field}: ${inChinese(message)}`)
}

test('the form asks for each by its kind, in order', async () => {
  const form = await itemForm(me(), sortField, '1')
  expect(form.map(({ field, type }) => [field, type])).toEqual([
    ['volume', 'number'],
    ['made', 'date'],
    ['colour', 'select'],
    ['note', 'text'],
  ])
  expect(form[2]).toMatchObject({ options: [{ value: '红' }, { value: '蓝' }] })
  expect(await itemForm(me(), sortField, '2')).toEqual([])
})

describe('values', () => {
  test('are kept with their titles in the order of the items, and exact', async () => {
    const { id } = await add({ colour: '蓝', volume: '0.300000' })
    expect((await oneRecord(me(), sample, id))['values']).toEqual([
      { name: 'volume', title: '容量', value: '0.300000' },
      { name: 'colour', title: '颜色', value: '蓝' },
    ])
    expect((await oneRecord(me(), sample, (await add(null, '2')).id))['values'] ?? null).toBeNull()
  })
  test('each fault by the name of its item; nothing is stored', async () => {
    expect(await faults(add({ made: '昨天', colour: '绿', size: 1 }))).toEqual(
      expect.arrayContaining([
        'values.size: 没有字段 size',
        'values.volume: 容量不能为空',
        expect.stringContaining('values.made: 日期'),
        'values.colour: 颜色应为：红、蓝',
      ]),
    )
    expect(await faults(add({ volume: 'NaN' }))).toEqual([expect.stringContaining('values.volume: 容量')])
    for (const name of ['__proto__', 'constructor', 'toString'])
      expect(await faults(add(JSON.parse(`{"volume": 1, "${name}": "x"}`)))).toEqual([`values.${name}: 没有字段 ${name}`])
    expect(await b.rows('select id from sample')).toEqual([])
  })
  test('of an item that is asked for no more stay with the record; a new one is asked for', async () => {
    const { id } = await add({ volume: 1, note: '旧' })
    await b.run("delete from sort_field where name = 'note'; update sort_field set required = true where name = 'colour'")
    const lacking = updateRecord(me(), sample, { id, version: 1, values: { volume: 2 } })
    expect(await faults(lacking)).toEqual(['values.colour: 颜色不能为空'])
    // what is not given stays as it is
    await updateRecord(me(), sample, { id, version: 1, name: '乙' })
    await updateRecord(me(), sample, { id, version: 2, values: { volume: 2, colour: '红' } })
    const { values } = await oneRecord(me(), sample, id)
    expect((values as { name: string }[]).map(one => one.name)).toEqual(['volume', 'colour', 'note'])
  })
})
