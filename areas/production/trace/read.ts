/**
 * A batch over the moves of the ledger of goods: which batches it was made of, which were made of it, what each brought in and took out.
 * What was taken back is left out. Batches are walked level by level, so that no more is read than belongs to them.
 */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/server/area.ts'
import { locationKinds } from '#areas/goods/index.ts'
import { around } from '../read-bills.ts'

const [converted, outside] = [locationKinds.converted[0], locationKinds.supplier[0]]
/** more is not shown in one tree */
const [batchesMax, rowsMax] = [500, 20_000]

/** Units of one batch that a document used, and units of another that it made of them. */
export interface Link {
  readonly docType: string
  readonly docId: string
  readonly docNo: string | null
  readonly fromProduct: string
  /** null: the product is not kept by batch */
  readonly fromBatch: string | null
  readonly toProduct: string
  readonly toBatch: string | null
  readonly used: string
  readonly made: string
  readonly day: string
}
/** Units of a batch that came from outside the stock, or left it, by one document. */
export interface Flow {
  readonly batchId: string
  readonly isIn: boolean
  readonly reason: number
  readonly docType: string
  readonly docId: string
  readonly docNo: string | null
  readonly shopId: string | null
  readonly quantity: string
  readonly day: string
}
export interface Walk {
  /** the one that was asked for first */
  readonly batches: readonly string[]
  readonly links: readonly Link[]
  /** there are more than are shown */
  readonly isCut: boolean
}
export type Way = 'back' | 'forward'

const alive = sql<boolean>`m.reverses_id is null
  and not exists (select from goods_move r where r.org_id = m.org_id and r.reverses_id = m.id)`

/** the documents whose posting puts bundles together and ships them */
export const shipsBundles = 'goods_out'
/** one posting may put several bundles together: each of its own parts, which name its line */
const bundle = sql`case when m.doc_type = ${sql.lit(shipsBundles)} then m.line_id end`

async function linksOf(db: Db | Tx, orgId: string, way: Way, ids: readonly string[]): Promise<readonly Link[]> {
  // i: what went in, o: what came out; of the one the batches are known, the other is looked for in the same postings
  const [known, sought] = way === 'back' ? (['o', 'i'] as const) : (['i', 'o'] as const)
  const endOf = (side: 'i' | 'o') => sql`join goods_location l on l.id = ${sql.ref(side === 'o' ? 'm.from_id' : 'm.to_id')}
    and l.kind = ${converted}`
  const { rows } = await sql<Link>`with ${sql.ref(known)} as materialized (
      select m.posting_id, m.product_id, m.batch_id, ${bundle} as bundle, sum(m.quantity) as quantity from goods_move m ${endOf(known)}
      where m.org_id = ${orgId} and m.batch_id = any(${[...ids]}::bigint[]) and ${alive} group by 1, 2, 3, 4),
    ${sql.ref(sought)} as materialized (
      select m.posting_id, m.product_id, m.batch_id, ${bundle} as bundle, sum(m.quantity) as quantity, min(m.doc_type) as doc_type,
        min(m.doc_id) as doc_id, min(m.doc_no) as doc_no, min(m.booked_on) as booked_on from goods_move m ${endOf(sought)}
      where m.posting_id in (select posting_id from ${sql.ref(known)}) group by 1, 2, 3, 4)
    select g.doc_type as "docType", g.doc_id as "docId", min(g.doc_no) as "docNo", i.product_id::text as "fromProduct",
      i.batch_id::text as "fromBatch", o.product_id::text as "toProduct", o.batch_id::text as "toBatch",
      trim_scale(sum(i.quantity))::text as used, trim_scale(sum(o.quantity))::text as made, min(g.booked_on)::text as day
    from i join o on o.posting_id = i.posting_id and o.bundle is not distinct from i.bundle
      cross join lateral (select ${sql.ref(`${sought}.doc_type`)}, ${sql.ref(`${sought}.doc_id`)}, ${sql.ref(`${sought}.doc_no`)},
        ${sql.ref(`${sought}.booked_on`)}) g
    group by g.doc_type, g.doc_id, i.product_id, i.batch_id, o.product_id, o.batch_id
    order by min(g.booked_on), g.doc_type, g.doc_id, i.product_id, i.batch_id, o.product_id, o.batch_id
    limit ${rowsMax + 1}`.execute(around(db))
  return rows
}

/** All batches that this one was made of, or that were made of it, and how. */
export async function walk(db: Db | Tx, orgId: string, start: string, way: Way): Promise<Walk> {
  const seen = new Set([start])
  const links: Link[] = []
  let isCut = false
  for (let level = [start]; level.length > 0;) {
    const found = await linksOf(db, orgId, way, level)
    if (found.length > rowsMax) isCut = true
    links.push(...found.slice(0, rowsMax))
    const next = new Set(found.flatMap(one => (way === 'back' ? one.fromBatch : one.toBatch) ?? []).filter(id => !seen.has(id)))
    level = [...next].slice(0, batchesMax - seen.size)
    if (level.length < next.size) isCut = true
    for (const id of level) seen.add(id)
  }
  return { batches: [...seen], links, isCut }
}

/** What came from outside and what left, of conversions apart. */
export async function flowsOf(db: Db | Tx, orgId: string, ids: readonly string[]): Promise<readonly Flow[]> {
  const { rows } = await sql<Flow>`select m.batch_id::text as "batchId", f.kind >= ${outside} as "isIn", m.reason, m.doc_type as "docType",
      m.doc_id as "docId", min(m.doc_no) as "docNo", (case when f.kind >= ${outside} then f.shop_id else t.shop_id end)::text as "shopId",
      trim_scale(sum(m.quantity))::text as quantity, min(m.booked_on)::text as day
    from goods_move m join goods_location f on f.id = m.from_id join goods_location t on t.id = m.to_id
    where m.org_id = ${orgId} and m.batch_id = any(${[...ids]}::bigint[]) and ${alive}
      and (f.kind >= ${outside}) <> (t.kind >= ${outside}) and ${converted} not in (f.kind, t.kind)
    group by 1, 2, 3, 4, 5, 7 order by min(m.booked_on), m.doc_type, m.doc_id, 1, 3 limit ${rowsMax}`.execute(around(db))
  return rows
}

/** Units that are still here. */
export interface Here {
  readonly batchId: string
  readonly kind: number
  readonly warehouse: string
  readonly location: string
  readonly docType: string | null
  readonly docId: string | null
  readonly quantity: string
}
export async function stillHere(db: Db | Tx, orgId: string, ids: readonly string[]): Promise<readonly Here[]> {
  const { rows } = await sql<Here>`select c.batch_id::text as "batchId", l.kind, coalesce(w.name, '') as warehouse, l.code as location,
      l.doc_type as "docType", l.doc_id as "docId", trim_scale(sum(c.quantity))::text as quantity
    from goods_cell c join goods_location l on l.id = c.location_id left join warehouse w on w.id = c.warehouse_id
    where c.org_id = ${orgId} and c.batch_id = any(${[...ids]}::bigint[]) and c.batch_id <> 0 and c.quantity > 0
    group by c.batch_id, l.id, w.id order by w.name, l.code, c.batch_id limit ${rowsMax}`.execute(around(db))
  return rows
}
