/** 入库单 and 换标单 are entered into the ledger of goods. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { may, refuse, type Context, type Poster, type Posting, type Tx } from '#platform/server/area.ts'
import { tasksFollow } from '../floor/follow-tasks.ts'
import { makePutting, worksByTask } from '../floor/make-tasks.ts'
import type { Row } from '#platform/declare/wire.ts'
import type { GoodsLine } from '../post.ts'
import { enter, keyOf, refuseBackdating, takeBack } from './entry.ts'
import { conditions, inKinds } from './in-tables.ts'
import { costOrdered } from './order-cost.ts'
import { countExchanged } from './post-return.ts'
import { areaOf, behind, refuseElsewhere, refuseForeign } from './places.ts'
import { goodsRights } from './words.ts'

interface Line {
  readonly lineId: string
  readonly productId: string
  readonly quantity: string
  readonly batchId: string | null
  readonly labelId: string | null
  readonly to: string | null
  readonly condition: number
  readonly isPriced: boolean
  readonly isOrdered: boolean
  readonly isExchanged: boolean
}

export interface Arriving {
  readonly id: string
  readonly row: Row
  readonly day: string
  readonly reverses: boolean
}
export interface MadeOutside {
  /** lines that were made of parts and come out of the conversion, not from the supplier */
  readonly lineIds: ReadonlySet<string>
  /** parts that they took */
  readonly uses: readonly GoodsLine[]
  readonly after: () => Promise<void>
}
let madeOutside: (context: Context, tx: Tx, arriving: Arriving) => Promise<MadeOutside | null> = async () => null
/** Production says what of a receipt of purchases a subcontractor made of parts that were sent to him. */
export const whenReceived = (work: typeof madeOutside): void => void (madeOutside = work)

export const postIn: Poster = async (context, tx, posting) => {
  const { id, row, day } = posting
  const entering = { docType: 'goods_in', id, row, day, key: keyOf('goods_in', id) }
  const warehouseId = asText(row['warehouseId'])
  await refuseForeign(context, tx, warehouseId)
  await countExchanged(context, tx, id)
  if (posting.reverses) {
    const undone = await madeOutside(context, tx, { id, row, day, reverses: true })
    await takeBack(context, tx, entering)
    await undone?.after()
    return tasksFollow(context, tx, 'goods_in', id)
  }
  refuseBackdating(context, 'goodsIn', day)
  await costOrdered(context, tx, id)
  const { rows: lines } = await sql<Line>`select id::text as "lineId", product_id::text as "productId", quantity::text,
      batch_id::text as "batchId", label_id::text as "labelId", to_id::text as "to", condition, unit_cost is not null as "isPriced",
      order_line_id is not null as "isOrdered", return_line_id is not null as "isExchanged"
    from goods_in_line where in_id = ${id} order by line_no`.execute(behind(tx))
  await refuseElsewhere(
    tx,
    warehouseId,
    lines.flatMap(one => one.to ?? []),
  )
  const source = sourceOf(context, posting, lines)
  const isReturn = row['kind'] === inKinds.returned[0] || row['kind'] === inKinds.removed[0]
  const areas = new Map<number, string>()
  for (const condition of new Set(lines.filter(one => one.to === null).map(one => one.condition)))
    areas.set(condition, await areaOf(context, tx, warehouseId, areaFor(condition, isReturn)))
  const made = await madeOutside(context, tx, { id, row, day, reverses: false })
  const came = lines.map(line => ({
    ...line,
    ...(made?.lineIds.has(line.lineId) === true ? ({ from: { outside: 'converted' }, reason: 'made' } as const) : source),
    to: line.to ?? areas.get(line.condition) ?? '',
  }))
  await enter(context, tx, entering, [...(made?.uses ?? []), ...came])
  await made?.after()
  const toBins = lines.filter(line => line.to === null && line.condition === conditions.good[0])
  if (toBins.length === 0 || !(await worksByTask(tx, warehouseId))) return
  const from = areas.get(conditions.good[0]) ?? ''
  const of = { docType: 'goods_in', docId: id, docNo: asText(row['no']), warehouseId }
  await makePutting(
    context,
    tx,
    'putAway',
    of,
    toBins.map(line => ({ ...line, from })),
  )
}

const areaFor = (condition: number, isReturn: boolean) =>
  condition === conditions.bad[0] ? 'defective' : condition === conditions.unseen[0] ? 'inspection' : isReturn ? 'returns' : 'receiving'

/** Where goods come from, and why. */
function sourceOf(context: Context, { row }: Posting, lines: readonly Line[]): Pick<GoodsLine, 'from' | 'reason'> {
  if (row['kind'] !== inKinds.bought[0] && lines.some(one => one.isOrdered))
    throw refuse.invalid([{ field: 'kind', message: sentence`明细取自采购单，类型请选“采购”` }])
  if (row['kind'] === inKinds.returned[0]) {
    if (row['shopId'] === null) throw refuse.invalid([{ field: 'shopId', message: sentence`退货入库请选择店铺` }])
    return { from: { outside: 'shipped', shopId: asText(row['shopId']) }, reason: 'returned' }
  }
  if (row['kind'] === inKinds.removed[0]) {
    if (row['shopId'] === null) throw refuse.invalid([{ field: 'shopId', message: sentence`平台移除退回请选择店铺` }])
    return { from: { outside: 'marketplace', shopId: asText(row['shopId']) }, reason: 'removed' }
  }
  const isExchange = row['kind'] === inKinds.exchanged[0]
  if (lines.some(one => one.isExchanged !== isExchange))
    throw refuse.invalid([{ field: 'kind', message: sentence`换货入库的每一行都取自采购退货，请在采购退货上点“生成换货入库单”` }])
  if (isExchange) return { from: { outside: 'supplier' }, reason: 'bought' }
  if (row['kind'] !== inKinds.bought[0]) return { from: { outside: 'counted' }, reason: 'countedMore' }
  if (lines.some(one => !one.isOrdered) && !may(context.caller, 'goodsIn', goodsRights.over.operation))
    throw refuse.forbidden(sentence`没有订单的采购入库需要“${goodsRights.over.title}”权限`)
  if (row['supplierId'] === null) throw refuse.invalid([{ field: 'supplierId', message: sentence`采购入库请选择供应商` }])
  if (lines.some(one => !one.isPriced)) throw refuse.rule(sentence`采购入库的每一行都要填写单价`)
  return { from: { outside: 'supplier' }, reason: 'bought' }
}

export const postRelabel: Poster = async (context, tx, { id, row, day, reverses }) => {
  const entering = { docType: 'goods_relabel', id, row, day, key: keyOf('goods_relabel', id) }
  const warehouseId = asText(row['warehouseId'])
  await refuseForeign(context, tx, warehouseId)
  if (reverses) return takeBack(context, tx, entering)
  refuseBackdating(context, 'goodsRelabel', day)
  const { rows } = await sql<Omit<GoodsLine, 'reason'>>`select id::text as "lineId", product_id::text as "productId", quantity::text,
      batch_id::text as "batchId", from_label_id::text as "labelId", to_label_id::text as "toLabelId", location_id::text as "from",
      location_id::text as "to"
    from goods_relabel_line where relabel_id = ${id} order by line_no`.execute(behind(tx))
  await refuseElsewhere(
    tx,
    warehouseId,
    rows.map(one => asText(one.from)),
  )
  await enter(
    context,
    tx,
    entering,
    rows.map(line => ({ ...line, reason: 'relabelled' })),
  )
}
