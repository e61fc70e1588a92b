/** Many who post at once: a count beside pickers, and documents of several lines over the same cells, old and new. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { codeOf, goodsBooks, type GoodsBooks, type Line } from '../../test/setup/goods-books.ts'

let b: GoodsBooks
beforeAll(async () => {
  b = await goodsBooks(16)
})
afterAll(() => b.close())
beforeEach(() => b.owner.query('truncate goods_posting, goods_move, goods_cell, goods_hold cascade'))

const into = (toId: number, quantity: number, more: object = {}): Line => ({
  productId: 1,
  quantity,
  fromKind: 27,
  toId,
  reason: 71,
  ...more,
})

test('a count that cuts holds beside those who pick: each unit is picked or counted less, none twice', { timeout: 120_000 }, async () => {
  let [cut, refused] = [0, 0]
  for (let round = 0; round < 6; round++) {
    await b.owner.query('truncate goods_posting, goods_move, goods_cell, goods_hold cascade')
    await b.post([into(11, 60)])
    const held = await b.hold(
      Array.from({ length: 30 }, (_, n) => ({ productId: 1, warehouseId: 1, quantity: 2, docId: `${n}`, priority: 1 + (n % 4) })),
    )
    const pick = (id: string) =>
      codeOf(b.post([{ productId: 1, fromId: 11, toId: 15, quantity: 2, reason: 22 }], {}, [{ no: 0, id, quantity: 2 }]))
    const count = () => codeOf(b.post([{ productId: 1, fromId: 11, toKind: 24, quantity: 10, reason: 51 }], { cuts: true }))
    const holds = held.flatMap(one => one.holds.map(({ id }) => id))
    const work = holds.flatMap((id, at) => (at % 10 === 5 ? [count, () => pick(id)] : [() => pick(id)]))
    const codes = await Promise.all(work.map(async one => ({ isCount: one === count, code: await one() })))
    const [picked, counted] = [false, true].map(of => codes.filter(one => one.isCount === of && one.code === null).length)
    // a hold that was cut is gone; nothing else keeps anybody from picking
    expect(new Set(codes.map(one => one.code)).isSubsetOf(new Set([null, 'GP008', 'GP001']))).toBe(true)
    const lying = new Map((await b.cells()).map(({ key, quantity }) => [key, quantity]))
    expect((lying.get('1/11/0/0') ?? 0) + (lying.get('1/15/0/0') ?? 0)).toBe(60 - 10 * (counted ?? 0))
    expect(lying.get('1/15/0/0') ?? 0).toBe(2 * (picked ?? 0))
    expect(await b.proof()).toEqual([])
    cut += (await b.rows('select 1 from goods_hold where state = 3')).length
    refused += codes.filter(one => one.code !== null).length
  }
  expect(Math.min(cut, refused)).toBeGreaterThan(5)
})

test(
  'documents of several lines over the same cells, some of them new, wait for each other in no circle',
  { timeout: 120_000 },
  async () => {
    let seed = 41
    const below = (most: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % most
    const bins = [11, 12, 13, 15, 21, 22]
    const line = (): Line => {
      const [productId, fromId, toId] = [1 + below(2), bins[below(6)] ?? 11, bins[below(6)] ?? 12]
      const label = productId === 1 && below(2) === 0 ? { labelId: 41 + below(2) } : {}
      const one = { productId, quantity: 1 + below(3), ...label }
      return fromId === toId || below(3) === 0 ? { ...one, fromKind: 27, toId, reason: 71 } : { ...one, fromId, toId, reason: 23 }
    }
    const documents = Array.from({ length: 320 }, () => Array.from({ length: 1 + below(6) }, line))
    const codes: (string | null)[] = []
    const writer = async (w: number): Promise<void> => {
      for (let at = w; at < documents.length; at += 16) codes.push(await codeOf(b.post(documents[at] ?? [])))
    }
    await Promise.all(Array.from({ length: 16 }, (_, w) => writer(w)))
    expect(new Set(codes)).toEqual(new Set([null, 'GP001']))
    expect(codes.filter(code => code === null).length).toBeGreaterThan(60)
    expect(await b.proof()).toEqual([])
  },
)
