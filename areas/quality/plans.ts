/** Plans: what must hold of them, and which of them holds for a lot. */
import { sql } from 'kysely'
import { sentence, type Sentence } from '#platform/declare/sentence.ts'
import { compare, roundTo, divide, multiply } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { refuse, type Tx } from '#platform/server/area.ts'
import { followerOf } from '#platform/server/records.ts'
import { behind } from '#areas/goods/index.ts'
import { optionsOf } from './judge.ts'
import { inspectionLevels, samplings, inspectionPlan, inspectionPlanItem } from './plan-tables.ts'
import { aqls, samplePlan, type Aql, type Defect, type Level, type Limit } from './sampling.ts'
import { itemKinds } from './words.ts'

export interface Plan {
  readonly id: string
  readonly sampling: number
  readonly level: number
  readonly aqlCritical: number
  readonly aqlMajor: number
  readonly aqlMinor: number
  readonly fixedQty: number | null
  readonly percent: string | null
}

/** A plan is for a product, a category or all, and says how many units its sampling needs. */
export const keepPlans = followerOf(inspectionPlan, async (_context, _tx, changes) => {
  for (const { before, after } of changes) {
    if (after === null || (before !== null && said.every(name => before[name] === after[name]))) continue
    const isEmpty = (name: (typeof said)[number]) => (after[name] ?? '') === ''
    const fault = (field: string, message: Sentence) => refuse.invalid([{ field, message }])
    if (!isEmpty('productId') && !isEmpty('categoryId')) throw fault('productId', sentence`商品和品类只能选择其中一个`)
    if (after.sampling === samplings.fixed[0] && isEmpty('fixedQty')) throw fault('fixedQty', sentence`固定数抽样请填写抽样数`)
    if (after.sampling === samplings.percent[0] && isEmpty('percent')) throw fault('percent', sentence`百分比抽样请填写比例`)
  }
})

const said = ['productId', 'categoryId', 'sampling', 'fixedQty', 'percent'] as const

/** Limits and options of an item are of its kind. */
export const keepPlanItems = followerOf(inspectionPlanItem, async (_context, _tx, changes) => {
  for (const { after } of changes) {
    if (after === null) continue
    const name = asText(after.name)
    const [lower, upper] = [after.lower, after.upper].map(one => asText(one ?? ''))
    const isMeasured = [itemKinds.number[0], itemKinds.integer[0]].includes(after.kind as 1)
    const options = optionsOf(asText(after.options ?? ''))
    if (!isMeasured && (lower !== '' || upper !== '')) throw refuse.rule(sentence`${name} 不是数值，不能填写上下限`)
    if (lower !== undefined && upper !== undefined && lower !== '' && upper !== '' && compare(lower, upper) > 0)
      throw refuse.rule(sentence`${name} 的下限大于上限`)
    if (after.kind === itemKinds.option[0] && options.length === 0) throw refuse.rule(sentence`${name} 是选项，请填写可选值`)
    const odd = optionsOf(asText(after.goodOptions ?? '')).find(one => !options.includes(one))
    if (odd !== undefined) throw refuse.rule(sentence`${name} 的合格值“${odd}”不在可选值里`)
  }
})

export interface Lot {
  readonly no: number
  readonly productId: string
  readonly supplierId: string | null
  readonly stage: number
  readonly day: string
}
/** The nearest plan of each lot: product before category before all, with supplier before without. One without items is none. */
export async function plansFor(tx: Tx, orgId: string, lots: readonly Lot[]): Promise<ReadonlyMap<number, Plan>> {
  if (lots.length === 0) return new Map()
  const { rows } = await sql<Plan & { readonly no: number }>`
    with recursive lot as (
      select x.no, x."productId" as product_id, x."supplierId" as supplier_id, x.stage, x.day, p.category_id
        from jsonb_to_recordset(${JSON.stringify(lots)}::jsonb) as x(no integer, "productId" bigint, "supplierId" bigint, stage integer,
          day date) join product p on p.id = x."productId"),
      above as (
        select l.no, c.id, c.parent_id, 1 as far from lot l join product_category c on c.id = l.category_id
        union all select a.no, c.id, c.parent_id, a.far + 1 from above a join product_category c on c.id = a.parent_id where a.far < 20)
    select distinct on (l.no) l.no, i.id::text, i.sampling, i.level, i.aql_critical as "aqlCritical", i.aql_major as "aqlMajor",
        i.aql_minor as "aqlMinor", i.fixed_qty as "fixedQty", i.percent::text
      from lot l join inspection_plan i on i.org_id = ${orgId} and i.stage = l.stage
        and i.valid_from <= l.day and (i.valid_to is null or i.valid_to >= l.day)
        and (i.supplier_id is null or i.supplier_id = l.supplier_id)
      left join above a on a.no = l.no and a.id = i.category_id
      where (i.product_id = l.product_id or a.id is not null or (i.product_id is null and i.category_id is null))
        and (i.sampling = ${samplings.exempt[0]} or exists (select from inspection_plan_item t where t.plan_id = i.id))
      order by l.no, coalesce(a.far, case when i.product_id is null then 99 else 0 end), (i.supplier_id is null), i.id desc`.execute(
    behind(tx),
  )
  return new Map(rows.map(row => [row.no, row]))
}

const levelOf = new Map<number, Level>([
  [inspectionLevels.one[0], 'I'],
  [inspectionLevels.two[0], 'II'],
  [inspectionLevels.three[0], 'III'],
  [inspectionLevels.s1[0], 'S1'],
  [inspectionLevels.s2[0], 'S2'],
  [inspectionLevels.s3[0], 'S3'],
  [inspectionLevels.s4[0], 'S4'],
])
const aqlOf = (code: number): Aql | null => aqls.find(one => Math.round(Number(one) * 1_000) === code) ?? null

export interface Drawn extends Readonly<Record<Defect, Limit>> {
  readonly letter: string | null
  readonly size: number
}
const unitsMax = 1_000_000_000n
/** Units of a lot: a part of one is looked at as one. */
export const unitsOf = (lot: string): bigint => {
  const units = BigInt(roundTo(lot, 0, 'ceiling'))
  return units > unitsMax ? unitsMax : units
}

/** How many units are drawn, and with how many bad ones the lot is accepted; without a plan, and of all units: none. */
export function drawnOf(plan: Omit<Plan, 'id'> | null, lot: string): Drawn {
  const units = unitsOf(lot)
  if (plan?.sampling === samplings.aql[0]) {
    const [critical, major, minor] = [plan.aqlCritical, plan.aqlMajor, plan.aqlMinor].map(aqlOf)
    return samplePlan(units, levelOf.get(plan.level) ?? 'II', { critical: critical ?? null, major: major ?? null, minor: minor ?? null })
  }
  const all = Number(units)
  const wished =
    plan?.sampling === samplings.fixed[0]
      ? (plan.fixedQty ?? all)
      : plan?.sampling === samplings.percent[0]
        ? Number(divide(multiply(String(units), plan.percent ?? '100'), '100', 0, 'ceiling'))
        : all
  const size = Math.min(wished, all)
  const none: Limit = { size, ac: 0, re: 1 }
  return { letter: null, size, critical: none, major: none, minor: none }
}
