/** What is decided about a difference makes its document or its amount, and closes when that is done. */
import { sql } from 'kysely'
import { choice, money } from '#platform/declare/fields.ts'
import type { Row } from '#platform/declare/wire.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { compare } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { act, refuse, type Context, type RouteMap, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { addDocument, closeLine } from '#platform/server/documents.ts'
import { oneRecord, setDerived, followerOf } from '#platform/server/records.ts'
import { behind, goodsRights, inKinds, goodsIn, purchaseReturn, purchaseReturnLine, returnWays } from '#areas/goods/index.ts'
import { purchaseDelivery, purchaseDeliveryLine } from './delivery-tables.ts'
import { decisions, differenceKinds as kinds, differenceStates, receiptDiscrepancy } from './discrepancy-tables.ts'
import { move, reopen, reopenBy, settleBy, waitBy } from './keep-deliveries.ts'

type Decision = (typeof decisions)[keyof typeof decisions][0]

async function decide(context: Context, tx: Tx, id: string, decision: Decision, amount: string | null): Promise<void> {
  await sql`select 1 from receipt_discrepancy where id = ${id} for update`.execute(behind(tx))
  const row = await oneRecord(context, receiptDiscrepancy, id)
  // a deduction made no document: until it is settled, another decision takes its place
  const isDeducted = row['state'] === differenceStates.decided[0] && row['decision'] === decisions.deduct[0]
  if (row['state'] !== differenceStates.open[0] && !isDeducted) throw refuse.rule(sentence`这条差异已处理，请刷新`)
  const isShort = row['kind'] === kinds.short[0]
  const server = await inServersName(context, tx, 'what is decided about a difference')
  if (decision === decisions.resend[0] && !isShort) throw refuse.rule(sentence`只有少货可以补发，请选择其他处理`)
  if ((decision === decisions.deduct[0]) !== (amount !== null && compare(amount, '0') > 0))
    throw refuse.invalid([{ field: 'amount', message: sentence`扣款请填写大于 0 的金额，其他处理不填` }])
  const goesBack = decision === decisions.sendBack[0] || decision === decisions.exchange[0]
  if (goesBack && (isShort || row['inLineId'] === null)) throw refuse.rule(sentence`货物没有入库，不能退货或换货，请选择其他处理`)
  if (isDeducted) await reopen(server, [id])
  // what did not come is waited for no longer; sent again, by the notice that is made
  const resendId = decision === decisions.resend[0] ? await sendAgain(server, tx, row) : null
  if (isShort && row['deliveryLineId'] !== null && (await isAwaited(tx, asText(row['deliveryLineId']))))
    await closeLine(server, purchaseDeliveryLine, asText(row['deliveryLineId']), asText(row['no']))
  const returnId = goesBack ? await sendBack(server, tx, row, decision === decisions.exchange[0]) : null
  await setDerived(server, receiptDiscrepancy, [{ id, decision, amount, resendId, returnId }])
  await move(server, [id], decision === decisions.accept[0] ? 'settle' : 'decided')
}

