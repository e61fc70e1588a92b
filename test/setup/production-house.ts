/** For tests: a kept warehouse in the demo company, with products, bills and production orders through the calls. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import { finance } from '#areas/finance/index.ts'
import { goods } from '#areas/goods/index.ts'
import { logistics } from '#areas/logistics/index.ts'
import { production } from '#areas/production/index.ts'
import { quality } from '#areas/quality/index.ts'
import { sales } from '#areas/sales/index.ts'
import { supply } from '#areas/supply/index.ts'
import { canonical } from '#platform/format/decimal.ts'
import { defined } from '#platform/server/area.ts'
import { demoHouse, signedInAs, type Person } from './demo-house.ts'

type Values = Readonly<Record<string, unknown>>
export const today = '2026-11-21'

/** `code` of the warehouse and first letters of its products. */
export async function productionHouse(code: string, skus: readonly string[], callsPerMinute: number | null = null) {
  const h = await demoHouse([goods, sales, supply, finance, quality, logistics, production], null, {}, null, callsPerMinute)
  const admin: Person = await signedInAs(h, 'admin')
  const orgId = defined(h.demo.organisationIds[0], 'the organisation')
  const ids: Record<string, string> = {}
  for (const sku of skus) ids[sku] = (await admin.post('/productManage/insert', { sku: `${code}-${sku}`, name: `商品${sku}` })).data.id
  const warehouseId: string = (await admin.post('/warehouseManage/insert', { code, name: `仓${code}`, kind: 1 })).data.id
  const placeId = (await admin.post('/FinanceStockPlace/insert', { name: `仓${code}`, kind: 1 })).data.id
  expect((await admin.post('/warehouseManage/keepStock', { id: warehouseId, month: '2026-11', placeId })).msg).toBe('')
  const one = async <T>(statement: ReturnType<typeof sql<T>>): Promise<T> => defined((await statement.execute(h.db)).rows[0], 'a row')
  const { id: bin } = await one(
    sql<{ id: string }>`select id::text as id from goods_location where warehouse_id = ${warehouseId} and kind = 1 order by id limit 1`,
  )
  const { id: supplierId } = await one(sql<{ id: string }>`select id::text as id from supplier where status = 2 and org_id = ${orgId}
    order by id limit 1`)
  /** Adds and takes steps; answers what was refused, or ''. */
  const call = async (path: string, input: Values): Promise<string> => (await admin.post(`/${path}`, input)).msg
  const add = async (path: string, values: Values): Promise<string> => {
    const { data, msg } = await admin.post(`/${path}/insert`, values)
    expect(msg).toBe('')
    return data.id
  }
  const bill = async (sku: string, kind: number, parts: Readonly<Record<string, string | Values>>, fee = '0'): Promise<string> => {
    const added = Object.entries(parts).map(([part, per]) => ({ partId: ids[part], ...(typeof per === 'string' ? { per } : per) }))
    const header = { businessOn: today, productId: ids[sku], kind, fee, validFrom: '2026-11-01' }
    const id = await add('bom', { ...header, lines: { added } })
    expect(await call('bom/submit', { id })).toBe('')
    return id
  }
  /** Comes into the bin; without a price as other receipts do. */
  const receive = async (sku: string, quantity: string, unitCost: string, more: Values = {}, header: Values = {}): Promise<string> => {
    const added = [{ productId: ids[sku], quantity, unitCost, toId: bin, ...more }]
    const id = await add('goodsIn', { businessOn: today, kind: 4, warehouseId, lines: { added }, ...header })
    expect(await call('goodsIn/receive', { id })).toBe('')
    return id
  }
  const orderOf = (sku: string, quantity: string): Values => ({
    businessOn: today,
    productId: ids[sku],
    quantity,
    startOn: today,
    dueOn: '2026-11-30',
    warehouseId,
  })
  /** An order that is confirmed. */
  const order = async (sku: string, quantity: string, more: Values = {}): Promise<string> => {
    const id = await add('productionOrder', { ...orderOf(sku, quantity), ...more })
    expect(await call('productionOrder/submit', { id })).toBe('')
    return id
  }
  const on = (name: string, id: string, input: Values = {}): Promise<string> => call(`productionOrder/${name}`, { id, ...input })
  /** Each of these steps is done. */
  const does = async (id: string, ...steps: readonly (readonly [name: string, input?: Values])[]): Promise<void> => {
    for (const [name, input] of steps) expect([name, await on(name, id, input)]).toEqual([name, ''])
  }
  const row = async (id: string, path = 'productionOrder') => (await admin.get(`/${path}/query/${id}`)).data
  const list = async (path: string, query: Values): Promise<Record<string, string>[]> =>
    (await admin.post(`/${path}/list`, query)).data.list
  const fold = async (): Promise<void> => {
    const handler = defined(finance.jobs?.['stock.layers'], 'the job of the layers')
    await handler(h.house, { orgId }, new AbortController().signal)
  }
  /** Units and value in layers. */
  const layers = async (sku: string): Promise<readonly [string, string]> => {
    await fold()
    const { quantity, value } = await one(sql<{ quantity: string; value: string }>`select coalesce(sum(quantity), 0)::text as quantity,
      coalesce(sum(purchase + first_leg + duty + other), 0)::text as value from stock_layer where product_id = ${ids[sku]}`)
    return [canonical(quantity), canonical(value)]
  }
  /** Units in leaves of production and subcontractors. */
  const working = async (): Promise<string> =>
    canonical(
      (
        await one(sql<{ n: string }>`select coalesce(sum(c.quantity), 0)::text as n from goods_cell c
          join goods_location l on l.id = c.location_id where l.kind in (8, 9) and c.warehouse_id = ${warehouseId}`)
      ).n,
    )
  return {
    h,
    admin,
    orgId,
    ids,
    warehouseId,
    bin,
    supplierId,
    one,
    call,
    add,
    bill,
    receive,
    orderOf,
    order,
    on,
    does,
    row,
    list,
    fold,
    layers,
    working,
  }
}
export type ProductionHouse = Awaited<ReturnType<typeof productionHouse>>
