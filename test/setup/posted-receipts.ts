/** For tests: receipts drawn from orders that post entries, each under its key. */
import { document } from '#platform/declare/document.ts'
import { choice, date, decimal, text } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { byAnyone, machine } from '#platform/declare/states.ts'
import type { Area } from '#platform/server/contract/area.ts'
import { sql } from 'kysely'
import { order, orderLine, receiptLine } from './drawn-documents.ts'
import { employee } from './machines.ts'

export const postedReceipt = document('test_receipt', {
  type: 'testReceipt',
  title: ['入库单', 'Receipt'],
  number: 'RK',
  access: { scope: ownOrganisation },
  fields: {
    supplier: text('供应商', 'Supplier', { max: 20, filter: 'equals' }),
    state: choice(
      '状态',
      'State',
      { draft: [0, '草稿', 'Draft'], posted: [1, '已过账', 'Posted'], reversed: [2, '已冲销', 'Reversed'] },
      { default: 0, filter: 'select' },
    ),
  },
  life: {
    states: machine('state', {
      states: { draft: { edit: 'all', remove: true }, posted: { edit: ['remark'] }, reversed: { final: true } },
      steps: { post: { title: ['过账', 'Post'], from: ['draft'], to: 'posted', may: byAnyone } },
    }),
    posts: { step: 'post', reversed: 'reversed', may: byAnyone },
  },
}) as unknown as Resource

const entry = resource('test_entry', {
  title: ['分录', 'Entry'],
  access: { scope: ownOrganisation },
  fields: { key: text('键', 'Key', { max: 100 }), day: date('日期', 'Day'), quantity: decimal('数量', 'Quantity', 6) },
  storage: { unique: [['key']] },
}) as unknown as Resource

export const postedResources: readonly Resource[] = [employee as unknown as Resource, order, orderLine, postedReceipt, receiptLine, entry]

export const postedArea: Partial<Area> = {
  posts: {
    test_receipt: async (_context, tx, { id, day, reverses, key }) => {
      await sql`insert into test_entry (org_id, key, day, quantity) select 1, ${key}, ${day}::date,
        ${reverses ? -1 : 1} * coalesce((select sum(quantity) from test_receipt_line where receipt_id = ${id}), 0)`.execute(
        tx.withoutPlugins(),
      )
    },
  },
}
