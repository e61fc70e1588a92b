/**
 * What was so when a record was made stays: a supplier's first buyer and the department he was in, by the form, by an import, after
 * transfers, through an undo.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '#platform/declare/operations.ts'
import type { Person } from '../../../test/setup/demo-house.ts'
import { csv, openListImports } from '../../../test/setup/list-imports.ts'

const lists = await openListImports()
const { h, buyer } = lists
let hr: Person
beforeAll(async () => {
  const { add, edit, remove, import: bring } = operations
  await h.sql(
    `insert into role_permission (org_id, role_id, permission, operation)
     select org_id, id, 'supplier', operation from role, unnest($1::int[]) as operation where name = '采购'
     on conflict do nothing`,
    [[add, edit, remove, bring]],
  )
  hr = await h.signIn('hr')
})
afterAll(() => lists.close())

const one = async (table: string, name: string): Promise<string> =>
  String((await h.sql(`select id::text as id from ${table} where name = $1`, [name]))[0]?.['id'])
const kept = async (code: string) =>
  (
    await h.sql(
      `select e.name as buyer, f.name as first, d.name as dept from supplier s left join employee e on e.id = s.buyer_id
       left join employee f on f.id = s.first_buyer_id left join department d on d.id = s.first_dept_id where code = $1`,
      [code],
    )
  )[0]
async function transfer(employeeId: string, deptId: string): Promise<string> {
  const { id, version, deptId: before } = (await hr.get(`/userManage/query/${employeeId}`)).data
  expect((await hr.post('/userManage/update', { id, version, deptId })).code).toBe(0)
  return before as string
}

test('owner and department at creation stay beside the present ones', async () => {
  const [chen, lin] = [await one('employee', '陈刚'), await one('employee', '林晓')]
  const { id } = (await buyer.post('/supplierManage/insert', { code: 'KEPT-1', name: '甲', buyerId: lin })).data
  const file = csv([
    ['供应商编号', '供应商名称', '采购负责人'],
    ['KEPT-2', '乙', '林晓'],
    ['KEPT-3', '丙', ''],
  ])
  expect(await lists.imported('/supplierManage', 'supplier', 's.csv', file, buyer)).toMatchObject({ state: 'done', lines: { merged: 2 } })
  const dept = (await kept('KEPT-1'))?.['dept'] as string
  expect(dept).toBe('北美销售组')
  const before = await transfer(lin, await one('department', '供应链部'))
  const { data } = await buyer.get(`/supplierManage/query/${id}`)
  expect((await buyer.post('/supplierManage/update', { id, version: data.version, buyerId: chen })).code).toBe(0)
  await lists.imported(
    '/supplierManage',
    'supplier',
    's.csv',
    csv([file.toString().split('\r\n')[0]!.split(','), ['KEPT-2', '乙', '陈刚']]),
    buyer,
  )
  for (const code of ['KEPT-1', 'KEPT-2']) expect(await kept(code)).toEqual({ buyer: '陈刚', first: '林晓', dept })
  expect(await kept('KEPT-3')).toEqual({ buyer: null, first: null, dept: null })
  expect((await buyer.post('/supplierManage/list', { code: 'KEPT-1' })).data.list[0]).toMatchObject({
    buyerIdLabel: '陈刚',
    firstBuyerIdLabel: '林晓',
    firstDeptIdLabel: dept,
  })

  const { batchId } = (await buyer.post('/supplierManage/delete', { ids: [id] })).data
  expect(await kept('KEPT-1')).toBeUndefined()
  expect((await buyer.post('/supplierManage/undo', { batchId })).data).toMatchObject({ restored: 1 })
  expect(await kept('KEPT-1')).toEqual({ buyer: '陈刚', first: '林晓', dept })
  await transfer(lin, before)
})

test('nobody sets them by hand', async () => {
  const answer = await buyer.post('/supplierManage/insert', {
    code: 'KEPT-4',
    name: '丁',
    firstDeptId: await one('department', '供应链部'),
  })
  expect([answer.code, answer.data.errors]).toEqual([1002, [{ field: 'firstDeptId', message: '不能填写的字段 firstDeptId' }]])
})
