/** 组装拆分: lines by bill and quantity; parts leave their bins, what was made of them comes, in one posting. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import type { Row } from '#platform/declare/wire.ts'
import { allocate } from '#platform/format/allocate.ts'
import { compare, divide, isZero, multiply, roundTo, subtract } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { refuse, type Context, type Poster, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { create, createEach, removeRecords, setDerived, followerOf } from '#platform/server/records.ts'
import {
  areaOf,
  behind,
  enter,
  goodsBatch,
  keyOf,
  makePutting,
  refuseBackdating,
  refuseElsewhere,
  refuseForeign,
  takeBack,
  tasksFollow,
  worksByTask,
  type GoodsLine,
} from '#areas/goods/index.ts'
import { stockMade } from '#areas/finance/index.ts'
import { bomKinds, bomStates } from './bom-tables.ts'
import { convertKinds, directions, goodsConvert, goodsConvertLine } from './convert-tables.ts'
import { takenOf } from './explode.ts'
import { refuseTooMuch } from './read-bills.ts'

interface BillOf {
  readonly kind: number
  readonly state: number
  readonly base: string
  readonly fee: string
  readonly from: string
  readonly to: string | null
  readonly productId: string
  readonly lines: readonly { readonly partId: string; readonly per: string; readonly scrap: string; readonly percent: string | null }[]
}
async function billNamed(tx: Tx, id: string): Promise<BillOf> {
  const { rows } = await sql<BillOf>`select b.kind, b.state, trim_scale(b.base)::text as base, trim_scale(b.fee)::text as fee,
      b.valid_from::text as "from", b.valid_to::text as "to", b.product_id::text as "productId",
      (select coalesce(jsonb_agg(jsonb_build_object('partId', l.part_id::text, 'per', trim_scale(l.per)::text,
        'scrap', trim_scale(l.scrap)::text, 'percent', trim_scale(l.percent)::text) order by l.line_no), '[]')
        from bom_line l where l.bom_id = b.id) as lines
    from bom b where b.id = ${id}`.execute(behind(tx))
  const [bill] = rows
  if (bill === undefined) throw refuse.rule(sentence`没有这张物料清单，请重新选择`)
  return bill
}

/** Drafts have their lines at once, so that one sees what is needed. */
export const keepConverts = followerOf(goodsConvert, async (caller, tx, changes) => {
  const server = await inServersName(caller, tx, 'lines of an assembly follow from its bill')
  for (const { id, before, after } of changes) {
    if (after === null || after.state !== 0) continue
    if (
      before !== null &&
      (['bomId', 'quantity', 'kind', 'warehouseId'] as const).every(name => asText(before[name]) === asText(after[name]))
    )
      continue
    const bill = await billNamed(tx, asText(after.bomId))
    const isSplit = after.kind === convertKinds.split[0]
    if (isSplit !== (bill.kind === bomKinds.split[0]))
      throw refuse.invalid([
        { field: 'bomId', message: isSplit ? sentence`拆分请选择“拆分”的物料清单` : sentence`组装不能用“拆分”的物料清单` },
      ])
    if (bill.kind === bomKinds.subcontracted[0])
      throw refuse.invalid([{ field: 'bomId', message: sentence`委外的商品请用生产单，不能直接组装` }])
    await setDerived(server, goodsConvert, [{ id, productId: bill.productId }])
    await writeLines(server, tx, id, asText(after.quantity), bill, isSplit)
  }
})

