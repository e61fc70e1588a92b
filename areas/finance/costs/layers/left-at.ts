/** Units of each product that the layers of a place have left at the end of a day, folded from documents and sales as they are now. */
import { sql } from 'kysely'
import type { Tx } from '#platform/server/area.ts'
import { foldProduct } from './frontier.ts'
import { loadFacts } from './load.ts'
import type { Method } from './moves.ts'

/** products folded at a time */
const productsMax = 500

interface LeftAsk {
  readonly placeId: string
  readonly day: string
  /** null: receipts are kept and have no layers; their units are counted all the same */
  readonly method: Method | null
  /** absent: whatever was ever received */
  readonly productIds?: readonly string[]
}
/** In millionths; products with none are left out. */
export async function leftAt(db: Tx, orgId: string, { placeId, day, method, productIds }: LeftAsk): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<{ id: string }>`select distinct product_id::text as id from cost_receipt
    where org_id = ${orgId} and day <= ${day}::date order by 1`.execute(db)
  const asked = productIds === undefined ? null : new Set(productIds)
  const ids = rows.map(row => row.id).filter(id => asked?.has(id) !== false)
  const left = new Map<string, bigint>()
  for (let at = 0; at < ids.length; at += productsMax)
    for (const [id, facts] of await loadFacts(db, orgId, ids.slice(at, at + productsMax))) {
      const { stock } = foldProduct(id, facts, method ?? 'fifo', day).closed
      const units = stock.reduce((sum, one) => (one.place === placeId ? sum + one.left : sum), 0n)
      if (units > 0n) left.set(id, units)
    }
  return left
}
