/** Bills of the demo company: a moulded body that is made outside, packed products that sell most, a bundle of two. */
import { sql } from 'kysely'
import { addDays, addMonths, monthOf } from '#platform/format/dates.ts'
import { dayInZone, homeZone } from '#platform/format/zones.ts'
import type { Context, DemoPeople } from '#platform/server/area.ts'
import { addRecord } from '#platform/server/records.ts'
import { product } from '#areas/reference/index.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { bom, bomKinds } from './bom-tables.ts'
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
    where p.org_id = ${context.caller.orgId} and f.unit_cost >= 8 group by p.sku order by sum(f.quantity) desc, p.sku
    limit ${productsMax}`.execute(around(context.db))
  return rows.map(row => row.sku)
}
