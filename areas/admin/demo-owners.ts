/** Who sells the demo company's SKUs: one person until the middle of the year, another since; every seventh SKU is sold by nobody. */
import { sql } from 'kysely'
import type { Tx } from '#platform/server/area.ts'
import { demoShops } from './demo-people.ts'
import type { DemoEmployee, DemoShop } from './demo-trade-rows.ts'

const changesOn = { last: '2026-06-30', first: '2026-07-01' }
const begins = '2026-01-01'
const soldByNobody = 7
/** of this many SKUs one has had two salesmen */
const handedOn = 3

export async function makeOwners(tx: Tx, shops: readonly DemoShop[], employees: readonly DemoEmployee[]): Promise<void> {
  const rows = shops.flatMap(({ id, orgId, sellerSkus }, at) => {
    const [seller] = demoShops[at]?.sellers ?? []
    const department = employees.find(e => e.username === seller)?.department ?? seller
    const people = employees.filter(e => e.department === department)
    const row = (sku: string, employee: DemoEmployee | undefined, from: string, to: string | null) =>
      employee === undefined
        ? []
        : [{ org_id: orgId, shop_id: id, seller_sku: sku, employee_id: employee.id, valid_from: from, valid_to: to }]
    return sellerSkus.flatMap(({ sellerSku }, i) => {
      if (i % soldByNobody === soldByNobody - 1) return []
      const [now, before] = [people[i % people.length], people[(i + 1) % people.length]]
      return i % handedOn === 0
        ? [...row(sellerSku, before, begins, changesOn.last), ...row(sellerSku, now, changesOn.first, null)]
        : row(sellerSku, now, begins, null)
    })
  })
  await tx.insertInto('sku_owner').values(rows).execute()
  await tx
    .updateTable('sku_owner')
    .from('employee as e')
    .set({ dept_id: sql<string>`e.dept_id` })
    .whereRef('e.id', '=', 'sku_owner.employee_id')
    .execute()
}
