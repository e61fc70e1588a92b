/** From request lines to a payment that the bank made, with an inspection in between: what a buyer, a keeper and finance do in turn. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowId } from '#platform/server/lists.ts'
import { bankOpenLine } from '../finance/bank/matching/open-lines.ts'
import { buying, today, type Buying, type Values } from '../../test/setup/buying.ts'
import { quality } from './index.ts'

let b: Buying
let org = ''
const goods: string[] = []
const factories: string[] = []
beforeAll(async () => {
  b = await buying([quality])
  org = b.h.demo.organisationIds[0] ?? ''
  for (const n of [1, 2, 3, 4, 5, 6]) goods.push(await b.product(`JOURNEY-${n}`))
  const bank = { bankAccount: '6222020200018887777', bankName: '支付宝', bankHolder: '旅程厂' }
  for (const n of [1, 2])
    factories.push(
      (await b.admin.post('/supplierManage/insert', { code: `J${n}`, name: `旅程厂${n}`, status: 2, billing: 2, ...bank })).data.id,
    )
  await sql`update warehouse set kept_since = '2026-11-01' where id = ${b.warehouseId}`.execute(b.h.db)
  await sql`insert into stock_place (org_id, name, kind, warehouse_id) values (${org}, '到货仓', 1, ${b.warehouseId})`.execute(b.h.db)
  const plan = { name: '抽检', stage: 1, sampling: 4, level: 2, productId: goods[0], validFrom: '2026-01-01' }
  const made = await b.admin.post('/inspectionPlan/insert', { ...plan, lines: { added: [{ name: '外观', kind: 4, level: 2 }] } })
  if (made.code !== 0) throw new Error(made.msg)
}, 600_000)
afterAll(() => b.h.close())

const done = async (family: string, id: string, ...names: readonly string[]): Promise<void> => {
  for (const name of names) expect([family, name, await b.step(family, id, name)]).toEqual([family, name, ''])
}
/** provisional, by the order */
const costOf = async (productId: string): Promise<string | undefined> =>
  (
    await sql<{
      unit: string
    }>`select trim_scale(purchase / quantity)::text as unit from cost_receipt where product_id = ${productId}`.execute(b.h.db)
  ).rows[0]?.unit

