/** What a unit of each counted product cost when the count was posted: the accuracy of counts is told by value too. */
import { sql } from 'kysely'
import { goodsCount, goodsCountLine } from '#areas/goods/index.ts'
import { codesOf } from '#platform/declare/codes.ts'
import { roundTo } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { inServersName } from '#platform/server/database.ts'
import { setDerived, followerOf } from '#platform/server/records.ts'
import { unitCostsOf } from './goods-follow.ts'

const { posted } = codesOf(goodsCount.fields.state.choices)

export const countsFollow = followerOf(goodsCount, async (caller, tx, changes) => {
  const counts = changes.flatMap(({ id, before, after }) =>
    before !== null && after?.state === posted && before.state !== posted ? [{ id, day: asText(after.businessOn) }] : [],
  )
  if (counts.length === 0) return
  const context = await inServersName(caller, tx, 'what counted goods are worth')
  const { rows } = await sql<{ id: string; product: string; count: string }>`select id::text, product_id::text as product,
      count_id::text as count from goods_count_line where count_id = any(${counts.map(one => one.id)}::bigint[])`.execute(
    tx.withoutPlugins(),
  )
  const dayOf = new Map(counts.map(one => [one.id, one.day]))
  const lines = rows.map(row => ({ ...row, day: dayOf.get(row.count) ?? '' }))
  const costs = await unitCostsOf(tx, context, lines)
  await setDerived(
    context,
    goodsCountLine,
    lines.flatMap(({ id, product, day }) => {
      const unitCost = costs.get(`${product} ${day}`)
      return unitCost === undefined ? [] : [{ id, unitCost: roundTo(unitCost, 8, 'halfUp') }]
    }),
  )
})
