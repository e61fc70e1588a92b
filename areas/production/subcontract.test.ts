/** Subcontracting through a purchase order, to the cent of the worked example; cost sheets; what is left, lost and charged. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canonical } from '#platform/format/decimal.ts'
import { signedInAs } from '../../test/setup/demo-house.ts'
import { pdfText } from '../../test/setup/pdf-text.ts'
import { productionHouse, today, type ProductionHouse } from '../../test/setup/production-house.ts'

let p: ProductionHouse
beforeAll(async () => {
  p = await productionHouse('SC', ['BODY', 'ABS', 'FG', 'BOX'])
  await p.bill('BODY', 2, { ABS: { per: '0.18', scrap: '3' } }, '0.8')
  await p.bill('FG', 1, { BODY: '1', BOX: '2' }, '1.5')
}, 180_000)
afterAll(() => p.h.close())

const material = async (orderId: string): Promise<Record<string, string>> =>
  (await p.list('productionMaterial', { orderId: [orderId] }))[0] ?? {}
const cost = async (id: string) => {
  await p.fold()
  return (await p.admin.post('/productionOrder/cost', { id })).data
}
/** A receipt of everything that the purchase order still lacks, or of so many. */
async function receiveOrder(orderLineId: string, quantity: string): Promise<{ id: string; msg: string }> {
  const added = [{ productId: p.ids['BODY'], quantity, orderLineId, toId: p.bin }]
  const header = { businessOn: today, kind: 1, warehouseId: p.warehouseId, supplierId: p.supplierId }
  const id = await p.add('goodsIn', { ...header, lines: { added } })
  return { id, msg: await p.call('goodsIn/receive', { id }) }
}
const bytes = async (path: string, payload: object): Promise<Buffer> =>
  (await p.h.app.inject({ method: 'POST', url: `/api-2024${path}`, headers: { authorization: `Bearer ${p.admin.token}` }, payload }))
    .rawPayload
let [order, line] = ['', '']

test('the fee is ordered from the subcontractor; a receipt without material at his place is refused', async () => {
  await p.receive('ABS', '60', '11.4')
  await p.receive('ABS', '40', '11.6')
  await p.fold()
  order = await p.order('BODY', '500', { kind: 3, supplierId: p.supplierId })
  expect((await p.admin.post('/productionOrder/buy', { id: order })).msg).toBe('')
  expect(await p.on('buy', order)).not.toBe('')
  line = (await p.row(order)).purchaseLineId
  const bought = await p.one(sql<{ id: string; quantity: string; price: string }>`select order_id::text as id,
    trim_scale(quantity)::text as quantity, trim_scale(price)::text as price from purchase_order_line where id = ${line}`)
  expect(bought).toMatchObject({ quantity: '500', price: '0.8' })
  expect(await p.call('purchaseOrder/submit', { id: bought.id })).toBe('')
  expect((await receiveOrder(line, '500')).msg).toContain('在制不够 92.7')
  expect(await p.on('complete', order, { quantity: '1' })).not.toBe('')
})

test('500 bodies: 92.7 of 100 kg, 1,063.32 and 400.00; reversed exactly; 5 kg come back, 2.3 kg borne add 26.68', async () => {
  await p.does(order, ['issue'])
  const abs = await material(order)
  expect(await p.call('productionMaterial/more', { id: abs['id'], quantity: '7.3', reason: '多发一包' })).toBe('')
  const first = await receiveOrder(line, '500')
  expect(first.msg).toBe('')
  expect(await p.layers('BODY')).toEqual(['500', '1463.32'])
  expect(await p.row(order)).toMatchObject({ state: 7, done: '500.000000' })
  expect(await p.call('goodsIn/reverse', { id: first.id })).toBe('')
  expect(await p.layers('BODY')).toEqual(['0', '0'])
  expect(await p.row(order)).toMatchObject({ state: 3, done: '0.000000' })
  const again = await receiveOrder(line, '500')
  expect(again.msg).toBe('')
  expect(await p.call('productionMaterial/back', { id: abs['id'], quantity: '5' })).toBe('')
  expect(await p.call('productionMaterial/useUp', { id: abs['id'], quantity: '2.4', reason: '多' })).toContain('在制只有 2.3')
  expect(await p.call('productionMaterial/useUp', { id: abs['id'], quantity: '2.3', reason: '损耗由我方承担' })).toBe('')
  expect(await p.layers('BODY')).toEqual(['500', '1490'])
  expect(await p.call('goodsIn/reverse', { id: again.id })).toContain('已有剩余物料计入')
  // planned: 92.7 at the mean of what lay here; the fee as ordered
  const sheet = await cost(order)
  expect(sheet).toMatchObject({ feePlanned: '400', feeActual: '400', totals: { actual: '1490' }, units: '500', waits: false })
  const [one] = sheet.lines
  expect(one).toMatchObject({ planned: '92.7', used: '95', amount: '1090', left: '0', wip: '0', planPrice: '11.48' })
  // 2.3 kg more at 11.48, and 95 at 11.4737 rather than 11.48
  expect([one.byQuantity, one.byPrice, one.planAmount]).toEqual(['26.404', '-0.6', '1064.196'])
  await p.does(order, ['close'])
  expect(await p.working()).toBe('0')
})

