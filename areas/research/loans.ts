/** What is done with samples by hand: lent, taken back, sent. */
import { date, integer, text } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { act, refuse, type Context, type RouteMap, type Values } from '#platform/server/area.ts'
import { create, oneRecord } from '#platform/server/records.ts'
import { moveKinds, sample, sampleMove } from './sample-tables.ts'
import { staff } from './words.ts'

const present = [2, 3, 4] as const
const ofPresent = { state: present } as const
const notHere = ['样品还没有到样，或已报废', 'It has not arrived, or was scrapped'] as const
const howMany = integer('数量', 'Quantity', { min: 1, max: 100_000, default: 1 })
const moved = (context: Context, kind: keyof typeof moveKinds, values: Values): Promise<{ id: string }> =>
  context.write(async (_, inside) => {
    const { id } = await create(inside, sampleMove, { day: todayOf(inside), kind: moveKinds[kind][0], ...values })
    return { id }
  })

export const loanRoutes: RouteMap = {
  'POST /sample/lend': act(
    sample,
    {
      name: 'lend',
      title: ['借出', 'Lend'],
      over: 'row',
      operation: operations.edit,
      when: ofPresent,
      reason: notHere,
      input: {
        borrowerId: staff('借用人', 'Borrower'),
        quantity: howMany,
        dueOn: date('应还日期', 'Back by', { notBefore: 'now' }),
        note: text('说明', 'Note', { max: 200, optional: true }),
      },
    },
    async (context, { input: { id, borrowerId, quantity, dueOn, note } }) => {
      const { id: sampleId } = await oneRecord(context, sample, id)
      return moved(context, 'lend', { sampleId, borrowerId, quantity, dueOn, note })
    },
  ),
  'POST /sample/send': act(
    sample,
    {
      name: 'send',
      title: ['寄出', 'Send'],
      over: 'row',
      operation: operations.edit,
      when: ofPresent,
      reason: notHere,
      input: {
        toName: text('寄往', 'Sent to', { max: 100 }),
        quantity: howMany,
        note: text('单号和说明', 'Waybill and note', { max: 200, optional: true }),
      },
    },
    async (context, { input: { id, toName, quantity, note } }) => {
      const { id: sampleId } = await oneRecord(context, sample, id)
      return moved(context, 'sent', { sampleId, toName, quantity, note })
    },
  ),
  'POST /sample/giveBack': act(
    sample,
    {
      name: 'giveBack',
      title: ['归还', 'Take back'],
      over: 'row',
      operation: operations.edit,
      when: ofPresent,
      reason: notHere,
      input: { borrowerId: staff('借用人', 'Borrower', { choosableWhere: undefined }), quantity: howMany },
    },
    async (context, { input }) => {
      const { id: sampleId } = await oneRecord(context, sample, input['id'])
      return context.write(async (tx, inside) => {
        const loans = await inside.db
          .selectFrom('sample_move')
          .select(['id', 'borrower_id as borrowerId', 'quantity', 'returned'])
          .where('sample_id', '=', sampleId)
          .where('borrower_id', '=', asText(input['borrowerId']))
          .where('loan', '=', 1)
          .orderBy('due_on')
          .orderBy('id')
          .execute()
        let rest = Number(input['quantity'])
        if (rest > loans.reduce((sum, one) => sum + one.quantity - one.returned, 0))
          throw refuse.rule(sentence`他没有借这么多，请核对借用人和数量`)
        for (const { id, borrowerId, quantity, returned } of loans) {
          const now = Math.min(rest, quantity - returned)
          if (now <= 0) break
          rest -= now
          await create(inside, sampleMove, {
            sampleId,
            day: todayOf(inside),
            kind: moveKinds.back[0],
            quantity: now,
            borrowerId,
            loanId: id,
          })
        }
        return { id: sampleId }
      })
    },
  ),
}
