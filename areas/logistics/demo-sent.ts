/** Shipping orders of the demo company out of the warehouse whose stock the ledger keeps, each shipped and received on its days. */
import { sql } from 'kysely'
import { onDay, type Sent, type SentLine } from '#areas/finance/index.ts'
import { behind } from '#areas/goods/index.ts'
import { logisticsChannel, openGranted } from '#areas/reference/index.ts'
import { asText } from '#platform/format/text.ts'
import type { Context, DemoPeople } from '#platform/server/area.ts'
import { tablesOf } from '#platform/server/database.ts'
import { addRecord } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { arriveLine } from './arrive.ts'
import { shippingOrder, type shippingOrderLine } from './order-tables.ts'
import { pasteSheet } from './pack-sheet.ts'
import { targets } from './words.ts'

/** The forwarder bills it afterwards: it has no tariff. */
const channel = { code: 'C04', name: '货代散货', mode: 1, carrier: '速运货代' }
const ways = ['submit', 'allocate', 'release', 'pick'] as const
/** centimetres of a carton */
const [length, width] = ['50', '40']

export async function shipSent(people: DemoPeople, { fromWarehouseId, day, to, logisticsNo, arrivesOn, lines }: Sent): Promise<void> {
  const admin = await onDay(people, day)
  const channelId = await channelOf(admin)
  const named = await namesOf(admin, 'shopId' in to ? to.shopId : null, lines)
  const where =
    'shopId' in to ? { target: targets.fba[0], shopId: to.shopId } : { target: targets.thirdParty[0], toWarehouseId: to.warehouseId }
  const added = lines.map(({ productId, quantity }) => ({ productId, quantity, labelId: named.get(productId)?.labelId ?? null }))
  const values = { businessOn: day, ...where, fromWarehouseId, channelId, logisticsNo, eta: arrivesOn, lines: { added } }
  const { id } = await addRecord(admin, shippingOrder, values)
  const step = (context: Context, name: string) => takeSteps(context, shippingOrder, { ids: [{ id }], pick: { step: name }, input: {} })
  for (const name of ways) await step(admin, name)
  await pasteSheet(
    admin,
    id,
    sheetOf(lines, line => named.get(line.productId)?.sku ?? ''),
  )
  await step(admin, 'ship')
  const arrived = lines.filter(line => line.arrives)
  if (arrived.length === 0) return
  const later = await onDay(people, arrivesOn)
  if (arrived.length === lines.length) return void (await step(later, 'receive'))
  const made = await tablesOf<typeof shippingOrderLine>(later.db)
    .selectFrom('shipping_order_line')
    .select(['id', 'product_id'])
    .where('order_id', '=', id)
    .execute()
  const lineOf = new Map(made.map(row => [asText(row['product_id']), asText(row['id'])]))
  for (const { productId, quantity } of arrived) await arriveLine(later, lineOf.get(productId) ?? '', quantity)
}

async function channelOf(admin: Context): Promise<string> {
  const known = await admin.db.selectFrom('logistics_channel').select('id').where('code', '=', channel.code).executeTakeFirst()
  return known?.id ?? (await openGranted(admin, logisticsChannel, 'channels', channel)).id
}

interface Named {
  readonly sku: string
  readonly labelId: string | null
}
/** By product: its SKU, or the name that the shop gives it with its label. */
async function namesOf(admin: Context, shopId: string | null, lines: readonly SentLine[]): Promise<ReadonlyMap<string, Named>> {
  const ids = lines.map(line => line.productId)
  const { rows } = await admin.write(tx =>
    sql<Named & { product: string }>`select p.id::text as product, coalesce(m.seller_sku, p.sku) as sku, m.id::text as "labelId"
      from product p left join lateral (select x.id, x.seller_sku from sku_map x where x.shop_id = ${shopId} and x.product_id = p.id
        order by x.id limit 1) m on true
      where p.id = any(${ids}::bigint[])`.execute(behind(tx)),
  )
  return new Map(rows.map(row => [row.product, row]))
}

/** Full cartons of one product each; the last ones take what is left. */
function sheetOf(lines: readonly SentLine[], skuOf: (line: SentLine) => string): string {
  return lines
    .flatMap(line => {
      const [all, units] = [Number(line.quantity), Math.ceil(Number(line.quantity) / Math.max(1, line.cartons))]
      return Array.from({ length: Math.ceil(all / units) }, (_, n) => ({ line, units: Math.min(units, all - n * units) }))
    })
    .map(({ line, units }, n) => [n + 1, length, width, line.height, line.weight, skuOf(line), units].join('\t'))
    .join('\n')
}
