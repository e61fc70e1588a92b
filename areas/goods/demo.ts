/**
 * The warehouse of the demo company: bins in four zones, batches, and documents in each of their states, by the people themselves on the
 * days before today. Finance does not keep its ledger (docs/decisions/goods.md).
 */
import { openGranted, product, warehouse } from '#areas/reference/index.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { addDays } from '#platform/format/dates.ts'
import { dayInZone, homeZone } from '#platform/format/zones.ts'
import type { Context, DemoPeople } from '#platform/server/area.ts'
import { anyTable, tablesOf } from '#platform/server/database.ts'
import { listOf } from '#platform/server/lists.ts'
import { addRecord, change, createEach } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { goodsCount, goodsCountLine } from './documents/count-tables.ts'
import { goodsIn } from './documents/in-tables.ts'
import { goodsOut } from './documents/out-tables.ts'
import { goodsTransfer } from './documents/transfer-tables.ts'
import { makeTasks } from './floor/demo.ts'
import { goodsBatch, goodsLocation, locationKinds, productSupply } from './location-tables.ts'

const zones = ['A', 'B', 'C', 'D']
const binsOfZone = 20
/** products that are kept by batch, of those that lie here */
const batched = 2
const lying = 24

type Values = Readonly<Record<string, unknown>>
const dayMs = 86_400_000

export async function makeWarehouse({ now, as }: DemoPeople): Promise<void> {
  const keeper = await as('keeper')
  const { id: warehouseId } = await openGranted(keeper, warehouse, 'warehouses', {
    code: 'SZ',
    name: '深圳中心仓',
    kind: 1,
    countryCode: 'CN',
  })
  const bins = await makeBins(await as('keeper'), warehouseId)
  const products = (await listOf(keeper, product, { pageNum: 1, pageSize: lying })).list.map(({ id }) => id)
  const today = dayInZone(now.getTime(), homeZone)
  const batches = await makeBatches(await as('admin'), products.slice(0, batched), today)
  const lineOf = (at: number, quantity: number): Values => ({
    productId: products[at % lying],
    quantity: String(quantity),
    batchId: batches.get(products[at % lying] ?? '') ?? null,
  })
  /** a document as this person made it so many days ago, and what was done to it */
  const made = async (who: string, ago: number, r: Resource, values: Values, added: readonly Values[], steps: readonly string[]) => {
    const context = await as(who, new Date(now.getTime() - ago * dayMs))
    const { id } = await addRecord(context, r, { businessOn: addDays(today, -ago), ...values, lines: { added } })
    for (const step of steps) await takeSteps(context, r, { ids: [{ id }], pick: { step }, input: {} })
    return id
  }
  for (let at = 0; at < lying; at += 4)
    await made(
      'keeper',
      12 - at / 4,
      goodsIn,
      { kind: 4, warehouseId, remark: '搬仓入库' },
      [0, 1, 2, 3].map(more => ({ ...lineOf(at + more, 60 + (((at + more) * 37) % 140)), toId: bins[(at + more) * 3] })),
      ['receive'],
    )
  await made('keeper', 0, goodsIn, { kind: 4, warehouseId, remark: '样品归还' }, [lineOf(5, 4)], [])
  const shopId = (await (await as('admin')).db.selectFrom('shop').select('id').orderBy('id').limit(1).executeTakeFirst())?.id
  await made('admin', 3, goodsIn, { kind: 2, warehouseId, shopId }, [{ ...lineOf(6, 3), condition: 3 }, lineOf(7, 2)], ['receive'])
  const ways = [
    ['submit', 'allocate', 'release', 'pick', 'ship'],
    ['submit', 'allocate', 'release', 'pick', 'ship'],
    ['submit', 'allocate', 'release', 'pick'],
    ['submit', 'allocate', 'release'],
    ['submit', 'allocate'],
    ['submit'],
    [],
  ]
  for (const [at, steps] of ways.entries())
    await made(
      'admin',
      Math.max(0, 4 - at),
      goodsOut,
      { kind: 1, warehouseId, shopId, orderNo: `SZ-2026-${1001 + at}`, dueOn: addDays(today, at - 3) },
      [lineOf(2 + at, 2 + at), lineOf(9 + at, 1)],
      steps,
    )
  await made('keeper', 2, goodsOut, { kind: 4, warehouseId, remark: '外箱浸水' }, [lineOf(12, 3)], ways[0] ?? [])
  // more than there is: it waits as short
  await made('keeper', 0, goodsOut, { kind: 3, warehouseId, remark: '展会样品' }, [lineOf(13, 5_000)], ['submit', 'allocate'])
  const other = (await (await as('admin')).db.selectFrom('warehouse').select('id').where('code', '=', 'W01').executeTakeFirst())?.id
  const ship = ways[0] ?? []
  const route = { fromWarehouseId: warehouseId, toWarehouseId: other, expectedOn: addDays(today, 2) }
  for (const [at, steps] of [[...ship, 'receive'], ship, []].entries())
    await made('admin', 5 - at * 2, goodsTransfer, route, [lineOf(16 + at, 20)], steps)
  await makeCounts({ as, made, warehouseId, zoneOf: zone => bins[zone * binsOfZone] ?? '' })
  await makeTasks({ as, made, warehouseId, shopId, dueOn: today, lineOf })
}

