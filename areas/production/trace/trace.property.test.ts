/**
 * Where batches came from and went, against a plain walk over all moves, on random histories of receipts, conversions with several parts
 * and products (in circles too), transfers, issues and reversals. TRACE_CASES: how many postings; TRACE_MOVES: over so many moves it is
 * measured.
 */
import { Kysely, PostgresDialect } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '#areas/admin/index.ts'
import type { Db } from '#platform/server/area.ts'
import { codeOf, goodsBooks, type GoodsBooks, type Line } from '../../../test/setup/goods-books.ts'
import { flowsOf, stillHere, walk, type Link } from './read.ts'

const cases = Number(process.env['TRACE_CASES'] ?? 400)
const moves = Number(process.env['TRACE_MOVES'] ?? 0)
const org = '1'
let b: GoodsBooks
let db: Db
beforeAll(async () => {
  b = await goodsBooks()
  db = new Kysely({ dialect: new PostgresDialect({ pool: b.owner }) }) as unknown as Db
  // batches 101 to 130 of five products; product 2 is not kept by batch
  await b.owner.query(`insert into product (id, org_id, sku, name) select 20 + n, 1, 'T' || n, 'T' || n from generate_series(1, 5) n;
    insert into product_supply (org_id, product_id, tracking, removal) select 1, 20 + n, 1, 1 from generate_series(1, 5) n;
    insert into goods_batch (id, org_id, product_id, batch_no) select 100 + n, 1, 21 + n % 5, 'B' || n from generate_series(1, 30) n`)
})
afterAll(() => b.close())

interface Move {
  readonly id: number
  readonly posting: number
  readonly doc: string
  readonly product: string
  readonly batch: string | null
  readonly quantity: number
  readonly reason: number
  readonly from: number
  readonly to: number
  readonly reverses: number | null
}
const random = seededRandom(Number(process.env['TRACE_SEED'] ?? 41))
const batches = Array.from({ length: 30 }, (_, n) => 101 + n)
const unit = (batchId = batches[random.below(30)] ?? 101) => ({
  productId: 21 + ((batchId - 100) % 5),
  batchId,
  quantity: 1 + random.below(9),
})
const bin = (): number => 11 + random.below(3)

async function randomPosting(n: number): Promise<void> {
  const doc = { docType: 'test', docId: String(1 + random.below(40)), docNo: `T${n}` }
  const kind = random.below(10)
  if (kind < 3) return enter([{ ...unit(), quantity: 20 + random.below(20), fromKind: 20, toId: bin(), reason: 11 }], doc)
  if (kind < 4) return enter([{ ...unit(), fromId: bin(), toId: 21 + random.below(3), reason: 31 }], doc)
  if (kind < 6) return enter([{ ...unit(), fromId: bin(), toKind: random.below(2) === 0 ? 21 : 25, shopId: 1, reason: 41 }], doc)
  if (kind < 7) return takeBack()
  const parts = await lying(1 + random.below(3))
  if (parts.length === 0) return
  const into = parts.map(part => ({ ...part, toKind: 23, reason: 61 }))
  const made = Array.from({ length: 1 + random.below(2) }, (): Line => ({ ...unit(), fromKind: 23, toId: bin(), reason: 62 }))
  const bare = random.below(4) === 0 ? [{ productId: 2, quantity: 3, fromKind: 23, toId: bin(), reason: 62 }] : []
  return enter([...into, ...made, ...bare], doc)
}
const enter = async (lines: readonly Line[], doc: object): Promise<void> => void (await codeOf(b.post(lines, doc)))
async function takeBack(): Promise<void> {
  const { rows } = await b.owner.query<{ id: string }>(
    `select id from goods_posting where reverses_id is null order by md5(id::text || $1)
    limit 1`,
    [String(random.below(1_000))],
  )
  if (rows[0] !== undefined) await codeOf(b.post([], { reversesId: Number(rows[0].id), docId: '99' }))
}
const lying = async (n: number): Promise<readonly Line[]> =>
  (
    await b.owner.query<{ productId: number; batchId: number; fromId: number; quantity: number }>(
      `select product_id::int as "productId", batch_id::int as "batchId", location_id::int as "fromId",
        least(quantity, 5)::float8 as quantity
        from goods_cell where quantity > 0 and batch_id > 100 and location_id < 20 order by md5(id::text || $1) limit ${n}`,
      [String(random.below(1_000))],
    )
  ).rows.map(row => ({ ...row, reason: 61 }))

/** All moves that were not taken back. */
async function alive(): Promise<readonly Move[]> {
  const all =
    await b.rows<Move>(`select m.id::int, m.posting_id::int as posting, m.doc_type || m.doc_id as doc, m.product_id::text as product,
      m.batch_id::text as batch, m.quantity::float8 as quantity, m.reason, f.kind as from, t.kind as to, m.reverses_id::int as reverses
    from goods_move m join goods_location f on f.id = m.from_id join goods_location t on t.id = m.to_id order by m.id`)
  const undone = new Set(all.flatMap(one => one.reverses ?? []))
  return all.filter(one => one.reverses === null && !undone.has(one.id))
}
const name = (of: { product: string; batch: string | null }): string => of.batch ?? `p${of.product}`
const linkName = (one: Link): string =>
  `${one.docType}${one.docId} ${one.fromBatch ?? `p${one.fromProduct}`} ${one.toBatch ?? `p${one.toProduct}`}`

