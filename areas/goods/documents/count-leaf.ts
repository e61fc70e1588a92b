/** A count of what lies at a subcontractor for a document: that place alone is counted, and the document says what may lie there. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import type { Row } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { refuse, type Context, type Tx } from '#platform/server/area.ts'
import { locationKinds } from '../location-tables.ts'
import { behind } from './places.ts'

/** what lies there is counted by itself, and by no task: it is not here */
export const outside = locationKinds.subcontractor[0]

type Leaf = Pick<CountedOutside, 'docType' | 'docId'>
export interface CountedOutside {
  readonly docType: string
  readonly docId: string
  readonly countId: string
  readonly reverses: boolean
  /** what there is less than the books say */
  readonly lacking: readonly { readonly productId: string; readonly quantity: string }[]
}
export interface OrderOfLeaf {
  /** what becomes of a count; what it answers is done when the count is posted */
  readonly counted: (context: Context, tx: Tx, counted: CountedOutside) => Promise<() => Promise<void>>
  /** products that do not belong there are refused */
  readonly refuseStrange: (tx: Tx, leaf: Leaf, productIds: readonly string[]) => Promise<void>
}
let ofLeaf: OrderOfLeaf | null = null
/** Production says what becomes of a count at a subcontractor. */
export const whenCounted = (order: OrderOfLeaf): void => void (ofLeaf = order)
export const tellOrder: OrderOfLeaf['counted'] = async (context, tx, counted) =>
  ofLeaf === null ? async () => {} : ofLeaf.counted(context, tx, counted)

/** The document whose parts at a subcontractor are counted. */
export async function leafCounted(tx: Tx, zoneId: unknown): Promise<Leaf | null> {
  const { rows } = await sql<Leaf>`select doc_type as "docType", doc_id as "docId" from goods_location
    where id = ${zoneId ?? null}::bigint and kind = ${outside}`.execute(behind(tx))
  return rows[0] ?? null
}

/** A difference in another place would be charged to the subcontractor, and what is no part of his would lie there unseen. */
export async function refuseAtLeaf(tx: Tx, leafId: string, added: readonly Row[]): Promise<void> {
  if (added.some(row => row['locationId'] !== leafId)) throw refuse.rule(sentence`这张盘点单只盘加工商处的物料，其他库位请另建盘点单`)
  const leaf = await leafCounted(tx, leafId)
  const productIds = added.map(row => asText(row['productId']))
  if (leaf !== null && productIds.length > 0) await ofLeaf?.refuseStrange(tx, leaf, productIds)
}
