/** A deduction that a statement has settled is taken back: it is owed again from today on, and the difference is decided anew. */
import { sql } from 'kysely'
import { longText } from '#platform/declare/fields.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { act, refuse, type Context, type RouteMap, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { create, oneRecord, setDerived } from '#platform/server/records.ts'
import { behind, goodsRights } from '#areas/goods/index.ts'
import { creditsOf } from '../money/accounts.ts'
import { decisions, differenceStates, receiptDiscrepancy } from './discrepancy-tables.ts'

const asked = ['kind', 'quantity', 'productId', 'supplierId', 'warehouseId', 'inLineId', 'deliveryLineId', 'currency', 'buyerId'] as const

/** Behind the supplier's lock: no request takes it off meanwhile. */
async function undo(context: Context, tx: Tx, id: string, remark: string): Promise<string> {
  await sql`select 1 from supplier where id = (select supplier_id from receipt_discrepancy where id = ${id})
    for no key update`.execute(behind(tx))
  await sql`select 1 from receipt_discrepancy where id = ${id} for update`.execute(behind(tx))
  const row = await oneRecord(context, receiptDiscrepancy, id)
  const isSettled = row['state'] === differenceStates.done[0] && row['decision'] === decisions.deduct[0]
  if (!isSettled || (row['undoneOn'] ?? null) !== null) throw refuse.rule(sentence`只有已结算的扣款可以撤回`)
  const { rows } = await sql<{ open: boolean }>`select ${creditsOf(asText(row['supplierId']), asText(row['currency']), '0')}
    >= (select amount from receipt_discrepancy where id = ${id}) as open`.execute(behind(tx))
  if (rows[0]?.open !== true) throw refuse.rule(sentence`扣款已在请款单抵扣，不能撤回`)
  const server = await inServersName(context, tx, 'deductions that are taken back')
  const today = todayOf(server)
  await setDerived(server, receiptDiscrepancy, [{ id, undoneOn: today }])
  const values = Object.fromEntries(asked.map(name => [name, row[name] ?? null]))
  return (await create(server, receiptDiscrepancy, { businessOn: today, ...values, remark: `${asText(row['no'])} ${remark}` })).id
}

export const undoRoutes: RouteMap = {
  'POST /receiptDiscrepancy/undoDeduction': act(
    receiptDiscrepancy,
    {
      name: 'undoDeduction',
      title: ['撤回扣款', 'Take the deduction back'],
      over: 'row',
      operation: goodsRights.decide.operation,
      when: { state: [differenceStates.done[0]], decision: [decisions.deduct[0]] },
      reason: ['只有已结算的扣款可以撤回', 'Only a deduction that is settled is taken back'],
      input: { remark: longText('原因', 'Reason', { max: 200 }) },
    },
    (context, { input }) =>
      context.write(async (tx, inside) => {
        const { id } = await oneRecord(inside, receiptDiscrepancy, input['id'])
        return { id: await undo(inside, tx, id, asText(input['remark'])) }
      }),
  ),
}
