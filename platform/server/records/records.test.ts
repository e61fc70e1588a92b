import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { date, integer, reference } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import type { Row } from '#platform/declare/wire.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { keyOfRowId, rowId } from '../lists/columns.ts'
import { removeRecords } from '../batches/batch-remove.ts'
import { addRecord, oneRecord, updateRecord } from '../verbs/record.ts'
import type { ListBooks } from '../../../test/setup/list-books.ts'
import { box, parcel, parcelBooks } from '../../../test/setup/parcels.ts'

let b: ListBooks
let me: Context
beforeAll(async () => {
  b = await parcelBooks()
  me = b.as('1')
})
afterAll(() => b.close())

const added = (name: string, more: object = {}): Promise<{ id: string }> => addRecord(me, parcel, { name, ...more })
const trail = (recordId: string): Promise<{ verb: string; before: Row | null; after: Row | null; account_name: string }[]> =>
  b.rows("select verb, before, after, account_name from audit_entry where subject = 'parcel' and record_id = $1 order by id", [recordId])

describe('records', () => {
  test('add, edit and delete, each with its entry in the trail', async () => {
    const { id } = await added('己', { pieces: 3, price: '1.2345', boxId: '1' })
    expect(await updateRecord(me, parcel, { id, version: 1, pieces: 4 })).toEqual({ id, version: 2 })
    expect(await oneRecord(me, parcel, id)).toMatchObject({ name: '己', pieces: 4, price: '1.2345', boxIdLabel: '大箱', version: 2 })
    expect(await removeRecords(me, parcel, [id])).toEqual({ deleted: 1, batchId: expect.any(String) })
    const entries = await trail(id)
    expect(entries.map(e => [e.verb, e.before?.['pieces'] ?? null, e.after?.['pieces'] ?? null])).toEqual([
      ['add', null, 3],
      ['update', 3, 4],
      ['remove', 4, null],
    ])
    await expect(oneRecord(me, parcel, id)).rejects.toMatchObject({ code: 1004 })
  })

  test('the trail can be neither changed nor emptied by the program', async () => {
    for (const statement of ["update audit_entry set verb = 'x'", 'delete from audit_entry', 'truncate audit_entry'])
      await expect(b.asProgram(statement)).rejects.toThrow(/permission denied/)
  })

  test('the second of two edits is told who was first', async () => {
    const { id } = await added('庚')
    await updateRecord(b.as('1', '李雷'), parcel, { id, version: 1, pieces: 1 })
    await expect(updateRecord(me, parcel, { id, version: 1, pieces: 2 })).rejects.toMatchObject({
      code: 1009,
      message: expect.stringMatching(/李雷在 .* 修改了这条包裹/) as string,
    })
    await expect(updateRecord(me, parcel, { id, pieces: 2 })).rejects.toMatchObject({ code: 1002 })
    await removeRecords(me, parcel, [id])
  })

  test('two at once: one edit wins, one delete wins, edit and delete in either order', async () => {
    const { id } = await added('辛')
    const codes = (work: readonly Promise<unknown>[]): Promise<unknown[]> =>
      Promise.all(
        work.map(w =>
          w.then(
            () => 0,
            (e: { code: unknown }) => e.code,
          ),
        ),
      )
    expect(
      (
        await codes([updateRecord(me, parcel, { id, version: 1, pieces: 1 }), updateRecord(me, parcel, { id, version: 1, pieces: 2 })])
      ).sort((a, b) => Number(a) - Number(b)),
    ).toEqual([0, 1009])
    expect((await trail(id)).filter(e => e.verb === 'update')).toHaveLength(1)
    expect((await codes([removeRecords(me, parcel, [id]), removeRecords(me, parcel, [id])])).sort((a, b) => Number(a) - Number(b))).toEqual(
      [0, 1004],
    )
    for (const order of ['edit first', 'delete first'] as const) {
      const other = (await added(`壬${order}`)).id
      const edit = () => updateRecord(me, parcel, { id: other, version: 1, pieces: 1 })
      const remove = () => removeRecords(me, parcel, [other])
      const [first, second] = order === 'edit first' ? [edit, remove] : [remove, edit]
      const done = await codes([first(), second()])
      expect(done.every(c => c === 0 || c === 1004)).toBe(true)
      expect(done).toContain(0)
      expect(await b.rows('select 1 from parcel where id = $1', [other])).toEqual([])
    }
  })

  test("a name that is taken, in edit and add; not by another organisation's record", async () => {
    const { id } = await added('癸')
    await expect(added('癸')).rejects.toMatchObject({ code: 1002, message: '名称已存在，请换一个' })
    const other = await added('子')
    await expect(updateRecord(me, parcel, { id: other.id, version: 1, name: '癸' })).rejects.toMatchObject({
      code: 1002,
      message: '名称已存在，请换一个',
    })
    const namesake = await added('外人')
    await removeRecords(me, parcel, [id, other.id, namesake.id])
  })

  test('a reference outside the scope, in edit and add', async () => {
    for (const boxId of ['2', '999'])
      await expect(added('丑', { boxId })).rejects.toMatchObject({
        code: 1002,
        message: '箱子不存在或无权使用，请重新选择',
        data: { errors: [{ field: 'boxId' }] },
      })
    const { id } = await added('寅')
    await expect(updateRecord(me, parcel, { id, version: 1, boxId: '2' })).rejects.toMatchObject({ code: 1002 })
    await expect(removeRecords(me, box, ['1'])).rejects.toMatchObject({
      code: 1002,
      message: expect.stringContaining('正被其他记录使用') as string,
    })
    await removeRecords(me, parcel, [id])
  })

  test("fields that are nobody's to set, and values that can't be", async () => {
    await expect(added('卯', { orgId: '2' })).rejects.toMatchObject({ code: 1002, message: expect.stringContaining('orgId') as string })
    await expect(added('卯', { createdAt: '2020-01-01' })).rejects.toMatchObject({ code: 1002 })
    await expect(
      added('', {
        pieces: 1.5,
        price: '1.23456',
        sentOn: '2026-02-30',
        booked: '2026-13',
        state: 9,
        urgent: 'x',
        boxId: 'a',
        seenAt: 'gestern',
      }),
    ).rejects.toMatchObject({
      data: {
        errors: ['name', 'pieces', 'price', 'sentOn', 'booked', 'seenAt', 'state', 'urgent', 'boxId'].map(
          field => expect.objectContaining({ field }) as object,
        ),
      },
    })
    for (const wrong of [
      { seenAt: '-271821-04-20T00:00:00Z' },
      { seenAt: '2026' },
      { seenAt: '9'.repeat(5) },
      { boxId: '9'.repeat(19) },
      { pieces: '9'.repeat(12) },
      { note: 'a\0b' },
      { price: '9'.repeat(30) },
    ]) {
      await expect(added(`辰${JSON.stringify(wrong).slice(0, 20)}`, wrong), JSON.stringify(wrong)).rejects.toMatchObject({ code: 1002 })
    }
  })

  test.each(['', '0', '-1', 'abc', '9'.repeat(19), '9'.repeat(30), "1' or '1'='1", 'WyIxIl0'])('an id that is none: %s', async id => {
    await expect(oneRecord(me, parcel, id)).rejects.toMatchObject({ code: 1004 })
    await expect(updateRecord(me, parcel, { id, version: 1, pieces: 1 })).rejects.toMatchObject({ code: 1004 })
    await expect(removeRecords(me, parcel, [id])).rejects.toMatchObject({ code: 1004 })
  })

  test('one unknown id among several deletes none', async () => {
    const { id } = await added('巳')
    await expect(removeRecords(me, parcel, [id, '123456'])).rejects.toMatchObject({ code: 1004 })
    await expect(oneRecord(me, parcel, id)).resolves.toMatchObject({ name: '巳' })
    await removeRecords(me, parcel, [id])
  })

  test('an opaque id must fit its key', () => {
    const fact = resource('fact', {
      title: ['行', 'Line'],
      access: { scope: ownOrganisation },
      fields: { shopId: reference('店铺', 'Shop', 'shop'), day: date('日', 'Day'), no: integer('号', 'No') },
      storage: { kind: 'shop', primary: ['shopId', 'day', 'no'] },
    }) as unknown as Resource
    expect(keyOfRowId(fact, rowId(fact, ['1', '2026-01-01', 5]))).toEqual(['1', '2026-01-01', '5'])
    for (const values of [
      ['1', 'x', 5],
      ['x', '2026-01-01', 5],
      ['1', '2026-01-01', '9'.repeat(12)],
      ['1', '2026-01-01'],
      ['1', '2026-01-01', { a: 1 }],
      'abc',
      null,
    ])
      expect(keyOfRowId(fact, Buffer.from(JSON.stringify(values)).toString('base64url'))).toBeNull()
  })
})
