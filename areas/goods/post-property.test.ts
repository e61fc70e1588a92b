/**
 * Random postings, holds, reversals and backdatings against a slow plain replay of all moves, day by day: what is refused, cells, holds,
 * nothing negative in business order, nothing from nowhere. GOODS_CASES: how many (10,000 take some minutes).
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, goodsBooks, type GoodsBooks, type Line, type Use } from '../../test/setup/goods-books.ts'

const cases = Number(process.env['GOODS_CASES'] ?? 400)
const lookEvery = 100
let b: GoodsBooks
beforeAll(async () => {
  b = await goodsBooks()
})
afterAll(() => b.close())

interface Move extends Line {
  readonly day: string
  readonly posting: number
}
interface Hold {
  cell: string
  quantity: number
  product: number
}
const bins = [11, 12, 13, 21, 22]
const inside = [...bins, 15, 17, 25]
/** pools of locations: roots of warehouses; what is on its way is one of its own */
const poolOf = (location: number): number => (location === 17 ? 17 : Math.floor(location / 10) * 10)
const key = (product: number, location: number, batch = 0, label = 0): string => `${product}/${location}/${batch}/${label}`
const fromKey = (m: Line): string | null => (m.fromId === undefined ? null : key(m.productId, m.fromId, m.batchId, m.labelId))
const toKey = (m: Line): string | null => (m.toId === undefined ? null : key(m.productId, m.toId, m.batchId, m.toLabelId ?? m.labelId))

let seed = Number(process.env['GOODS_SEED'] ?? 20)
const next = (below: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * below)
}
const oneOf = <T>(of: readonly T[]): T => of[next(of.length)]!

const moves: Move[] = []
const holds = new Map<string, Hold>()
const postings: { readonly id: number; readonly day: string; isGone: boolean }[] = []

/** Of every cell: what lies there by all moves. */
function sums(of: readonly Line[]): Map<string, number> {
  const held = new Map<string, number>()
  for (const m of of)
    for (const [cell, sign] of [
      [fromKey(m), -1],
      [toKey(m), 1],
    ] as const)
      if (cell !== null) held.set(cell, (held.get(cell) ?? 0) + sign * Number(m.quantity))
  return held
}
/** The first cell that is negative anywhere in business order, and its day. */
function negative(of: readonly Move[]): string | null {
  const held = new Map<string, number>()
  // moves stand in the order of their ids
  for (const day of [...new Set(of.map(move => move.day))].toSorted())
    for (const move of of) {
      if (move.day !== day) continue
      const [from, to] = [fromKey(move), toKey(move)]
      if (from !== null) held.set(from, (held.get(from) ?? 0) - Number(move.quantity))
      if (from !== null && held.get(from)! < 0) return `${from} ${day}`
      if (to !== null) held.set(to, (held.get(to) ?? 0) + Number(move.quantity))
    }
  return null
}
const reserved = (cell: string): number => [...holds.values()].reduce((sum, h) => sum + (h.cell === cell ? h.quantity : 0), 0)

/** What the posting should be answered: null where it is done. */
function expected(lines: readonly Line[], day: string, uses: readonly Use[]): string | null {
  const held = sums(moves)
  const kept = new Map<string, number>()
  const keptOf = (cell: string): number => kept.get(cell) ?? reserved(cell)
  for (const [no, line] of lines.entries()) {
    const [from, to] = [fromKey(line), toKey(line)]
    const used = uses.filter(use => use.no === no).reduce((sum, use) => sum + use.quantity, 0)
    const quantity = Number(line.quantity)
    if (from !== null) {
      if ((held.get(from) ?? 0) - quantity < keptOf(from) - used) return 'GP001'
      held.set(from, (held.get(from) ?? 0) - quantity)
      kept.set(from, keptOf(from) - used)
    }
    if (to !== null) held.set(to, (held.get(to) ?? 0) + quantity)
    if (from !== null && to !== null && poolOf(line.fromId!) === poolOf(line.toId!)) kept.set(to, keptOf(to) + used)
  }
  return negative([...moves, ...lines.map(line => ({ ...line, day, posting: 0 }))]) === null ? null : 'GP009'
}