async function makeBins(keeper: Context, warehouseId: string): Promise<readonly string[]> {
  const idsOf = async () => {
    const found = await keeper.db.selectFrom('goods_location').select(['id', 'code']).where('warehouse_id', '=', warehouseId).execute()
    return new Map(found.map(({ id, code }) => [code, id]))
  }
  const root = (await idsOf()).get('SZ') ?? null
  const kind = locationKinds.zone[0]
  await createEach(
    keeper,
    goodsLocation,
    zones.map(zone => ({ code: `SZ-${zone}`, warehouseId, parentId: root, kind })),
  )
  const zoneIds = await idsOf()
  const bins = zones.flatMap((zone, z) =>
    Array.from({ length: binsOfZone }, (_, at) => ({
      code: `SZ-${zone}${String(at + 1).padStart(2, '0')}`,
      warehouseId,
      parentId: zoneIds.get(`SZ-${zone}`) ?? null,
      kind: locationKinds.bin[0],
      pickOrder: z * 100 + at + 1,
    })),
  )
  await createEach(keeper, goodsLocation, bins)
  const ids = await idsOf()
  return bins.map(({ code }) => ids.get(code) ?? '')
}

/** They expire: one soon, one in a year. */
async function makeBatches(admin: Context, productIds: readonly string[], today: string): Promise<ReadonlyMap<string, string>> {
  const batches = new Map<string, string>()
  for (const [at, productId] of productIds.entries()) {
    const supply = await admin.db.selectFrom('product_supply').select('id').where('product_id', '=', productId).executeTakeFirst()
    if (supply !== undefined) await change(admin, productSupply, supply.id, { tracking: 1, removal: 2, shelfDays: 365, minDaysOut: 10 })
    const expiresOn = addDays(today, at === 0 ? 25 : 300)
    const { id } = await addRecord(admin, goodsBatch, { productId, batchNo: `B${today.slice(2, 7).replace('-', '')}0${at + 1}`, expiresOn })
    batches.set(productId, id)
  }
  return batches
}

interface Counting extends Pick<DemoPeople, 'as'> {
  readonly made: (
    who: string,
    ago: number,
    r: Resource,
    values: Values,
    added: readonly Values[],
    steps: readonly string[],
  ) => Promise<string>
  readonly warehouseId: string
  readonly zoneOf: (zone: number) => string
}
/** One is posted, one waits for the head, one is half counted. */
async function makeCounts({ as, made, warehouseId, zoneOf }: Counting): Promise<void> {
  const parentOf = async (bin: string) =>
    (
      await anyTable((await as('keeper')).db)
        .selectFrom('goods_location')
        .select('parent_id')
        .where('id', '=', bin)
        .executeTakeFirst()
    )?.['parent_id']
  for (const zone of [0, 1, 2]) {
    const zoneId = await parentOf(zoneOf(zone))
    const id = await made('keeper', 1, goodsCount, { warehouseId, kind: 3, zoneId, tolerance: '100' }, [], ['start'])
    const keeper = await as('keeper')
    const lines = await tablesOf<'goods_cell' | typeof goodsCountLine>(keeper.db)
      .selectFrom('goods_count_line as l')
      .innerJoin('goods_cell as c', join => join.onRef('c.location_id', '=', 'l.location_id').onRef('c.product_id', '=', 'l.product_id'))
      .select(['l.id', 'c.quantity'])
      .where('l.count_id', '=', id)
      .orderBy('l.line_no')
      .execute()
    for (const [at, line] of lines.entries()) {
      if (zone === 2 && at % 2 === 1) continue
      await change(keeper, goodsCountLine, String(line['id']), { counted1: String(Number(line['quantity']) - (at === 1 ? 2 : 0)) })
    }
    if (zone === 2) continue
    await takeSteps(keeper, goodsCount, { ids: [{ id }], pick: { step: 'finish' }, input: {} })
    if (zone === 0) await takeSteps(await as('boss'), goodsCount, { ids: [{ id }], pick: { step: 'approve' }, input: {} })
  }
}
