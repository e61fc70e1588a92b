/** `editBy` of a machine: whose the fields of a record are, whoever else sees it. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { choice, reference, text } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { byAny, byField, machine } from '#platform/declare/states.ts'
import { listBooks, type ListBooks } from '../../../test/setup/list-books.ts'
import { employee } from '../../../test/setup/machines.ts'
import { batchEdit } from '../batches/batch-edit.ts'
import { removeRecords } from '../batches/batch-remove.ts'
import type { Context } from '../contract/context.ts'
import { change } from '../records/change.ts'
import { takeSteps } from '../steps/take-steps.ts'
import { updateRecord } from '../verbs/record.ts'

const errand = resource('errand', {
  type: 'errand',
  title: ['差事', 'Errand'],
  access: { scope: ownOrganisation },
  fields: {
    title: text('标题', 'Title', { max: 20 }),
    note: text('备注', 'Note', { max: 20, optional: true, computed: true }),
    askerId: reference('提出人', 'Asker', 'employee', { set: { onAdd: 'employee' } }),
    doerId: reference('经办人', 'Doer', 'employee', { optional: true, computed: true }),
    state: choice('状态', 'State', { open: [1, '进行中', 'Open'], done: [2, '完成', 'Done'] }, { default: 1 }),
  },
  record: { label: 'title' },
  life: {
    states: machine('state', {
      editBy: byAny(byField('askerId'), byField('doerId')),
      states: { open: { edit: ['title'], remove: true }, done: { final: true } },
      steps: { finish: { title: ['完成', 'Finish'], from: ['open'], to: 'done', may: byField('doerId') } },
    }),
  },
}) as unknown as Resource

let b: ListBooks
const refusal = { code: 1002, message: '只有提出人、经办人可以修改或删除这条差事' }
beforeAll(async () => {
  b = await listBooks([employee, errand])
  await b.run("insert into employee (id, org_id, name) values (7, 1, '王芳'), (8, 1, '李雷'), (9, 1, '韩梅')")
  await b.run("insert into account (id, name) values (1, '王芳')")
})
afterAll(() => b.close())
beforeEach(() =>
  b.run(
    "delete from errand; insert into errand (id, org_id, title, asker_id, doer_id) values (50, 1, '取件', 7, 8), (51, 1, '寄件', 9, null)",
  ),
)
const as = (employeeId: string | null): Context => {
  const one = b.as('1')
  return { ...one, caller: { ...one.caller, employeeId } }
}
const titles = () => b.rows<{ title: string }>('select title from errand order by id').then(rows => rows.map(row => row.title))

test.each(['7', '8'])('employee %s, whom a field names, changes and deletes it', async employeeId => {
  await updateRecord(as(employeeId), errand, { id: '50', version: 1, title: '改了' })
  expect(await titles()).toEqual(['改了', '寄件'])
  await removeRecords(as(employeeId), errand, ['50'])
  expect(await titles()).toEqual(['寄件'])
})
test.each(['9', null])('employee %s sees it and leaves it as it is, by form, batch, deletion and action', async employeeId => {
  const him = as(employeeId)
  await expect(updateRecord(him, errand, { id: '50', version: 1, title: '改了' })).rejects.toMatchObject(refusal)
  await expect(removeRecords(him, errand, ['50'])).rejects.toMatchObject(refusal)
  await expect(change(him, errand, '50', { title: '改了' })).rejects.toMatchObject(refusal)
  expect(await batchEdit(him, errand, { ids: [{ id: '50' }], changes: { title: '改了' } })).toMatchObject({
    refused: [{ id: '50', reason: refusal.message }],
  })
  expect(await titles()).toEqual(['取件', '寄件'])
})
test('a batch takes his own and names the others', async () => {
  const done = await batchEdit(as('9'), errand, { ids: [{ id: '50' }, { id: '51' }], changes: { title: '一起' } })
  expect(done).toMatchObject({ changed: 1, refused: [{ id: '50', reason: refusal.message }] })
  expect(await titles()).toEqual(['取件', '一起'])
})
test('what the server sets itself is none of theirs, and steps have their own rule', async () => {
  await change(as('9'), errand, '50', { note: '系统写的' })
  await expect(takeSteps(as('7'), errand, { ids: [{ id: '50' }], pick: { step: 'finish' }, input: {} })).rejects.toMatchObject({
    code: 1003,
  })
  await takeSteps(as('8'), errand, { ids: [{ id: '50' }], pick: { step: 'finish' }, input: {} })
  expect(await b.rows('select state, note from errand where id = 50')).toEqual([{ state: 2, note: '系统写的' }])
})