async function enter(lines: readonly Line[], day: string, uses: readonly Use[], reverses?: number): Promise<void> {
  const wanted = expected(lines, day, uses)
  let posting = 0
  const more = { bookedOn: day, ...(reverses === undefined ? {} : { reversesId: reverses }) }
  const code = await codeOf(b.post(reverses === undefined ? lines : [], more, uses).then(said => (posting = said.posting)))
  expect({ code, lines, day, uses }).toEqual({ code: wanted, lines, day, uses })
  if (code !== null) return
  moves.push(...lines.map(line => ({ ...line, day, posting })))
  postings.push({ id: posting, day, isGone: reverses !== undefined })
  if (uses.length > 0) await readHolds()
}

const readHolds = async (): Promise<void> => {
  holds.clear()
  for (const { id, cell, quantity, product } of await b.rows<Hold & { id: string }>(
    `select h.id::text as id, concat_ws('/', c.product_id, c.location_id, c.batch_id, c.label_id) as cell, h.quantity::float8 as quantity,
      c.product_id::int as product from goods_hold h join goods_cell c on c.id = h.cell_id where h.state = 1`,
  ))
    holds.set(id, { cell, quantity, product })
}

function randomLine(): Line {
  const productId = 1 + next(3)
  const batch = productId === 3 ? { batchId: 31 + next(2) } : {}
  const label = productId === 1 && next(3) === 0 ? { labelId: 41 + next(2) } : {}
  const line = { productId, quantity: (1 + next(16)) / 2, reason: 23, ...batch, ...label }
  const kind = next(10)
  if (kind < 5) return { ...line, quantity: 4 * line.quantity, fromKind: 27, toId: oneOf(inside) }
  if (kind < 7) return { ...line, fromId: oneOf(inside), toKind: 26 }
  if (kind === 7 && productId === 1) {
    const at = oneOf(inside)
    const toLabelId = oneOf([41, 42])
    if (toLabelId !== label.labelId) return { ...line, fromId: at, toId: at, toLabelId }
  }
  const [fromId, toId] = [oneOf(inside), oneOf(inside)]
  return fromId === toId ? { ...line, fromKind: 27, toId } : { ...line, fromId, toId }
}
const randomDay = (): string => (next(2) === 0 ? '2026-11-20' : `2026-11-${13 + next(7)}`)

/** As `goods_post` takes back: the last move first, its ends and labels changed over. */
const reversed = (of: readonly Move[]): Line[] =>
  of.toReversed().map(({ day: _day, posting: _posting, ...m }) => {
    const { fromId, fromKind, toId, toKind, labelId, toLabelId, ...rest } = m
    const was = toLabelId ?? labelId
    return {
      ...rest,
      ...(toId === undefined ? { fromKind: toKind! } : { fromId: toId }),
      ...(fromId === undefined ? { toKind: fromKind! } : { toId: fromId }),
      ...(was === undefined || was === 0 ? {} : { labelId: was }),
      ...(toLabelId === undefined ? {} : { toLabelId: labelId ?? 0 }),
    }
  })

async function takesHold(): Promise<void> {
  const demands = Array.from({ length: 1 + next(2) }, () => ({
    productId: 1 + next(3),
    warehouseId: 1 + next(2),
    quantity: 1 + next(12),
    part: next(2) === 0,
    ...(next(3) === 0 ? { labelId: 41 } : {}),
  }))
  const held = sums(moves)
  const said = await b.hold(demands)
  for (const [no, demand] of demands.entries()) {
    const free = [...held]
      .filter(([cell]) => {
        const [product, location, , label] = cell.split('/').map(Number)
        return (
          product === demand.productId &&
          bins.includes(location!) &&
          Math.floor(location! / 10) === demand.warehouseId &&
          (label === 0 || label === demand.labelId)
        )
      })
      .reduce((sum, [cell, quantity]) => sum + quantity - reserved(cell), 0)
    const could = Math.min(free, demand.quantity)
    const answer = said.find(one => one.no === no)!
    expect(Number(answer.taken)).toBe(could === demand.quantity || demand.part ? could : 0)
    expect(answer.holds.reduce((sum, one) => sum + Number(one.quantity), 0)).toBe(Number(answer.taken))
    for (const one of answer.holds) {
      const cell = key(demand.productId, Number(one.locationId), Number(one.batchId ?? 0), Number(one.labelId ?? 0))
      holds.set(one.id, { cell, quantity: Number(one.quantity), product: demand.productId })
      expect(reserved(cell)).toBeLessThanOrEqual(held.get(cell) ?? 0)
    }
  }
}

