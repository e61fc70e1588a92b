/** 调拨单 in the ledger of goods: into a leaf of its own while it is under way, out of it as goods arrive or are lost. */
import { sql } from 'kysely'
import { codesOf } from '#platform/declare/codes.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { Row } from '#platform/declare/wire.ts'
import { add, compare, isZero, subtract } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { refuse, type Context, type Poster, type Tx } from '#platform/server/area.ts'
import { within } from '#platform/server/database.ts'
import { oneRecord, setDerived, followerOf } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { makePutting, worksByTask } from '../floor/make-tasks.ts'
import type { GoodsLine, Place } from '../post.ts'
import { enter, keyOf, takeBack } from './entry.ts'
import { followOutbound, heldLines, lyingAgain, refuseShort, type Outbound } from './outbound.ts'
import { lockDocument } from './lines.ts'
import { areaOf, behind, closeTransit, openTransit, refuseForeign, underWay, type UnderWay } from './places.ts'
import { goodsTransfer, goodsTransferLine } from './transfer-tables.ts'

const docType = 'goods_transfer'
export const transferOf: Outbound = {
  document: goodsTransfer,
  lines: goodsTransferLine,
  warehouse: 'fromWarehouseId',
}

const states = codesOf(goodsTransfer.fields.state.choices)

export const followTransfer = followerOf(goodsTransfer, async (context, tx, changes) => {
  await followOutbound(context, tx, transferOf, changes)
  for (const { id, before, after } of changes) {
    const was = before?.state
    const isReceiving = was === states.shipped || was === states.part
    if (after === null || !isReceiving || after.state !== states.done) continue
    // the program ends it when nothing is under way any more: then there is nothing left to receive
    const open = await underWay(tx, docType, id)
    if (open.length > 0) await arrive(within(context, tx), tx, after, open)
  }
})

export const postTransfer: Poster = async (context, tx, { id, row, day, reverses }) => {
  const entering = { docType, id, row, day, key: keyOf(docType, id) }
  const warehouseId = asText(row['fromWarehouseId'])
  await refuseForeign(context, tx, warehouseId)
  if (reverses) {
    const [{ from } = { from: null }] = await underWay(tx, docType, id)
    await takeBack(context, tx, entering)
    if (from !== null) await closeTransit(context, tx, from)
    await lyingAgain(context, tx, transferOf, row)
    await setShipped(context, tx, id, [])
    return
  }
  await refuseShort(tx, transferOf, id, row)
  const transit = await openTransit(context, tx, { docType, id, no: asText(row['no']), warehouseId })
  const lines = await heldLines(tx, transferOf, id, transit, 'transferred')
  await enter(context, tx, entering, lines)
  await setShipped(context, tx, id, lines)
}

async function setShipped(context: Context, tx: Tx, id: string, moved: readonly GoodsLine[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id::text from goods_transfer_line where transfer_id = ${id}`.execute(behind(tx))
  await setDerived(
    context,
    goodsTransferLine,
    rows.map(line => ({ id: line.id, shipped: sumOf(moved, line.id) })),
  )
}
const sumOf = (lines: readonly Pick<GoodsLine, 'lineId' | 'quantity'>[], lineId: string, from = '0'): string =>
  lines.filter(one => one.lineId === lineId).reduce((sum, one) => add(sum, one.quantity), from)

/** These units arrive, or are lost; the document is done when nothing is under way any more. */
async function arrive(context: Context, tx: Tx, row: Row, units: readonly UnderWay[], lostReason: string | null = null): Promise<void> {
  const { id } = row
  const isLost = lostReason !== null
  const warehouseId = asText(row[isLost ? 'fromWarehouseId' : 'toWarehouseId'])
  for (const one of isLost ? ['fromWarehouseId', 'toWarehouseId'] : ['toWarehouseId']) await refuseForeign(context, tx, asText(row[one]))
  const to: Place = isLost ? { outside: 'scrapped' } : await areaOf(context, tx, warehouseId, 'receiving')
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from goods_posting
    where org_id = ${context.caller.orgId} and doc_type = ${docType} and doc_id = ${id}`.execute(behind(tx))
  const key = `${keyOf(docType, id)}:arrive:${rows[0]?.n ?? 0}`
  const lines = units.map(one => ({ ...one, to, reason: isLost ? ('lost' as const) : ('transferred' as const) }))
  await enter(context, tx, { docType, id, row, day: todayOf(context), key }, lines)
  if (typeof to === 'string' && (await worksByTask(tx, warehouseId))) {
    const arrived = units.map(({ productId, batchId, labelId, quantity }) => ({ productId, batchId, labelId, quantity, from: to }))
    await makePutting(context, tx, 'putAway', { docType, docId: id, docNo: asText(row['no']), warehouseId }, arrived)
  }
  const name = isLost ? 'lost' : 'received'
  const before = await sql<{ id: string; sum: string; why: string | null }>`select id::text, ${sql.ref(name)}::text as sum,
      lost_reason as why from goods_transfer_line
    where transfer_id = ${id}`.execute(behind(tx))
  await setDerived(
    context,
    goodsTransferLine,
    before.rows.map(line => ({
      id: line.id,
      [name]: sumOf(units, line.id, line.sum),
      ...(isLost ? { lostReason: units.some(one => one.lineId === line.id) ? lostReason : line.why } : {}),
    })),
  )
  if ((await underWay(tx, docType, id)).length > 0) return
  const transit = units[0]?.from
  if (transit !== undefined) await closeTransit(context, tx, transit)
}

/** A part of a line arrives, or is decided to be lost. */
export const arriveLine = (context: Context, lineId: string, quantity: string, lostReason: string | null = null): Promise<{ id: string }> =>
  context.write(async (tx, inside) => {
    const line = await oneRecord(inside, goodsTransferLine, lineId)
    const id = asText(line['transferId'])
    await lockDocument(tx, goodsTransfer, id)
    const row = await oneRecord(inside, goodsTransfer, id)
    const open = (await underWay(tx, docType, id)).filter(one => one.lineId === lineId)
    const units: UnderWay[] = []
    let left = quantity
    for (const one of open) {
      const part = compare(one.quantity, left) < 0 ? one.quantity : left
      if (!isZero(part)) units.push({ ...one, quantity: part })
      left = subtract(left, part)
    }
    if (!isZero(left)) {
      const all = open.reduce((sum, one) => add(sum, one.quantity), '0')
      throw refuse.rule(sentence`这一行在途 ${all}，不能超过它`)
    }
    await arrive(inside, tx, row, units, lostReason)
    const isDone = (await underWay(tx, docType, id)).length === 0
    for (const step of [...(row['state'] === states.shipped ? ['arrive'] : []), ...(isDone ? ['finish'] : [])])
      await takeSteps(inside, goodsTransfer, { ids: [{ id }], pick: { step }, input: {}, byProgram: true })
    return { id: lineId }
  })
