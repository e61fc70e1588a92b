/** What rules and auxiliary items must be beyond their fields, however they are written. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { refuse } from '#platform/server/area.ts'
import { followerOf } from '#platform/server/records.ts'
import { voucherRule, voucherAuxiliary } from './tables.ts'

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(asText) : [])

/** Items that a rule names are those of its company, one of each kind. */
export const rulesFit = followerOf(voucherRule, async (_context, tx, changes) => {
  const rules = changes.flatMap(({ after }) => (after === null ? [] : [after]))
  const ids = [...new Set(rules.flatMap(rule => [...listOf(rule['debitItems']), ...listOf(rule['creditItems'])]))]
  if (ids.length === 0) return
  const rows = await tx
    .selectFrom('voucher_auxiliary')
    .select([sql<string>`id::text`.as('id'), sql<string>`company_id::text`.as('companyId'), 'kind', 'name'])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute()
  const known = new Map(rows.map(row => [row.id, row]))
  for (const rule of rules)
    for (const field of ['debitItems', 'creditItems'] as const) {
      const kinds = new Set<number>()
      for (const id of listOf(rule[field])) {
        const item = known.get(id)
        if (item === undefined || item.companyId !== asText(rule['companyId']))
          throw refuse.invalid([{ field, message: sentence`核算项目“${item?.name ?? id}”不属于这个公司，请重新选择` }])
        if (kinds.has(item.kind)) throw refuse.invalid([{ field, message: sentence`每个核算类别只能选一个项目，“${item.name}”多余` }])
        kinds.add(item.kind)
      }
    }
})

/** Of each kind a shop has one item in a company. Behind the door: the other item may be tied to shops that the writer does not see. */
export const itemsFit = followerOf(voucherAuxiliary, async (_context, tx, changes) => {
  const companies = [...new Set(changes.flatMap(({ after }) => (after === null ? [] : [asText(after.companyId)])))]
  if (companies.length === 0) return
  const { rows } = await sql<{ a: string; b: string; shop: string }>`
    select min(x.name) as a, max(x.name) as b, max(s.name) as shop
    from voucher_auxiliary x cross join lateral unnest(x.shop_ids) as u(shop_id) join shop s on s.id = u.shop_id
    where x.company_id = any(${companies}::bigint[]) and x.status = 1
    group by x.company_id, x.kind, u.shop_id having count(*) > 1 limit 1`.execute(tx.withoutPlugins())
  const [twice] = rows
  if (twice !== undefined)
    throw refuse.invalid([
      { field: 'shopIds', message: sentence`店铺“${twice.shop}”在同一核算类别里对应了“${twice.a}”和“${twice.b}”，只能对应一个` },
    ])
})
