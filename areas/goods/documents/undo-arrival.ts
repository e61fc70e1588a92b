/** 撤销收货: what arrived last of a transfer, or was decided to be lost last, is under way again, while it lies where it came to. */
import { sql } from 'kysely'
import { operations } from '#platform/declare/operations.ts'
import { codesOf } from '#platform/declare/codes.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { isZero, subtract } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { act, refuse, type Context, type Route } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { oneRecord, setDerived } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { putLess } from '../floor/follow-tasks.ts'
import { moveReasons } from '../ledger-tables.ts'
import { goodsLocation } from '../location-tables.ts'
import { openPostings } from '../post.ts'
import { keyOf, takeBack } from './entry.ts'
import { lockDocument } from './lines.ts'
import { behind, refuseForeign } from './places.ts'
import { goodsTransfer, goodsTransferLine } from './transfer-tables.ts'

const docType = goodsTransfer.table
const states = codesOf(goodsTransfer.fields.state.choices)

type Unit = Parameters<typeof putLess>[3][number]

interface Line {
  readonly id: string
  readonly received: string
  readonly lost: string
  readonly came: string
  readonly gone: string
}

const undoArrival = (context: Context, given: unknown): Promise<{ id: string }> =>
  context.write(async (tx, inside) => {
    const { id } = await oneRecord(inside, goodsTransfer, given)
    await lockDocument(tx, goodsTransfer, id)
    const row = await oneRecord(inside, goodsTransfer, id)
    const last = (await openPostings(inside, docType, id)).find(one => one.key.startsWith(`${keyOf(docType, id)}:arrive:`))
    if (last === undefined) throw refuse.rule(sentence`没有可撤销的收货`)
    const { rows } = await sql<Line>`select n.id::text, trim_scale(n.received)::text as received, trim_scale(n.lost)::text as lost,
        trim_scale(coalesce(sum(m.quantity) filter (where m.reason <> ${moveReasons.lost[0]}), 0))::text as came,
        trim_scale(coalesce(sum(m.quantity) filter (where m.reason = ${moveReasons.lost[0]}), 0))::text as gone
      from goods_transfer_line n left join goods_move m on m.posting_id = ${last.id} and m.line_id = n.id::text
      where n.transfer_id = ${id} group by n.id order by n.id`.execute(behind(tx))
    const isLoss = rows.some(one => !isZero(one.gone))
    for (const name of isLoss ? ['fromWarehouseId', 'toWarehouseId'] : ['toWarehouseId']) await refuseForeign(inside, tx, asText(row[name]))
    const { rows: ways } = await sql<{ id: string }>`select id::text from goods_location where doc_type = ${docType} and doc_id = ${id}
      and status <> 1`.execute(behind(tx))
    const server = await inServersName(inside, tx, 'goods of a transfer under way again')
    await setDerived(
      server,
      goodsLocation,
      ways.map(way => ({ id: way.id, status: 1 })),
    )
    const { rows: units } =
      await sql<Unit>`select product_id::text as "productId", batch_id::text as "batchId", label_id::text as "labelId",
        quantity::text from goods_move where posting_id = ${last.id} and reason <> ${moveReasons.lost[0]}`.execute(behind(tx))
    await putLess(inside, tx, { docType, docId: id }, units)
    await takeBack(inside, tx, { docType, id, row, day: todayOf(inside), key: last.key })
    const now = rows.map(one => ({ id: one.id, received: subtract(one.received, one.came), lost: subtract(one.lost, one.gone) }))
    await setDerived(inside, goodsTransferLine, now)
    const isNone = now.every(one => isZero(one.received) && isZero(one.lost))
    for (const step of [...(row['state'] === states.done ? ['reopen'] : []), ...(isNone ? ['unarrive'] : [])])
      await takeSteps(inside, goodsTransfer, { ids: [{ id }], pick: { step }, input: {}, byProgram: true })
    return { id }
  })

export const undoingArrival: Route = act(
  goodsTransfer,
  {
    name: 'undoArrival',
    title: ['撤销收货', 'Undo the arrival'],
    over: 'row',
    operation: operations.audit,
    when: { state: [states.part, states.done] },
    reason: ['收过货的调拨单才能撤销收货', 'Of a transfer of which something has arrived'],
    confirm: [
      '最近一次收货（或认定丢失）退回在途？已上架的要先移回收货区',
      'Put the last arrival or loss back under way? What was put away is moved back first',
    ],
  },
  (context, { input }) => undoArrival(context, input['id']),
)