/** Picks to a stage, or ships, what a hold keeps, all or part of it. */
async function takesFrom(): Promise<void> {
  if (holds.size === 0) return
  const [id, { cell, quantity }] = oneOf([...holds])
  const [productId, fromId, batch, label] = cell.split('/').map(Number)
  const part = next(2) === 0 ? quantity : Math.max(0.5, quantity / 2 - ((quantity / 2) % 0.5))
  const stage = Math.floor(fromId! / 10) * 10 + 5
  const to = next(2) === 0 && fromId !== stage ? { toId: stage, reason: 22 } : { toKind: 26, reason: 54 }
  const line = {
    productId: productId!,
    fromId: fromId!,
    quantity: part,
    ...(batch ? { batchId: batch } : {}),
    ...(label ? { labelId: label } : {}),
    ...to,
  }
  await enter([line], randomDay(), [{ no: 0, id, quantity: part }])
}

async function look(): Promise<void> {
  const held = sums(moves)
  const cells = [...held]
    .filter(([, quantity]) => quantity !== 0)
    .map(([cell, quantity]) => ({ key: cell, quantity, reserved: reserved(cell) }))
  const byKey = (x: { key: string }, y: { key: string }): number => (x.key < y.key ? -1 : 1)
  expect((await b.cells()).toSorted(byKey)).toEqual(cells.toSorted(byKey))
  expect(negative(moves)).toBe(null)
  expect(await b.proof()).toEqual([])
  const [sum] = await b.rows<{ n: number }>(
    `select count(*)::int as n from (select product_id, batch_id, sum(q) from (
        select product_id, batch_id, quantity as q from goods_move union all select product_id, batch_id, -quantity from goods_move) x
      group by 1, 2 having sum(q) <> 0) y`,
  )
  expect(sum?.n).toBe(0)
  expect(await b.rows('select id from goods_cell where quantity < 0 or reserved < 0 or reserved > quantity')).toEqual([])
}

test(
  `${cases} random postings, holds, reversals and backdatings are what a slow replay says`,
  async () => {
    for (let turn = 1; turn <= cases; turn += 1) {
      const what = next(20)
      if (what < 11) await enter(Array.from({ length: 1 + next(3) }, randomLine), randomDay(), [])
      else if (what < 14) await takesHold()
      else if (what < 16) await takesFrom()
      else if (what === 16 && holds.size > 0) {
        const id = oneOf([...holds.keys()])
        await b.hold([], [{ id }])
        holds.delete(id)
      } else if (postings.some(one => !one.isGone)) {
        const one = oneOf(postings.filter(p => !p.isGone))
        const count = postings.length
        await enter(reversed(moves.filter(m => m.posting === one.id)), one.day, [], one.id)
        if (postings.length > count) one.isGone = true
      }
      if (turn % lookEvery === 0) await look()
    }
    await look()
    // from a close on it is proven by what lay there and what moved since; opened again, by all
    const open = async () => (await b.rows<{ said: readonly unknown[] }>('select goods_proof_open(1) as said'))[0]?.said
    for (const day of ['2026-11-14', '2026-11-16', '2026-11-18']) {
      await b.inTransaction(async client => void (await client.query('select goods_close(1, $1)', [day])))
      expect(await open()).toEqual([])
    }
    await b.owner.query('update goods_closed set quantity = quantity + 1')
    expect(await open()).not.toEqual([])
    await b.inTransaction(async client => void (await client.query(`select goods_close(1, '2026-11-15')`)))
    expect(await b.rows('select 1 from goods_closed')).toEqual([])
    const before = await b.cells()
    await b.owner.query('update goods_cell set quantity = quantity + 1')
    await b.inTransaction(async client => void (await client.query('select goods_rebuild(1)')))
    expect(await b.cells()).toEqual(before)
    const refused = cases - postings.length
    console.log(`${postings.length} postings, ${moves.length} moves, ${holds.size} holds open, ${refused} other turns`)
  },
  Math.max(900_000, cases * 600),
)