test('an invoice takes the place of the provisional fee, in the cost of what was made of it too', async () => {
  await p.receive('BOX', '20', '2')
  await p.h.db
    .updateTable('supplier')
    .set({ billing: 2 } as never)
    .where('id', '=', p.supplierId)
    .execute()
  const fg = await p.order('FG', '10')
  await p.does(fg, ['issue'], ['report', { good: '10' }], ['complete', { quantity: '10' }])
  expect((await p.layers('FG'))[1]).toBe(canonical(String(10 * 2.98 + 40 + 15)))
  const { id: inLineId } = await p.one(sql<{ id: string }>`select l.id::text as id from goods_in_line l join goods_in d on d.id = l.in_id
    where l.order_line_id = ${line} and d.state = 4`)
  const added = [{ productId: p.ids['BODY'], inLineId, quantity: '500', amount: '450' }]
  const header = { businessOn: today, supplierId: p.supplierId, invoiceNo: 'FP-SC-1', kind: 2 }
  const id = await p.add('purchaseInvoice', { ...header, lines: { added } })
  expect(await p.call('purchaseInvoice/submit', { id })).toBe('')
  // 50.00 more on 500 bodies: 49.00 on those that lie here, 1.00 on what ten of them became
  expect((await p.layers('BODY'))[1]).toBe(canonical(String(490 * 2.98 + 49)))
  expect((await p.layers('FG'))[1]).toBe(canonical(String(10 * 2.98 + 40 + 15 + 1)))
  expect(await cost(order)).toMatchObject({ feePlanned: '400', feeActual: '450', totals: { actual: '1540' } })
})

test('what a subcontractor lost is charged by a difference; the stock bears it as scrap', async () => {
  await p.receive('ABS', '5', '11')
  const id = await p.order('BODY', '10', { kind: 3, supplierId: p.supplierId })
  await p.does(id, ['issue'])
  const abs = await material(id)
  expect(await p.call('productionMaterial/useUp', { id: abs['id'], quantity: '1', reason: '丢' })).toContain('还没有随入库耗用过')
  expect(await p.call('productionMaterial/lose', { id: abs['id'], quantity: '1.854', reason: '加工商丢失' })).toBe('')
  const [difference] = await p.list('receiptDiscrepancy', { productId: [p.ids['ABS']] })
  expect(difference).toMatchObject({ quantity: '1.854000', state: 1, supplierId: p.supplierId })
  await p.does(id, ['close'])
  expect(await p.working()).toBe('0')
})

test('parts at a subcontractor are counted: what lacks is charged or borne, taken back exactly; the note lists what was sent', async () => {
  await p.receive('ABS', '20', '11')
  const id = await p.order('BODY', '50', { kind: 3, supplierId: p.supplierId })
  expect(await p.on('deliveryNote', id)).toContain('还没有给加工商发料')
  await p.does(id, ['issue'])
  const note = pdfText(await bytes('/productionOrder/deliveryNote', { id })).replaceAll(/\s/g, '')
  const { no } = await p.row(id)
  for (const word of ['委外发料单', no, 'SC-ABS', '9.27', today, '加工商签收']) expect(note).toContain(word)
  expect(await p.on('deliveryNote', id, { day: '2026-11-20' })).toContain('2026-11-20 没有给加工商发料')
  const left = async () => {
    const { issued = '', used = '', lost = '', left: lies = '' } = await material(id)
    return [issued, used, lost, lies].map(canonical)
  }
  const leaf = await p.one(sql<{ id: string; code: string }>`select id::text as id, code from goods_location
    where doc_type = 'production_order' and doc_id = ${id}`)
  const counter = await signedInAs(p.h, 'keeper')
  const counted = async (quantity: string): Promise<string> => {
    const header = { businessOn: today, warehouseId: p.warehouseId, zoneId: leaf.id, blind: false, tolerance: '100' }
    const countId = await p.add('goodsCount', header)
    expect(await p.call('goodsCount/start', { id: countId })).toBe('')
    const [line] = (await p.admin.post('/goodsCountLine/list', { countId: [countId] })).data.list
    expect(line).toMatchObject({ locationId: leaf.id, productId: p.ids['ABS'] })
    // what lies elsewhere is not his to answer for, and what is no part of the order is not received there
    for (const [locationId, sku, why] of [
      [p.bin, 'ABS', '只盘加工商处的物料'],
      [leaf.id, 'BOX', 'SC-BOX 不是这张生产单的用料'],
    ] as const) {
      const added = [{ locationId, productId: p.ids[sku], counted1: '1' }]
      const { version } = await p.row(countId, 'goodsCount')
      expect(await p.call('goodsCount/update', { id: countId, version, lines: { added } })).toContain(why)
    }
    expect(
      await p.call('goodsCount/update', {
        id: countId,
        version: (await p.row(countId, 'goodsCount')).version,
        lines: { changed: [{ id: line.id, version: line.version, counted1: quantity }] },
      }),
    ).toBe('')
    expect(await p.call('goodsCount/finish', { id: countId })).toBe('')
    expect(await p.call('goodsCount/approve', { id: countId })).toBe('')
    return countId
  }
  const first = await counted('9')
  expect(await left()).toEqual(['9.27', '0', '0.27', '9'])
  expect(await p.row(id)).toMatchObject({ isLack: true })
  const [difference] = await p.list('receiptDiscrepancy', { countId: [first] })
  expect(difference).toMatchObject({ quantity: '0.270000', state: 1, supplierId: p.supplierId })
  expect(await p.call('goodsCount/reverse', { id: first })).toBe('')
  expect(await left()).toEqual(['9.27', '0', '0', '9.27'])
  expect((await p.list('receiptDiscrepancy', { countId: [first] }))[0]).toMatchObject({ state: 9 })
  const before = await p.layers('ABS')
  const again = await counted('9.5')
  expect([await left(), (await p.layers('ABS'))[0]]).toEqual([['9.27', '0', '-0.23', '9.5'], canonical(String(Number(before[0]) + 0.23))])
  expect(await p.list('receiptDiscrepancy', { countId: [again] })).toEqual([])
  const gone = await counted('9.3')
  const [charged] = await p.list('receiptDiscrepancy', { countId: [gone] })
  expect(await p.call('receiptDiscrepancy/decide', { id: charged?.['id'], decision: 2, amount: '2.3' })).toBe('')
  expect(await p.call('goodsCount/reverse', { id: gone })).toContain('已决定')
  await p.does(id, ['report', { good: '50' }], ['complete', { quantity: '50' }])
  expect(await left()).toEqual(['9.27', '9.27', '-0.03', '0.03'])
  const abs = await material(id)
  expect(await p.call('productionMaterial/back', { id: abs['id'], quantity: '0.03' })).toBe('')
  await p.does(id, ['close'])
  expect(await p.working()).toBe('0')
  expect((await counter.post('/productionOrder/deliveryNote', { id: '1' })).code).not.toBe(0)
})