/** Every pair of what went in and what came out of a posting, walked from the batch on until nothing is new. */
function plainWalk(all: readonly Move[], start: string, way: 'back' | 'forward') {
  const seen = new Set([start])
  const links = new Map<string, { used: number; made: number }>()
  const postings = Map.groupBy(all, one => one.posting)
  for (let more = true; more;) {
    more = false
    links.clear()
    for (const of of postings.values()) {
      const [into, out] = [of.filter(one => one.to === 23), of.filter(one => one.from === 23)]
      const sumOf = (some: readonly Move[], key: string) => some.filter(m => name(m) === key).reduce((sum, m) => sum + m.quantity, 0)
      for (const i of new Set(into.map(name)))
        for (const o of new Set(out.map(name))) {
          const [mine, other] = way === 'back' ? [o, i] : [i, o]
          if (!seen.has(mine)) continue
          const key = `${of[0]?.doc} ${i} ${o}`
          const known = links.get(key) ?? { used: 0, made: 0 }
          links.set(key, { used: known.used + sumOf(into, i), made: known.made + sumOf(out, o) })
          if (!other.startsWith('p') && !seen.has(other)) more = seen.add(other).size > 0
        }
    }
  }
  return { seen, links }
}

test(`${cases} random postings: links, what came, what left and what is here are those of a plain walk`, async () => {
  for (let n = 0; n < cases; n += 1) await randomPosting(n)
  const all = await alive()
  let links = 0
  for (const id of batches.map(String))
    for (const way of ['back', 'forward'] as const) {
      const [fast, plain] = [await walk(db, org, id, way), plainWalk(all, id, way)]
      expect(fast.batches.toSorted()).toEqual([...plain.seen].toSorted())
      expect(new Map(fast.links.map(one => [linkName(one), { used: Number(one.used), made: Number(one.made) }]))).toEqual(plain.links)
      expect(fast.links).toHaveLength(plain.links.size)
      links += fast.links.length
    }
  expect(links).toBeGreaterThan(100)
  const flows = await flowsOf(db, org, batches.map(String))
  const here = await stillHere(db, org, batches.map(String))
  for (const id of batches.map(String)) {
    const mine = all.filter(one => one.batch === id)
    const crossing = mine.filter(one => one.from !== 23 && one.to !== 23 && one.from >= 20 !== one.to >= 20)
    const sumOf = (some: readonly { readonly quantity: number | string }[]) => some.reduce((sum, one) => sum + Number(one.quantity), 0)
    const own = flows.filter(one => one.batchId === id)
    expect(sumOf(own.filter(one => one.isIn))).toBe(sumOf(crossing.filter(one => one.from >= 20)))
    expect(sumOf(own.filter(one => !one.isIn))).toBe(sumOf(crossing.filter(one => one.to >= 20)))
    // what came in by any way and did not leave by any is here
    const left = sumOf(mine.filter(one => one.from >= 20 && one.to < 20)) - sumOf(mine.filter(one => one.to >= 20 && one.from < 20))
    expect(sumOf(here.filter(one => one.batchId === id))).toBe(left)
  }
}, 300_000)

/** 996 batches of six levels, each made of several of the level before. */
test.runIf(moves > 0)(
  `over ${moves} moves`,
  async () => {
    await b.post([{ ...unit(105), fromKind: 23, toId: 11, reason: 62 }])
    await b.owner.query(`alter table goods_move disable trigger user; alter table goods_posting disable trigger user;
    insert into goods_batch (id, org_id, product_id, batch_no) select 1000 + n, 1, 21 + n % 5, 'M' || n from generate_series(0, 995) n;
    insert into goods_posting (id, org_id, key, doc_type, doc_id, booked_on, posted_at)
      select 1000000 + n, 1, 'm' || n, 'test', (n % 5000)::text, date '2026-11-01', now() from generate_series(1, ${moves / 2}) n;
    insert into goods_move (id, org_id, posting_id, product_id, batch_id, from_id, to_id, quantity, booked_on, happened_at, reason,
        doc_type, doc_id, doc_no)
      select 10000000 + 2 * n + s, 1, 1000000 + n, 21 + y.batch % 5, 1000 + y.batch, case when s = 0 then 11 else o.id end,
        case when s = 0 then o.id else 12 end, 1, date '2026-11-01', now(), 61 + s, 'test', (n % 5000)::text, 'X'
      from generate_series(1, ${moves / 2}) n cross join generate_series(0, 1) s
        cross join (select min(id) as id from goods_location where kind = 23) o
        cross join lateral (select n % 830 / 5 * 6 + n % 830 % 5 as part) x
        cross join lateral (select case s when 0 then x.part else (x.part + 1 + 6 * (n / 830 % 5)) % 996 end as batch) y;
    analyze goods_move, goods_posting`)
    const began = performance.now()
    const [back, forward] = [await walk(db, org, '1003', 'back'), await walk(db, org, '1003', 'forward')]
    const flows = await flowsOf(db, org, [...new Set([...back.batches, ...forward.batches])])
    const ms = performance.now() - began
    const seen = back.batches.length + forward.batches.length
    const links = back.links.length + forward.links.length
    process.stdout.write(`trace over ${moves} moves: ${ms.toFixed(0)} ms, ${seen} batches, ${links} links, ${flows.length} flows\n`)
    expect(seen).toBeGreaterThan(30)
  },
  300_000,
)
