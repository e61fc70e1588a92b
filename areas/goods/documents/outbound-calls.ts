/** What is done to documents that leave a warehouse beside their steps: parts arrive or are lost, what was picked is put back. */
import { longText } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import { asText } from '#platform/format/text.ts'
import { act, type Context, type Route, type RouteMap } from '#platform/server/area.ts'
import { oneRecord } from '#platform/server/records.ts'
import { arriveLine, transferOf } from './post-transfer.ts'
import { putBack, type Outbound } from './outbound.ts'
import { outOf } from './post-out.ts'
import { returnOf } from './post-return.ts'
import { goodsTransferLine } from './transfer-tables.ts'
import { undoingArrival } from './undo-arrival.ts'
import { goodsRights, quantity } from './words.ts'

export const puttingBack = (o: Outbound): Route =>
  act(
    o.document,
    {
      name: 'putBack',
      title: ['退回库位', 'Put back'],
      over: 'row',
      operation: operations.edit,
      when: { toPutBack: [true] },
      reason: ['没有要退回库位的货物', 'There is nothing to put back'],
      confirm: ['集货区的货物已放回原来的库位？', 'Have the goods been brought back to their bins?'],
    },
    async (context, { input }) => putBack(context, o, (await oneRecord(context, o.document, input['id'])).id),
  )

const lineOf = async (context: Context, input: Readonly<Record<string, unknown>>): Promise<string> =>
  (await oneRecord(context, goodsTransferLine, input['id'])).id

export const outboundCalls: RouteMap = {
  'POST /goodsOut/putBack': puttingBack(outOf),
  'POST /goodsTransfer/putBack': puttingBack(transferOf),
  'POST /purchaseReturn/putBack': puttingBack(returnOf),
  'POST /goodsTransfer/undoArrival': undoingArrival,
  'POST /goodsTransferLine/arrive': act(
    goodsTransferLine,
    { name: 'arrive', title: ['收货', 'Receive'], over: 'row', operation: operations.edit, input: { quantity: quantity() } },
    async (context, { input }) => arriveLine(context, await lineOf(context, input), asText(input['quantity'])),
  ),
  'POST /goodsTransferLine/lose': act(
    goodsTransferLine,
    {
      name: 'lose',
      title: ['认定丢失', 'Lost on the way'],
      over: 'row',
      operation: goodsRights.decide.operation,
      input: { quantity: quantity(), reason: longText('原因', 'Reason', { max: 200 }) },
    },
    async (context, { input }) => arriveLine(context, await lineOf(context, input), asText(input['quantity']), asText(input['reason'])),
  ),
}
