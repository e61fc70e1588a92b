/** For tests: a list of parcels in boxes of two organisations, with a field of every kind. */
import { choice, date, dateTime, decimal, flag, integer, money, month, reference, text } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { listBooks, type ListBooks } from './list-books.ts'

export const parcel = resource('parcel', {
  type: 'parcel',
  title: ['包裹', 'Parcel'],
  access: { scope: ownOrganisation },
  fields: {
    name: text('名称', 'Name', { max: 50, filter: 'contains', sort: true }),
    note: text('备注', 'Note', { optional: true, filter: 'equals', sort: true }),
    pieces: integer('件数', 'Pieces', { optional: true, filter: 'range', sort: true, total: true }),
    weight: decimal('重量', 'Weight', 3, { optional: true, sort: true, total: true }),
    price: money('价格', 'Price', { optional: true, sort: true, total: true, currency: 'coin' }),
    coin: text('币种', 'Currency', { default: 'USD', filter: 'select' }),
    sentOn: date('寄出日期', 'Sent on', { optional: true, filter: 'range', sort: true }),
    booked: month('月份', 'Month', { optional: true, filter: 'range', sort: true }),
    seenAt: dateTime('扫描时间', 'Seen at', { optional: true, filter: 'range', sort: true }),
    state: choice('状态', 'State', { open: [1, '待寄', 'Open'], sent: [2, '已寄', 'Sent'] }, { default: 1, filter: 'select', sort: true }),
    urgent: flag('加急', 'Urgent', { default: false, filter: 'select', sort: true }),
    boxId: reference('箱子', 'Box', 'box', { optional: true, filter: 'select', sort: true }),
  },
  list: { sort: { field: 'name', way: 'ASC' } },
  storage: { key: ['name'] },
}) as unknown as Resource
export const box = resource('box', {
  type: 'box',
  title: ['箱子', 'Box'],
  access: { scope: ownOrganisation },
  fields: { name: text('名称', 'Name', { sort: true }) },
  storage: { key: ['name'] },
}) as unknown as Resource

export async function parcelBooks(): Promise<ListBooks> {
  const b = await listBooks([parcel, box])
  await b.run("insert into box (id, org_id, name) values (1, 1, '大箱'), (2, 2, '外人的箱'), (3, 1, '小箱')")
  // 甲 lies on 2026-03-01 in Shanghai and on 2026-02-28 in UTC; 乙 at the last second of that day
  await b.run(`insert into parcel (org_id, name, note, pieces, weight, price, coin, sent_on, booked, seen_at, state, urgent, box_id) values
    (1, '甲', 'a,b', 1, 1.5, 10.01, 'USD', '2026-02-28', '2026-02-01', '2026-02-28T16:00:00Z', 1, false, 1),
    (1, '乙', '50%', 2, 2.5, 20.02, 'USD', '2026-03-01', '2026-03-01', '2026-03-01T15:59:59.999Z', 2, true, 3),
    (1, '丙', 'x_y', 30, null, -5, 'EUR', '2026-03-02', '2026-03-01', '2026-03-01T16:00:00Z', 1, false, null),
    (1, '丁', '', null, 0.001, null, 'EUR', null, null, null, 1, false, null),
    (1, '戊''; drop table parcel --', 'back\\slash', 4, 4, 0.0001, 'USD', '2026-03-19', '2026-01-01', '2026-03-19T18:00:00Z', 2, true, 1),
    (1, 'ABC', null, 5, 5, 1, 'USD', '2025-12-31', '2025-12-01', '2025-12-31T12:00:00Z', 1, true, 1),
    (2, '外人', 'a,b', 99, 99, 99, 'USD', '2026-03-01', '2026-03-01', '2026-03-01T12:00:00Z', 1, false, 2)`)
  return b
}