/** Decided before and taken back, the line is closed already. */
async function isAwaited(tx: Tx, lineId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from purchase_delivery_line where id = ${lineId} and quantity > received + closed_qty`.execute(
    behind(tx),
  )
  return rows.length > 0
}

async function sendAgain(server: Context, tx: Tx, row: Row): Promise<string> {
  const { rows } = await sql<
    Readonly<Record<string, string | null>>
  >`select order_line_id::text as "orderLineId", label_id::text as "labelId"
    from purchase_delivery_line where id = ${row['deliveryLineId']}`.execute(behind(tx))
  const [line] = rows
  if (line === undefined) throw refuse.rule(sentence`这条差异不是到货通知的，不能补发`)
  const { supplierId, warehouseId, buyerId, productId, quantity } = row
  const made = await addDocument(
    server,
    [purchaseDelivery, purchaseDeliveryLine],
    { businessOn: todayOf(server), expectedOn: todayOf(server), supplierId, warehouseId, buyerId },
    { added: [{ id: 'n0', productId, quantity, ...line }], changed: [], removed: [] },
    {},
  )
  return made.id
}

async function sendBack(server: Context, tx: Tx, row: Row, isExchange: boolean): Promise<string> {
  const { rows } = await sql<Readonly<Record<string, string | null>>>`select id::text as "inLineId", label_id::text as "labelId",
      batch_id::text as "batchId" from goods_in_line where id = ${row['inLineId']}`.execute(behind(tx))
  const { supplierId, warehouseId, productId, quantity } = row
  const made = await addDocument(
    server,
    [purchaseReturn, purchaseReturnLine],
    { businessOn: todayOf(server), supplierId, warehouseId, way: (isExchange ? returnWays.exchange : returnWays.refund)[0] },
    { added: [{ id: 'n0', productId, quantity, ...rows[0] }], changed: [], removed: [] },
    {},
  )
  return made.id
}

/** A return for a refund is done when it is shipped; one for an exchange when all came. Taken back, what was decided waits again. */
export const settleReturns = followerOf(purchaseReturn, async (caller, tx, changes) => {
  const { shipped, reversed, voided } = purchaseReturn.fields.state.choices
  const off: readonly unknown[] = [reversed[0], voided[0]]
  const ids = changes.flatMap(({ id, before, after }) =>
    after?.state === shipped[0] && before?.state !== shipped[0] && after.way === returnWays.refund[0] ? [id] : [],
  )
  const gone = changes.flatMap(({ id, before, after }) => (off.includes(after?.state) && !off.includes(before?.state) ? [id] : []))
  if (ids.length + gone.length === 0) return
  const server = await inServersName(caller, tx, 'returns that were decided')
  await settleBy(server, tx, 'return_id', ids)
  await reopenBy(server, tx, 'return_id', gone)
})

export const settleExchanges = followerOf(goodsIn, async (caller, tx, changes) => {
  const posted = goodsIn.fields.state.choices.posted[0]
  const ids = changes.flatMap(({ id, before, after }) =>
    after?.kind === inKinds.exchanged[0] && (after.state === posted || before?.state === posted) ? [id] : [],
  )
  if (ids.length === 0) return
  const { rows } = await sql<{ id: string; all: boolean }>`select r.return_id::text as id, bool_and(r.exchanged >= r.quantity) as all
    from purchase_return_line r
    where r.return_id in (select x.return_id from purchase_return_line x join goods_in_line i on i.return_line_id = x.id
        where i.in_id = any(${ids}::bigint[]))
    group by r.return_id`.execute(behind(tx))
  const server = await inServersName(caller, tx, 'exchanges that were decided')
  const of = (all: boolean) => rows.flatMap(one => (one.all === all ? [one.id] : []))
  await settleBy(server, tx, 'return_id', of(true))
  await waitBy(server, tx, 'return_id', of(false))
})

export const discrepancyRoutes: RouteMap = {
  'POST /receiptDiscrepancy/decide': act(
    receiptDiscrepancy,
    {
      name: 'decide',
      title: ['处理', 'Decide'],
      over: 'row',
      operation: goodsRights.decide.operation,
      when: { state: [differenceStates.open[0], differenceStates.decided[0]] },
      reason: ['这条差异已处理', 'It was decided already'],
      input: {
        decision: choice('处理', 'Decision', decisions),
        amount: money('扣款金额', 'Deducted', { optional: true, min: 0, help: ['扣款时填写', 'Where the decision is to deduct'] }),
      },
    },
    (context, { input }) =>
      context.write(async (tx, inside) => {
        const { id } = await oneRecord(inside, receiptDiscrepancy, input['id'])
        const amount = asText(input['amount'] ?? '') === '' ? null : asText(input['amount'])
        await decide(inside, tx, id, Number(input['decision']) as Decision, amount)
        return { id }
      }),
  ),
}
