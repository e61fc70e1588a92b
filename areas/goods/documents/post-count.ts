/**
 * 盘点单: lines are made when it starts; each figure keeps what the books say at the moment it is entered, so what moves afterwards does not
 * matter. Who counts is not told it. The difference is posted, never the figure that was counted.
 */
import { sql, type RawBuilder } from 'kysely'
import { codesOf } from '#platform/declare/codes.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { Row } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { compare, isZero, subtract } from '#platform/format/decimal.ts'
import { todayOf } from '#platform/format/zones.ts'
import { may, refuse, type Context, type Poster, type Tx } from '#platform/server/area.ts'
import { inServersName, within } from '#platform/server/database.ts'
import { createEach, setDerived, followerOf } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { tasksFollow } from '../floor/follow-tasks.ts'
import { makeCount, worksByTask } from '../floor/make-tasks.ts'
import { openPostings, releaseGoods } from '../post.ts'
import { leafCounted, outside, refuseAtLeaf, tellOrder } from './count-leaf.ts'
import { countKinds, goodsCount, goodsCountLine } from './count-tables.ts'
import { enter, keyOf, takeBack } from './entry.ts'
import { tellCut } from './cut-holds.ts'
import { behind, refuseElsewhere, refuseForeign } from './places.ts'
import { goodsRights } from './words.ts'

const docType = 'goods_count'
const states = codesOf(goodsCount.fields.state.choices)
/** days after which stock of a class is counted again; what has no class is as C */
const cycleDays = [30, 90, 180] as const

const server = (context: Context, tx: Tx): Promise<Context> => inServersName(context, tx, 'lines of a stock count')

export const followCount = followerOf(goodsCount, async (context, tx, changes) => {
  for (const { id, before, after } of changes) {
    if (before === null || after === null || before.state === after.state) continue
    const inside = within(context, tx)
    await refuseForeign(inside, tx, asText(after.warehouseId))
    if (after.state === states.counting) await (before.state === states.planned ? start(inside, tx, after) : countAnew(inside, tx, after))
    else if (after.state === states.again) await judge(inside, tx, id)
    else if (after.state === states.review) {
      await refuseUncounted(tx, id, sql`again and counted2 is null`)
      await unblock(inside, tx, id)
    } else if (after.state === states.voided) await unblock(inside, tx, id)
    await tellTasks(inside, tx, after)
  }
})

/** What was missing when it was picked was kept from others until it was counted. */
async function unblock(context: Context, tx: Tx, id: string): Promise<void> {
  const { rows } = await sql`select 1 from goods_hold where doc_type = ${docType} and doc_id = ${id} and state = 1 limit 1`.execute(
    behind(tx),
  )
  if (rows.length > 0) await releaseGoods(context, tx, [{ docType, docId: id }])
}

/** Lines that are to be counted, or counted again, are a task where the warehouse works by them. */
async function tellTasks(context: Context, tx: Tx, row: Row): Promise<void> {
  const warehouseId = asText(row['warehouseId'])
  const source = { docType, docId: row.id, docNo: asText(row['no']), warehouseId }
  await tasksFollow(context, tx, docType, row.id)
  const isToCount = row['state'] === states.counting || row['state'] === states.again
  if (isToCount && (await worksByTask(tx, warehouseId)) && (await leafCounted(tx, row['zoneId'])) === null)
    await makeCount(context, tx, source, row['state'] === states.again)
}

type Cell = Readonly<Record<'locationId' | 'productId' | 'quantity', string> & Record<'batchId' | 'labelId', string | null>>

