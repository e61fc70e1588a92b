/** Bills and orders of the demo company: a moulded body that is made outside, packed products that sell most, a bundle of two. */
import { sql } from 'kysely'
import { addDays, addMonths, monthOf } from '#platform/format/dates.ts'
import { dayInZone, homeZone } from '#platform/format/zones.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { defined, type Context, type DemoPeople } from '#platform/server/area.ts'
import { addRecord } from '#platform/server/records.ts'
import { keepStock, placeKinds, stockPlace } from '#areas/finance/index.ts'
import { claimTask, confirmTask, goodsIn, postGoods } from '#areas/goods/index.ts'
import { openGranted, product, warehouse } from '#areas/reference/index.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { bom, bomKinds } from './bom-tables.ts'
import { complete, issue } from './floor.ts'
import { report } from './reporting.ts'
import { badReasons, orderKinds, productionOrder } from './order-tables.ts'
import { around } from './read-bills.ts'

/** part, units, scrap in percent; the parts come with the costs of materials */
const body = [
  ['WL-1005', '0.18', '3'],
  ['WL-1006', '4', '0'],
] as const
const packing = [
  ['WL-2001', '1', '1'],
  ['WL-1001', '1', '2'],
  ['WL-1002', '1', '0'],
  ['WL-1003', '2', '0'],
  ['WL-1004', '1', '0'],
] as const
const productsMax = 6
type Parts = readonly (readonly [sku: string, per: string, scrap: string])[]

export async function makeBills({ now, as }: DemoPeople): Promise<void> {
  const admin = await as('admin')
  const sold = await soldMost(admin)
  const ids = new Map((await admin.db.selectFrom('product').select(['id', 'sku']).execute()).map(row => [row.sku, row.id]))
  if (sold.length === 0 || !ids.has('WL-2001')) return
  const today = dayInZone(now.getTime(), homeZone)
  const validFrom = `${addMonths(monthOf(today), -11)}-01`
  const release = async (sku: string, kind: number, fee: string, parts: Parts, from = validFrom): Promise<void> => {
    const added = parts.map(([part, per, scrap]) => ({ partId: ids.get(part), per, scrap }))
    const { id } = await addRecord(admin, bom, { businessOn: from, productId: ids.get(sku), kind, fee, validFrom: from, lines: { added } })
    await takeSteps(admin, bom, { ids: [{ id }], pick: { step: 'submit' }, input: {} })
  }
  await release('WL-2001', bomKinds.subcontracted[0], '0.8', body)
  for (const sku of sold) await release(sku, bomKinds.made[0], '1.5', packing)
  const [first, second] = sold
  // what was tried with more screws is a draft
  await addRecord(admin, bom, {
    businessOn: today,
    productId: ids.get('WL-2001'),
    kind: bomKinds.subcontracted[0],
    fee: '0.8',
    validFrom: addDays(today, 30),
    lines: {
      added: [
        { partId: ids.get('WL-1005'), per: '0.175', scrap: '2' },
        { partId: ids.get('WL-1006'), per: '6', scrap: '0' },
      ],
    },
  })
  if (first === undefined || second === undefined) return
  await bundle(admin, [first, second], ids, release)
}

/** Two of them sold together, as a product of its own. */
async function bundle(
  admin: Context,
  [first, second]: readonly [string, string],
  ids: Map<string, string>,
  release: (sku: string, kind: number, fee: string, parts: Parts) => Promise<void>,
): Promise<void> {
  const sku = 'TZ-0001'
  const { id } = await addRecord(admin, product, { sku, name: '组合套装', status: 1 })
  ids.set(sku, id)
  await release(sku, bomKinds.bundle[0], '0', [
    [first, '1', '0'],
    [second, '1', '0'],
  ])
}

/** Products of which most units were sold, and which a moulded part fits into. */
const soldMost = async (context: Context): Promise<readonly string[]> => {
  const { rows } = await sql<{ sku: string }>`select p.sku from finance_cost_line f
      join sku_map m on m.shop_id = f.shop_id and m.seller_sku = f.sku join product p on p.id = m.product_id
    where p.org_id = ${context.caller.orgId} and p.status = 1 and f.unit_cost >= 8 group by p.sku order by sum(f.quantity) desc, p.sku
    limit ${productsMax}`.execute(around(context.db))
  return rows.map(row => row.sku)
}

/** parts that lie there: units and what one cost */
const came = [
  ['WL-1001', '3000', '1.86'],
  ['WL-1002', '3000', '0.32'],
  ['WL-1003', '3000', '0.05'],
  ['WL-1004', '3000', '0.21'],
  ['WL-1005', '60', '11.4'],
  ['WL-1005', '2940', '11.6'],
  ['WL-1006', '3000', '0.36'],
] as const
/** of the warehouse that goods are made at */
export const plant = 'DG'