async function writeLines(server: Context, tx: Tx, convertId: string, units: string, bill: BillOf, isSplit: boolean): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id::text as id from goods_convert_line where convert_id = ${convertId}
    order by id`.execute(behind(tx))
  const ids = rows.map(row => row.id)
  if (ids.length > 0) await removeRecords(server, goodsConvertLine, ids, { undoable: false })
  const whole = { productId: bill.productId, quantity: units, percent: null as string | null }
  const fee = roundTo(multiply(bill.fee, units), 4, 'halfUp')
  const parts = bill.lines.map(line => ({
    productId: line.partId,
    quantity: isSplit ? divide(multiply(units, line.per), bill.base, 6, 'floor') : takenOf(units, bill.base, line),
    percent: isSplit ? line.percent : null,
  }))
  await refuseTooMuch(tx, [
    { productId: bill.productId, amount: fee },
    ...parts.map(({ productId, quantity: amount }) => ({ productId, amount })),
  ])
  const fees = isSplit
    ? (allocate({ amount: fee, scale: 4, bases: [{ name: 'percent', weights: parts.map(one => one.percent ?? '0') }] })?.shares ?? [])
    : [fee]
  const [into, out] = isSplit ? [[whole], parts] : [parts, [whole]]
  await createEach(
    server,
    goodsConvertLine,
    [
      ...into.map(one => ({ ...one, direction: directions.into[0], fee: '0' })),
      ...out.map((one, at) => ({ ...one, direction: directions.out[0], fee: fees[at] ?? '0' })),
    ].map((one, at) => ({ convertId, lineNo: at + 1, batchId: null, ...one })),
  )
}

interface Line {
  readonly id: string
  readonly productId: string
  readonly sku: string
  readonly quantity: string
  readonly direction: number
  readonly tracked: boolean
  readonly percent: string | null
  readonly fee: string
}
export const postConvert: Poster = async (context, tx, { id, row, day, reverses }) => {
  const entering = { docType: goodsConvert.table, id, row, day, key: keyOf(goodsConvert.table, id) }
  const warehouseId = asText(row['warehouseId'])
  await refuseForeign(context, tx, warehouseId)
  if (reverses) {
    await takeBack(context, tx, entering)
    return tasksFollow(context, tx, goodsConvert.table, id)
  }
  refuseBackdating(context, 'goodsConvert', day)
  const bill = await billNamed(tx, asText(row['bomId']))
  const holds =
    (bill.state === bomStates.released[0] || bill.state === bomStates.superseded[0]) && bill.from <= day && (bill.to ?? day) >= day
  if (!holds) throw refuse.rule(sentence`这张物料清单在 ${day} 没有生效，请选择当天有效的版本`)
  const toId = row['toId'] ?? null
  if (toId !== null) await refuseElsewhere(tx, warehouseId, [asText(toId)])
  const { rows } = await sql<Line>`select l.id::text as id, l.product_id::text as "productId", p.sku,
      trim_scale(l.quantity)::text as quantity, l.direction, l.percent::text as percent, l.fee::text as fee,
      coalesce(s.tracking, 0) = 1 as tracked
    from goods_convert_line l join product p on p.id = l.product_id
      left join product_supply s on s.org_id = l.org_id and s.product_id = l.product_id
    where l.convert_id = ${id} order by l.line_no`.execute(behind(tx))
  const lines = rows.filter(one => !isZero(one.quantity))
  const into = lines.filter(one => one.direction === directions.into[0])
  const out = lines.filter(one => one.direction === directions.out[0])
  const target = toId === null ? await areaOf(context, tx, warehouseId, 'receiving') : asText(toId)
  const batches = await batchesOf(context, tx, row, out, day)
  const takes = await takeFree(tx, { orgId: context.caller.orgId, warehouseId, day }, into)
  const moves: GoodsLine[] = [
    ...takes.map(one => ({ ...one, to: { outside: 'converted' } as const, reason: 'takenIn' as const })),
    ...out.map(one => ({
      productId: one.productId,
      quantity: one.quantity,
      from: { outside: 'converted' } as const,
      to: target,
      batchId: batches.get(one.id) ?? null,
      lineId: one.id,
      reason: 'putOut' as const,
    })),
  ]
  await createEach(
    await inServersName(context, tx, 'what finance must know of what was made'),
    stockMade,
    out.map(one => ({ docType: goodsConvert.table, lineId: one.id, share: one.percent, fee: one.fee })),
  )
  await enter(context, tx, entering, moves)
  if (toId !== null || !(await worksByTask(tx, warehouseId))) return
  const source = { docType: goodsConvert.table, docId: id, docNo: asText(row['no']), warehouseId }
  const units = out.map(one => ({
    productId: one.productId,
    batchId: batches.get(one.id) ?? null,
    labelId: null,
    from: target,
    quantity: one.quantity,
  }))
  await makePutting(context, tx, 'putAway', source, units)
}

/** What comes of products that are kept by batch has a batch of the document's number. */
async function batchesOf(context: Context, tx: Tx, row: Row, out: readonly Line[], day: string): Promise<ReadonlyMap<string, string>> {
  const made = new Map<string, string>()
  const server = await inServersName(context, tx, 'batches of what was put together')
  for (const one of out.filter(line => line.tracked)) {
    const { id } = await create(server, goodsBatch, { productId: one.productId, batchNo: asText(row['no']), madeOn: day })
    made.set(one.id, id)
  }
  await setDerived(
    server,
    goodsConvertLine,
    [...made].map(([id, batchId]) => ({ id, batchId })),
  )
  return made
}

interface Free {
  readonly productId: string
  readonly from: string
  readonly batchId: string | null
  readonly free: string
}
interface Where {
  readonly orgId: string
  readonly warehouseId: string
  readonly day: string
}
/** Bare units in bins, in the order in which they leave; what is held stays. The posting looks again. */
export async function takeFree(
  tx: Tx,
  { orgId, warehouseId, day }: Where,
  wishes: readonly { readonly id: string; readonly productId: string; readonly sku: string; readonly quantity: string }[],
): Promise<readonly Omit<GoodsLine, 'to' | 'reason'>[]> {
  const { rows } = await sql<Free>`select c.product_id::text as "productId", c.location_id::text as "from",
      nullif(c.batch_id, 0)::text as "batchId", trim_scale(c.quantity - c.reserved)::text as free
    from goods_cell c join goods_location l on l.id = c.location_id and l.kind = 1 and l.status = 1
      left join product_supply s on s.org_id = c.org_id and s.product_id = c.product_id left join goods_batch b on b.id = c.batch_id
    where c.org_id = ${orgId} and c.warehouse_id = ${warehouseId} and c.product_id = any(${wishes.map(one => one.productId)}::bigint[])
      and c.label_id = 0 and c.quantity > c.reserved and coalesce(b.status, 1) = 1
      and coalesce(b.expires_on - ${day}::date >= coalesce(s.min_days_out, 0), true)
    order by c.product_id, case when s.removal = 2 then b.expires_on end, c.since, l.pick_order, l.code, c.id`.execute(behind(tx))
  const left = rows.map(row => ({ ...row }))
  return wishes.flatMap(({ id, productId, sku, quantity }) => {
    let open = quantity
    const taken: Omit<GoodsLine, 'to' | 'reason'>[] = []
    for (const cell of left) {
      if (cell.productId !== productId || isZero(cell.free) || isZero(open)) continue
      const part = compare(cell.free, open) < 0 ? cell.free : open
      taken.push({ productId, quantity: part, from: cell.from, batchId: cell.batchId, lineId: id })
      cell.free = subtract(cell.free, part)
      open = subtract(open, part)
    }
    const held = subtract(quantity, open)
    if (!isZero(open)) throw refuse.rule(sentence`${sku} 可用 ${held}，不够 ${quantity}`)
    return taken
  })
}