/** A line for each cell that lies in what is counted. */
async function start(context: Context, tx: Tx, row: Row): Promise<void> {
  const { orgId } = context.caller
  const zoneId = row['zoneId'] === null ? null : asText(row['zoneId'])
  const productIds = (row['productIds'] ?? []) as readonly string[]
  const [a, b, c] = cycleDays
  const due =
    row['kind'] === countKinds.cycle[0]
      ? sql`not exists (select from goods_count_line x join goods_count d on d.id = x.count_id
          where x.location_id = g.location_id and x.product_id = g.product_id and d.state = ${states.posted}
            and d.posted_on > ${todayOf(context)}::date - case s.abc when 1 then ${a}::int when 2 then ${b}::int else ${c}::int end)`
      : sql`true`
  // what was entered beforehand is looked at now, and stands already
  const { rows: planned } = await sql<Row>`select id::text, count_id::text as "countId", location_id::text as "locationId"
    from goods_count_line where count_id = ${row.id}`.execute(behind(tx))
  await refuseAdded(tx, await headersOf(tx, [row.id]), planned)
  const { rows } = await sql<Cell>`
    with recursive zone as (
      select id from goods_location where id = ${zoneId}::bigint
      union all select l.id from goods_location l join zone z on l.parent_id = z.id)
    select g.location_id::text as "locationId", g.product_id::text as "productId", nullif(g.batch_id, 0)::text as "batchId",
      nullif(g.label_id, 0)::text as "labelId", trim_scale(g.quantity)::text as quantity
    from goods_cell g join goods_location l on l.id = g.location_id left join product_supply s on s.product_id = g.product_id
    where g.org_id = ${orgId} and g.warehouse_id = ${row['warehouseId']} and g.quantity > 0
      and (l.kind between 1 and 6 or l.kind = ${outside} and l.id = ${zoneId}::bigint)
      and (${zoneId}::bigint is null or l.id in (select id from zone))
      and (${row['abc'] ?? null}::int is null or s.abc = ${row['abc'] ?? null}::int)
      and (${productIds.length === 0} or g.product_id = any(${[...productIds]}::bigint[])) and ${due}
      and not exists (select from goods_count_line x where x.count_id = ${row.id} and x.location_id = g.location_id
        and x.product_id = g.product_id and coalesce(x.batch_id, 0) = g.batch_id and coalesce(x.label_id, 0) = g.label_id)
    order by l.pick_order, l.code, g.product_id, g.batch_id, g.label_id limit ${maxLines + 1}`.execute(behind(tx))
  if (rows.length > maxLines) throw refuse.rule(sentence`范围内超过 ${maxLines} 行库存，请按区或商品分成几张盘点单`)
  const inside = await server(context, tx)
  await createEach(
    inside,
    goodsCountLine,
    rows.map(({ quantity, ...cell }) => ({ countId: row.id, ...cell, shownBook: row['blind'] === true ? null : quantity })),
  )
  await keepHeaders(context, tx, [row.id])
}

/** The first figures stand and may be changed; what was counted again goes. Where a task counts, it is given what differed. */
async function countAnew(context: Context, tx: Tx, row: Row): Promise<void> {
  const { rows } = await sql<{ id: string; difference: string | null }>`select id::text, (counted1 - book1)::text as difference
    from goods_count_line where count_id = ${row.id}`.execute(behind(tx))
  const byTask = await worksByTask(tx, asText(row['warehouseId']))
  const isOff = (one: { difference: string | null }): boolean => one.difference !== null && !isZero(one.difference)
  const off = rows.filter(isOff)
  const uncounted = { counted1: null, book1: null, difference: null, countedBy: null, countedAt: null }
  const fresh = { again: false, counted2: null, book2: null, againBy: null }
  await setDerived(
    context,
    goodsCountLine,
    rows.map(one => ({ ...one, ...fresh })),
  )
  if (byTask)
    await setDerived(
      context,
      goodsCountLine,
      (off.length === 0 ? rows : off).map(({ id }) => ({ id, ...uncounted })),
    )
  await keepHeaders(context, tx, [row.id])
}
const maxLines = goodsCountLine.linesOf?.max ?? 0

/** Which lines differ by more than what is allowed: another person counts them again. None: the program goes on. */
async function judge(context: Context, tx: Tx, id: string): Promise<void> {
  await refuseUncounted(tx, id, sql`counted1 is null`)
  const { rows } = await sql<{ id: string; again: boolean }>`select l.id::text,
      d.told_on is null and abs(l.difference) > coalesce(l.book1, 0) * d.tolerance / 100 as again
    from goods_count_line l join goods_count d on d.id = l.count_id where d.id = ${id}`.execute(behind(tx))
  await setDerived(context, goodsCountLine, rows)
  if (!rows.some(({ again }) => again))
    await takeSteps(context, goodsCount, { ids: [{ id }], pick: { step: 'agree' }, input: {}, byProgram: true })
}