/** It works by tasks, and the ledger keeps what its stock is worth from this month on: what is made there has a cost. */
async function openPlant({ now, as }: DemoPeople): Promise<{ readonly id: string; readonly bin: string }> {
  const name = '东莞工厂仓'
  const { id } = await openGranted(await as('keeper'), warehouse, 'warehouses', {
    code: plant,
    name,
    kind: 1,
    countryCode: 'CN',
    byTask: true,
  })
  const admin = await as('admin')
  const place = await addRecord(admin, stockPlace, { name, kind: placeKinds.own[0] })
  await keepStock(admin, { id, month: monthOf(dayInZone(now.getTime(), homeZone)), placeId: place.id, sheet: '' })
  const bins = await admin.db.selectFrom('goods_location').select('id').where('warehouse_id', '=', id).where('kind', '=', 1).execute()
  return { id, bin: defined(bins[0], 'the bin of the plant').id }
}

/** Six orders in their states, at a warehouse whose stock has a value. */
export async function makeOrders(people: DemoPeople): Promise<void> {
  const { now, as } = people
  const admin = await as('admin')
  const { rows: made } = await sql<{ id: string; kind: number; sku: string }>`select b.product_id::text as id, b.kind, p.sku from bom b
      join product p on p.id = b.product_id
    where b.org_id = ${admin.caller.orgId} and b.state = 2 order by b.id`.execute(around(admin.db))
  const parts = new Map((await admin.db.selectFrom('product').select(['id', 'sku']).execute()).map(row => [row.sku, row.id]))
  const body = made.find(one => one.sku === 'WL-2001')
  const goods = made.filter(one => one.kind === bomKinds.made[0])
  const subcontractor = (
    await admin.db.selectFrom('supplier').select('id').where('status', '=', 2).orderBy('id').limit(1).executeTakeFirst()
  )?.id
  if (body === undefined || goods.length < 6 || subcontractor === undefined) return
  const house = await openPlant(people)
  const today = dayInZone(now.getTime(), homeZone)
  const step = (r: Resource, id: string, name: string) => takeSteps(admin, r, { ids: [{ id }], pick: { step: name }, input: {} })
  const receipt = await addRecord(admin, goodsIn, {
    businessOn: today,
    kind: 4,
    warehouseId: house.id,
    lines: {
      added: came.map(([sku, quantity, unitCost]) => ({ productId: parts.get(sku), quantity, unitCost, toId: house.bin })),
    },
  })
  await step(goodsIn, receipt.id, 'receive')
  const order = async (productId: string, units: string, dueIn: number, more: object = {}): Promise<string> => {
    const header = { businessOn: today, productId, quantity: units, startOn: today, dueOn: addDays(today, dueIn), warehouseId: house.id }
    return (await addRecord(admin, productionOrder, { ...header, ...more })).id
  }
  /** the warehouse works by tasks: the keeper brings what was asked for */
  const bring = async (id: string): Promise<void> => {
    const keeper = await as('keeper')
    const { rows: tasks } = await sql<{ id: string }>`select id::text as id from goods_task
      where doc_type = ${productionOrder.table} and doc_id = ${id} and state in (1, 2) order by id`.execute(around(admin.db))
    for (const task of tasks)
      for (const line of (await claimTask(keeper, task.id)).lines)
        await confirmTask(keeper, { lineId: line.id, quantity: line.quantity ?? '0', key: `demo material ${line.id}` })
  }
  const work = async (id: string, good: string, bad: string): Promise<void> => {
    await issue(admin, id)
    await bring(id)
    await report(admin, id, { good, bad, badReason: bad === '0' ? null : badReasons.work[0], minutes: 240 })
  }
  // bodies from a subcontractor: received, put away, closed
  const bodies = await order(body.id, '500', 5, { kind: orderKinds.subcontract[0], supplierId: subcontractor })
  await step(productionOrder, bodies, 'submit')
  await work(bodies, '500', '4')
  await complete(admin, bodies, '500')
  await step(productionOrder, bodies, 'close')
  const { rows: cells } = await sql<{ id: string; from: string; quantity: string }>`select c.id::text as id, c.location_id::text as "from",
      c.quantity::text as quantity from goods_cell c join goods_location l on l.id = c.location_id and l.kind = 2
    where c.product_id = ${body.id} and c.warehouse_id = ${house.id} and c.quantity > 0`.execute(around(admin.db))
  for (const { id, from, quantity } of cells) {
    const line = { productId: body.id, quantity, from, to: house.bin, reason: 'putAway' as const }
    await admin.write((tx, inside) => postGoods(inside, tx, { docType: 'goods_cell', docId: id, key: `demo body ${id}`, lines: [line] }))
  }
  const orders = []
  for (const [at, one] of goods.slice(0, 5).entries()) orders.push(await order(one.id, String([100, 120, 80, 60, 200][at]), 4 + 3 * at))
  const [whole, part, begun, confirmed] = orders
  for (const id of orders.slice(0, 4)) await step(productionOrder, id, 'submit')
  if (whole === undefined || part === undefined || begun === undefined || confirmed === undefined) return
  await work(whole, '100', '2')
  await complete(admin, whole, '100')
  await work(part, '70', '1')
  await complete(admin, part, '45')
  await work(begun, '20', '0')
}
