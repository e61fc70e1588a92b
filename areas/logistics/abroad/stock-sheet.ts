/**
 * 三方仓库存表: what a third-party warehouse says to hold becomes a count, approved as any. The sheet is of the end of its day: what has moved
 * since is added to it.
 */
import { sql } from 'kysely'
import { date, longText, reference } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import { listed, sentence } from '#platform/declare/sentence.ts'
import { addDays } from '#platform/format/dates.ts'
import { add, compare, isZero } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { act, refuse, type Context, type Route, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { addRecord, changeEachTo, createEach, setDerived } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { areaOf, behind, goodsCount, goodsCountLine, locationKinds } from '#areas/goods/index.ts'
import { readStock, spread } from './sheets.ts'
import { goodsNamed, thirdPartyOf, type Named } from './named.ts'

/** a sheet that is older says too little of today */
const daysBack = 7
const namedMax = 5
/** of counts: some of the stock */
const some = 3

interface Line {
  readonly id: string
  readonly productId: string
  readonly quantity: string
}

const bringStock = (context: Context, warehouseId: unknown, day: string, sheet: string): Promise<{ id: string }> =>
  context.write(async (tx, inside) => {
    const house = await thirdPartyOf(inside, warehouseId)
    const today = todayOf(inside)
    if (day > today) throw refuse.invalid([{ field: 'day', message: sentence`库存日期 ${day} 还没有到` }])
    if (day < addDays(today, -daysBack))
      throw refuse.invalid([{ field: 'day', message: sentence`库存表是 ${day} 的，超过 ${daysBack} 天，请导出新的` }])
    const { units, fault } = readStock(sheet)
    if (fault !== null) throw refuse.invalid([{ field: 'sheet', message: fault }])
    const known = await goodsNamed(inside, tx, [...units.keys()])
    const unknown = [...units.keys()].filter(name => !known.has(name))
    if (unknown.length > 0) throw refuse.rule(sentence`没有这些 SKU 或条码：${listed(unknown.slice(0, namedMax))}，请先登记商品或条码`)
    const told = new Map<string, string>()
    for (const [name, quantity] of units) {
      const { productId } = known.get(name) as Named
      told.set(productId, add(told.get(productId) ?? '0', quantity))
    }
    await addMoved(inside, tx, { warehouseId: house, day, told })
    const count = await addRecord(inside, goodsCount, { businessOn: today, warehouseId: house, kind: some, blind: false })
    const server = await inServersName(inside, tx, 'a count of a stock sheet')
    await setDerived(server, goodsCount, [{ id: count.id, toldOn: day }])
    await takeSteps(inside, goodsCount, { ids: [{ id: count.id }], pick: { step: 'start' }, input: {} })
    await fill(inside, tx, { id: count.id, warehouseId: house, told, products: [...known.values()] })
    await takeSteps(inside, goodsCount, { ids: [{ id: count.id }], pick: { step: 'finish' }, input: {} })
    return count
  })

interface Telling {
  readonly warehouseId: string
  readonly day: string
  readonly told: Map<string, string>
}
/** What came and went after that day lies there beside what the sheet says; never less than nothing. */
async function addMoved(context: Context, tx: Tx, { warehouseId, day, told }: Telling): Promise<void> {
  const { rows } = await sql<{ productId: string; units: string }>`select m.product_id::text as "productId",
      trim_scale(sum(case when t.kind between 1 and 6 and m.to_warehouse_id = ${warehouseId} then m.quantity else 0 end
        - case when f.kind between 1 and 6 and m.from_warehouse_id = ${warehouseId} then m.quantity else 0 end))::text as units
    from goods_move m join goods_location f on f.id = m.from_id join goods_location t on t.id = m.to_id
    where m.org_id = ${context.caller.orgId} and m.booked_on > ${day}::date
      and (m.from_warehouse_id = ${warehouseId} or m.to_warehouse_id = ${warehouseId})
    group by 1`.execute(behind(tx))
  for (const { productId, units } of rows) {
    const now = add(told.get(productId) ?? '0', units)
    told.set(productId, compare(now, '0') < 0 ? '0' : now)
  }
}

interface Filling {
  readonly id: string
  readonly warehouseId: string
  readonly told: ReadonlyMap<string, string>
  readonly products: readonly Named[]
}
/** Bins first, then other areas; what the books do not have lies in the first bin. */
async function fill(context: Context, tx: Tx, { id, warehouseId, told, products }: Filling): Promise<void> {
  const { rows } = await sql<Line>`select x.id::text as id, x.product_id::text as "productId", coalesce(c.quantity, 0)::text as quantity
    from goods_count_line x join goods_location l on l.id = x.location_id
      left join goods_cell c on c.product_id = x.product_id and c.location_id = x.location_id and c.batch_id = coalesce(x.batch_id, 0)
        and c.label_id = coalesce(x.label_id, 0)
    where x.count_id = ${id} order by l.kind, l.pick_order, l.code, x.line_no`.execute(behind(tx))
  const lines = Map.groupBy(rows, one => one.productId)
  const counted = [...lines].flatMap(([productId, cells]) => spread(told.get(productId) ?? '0', cells))
  const changes = counted.map(one => ({ id: one.id, counted1: one.quantity }))
  if (changes.length > 0) await changeEachTo(context, goodsCountLine, changes, { verb: 'update' })
  const found = [...told].filter(([productId, quantity]) => !lines.has(productId) && !isZero(quantity))
  if (found.length === 0) return
  const tracked = products.find(one => one.isTracked && found.some(([productId]) => productId === one.productId))
  if (tracked !== undefined) throw refuse.rule(sentence`${tracked.sku} 按批次管控，这个仓库还没有它的批次，请手工盘点`)
  const { rows: bins } = await sql<{ id: string }>`select id::text as id from goods_location where warehouse_id = ${warehouseId}
    and kind = ${locationKinds.bin[0]} and status = 1 order by pick_order, code limit 1`.execute(behind(tx))
  const locationId = bins[0]?.id ?? (await areaOf(context, tx, warehouseId, 'receiving'))
  await createEach(
    context,
    goodsCountLine,
    found.map(([productId, counted1]) => ({ countId: id, locationId, productId, counted1 })),
  )
}

export const stockSheet: Route = act(
  goodsCount,
  {
    name: 'stockSheet',
    title: ['三方仓库存表', 'Stock sheet of a third party'],
    over: 'page',
    operation: operations.add,
    input: {
      warehouseId: reference('三方仓', 'Third-party warehouse', 'warehouse', { choosableWhere: { kind: 3, status: 1 } }),
      day: date('库存日期', 'As of the end of', {}),
      sheet: longText('库存表', 'Stock', {
        max: 200_000,
        help: [
          '从三方仓的库存表复制粘贴，每行：SKU 或条码、可用、锁定；表里没有的商品按 0 盘点',
          'Copied from its stock sheet: SKU or bar code, free, locked; goods that it does not name are counted as none',
        ],
      }),
    },
    result: 'page',
  },
  async (context, { input }) => {
    const { id } = await bringStock(context, input['warehouseId'], asText(input['day']), asText(input['sheet']))
    return { page: { list: goodsCount.type ?? '', id } }
  },
)