async function refuseUncounted(tx: Tx, id: string, where: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from goods_count_line where count_id = ${id} and ${where}`.execute(
    behind(tx),
  )
  if ((rows[0]?.n ?? 0) > 0) throw refuse.rule(sentence`还有 ${rows[0]?.n ?? 0} 行没有盘，请先填写实盘数`)
}

interface Header {
  readonly id: string
  readonly state: number
  readonly blind: boolean
  readonly warehouseId: string
  /** the place at a subcontractor that is counted */
  readonly leafId: string | null
}

/** Figures that people enter: by whom and when, and what the books say then. */
export const followCountLines = followerOf(goodsCountLine, async (context, tx, changes) => {
  const headers = await headersOf(
    tx,
    changes.map(({ before, after }) => asText((after ?? before)?.['countId'])),
  )
  const added: Row[] = []
  const removed: Row[] = []
  const first: Row[] = []
  const second: Row[] = []
  for (const { before, after } of changes) {
    const header = headers.get(asText((after ?? before)?.['countId']))
    if (header === undefined) continue
    if (after === null) {
      if (before !== null && header.state !== states.planned) {
        if (header.state !== states.counting || before.counted1 !== null) throw refuse.rule(toStay)
        removed.push(before)
      }
      continue
    }
    if (before === null) {
      if (header.state === states.counting) added.push(after)
      else if (header.state !== states.planned) throw refuse.rule(sentence`盘点单不在盘点中，不能添加明细`)
    }
    if (isOther(before, after, 'counted1')) {
      if (header.state !== states.counting) throw refuse.rule(sentence`盘点单不在盘点中，不能填写实盘数`)
      first.push(after)
    }
    if (isOther(before, after, 'counted2')) {
      if (header.state !== states.again || after.again !== true) throw refuse.rule(sentence`这一行不需要复盘`)
      if (after.countedBy === context.caller.employeeId) throw refuse.rule(sentence`复盘要由另一个人做，你已盘过这一行`)
      second.push(after)
    }
    if (first.length + second.length > 0 && header.blind && may(context.caller, 'goodsCount', goodsRights.decide.operation))
      throw refuse.rule(sentence`盲盘由看不到账面数的人盘点，你有“${goodsRights.decide.title}”权限，不能填写`)
  }
  await refuseAdded(tx, headers, added)
  await refuseFilled(context, tx, removed)
  const inside = within(context, tx)
  const books = await booksOf(tx, context.caller.orgId, [...first, ...second])
  const by = { countedBy: context.caller.employeeId, countedAt: context.now().toISOString() }
  await setDerived(
    inside,
    goodsCountLine,
    first.map(row => {
      const book = books.get(row.id) ?? '0'
      const isCleared = row['counted1'] === null
      return {
        id: row.id,
        book1: isCleared ? null : book,
        difference: isCleared ? null : subtract(asText(row['counted1']), book),
        ...(isCleared ? { countedBy: null, countedAt: null } : by),
      }
    }),
  )
  await setDerived(
    inside,
    goodsCountLine,
    second.map(row => {
      const book = books.get(row.id) ?? '0'
      const isCleared = row['counted2'] === null
      return {
        id: row.id,
        book2: isCleared ? null : book,
        againBy: isCleared ? null : by.countedBy,
        difference: isCleared ? null : subtract(asText(row['counted2']), book),
      }
    }),
  )
  await keepHeaders(inside, tx, [...headers.keys()])
})

async function refuseAdded(tx: Tx, headers: ReadonlyMap<string, Header>, added: readonly Row[]): Promise<void> {
  for (const [id, { warehouseId, leafId }] of headers) {
    const own = added.filter(row => row['countId'] === id)
    if (leafId !== null) await refuseAtLeaf(tx, leafId, own)
    else
      await refuseElsewhere(
        tx,
        warehouseId,
        own.map(row => asText(row['locationId'])),
      )
  }
  await refuseTwice(tx, added)
  await refuseBatches(tx, added)
}

/** A line that was added by mistake goes; what lies in a cell is counted. */
async function refuseFilled(context: Context, tx: Tx, removed: readonly Row[]): Promise<void> {
  const books = await booksOf(tx, context.caller.orgId, removed)
  if ([...books.values()].some(book => !isZero(book))) throw refuse.rule(toStay)
}
const toStay = sentence`开始盘点后不能删除明细，数量为零请填 0`
const isOther = (before: Row | null, after: Row, name: string): boolean => asText(before?.[name] ?? '') !== asText(after[name] ?? '')

async function headersOf(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Header>> {
  const { rows } = await sql<Header>`select d.id::text, d.state, d.blind, d.warehouse_id::text as "warehouseId", z.id::text as "leafId"
    from goods_count d left join goods_location z on z.id = d.zone_id and z.kind = ${outside}
    where d.id = any(${[...new Set(ids)]}::bigint[])`.execute(behind(tx))
  return new Map(rows.map(row => [row.id, row]))
}

/** What the books say of the cells of these lines now, which stays so until the transaction ends. */
async function booksOf(tx: Tx, orgId: string, rows: readonly Row[]): Promise<ReadonlyMap<string, string>> {
  const cells = rows.map(row => ({
    id: row.id,
    productId: row['productId'],
    locationId: row['locationId'],
    batchId: row['batchId'] ?? '0',
    labelId: row['labelId'] ?? '0',
  }))
  const { rows: found } = await sql<{ books: readonly { id: string; quantity: string }[] }>`
    select goods_books(${orgId}::bigint, ${JSON.stringify(cells)}::jsonb) as books`.execute(tx)
  return new Map((found[0]?.books ?? []).map(({ id, quantity }) => [id, quantity]))
}

/** One cell is counted by one line. */
async function refuseTwice(tx: Tx, rows: readonly Row[]): Promise<void> {
  const { rows: same } = await sql<{ code: string }>`select l.code from goods_count_line x
      join goods_count_line y on y.count_id = x.count_id and y.id <> x.id and y.location_id = x.location_id and y.product_id = x.product_id
        and y.batch_id is not distinct from x.batch_id and y.label_id is not distinct from x.label_id
      join goods_location l on l.id = x.location_id
    where x.id = any(${rows.map(row => row.id)}::bigint[]) limit 1`.execute(behind(tx))
  if (same[0] !== undefined) throw refuse.rule(sentence`库位 ${same[0].code} 的这个商品已有一行，请在那一行填写`)
}

/** What is kept by batch is counted by batch, as it will be posted. */
async function refuseBatches(tx: Tx, rows: readonly Row[]): Promise<void> {
  const { rows: wrong } = await sql<{ item: string; tracked: boolean }>`select p.sku || ' ' || p.name as item, s.tracking = 1 as tracked
    from goods_count_line x join product p on p.id = x.product_id join product_supply s on s.product_id = x.product_id
    where x.id = any(${rows.map(row => row.id)}::bigint[]) and (s.tracking = 1) <> (x.batch_id is not null) limit 1`.execute(behind(tx))
  const [one] = wrong
  if (one !== undefined)
    throw refuse.rule(one.tracked ? sentence`${one.item} 按批次管控，请填写批次` : sentence`${one.item} 不按批次管控，不能填写批次`)
}

async function keepHeaders(context: Context, tx: Tx, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string; lineCount: number; countedLines: number }>`select d.id::text,
      count(l.id)::int as "lineCount", count(l.counted1)::int as "countedLines"
    from goods_count d left join goods_count_line l on l.count_id = d.id where d.id = any(${[...ids]}::bigint[]) group by 1`.execute(
    behind(tx),
  )
  await setDerived(context, goodsCount, rows)
}

interface Differing {
  readonly lineId: string
  readonly productId: string
  readonly locationId: string
  readonly batchId: string | null
  readonly labelId: string | null
  readonly difference: string
}

/** A count without differences posts nothing. What was counted less goes even where it is held. */
export const postCount: Poster = async (context, tx, { id, row, day, reverses }) => {
  const entering = { docType, id, row, day, key: keyOf(docType, id) }
  await refuseForeign(context, tx, asText(row['warehouseId']))
  const leaf = await leafCounted(tx, row['zoneId'])
  if (reverses) {
    if ((await openPostings(context, docType, id)).length === 0) return
    const undone = leaf && (await tellOrder(context, tx, { ...leaf, countId: id, reverses, lacking: [] }))
    await takeBack(context, tx, entering)
    return undone?.()
  }
  const { rows } = await sql<Differing>`select id::text as "lineId", product_id::text as "productId", location_id::text as "locationId",
      batch_id::text as "batchId", label_id::text as "labelId", difference::text
    from goods_count_line where count_id = ${id} and difference <> 0 order by line_no`.execute(behind(tx))
  const differing = rows.filter(one => !isZero(one.difference))
  if (differing.length === 0) return
  const lacking = differing.flatMap(({ productId, difference }) =>
    compare(difference, '0') < 0 ? [{ productId, quantity: subtract('0', difference) }] : [],
  )
  const told = leaf && (await tellOrder(context, tx, { ...leaf, countId: id, reverses, lacking }))
  const books = { outside: 'counted' } as const
  const { cutHoldIds } = await enter(
    context,
    tx,
    entering,
    differing.map(({ locationId, difference, ...line }) =>
      compare(difference, '0') < 0
        ? { ...line, quantity: subtract('0', difference), from: locationId, to: books, reason: 'countedLess' as const }
        : { ...line, quantity: difference, from: books, to: locationId, reason: 'countedMore' as const },
    ),
    { cutsHolds: true },
  )
  await tellCut(context, tx, cutHoldIds)
  await told?.()
}
