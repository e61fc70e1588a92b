/** A product is never a part of itself, on any day, however many steps away. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { refuse, type Follower } from '#platform/server/area.ts'

/** steps from a product to its furthest part */
const depthMax = 20

export const partsFollow: Follower = async (context, tx, changes) => {
  const begun = [...new Set(changes.flatMap(({ after }) => (after === null ? [] : [asText(after['productId'])])))]
  if (begun.length === 0) return
  const { orgId } = context.caller
  const db = tx.withoutPlugins()
  // two who close one circle from both ends wait for each other here
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bill of materials ${orgId}`}, 0))`.execute(db)
  const { rows } = await sql<{ sku: string; isCircle: boolean }>`with recursive below as (
      select m.product_id as top, m.part_id as part, daterange(m.valid_from, m.valid_to, '[]') as days, 1 as depth
        from material_part m where m.org_id = ${orgId} and m.product_id = any(${begun}::bigint[])
      union
      select b.top, m.part_id, b.days * daterange(m.valid_from, m.valid_to, '[]'), b.depth + 1
        from below b join material_part m on m.org_id = ${orgId} and m.product_id = b.part
        where b.part <> b.top and b.depth < ${depthMax} and not isempty(b.days * daterange(m.valid_from, m.valid_to, '[]')))
    select p.sku, b.part = b.top as "isCircle" from below b join product p on p.id = b.top
    where b.part = b.top or b.depth = ${depthMax} order by 2 desc limit 1`.execute(db)
  const [found] = rows
  if (found?.isCircle) throw refuse.rule(sentence`物料清单成了循环：“${found.sku}”直接或间接用到了自己`)
  if (found) throw refuse.rule(sentence`“${found.sku}”的物料清单超过 ${depthMax} 层`)
}
