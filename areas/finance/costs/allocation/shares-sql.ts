/**
 * The same division as `shares.ts`, as one query: a fee on a hundred thousand lines is written where the lines are, and none of them is
 * held by the process. `shares-sql.test.ts` holds both against each other.
 */
import { sql, type RawBuilder } from 'kysely'
import { canonical, parseDecimal } from '#platform/format/decimal.ts'

export interface DivisionSql {
  /** rows of shop_id, sku and what they are weighed by */
  readonly lines: RawBuilder<unknown>
  /** exact decimal of any sign */
  readonly amount: string
  /** decimal places of the currency; an amount with more places keeps its own */
  readonly scale: number
  /** weights of a line by its columns, exact; each stands in for the one before it where that is zero on every line */
  readonly turns: readonly RawBuilder<unknown>[]
}

const ten = BigInt(10)

/** The amount as whole units of its last place, and what one of them is worth with the sign of the amount. */
function inUnits(amount: string, scale: number): { units: string; unit: string } {
  const { units, scale: own } = parseDecimal(canonical(amount))
  const places = Math.max(scale, own)
  const whole = units * ten ** BigInt(places - own)
  const unit = places === 0 ? '1' : `0.${'1'.padStart(places, '0')}`
  const isBelow = whole < BigInt(0)
  return { units: String(isBelow ? -whole : whole), unit: isBelow ? `-${unit}` : unit }
}

/** Rows of shop_id, sku, turn (which of the weights was used), weight and share; none where no line has a weight above zero. */
export function sharesSql({ lines, amount, scale, turns }: DivisionSql): RawBuilder<unknown> {
  const { units, unit } = inUnits(amount, scale)
  const totals = turns.map((weight, at) => sql`coalesce(sum(greatest(${weight}, 0)), 0) as ${sql.ref(`t${at}`)}`)
  const isFirst = turns.map((_, at) => sql`when ${sql.ref(`t${at}`)} > 0 then ${sql.lit(at)}`)
  const total = turns.map((_, at) => sql`when ${sql.ref(`t${at}`)} > 0 then ${sql.ref(`t${at}`)}`)
  const chosen = turns.map((weight, at) => sql`when ${sql.lit(at)} then ${weight}`)
  return sql`with lines as materialized (${lines}),
    totals as (select ${sql.join(totals)} from lines),
    used as (select case ${sql.join(isFirst, sql` `)} end as turn, case ${sql.join(total, sql` `)} end as whole from totals),
    weighed as (select lines.shop_id, lines.sku, used.turn, used.whole,
        greatest(case used.turn ${sql.join(chosen, sql` `)} end, 0)::numeric as weight
      from lines cross join used where used.turn is not null),
    parts as (select shop_id, sku, turn, weight, div(weight * ${units}::numeric, whole) as part,
        mod(weight * ${units}::numeric, whole) as rest from weighed),
    ranked as (select shop_id, sku, turn, weight, part, sum(part) over () as given,
        row_number() over (order by rest desc, shop_id, sku) as place from parts)
    select shop_id, sku, turn, round(weight, 6) as weight,
      (part + case when place <= ${units}::numeric - given then 1 else 0 end) * ${unit}::numeric as share
    from ranked`
}
