/** Documents whose held units a count has found to be gone: they are short, and wait to be allocated anew. */
import { sql } from 'kysely'
import type { Context, Tx } from '#platform/server/area.ts'
import { setDerived } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import type { Outbound } from './outbound.ts'
import { behind } from './places.ts'
import { outOf } from './post-out.ts'
import { returnOf } from './post-return.ts'
import { transferOf } from './post-transfer.ts'
import { outboundStates } from './words.ts'

const all: Outbound[] = [outOf, transferOf, returnOf]
/** documents that hold, are picked and leave */
export const outbounds: readonly Outbound[] = all
/** An area that knows this one brings documents of its own that do so. */
export const addOutbound = (one: Outbound): void => {
  if (!all.includes(one)) all.push(one)
}

type Cut = (context: Context, tx: Tx, docId: string) => Promise<void>
const others = new Map<string, Cut>()
/** Documents that hold without being picked: what their area does when a count has taken units from one. */
export const whenCut = (docType: string, told: Cut): void => void others.set(docType, told)
/** null: what holds here is no such document */
export const cutOf = (docType: string): Cut | null => others.get(docType) ?? null

export async function tellCut(context: Context, tx: Tx, holdIds: readonly string[]): Promise<void> {
  const { rows: cut } = await sql<{ table: string }>`
    select distinct doc_type as "table" from goods_hold where id = any(${[...holdIds]}::bigint[])`.execute(behind(tx))
  for (const { table } of cut.toSorted((a, b) => (a.table < b.table ? -1 : 1))) {
    const told = others.get(table)
    if (told === undefined) continue
    const { rows } = await sql<{ id: string }>`select distinct doc_id as id from goods_hold
      where id = any(${[...holdIds]}::bigint[]) and doc_type = ${table} order by 1`.execute(behind(tx))
    for (const { id } of rows) await told(context, tx, id)
  }
  for (const { document, lines, bundles } of outbounds.filter(one => cut.some(({ table }) => table === one.document.table))) {
    const sets = bundles === undefined ? sql`0` : sql`(select l.sets from ${sql.table(lines.table)} l where l.id = x.line_id::bigint)`
    const { rows } = await sql<{ docId: string; lineId: string; held: string; state: number }>`
      select x.doc_id as "docId", x.line_id as "lineId", d.state, (${sets} + (select coalesce(sum(h.quantity), 0) from goods_hold h
        where h.doc_type = x.doc_type and h.doc_id = x.doc_id and h.line_id = x.line_id and h.state = 1))::text as held
      from (select distinct doc_type, doc_id, line_id from goods_hold where id = any(${[...holdIds]}::bigint[])
        and doc_type = ${document.table}) x join ${sql.table(document.table)} d on d.id = x.doc_id::bigint`.execute(behind(tx))
    if (rows.length === 0) continue
    const ids = [...new Set(rows.map(one => one.docId))]
    await setDerived(
      context,
      lines,
      rows.map(one => ({ id: one.lineId, held: one.held })),
    )
    await setDerived(
      context,
      document,
      ids.map(id => ({ id, isLack: true })),
    )
    const waiting = ids.filter(id => rows.some(one => one.docId === id && one.state === outboundStates.held[0]))
    if (waiting.length > 0)
      await takeSteps(context, document, { ids: waiting.map(id => ({ id })), pick: { step: 'lack' }, input: {}, byProgram: true })
  }
}
