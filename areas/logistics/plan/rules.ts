/** What fields of replenishment can't say. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { refuse, type Follower } from '#platform/server/area.ts'
import type { Rule } from '#platform/server/records.ts'
import { followerOf } from '#platform/server/records.ts'
import { planStates } from './suggestion.ts'
import { behind } from '#areas/goods/index.ts'
import { planLine } from './tables.ts'

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''
const withShop: Rule = ({ labelId, shopId }) =>
  isEmpty(labelId) || !isEmpty(shopId) ? [] : [{ field: 'shopId', message: sentence`选择 MSKU 时请同时选择店铺` }]

export const ruleRule: Rule = values => [
  ...withShop(values),
  ...(['w7', 'w14', 'w30'].every(name => values[name] === 0) ? [{ field: 'w7', message: sentence`三个权重不能都是 0` }] : []),
]
export const eventRule: Rule = withShop

/** What names no shop holds for all: it is written, changed and removed by who was granted all of them. */
export const keepWide: Follower = async ({ caller }, tx, changes) => {
  if (!changes.some(({ before, after }) => [before, after].some(row => row != null && isEmpty(row['shopId'])))) return
  const { rows } = await sql`select 1 from shop where org_id = ${caller.orgId} and status = 1
    and id <> all(${[...caller.shops]}::bigint[]) limit 1`.execute(behind(tx))
  if (rows.length > 0) throw refuse.rule(sentence`不选店铺时对全部店铺有效，您没有全部店铺的权限，请选择店铺`)
}

/** A suggestion that is taken back while a look has proposed the same anew would be turned twice. */
export const keepRestored = followerOf(planLine, async ({ caller }, tx, changes) => {
  const ids = changes.flatMap(({ id, before, after }) =>
    before?.state === planStates.ignored[0] && after?.state === planStates.proposed[0] ? [id] : [],
  )
  if (ids.length === 0) return
  const { rows } = await sql`select 1 from plan_line a join plan_line b on b.org_id = a.org_id and b.id <> a.id and b.kind = a.kind
      and b.product_id is not distinct from a.product_id and b.label_id is not distinct from a.label_id
      and b.channel_id is not distinct from a.channel_id and b.state in (${planStates.proposed[0]}, ${planStates.accepted[0]})
    where a.org_id = ${caller.orgId} and a.id = any(${ids}::bigint[]) limit 1`.execute(behind(tx))
  if (rows.length > 0) throw refuse.rule(sentence`已有同样的新建议，请用新的一条`)
})
