/** A house in which a buyer orders, a keeper receives and finance pays: people, goods, a warehouse, and short names for calls. */
import { expect } from 'vitest'
import { contractPayments, contracts } from '#areas/contracts/index.ts'
import { finance } from '#areas/finance/index.ts'
import { goods } from '#areas/goods/index.ts'
import { hr } from '#areas/hr/index.ts'
import { sales } from '#areas/sales/index.ts'
import { supply, supplyPayments } from '#areas/supply/index.ts'
import { workflow } from '#areas/workflow/index.ts'
import type { Area } from '#platform/server/contract/area.ts'
import { demoHouse, signedInAs, type DemoHouse, type Person } from './demo-house.ts'

export type Values = Readonly<Record<string, unknown>>
export type Line = Record<string, string>

export interface Buying {
  readonly h: DemoHouse
  readonly admin: Person
  readonly keeper: Person
  readonly supplierId: string
  readonly warehouseId: string
  /** a new product */
  readonly product: (sku: string) => Promise<string>
  readonly make: (family: string, header: Values, added: readonly Values[], by?: Person) => Promise<string>
  readonly step: (family: string, id: string, name: string, by?: Person, more?: Values) => Promise<string>
  readonly row: (family: string, id: string) => Promise<Line>
  readonly lines: (type: string, id: string) => Promise<Line[]>
  readonly list: (family: string, filter?: Values) => Promise<Line[]>
  /** an order in force, its id and its lines */
  readonly ordered: (added: readonly Values[], more?: Values) => Promise<{ readonly id: string; readonly lines: Line[] }>
  /** a posted receipt of these lines of orders */
  readonly received: (added: readonly Values[], more?: Values) => Promise<string>
}

export const today = '2026-11-21'

/** `more`: areas besides. */
export async function buying(more: readonly Area[] = []): Promise<Buying> {
  const all = [goods, finance, sales, supply, supplyPayments, hr, contracts, contractPayments, workflow, ...more]
  const h = await demoHouse([...new Set(all)])
  const admin = await signedInAs(h, 'admin')
  const role = await h.db.selectFrom('role').select(['id', 'org_id']).where('name', '=', '仓管').executeTakeFirstOrThrow()
  const grants = ['goodsIn', 'purchaseReturn', 'purchaseDelivery', 'receiptDiscrepancy', 'purchaseOrder'].flatMap(permission =>
    [1, 2, 3, 4].map(operation => ({ org_id: role.org_id, role_id: role.id, permission, operation })),
  )
  await h.db
    .insertInto('role_permission')
    .values(grants)
    .onConflict(c => c.doNothing())
    .execute()
  const warehouseId = (await admin.post('/warehouseManage/insert', { code: 'PA', name: '到货仓', kind: 1 })).data.id as string
  const supplierId = (await admin.post('/supplierManage/list', { status: [2] })).data.list[0].id as string
  const { employee_id: employeeId } = await h.db
    .selectFrom('account as a')
    .innerJoin('account_organisation as m', 'm.account_id', 'a.id')
    .select('m.employee_id')
    .where('a.username', '=', 'keeper')
    .where('m.org_id', '=', h.demo.organisationIds[0] ?? '')
    .executeTakeFirstOrThrow()
  await admin.put('/userManage/dataAclSetting', { employeeId, warehouseIds: [warehouseId] })
  const keeper = await signedInAs(h, 'keeper')

  const make: Buying['make'] = async (family, header, added, by = admin) => {
    const { data, msg } = await by.post(`/${family}/insert`, { businessOn: today, ...header, lines: { added } })
    expect(msg).toBe('')
    return data.id
  }
  const step: Buying['step'] = async (family, id, name, by = admin, more = {}) => {
    const why = name === 'void' && family.startsWith('purchaseOrder') ? { endReason: '停产' } : name === 'void' ? { reason: '停产' } : {}
    return (await by.post(`/${family}/${name}`, { id, ...why, ...more })).msg
  }
  const lines: Buying['lines'] = async (type, id) => {
    const { msg, data } = await admin.post('/listField/lines', { type, id })
    expect(msg).toBe('')
    return data.list
  }
  return {
    h,
    admin,
    keeper,
    supplierId,
    warehouseId,
    make,
    step,
    lines,
    product: async sku => (await admin.post('/productManage/insert', { sku, name: `商品${sku}` })).data.id,
    row: async (family, id) => (await admin.get(`/${family}/query/${id}`)).data,
    list: async (family, filter = {}) => (await admin.post(`/${family}/list`, { pageSize: 50, ...filter })).data.list,
    ordered: async (added, more = {}) => {
      const id = await make('purchaseOrder', { supplierId, warehouseId, promisedOn: '2026-12-10', ...more }, added)
      expect(await step('purchaseOrder', id, 'submit')).toBe('')
      return { id, lines: await lines('purchaseOrder', id) }
    },
    received: async (added, more = {}) => {
      const id = await make('goodsIn', { kind: 1, warehouseId, supplierId, ...more }, added)
      expect(await step('goodsIn', id, 'receive')).toBe('')
      return id
    },
  }
}
