/** The division as a query against the pure one: the same basis, weights and shares, of any sign and scale. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canonical } from '#platform/format/decimal.ts'
import { openBooks, type Books } from '../../../../test/setup/finance-books.ts'
import { dividedAmong } from './shares.ts'
import { sharesSql } from './shares-sql.ts'

let b: Books
beforeAll(async () => {
  b = await openBooks([])
})
afterAll(() => b?.close())

interface Line {
  readonly sku: string
  readonly first: string
  readonly second: string
}
const decimal = (units: number, places: number): string => canonical((units / 10 ** places).toFixed(places))
const weight = fc.oneof(
  fc.constant('0'),
  fc.tuple(fc.integer({ min: -50, max: 1_000_000 }), fc.integer({ min: 0, max: 6 })).map(([units, places]) => decimal(units, places)),
)
const fee = fc
  .tuple(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), fc.constantFrom(0, 2, 4))
  .map(([units, places]) => decimal(units, places))

test('600 random fees fall as by the pure function', async () => {
  const context = await b.system()
  const divided = fc.asyncProperty(
    fee,
    fc.constantFrom(0, 2, 3),
    fc.array(fc.tuple(weight, weight), { maxLength: 12 }),
    async (amount, scale, of) => {
      const lines = of.map(([first, second], at): Line => ({ sku: String(at).padStart(3, '0'), first, second }))
      const made = dividedAmong({
        amount,
        scale,
        basis: 'first',
        inTurn: ['second', 'equal'],
        lines,
        weight: (name, line) => (name === 'equal' ? '1' : line[name]),
      })
      const columns = (name: keyof Line) => sql`${lines.map(line => line[name])}`
      const query = sharesSql({
        lines: sql`select 1::bigint as shop_id, r.* from unnest(${columns('sku')}::text[], ${columns('first')}::numeric[],
        ${columns('second')}::numeric[]) as r(sku, first, second)`,
        amount,
        scale,
        turns: [sql`lines.first`, sql`lines.second`, sql`1`],
      })
      const { rows } = await sql<{ turn: number; weight: string; share: string }>`select turn, weight::text, share::text from (${query}) r
      order by sku`.execute(context.db.withoutPlugins())
      expect(rows.map(row => [row.turn, canonical(row.weight), canonical(row.share)])).toEqual(
        (made?.shares ?? []).map((share, at) => [
          ['first', 'second', 'equal'].indexOf(made?.basis ?? ''),
          canonical(made?.weights[at] ?? ''),
          canonical(share),
        ]),
      )
    },
  )
  await fc.assert(divided, { numRuns: 600, seed: 21 })
}, 30_000)