test('two lines of a receipt cost what they cost once; of a purchase order that is void or deleted another is made', async () => {
  await p.receive('ABS', '20', '11')
  const id = await p.order('BODY', '20', { kind: 3, supplierId: p.supplierId })
  const buy = async (): Promise<string> => (await p.admin.post('/productionOrder/buy', { id })).data.page.id
  expect(await p.call('purchaseOrder/delete', { id: await buy() })).toBe('')
  const voided = await buy()
  expect(await p.call('purchaseOrder/submit', { id: voided })).toBe('')
  expect((await p.admin.post('/productionOrder/buy', { id })).msg).toContain('已生成过采购单')
  expect(await p.call('purchaseOrder/void', { id: voided, endReason: '改由他厂加工' })).toBe('')
  await p.does(id, ['issue'], ['report', { good: '4' }], ['complete', { quantity: '4' }])
  const [receipt] = await p.list('productionReceipt', { orderId: [id] })
  expect(await p.call('productionReceipt/reverse', { id: receipt?.['id'] })).toBe('')
  expect(await p.call('purchaseOrder/submit', { id: await buy() })).toBe('')
  const { purchaseLineId: orderLineId } = await p.row(id)
  const half = { productId: p.ids['BODY'], quantity: '10', orderLineId, toId: p.bin }
  const header = { businessOn: today, kind: 1, warehouseId: p.warehouseId, supplierId: p.supplierId }
  expect(await p.call('goodsIn/receive', { id: await p.add('goodsIn', { ...header, lines: { added: [half, half] } }) })).toBe('')
  expect(await cost(id)).toMatchObject({ feePlanned: '16', feeActual: '16', units: '20' })
})

test('a receipt brings what one order made: of two it is refused, each alone is taken', async () => {
  await p.receive('ABS', '20', '11')
  const lines: string[] = []
  for (const quantity of ['10', '5']) {
    const id = await p.order('BODY', quantity, { kind: 3, supplierId: p.supplierId })
    const { data } = await p.admin.post('/productionOrder/buy', { id })
    expect(await p.call('purchaseOrder/submit', { id: data.page.id })).toBe('')
    await p.does(id, ['issue'])
    lines.push((await p.row(id)).purchaseLineId)
  }
  const added = lines.map(orderLineId => ({ productId: p.ids['BODY'], quantity: '5', orderLineId, toId: p.bin }))
  const header = { businessOn: today, kind: 1, warehouseId: p.warehouseId, supplierId: p.supplierId }
  const both = await p.add('goodsIn', { ...header, lines: { added } })
  expect(await p.call('goodsIn/receive', { id: both })).toContain('一张入库单只收一张委外生产单的货')
  for (const line of lines) expect((await receiveOrder(line, '5')).msg).toBe('')
})

test('cost, fees and orders of them are unseen without their right', async () => {
  const keeper = await signedInAs(p.h, 'keeper')
  expect((await keeper.post('/productionOrder/cost', { id: order })).data ?? null).toBeNull()
  expect((await keeper.post('/productionOrder/buy', { id: order })).code).not.toBe(0)
})