test('six lines asked for become two orders; of 500 come 480, four of fifty are bad: those go back, the rest is paid', async () => {
  const asked = goods.map((productId, n) => ({
    productId,
    quantity: n === 0 ? '500' : '10',
    needOn: '2026-12-20',
    warehouseId: b.warehouseId,
    supplierId: factories[n < 3 ? 0 : 1],
  }))
  const request = await b.make('purchaseRequest', { reason: 1 }, asked)
  await done('purchaseRequest', request, 'submit')
  const made = await b.admin.post('/purchaseOrder/make/purchaseRequest', { id: request, promisedOn: '2026-12-10' })
  expect([made.msg, made.data?.made]).toEqual(['', 2])
  expect(await b.row('purchaseRequest', request)).toMatchObject({ state: 2 })
  const [order] = await b.list('purchaseOrder', { supplierId: [factories[0]] })
  const orderId = order?.['id'] ?? ''
  const priced = (await b.lines('purchaseOrder', orderId)).map(({ id, version }, n) => ({ id, version, price: n === 0 ? '12' : '3' }))
  expect((await b.admin.post('/purchaseOrder/update', { id: orderId, lines: { changed: priced } })).msg).toBe('')
  await done('purchaseOrder', orderId, 'submit')
  expect(await b.row('purchaseRequest', request)).toMatchObject({ state: 3 })

  // the waybill opens the receipt at the gate
  const [line] = await b.lines('purchaseOrder', orderId)
  const where = { supplierId: factories[0], warehouseId: b.warehouseId }
  const notice: Values = { productId: goods[0], quantity: '500', orderLineId: line?.['id'] }
  const delivery = await b.make('purchaseDelivery', { ...where, expectedOn: today, trackingNo: 'JRN001', boxes: 10 }, [notice])
  await done('purchaseDelivery', delivery, 'send')
  const { receiptId } = (await b.row('purchaseDelivery', delivery)) as { receiptId: string }
  expect(JSON.stringify((await b.keeper.post('/code/resolve', { code: 'JRN001' })).data)).toContain(`"id":"${receiptId}"`)
  const [came] = await b.lines('goodsIn', receiptId)
  const counted = [{ id: came?.['id'], version: came?.['version'], quantity: '480' }]
  expect((await b.keeper.post('/goodsIn/update', { id: receiptId, lines: { changed: counted } })).msg).toBe('')
  expect(await b.step('goodsIn', receiptId, 'receive', b.keeper)).toBe('')
  expect(await b.list('receiptDiscrepancy', { productId: [goods[0]] })).toMatchObject([{ kind: 1, quantity: '20.000000', state: 1 }])
  expect(await costOf(goods[0] ?? '')).toBe('12')

  // 50 are drawn, three may be bad
  const [inspection] = await b.list('inspection', { productId: [goods[0]] })
  const id = inspection?.['id'] ?? ''
  expect(inspection).toMatchObject({ lotQty: '480.000000', sampleQty: 50, acMajor: 3 })
  await done('inspection', id, 'start')
  const [reading] = await b.lines('inspection', id)
  const read = [{ id: reading?.['id'], version: reading?.['version'], value: '不合格', badQty: 4 }]
  expect((await b.admin.post('/inspection/update', { id, lines: { changed: read } })).msg).toBe('')
  await done('inspection', id, 'finish')
  expect(await b.row('inspection', id)).toMatchObject({ result: 2, rejectedQty: '480.000000' })
  const [bad] = await b.list('nonconformity', { productId: [goods[0]] })
  expect((await b.admin.post('/nonconformity/decide', { id: bad?.['id'], chosen: 5 })).msg).toBe('')
  // sorted: 80 are bad and go back, 400 are good
  await done('nonconformity', bad?.['id'] ?? '', 'carry')
  const again = (await b.list('inspection', { productId: [goods[0]], state: [1] }))[0]?.['id'] ?? ''
  await done('inspection', again, 'start')
  const [sorted] = await b.lines('inspection', again)
  const good = [{ id: sorted?.['id'], version: sorted?.['version'], value: '合格', badQty: 0 }]
  expect((await b.admin.post('/inspection/update', { id: again, lines: { changed: good } })).msg).toBe('')
  const { version } = await b.row('inspection', again)
  expect((await b.admin.post('/inspection/update', { id: again, version, badOut: '80' })).msg).toBe('')
  await done('inspection', again, 'finish')
  const [rest] = await b.list('nonconformity', { productId: [goods[0]], state: [1] })
  expect((await b.admin.post('/nonconformity/decide', { id: rest?.['id'], chosen: 1 })).msg).toBe('')
  const { docNo } = await b.row('nonconformity', rest?.['id'] ?? '')
  const [back] = await b.list('purchaseReturn', { no: docNo })
  await done('purchaseReturn', back?.['id'] ?? '', 'submit', 'allocate', 'release', 'pick', 'ship')
  expect(await b.row('nonconformity', rest?.['id'] ?? '')).toMatchObject({ state: 3 })

  // 400 are billed at 12.05: the unit costs five fen more
  const over = { businessOn: today, supplierId: factories[0], invoiceNo: 'J-1', kind: 2 }
  const tooMany = await b.admin.post('/purchaseInvoice/insert', {
    ...over,
    lines: { added: [{ productId: goods[0], inLineId: came?.['id'], quantity: '480' }] },
  })
  expect(tooMany.code === 0 ? await b.step('purchaseInvoice', tooMany.data.id, 'submit') : tooMany.msg).not.toBe('')
  if (tooMany.code === 0) expect((await b.admin.post('/purchaseInvoice/delete', { id: tooMany.data.id })).msg).toBe('')
  const invoice = await b.make('purchaseInvoice', over, [{ productId: goods[0], inLineId: came?.['id'], quantity: '400', amount: '4820' }])
  await done('purchaseInvoice', invoice, 'submit')
  const { rows } = await sql<{ more: string }>`select trim_scale(sum(i.amount) - 400 * 12)::text as more from cost_invoice i
    join cost_receipt r on r.id = i.receipt_id where r.product_id = ${goods[0]}`.execute(b.h.db)
  expect(rows).toEqual([{ more: '20' }])

  // paid by a line of Alipay that names the request
  const [billed] = await b.lines('purchaseInvoice', invoice)
  const pay = await b.make('paymentRequest', { supplierId: factories[0], dueOn: today }, [
    { invoiceLineId: billed?.['id'], amount: '4820' },
  ])
  await done('paymentRequest', pay, 'submit')
  expect((await b.admin.post('/bankReconcile/run', {})).msg).toBe('')
  await sql`insert into bank_account (id, org_id, name, number, currency, seen_by, bank)
    values (950, ${org}, '支付宝', 'A950', 'CNY', 1, 23)`.execute(b.h.db)
  const [statement] = (
    await sql<{
      id: string
    }>`insert into bank_statement (org_id, account_id, posted_on, direction, income, outgo, amount, currency, line_key,
        ordinal, import_id)
      values (${org}, 950, ${today}, 2, 0, 4820, 4820, 'CNY', gen_random_uuid(), 1, 1) returning id::text as id`.execute(b.h.db)
  ).rows
  const [expected] = (
    await sql<{ id: string }>`select id::text as id from bank_expected where source = 5 and fact_key = ${pay}`.execute(b.h.db)
  ).rows
  const ids = [rowId(bankOpenLine, [statement?.id ?? ''])]
  expect((await b.admin.post('/bankReconcile/match', { ids, expectedIds: [expected?.id] })).msg).toBe('')
  expect(await b.row('paymentRequest', pay)).toMatchObject({ state: 4, paid: '4820.0000' })
  expect(await b.list('supplierBalance', { supplierId: [factories[0]] })).toMatchObject([{ invoiced: '4820.0000', paid: '4820.0000' }])
})
