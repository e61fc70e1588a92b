/** What fields of replenishment can't say. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { refuse, type Follower } from '#platform/server/area.ts'
import type { Rule } from '#platform/server/records.ts'
import { behind } from '#areas/goods/index.ts'

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
