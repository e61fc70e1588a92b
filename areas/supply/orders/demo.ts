/** Requests and orders of the demo company: some came, some are late, one was closed early, one is asked for. */
import { grantTo, supplier, warehouse } from '#areas/reference/index.ts'
import { goodsIn, inKinds } from '#areas/goods/index.ts'
import { addDays } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { dayInZone, homeZone } from '#platform/format/zones.ts'
import type { Context, DemoPeople } from '#platform/server/area.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { tablesOf } from '#platform/server/database.ts'
import { listOf } from '#platform/server/lists.ts'
import { addRecord, createEach } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { purchaseOrder, type purchaseOrderLine } from './order-tables.ts'
import { purchaseRequest } from './request-tables.ts'
import { supplierItem } from './supplier-item.ts'

interface Made {
  readonly ago: number
  readonly promised: number
  /** of a hundred of what was ordered */
  readonly came: number
  /** days after the promise */
  readonly late?: number
  readonly step: 'close' | 'void' | 'draft' | null
}
/** what came in time, late, short, over, in part and closed early, one after the other */
const further = [
  { came: 100, late: 0 },
  { came: 100, late: 4 },
  { came: 96, late: 0 },
  { came: 103, late: 0 },
  { came: 0, late: 0 },
  { came: 100, late: -2 },
  { came: 70, late: 1, step: 'close' },
] as const
/** how long ago ordered, days until promised, part of what was ordered that came (of a hundred), what is done besides */
const orders: readonly Made[] = [
  { ago: 34, promised: 14, came: 100, step: null },
  { ago: 31, promised: 20, came: 100, step: null },
  { ago: 28, promised: 15, came: 60, step: 'close' },
  { ago: 26, promised: 12, came: 100, step: null },
  { ago: 22, promised: 14, came: 50, step: null },
  { ago: 20, promised: 15, came: 0, step: null },
  { ago: 16, promised: 12, came: 40, step: null },
  { ago: 12, promised: 20, came: 0, step: null },
  { ago: 9, promised: 18, came: 0, step: null },
  { ago: 6, promised: 21, came: 0, step: 'void' },
  { ago: 3, promised: 25, came: 0, step: null },
  { ago: 1, promised: 20, came: 0, step: 'draft' },
  ...Array.from({ length: 28 }, (_, n): Made => {
    const kind = further[n % further.length] ?? further[0]
    return { ago: 33 - (n % 14), promised: 12 + (n % 5), came: kind.came, late: kind.late, step: 'step' in kind ? kind.step : null }
  }),
]
const linesOfOrder = 3
const dayMs = 86_400_000

export async function makeOrders({ now, as }: DemoPeople): Promise<void> {
  const buyer = await as('buyer')
  const first = async (r: Resource, pageSize: number, values: object = {}) =>
    (await listOf(buyer, r, { pageNum: 1, pageSize, ...values })).list.map(({ id }) => id)
  const suppliers = await first(supplier, 3, { status: [2] })
  // what is kept by batch would ask for one when it comes
  const supplied = buyer.db.selectFrom('product_supply').select('product_id').where('tracking', '=', 0)
  const products = (await supplied.orderBy('product_id').limit(24).execute()).map(one => asText(one.product_id))
  const keeper = await as('keeper')
  const [found] = (await listOf(keeper, warehouse, { pageNum: 1, pageSize: 1 })).list
  const { employeeId, orgId } = buyer.caller
  if (suppliers.length === 0 || found === undefined || employeeId === null) return
  const warehouseId = found.id
  await buyer.write(tx => grantTo(tx, orgId, employeeId, 'warehouses', warehouseId))
  const today = dayInZone(now.getTime(), homeZone)
  const at = (ago: number) => new Date(now.getTime() - ago * dayMs)
  const take = async (who: string, ago: number, r: Resource, id: string, step: string) =>
    takeSteps(await as(who, at(ago)), r, {
      ids: [{ id }],
      pick: { step },
      input: ['close', 'void'].includes(step) ? { endReason: '供应商交不了货' } : {},
    })
  await makeItems(buyer, suppliers, products)
  const lineOf = (n: number, more: object) => ({ productId: products[n % products.length], quantity: String(100 + (n % 5) * 60), ...more })
  const requests = [0, 1].map(n => ({
    ago: 5 - n * 4,
    lines: [0, 1, 2].map(more => lineOf(n * 3 + more, { needOn: addDays(today, 30), warehouseId })),
  }))
  for (const { ago, lines } of requests) {
    const values = { businessOn: addDays(today, -ago), reason: 1, lines: { added: lines } }
    const { id } = await addRecord(await as('buyer', at(ago)), purchaseRequest, values)
    await take('buyer', ago, purchaseRequest, id, 'submit')
  }
  for (const [n, { ago, promised, came, late = 0, step }] of orders.entries()) {
    const supplierId = suppliers[n % suppliers.length]
    const added = Array.from({ length: linesOfOrder }, (_, more) =>
      lineOf(n * linesOfOrder + more, { price: `${6 + ((n * 7 + more * 5) % 40)}.${(n * 3) % 10}0`, overPercent: came > 100 ? '5' : '0' }),
    )
    const businessOn = addDays(today, -ago)
    const values = { businessOn, supplierId, warehouseId, promisedOn: addDays(businessOn, promised), freight: n % 3 === 0 ? '120.00' : '0' }
    const { id } = await addRecord(await as('buyer', at(ago)), purchaseOrder, { ...values, lines: { added } })
    if (step === 'draft') continue
    await take('buyer', ago, purchaseOrder, id, 'submit')
    if (came > 0) {
      const receivedAgo = Math.max(0, ago - promised - late)
      const lines = await tablesOf<typeof purchaseOrderLine>(buyer.db)
        .selectFrom('purchase_order_line')
        .select(['id', 'product_id', 'quantity'])
        .where('order_id', '=', id)
        .orderBy('line_no')
        .execute()
      const receiver = await as('keeper', at(receivedAgo))
      const received = await addRecord(receiver, goodsIn, {
        businessOn: addDays(today, -receivedAgo),
        kind: inKinds.bought[0],
        warehouseId,
        supplierId,
        lines: {
          added: lines.map(line => ({
            productId: line['product_id'],
            quantity: String(Math.floor((Number(line['quantity']) * came) / 100)),
            orderLineId: line['id'],
          })),
        },
      })
      await takeSteps(receiver, goodsIn, { ids: [{ id: received.id }], pick: { step: 'receive' }, input: {} })
    }
    if (step !== null) await take('buyer', 0, purchaseOrder, id, step)
  }
}

async function makeItems(buyer: Context, suppliers: readonly string[], products: readonly string[]): Promise<void> {
  await createEach(
    buyer,
    supplierItem,
    products.slice(0, 12).map((productId, n) => ({
      supplierId: suppliers[n % suppliers.length],
      productId,
      supplierSku: `GH-${String(1001 + n)}`,
      leadDays: 10 + (n % 4) * 5,
      moq: String(100 * (1 + (n % 3))),
    })),
  )
}
