/** 多级展开: one unit of what a bill makes, with all that goes into it, and what it costs. */
import { Object as O } from 'typebox'
import { sql } from 'kysely'
import { needs, operations } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { add, divide, multiply } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { call, Id, may, refuse, type Context } from '#platform/server/area.ts'
import { oneRecord } from '#platform/server/records.ts'
import { bom, bomKinds } from './bom-tables.ts'
import { costOf, treeOf, type Bill, type BillLine, type TreeNode } from './explode.ts'
import { around, billsOn, unitCosts } from './read-bills.ts'
import type { BomTree, BomTreeRow } from './wire.ts'
import { costRight } from './words.ts'

const { view } = operations

export const explodeBom = call(
  { demand: needs('bom', view), summary: '物料清单多级展开', input: O({ id: Id() }), write: false },
  (context, { input }) => explode(context, input.id),
)

async function explode(context: Context, id: string): Promise<BomTree> {
  const row = await oneRecord(context, bom, id)
  const { orgId } = context.caller
  const productId = asText(row['productId'])
  const today = todayOf(context)
  const day = asText(row['validFrom']) > today ? asText(row['validFrom']) : today
  const own = await billOf(context, id)
  const isSplit = own.kind === bomKinds.split[0]
  // what comes of a split is not made of parts here
  const below = isSplit ? [] : await billsOn(context.db, orgId, day, [productId])
  const bills = new Map(below.map(bill => [bill.productId, bill]))
  bills.set(productId, own)
  const tree = treeOf(productId, of => bills.get(of) ?? null)
  if (tree === null) throw refuse.rule(sentence`这张物料清单展开后太长，请从下一级打开`)
  const seesCost = may(context.caller, 'bom', costRight.operation)
  const ids = [...new Set(idsOf(tree))]
  const costs = seesCost ? await unitCosts(context.db, orgId, today, ids) : new Map<string, string>()
  const fees = new Map([...bills.values()].map(bill => [bill.bomId, bill.fee]))
  const names = await namesOf(context, ids)
  const shown = (node: TreeNode): BomTreeRow => {
    const { children, ...rest } = node
    const product = names.get(node.productId)
    const of = (one: string): string | null => costs.get(one) ?? null
    const cost = !seesCost ? null : isSplit ? shareOf(node, own, of(productId)) : costOf(node, of, bomId => fees.get(bomId) ?? '0')
    return {
      ...rest,
      sku: product?.sku ?? '',
      name: product?.name ?? '',
      unit: product?.unit ?? '',
      cost,
      ...(children.length === 0 ? {} : { children: children.map(shown) }),
    }
  }
  return { day, seesCost, rows: [shown(tree)] }
}

/** The product that is taken apart has its own cost; what comes of it takes that and the fee by percent. */
function shareOf(node: TreeNode, { fee, lines }: SplitBill, unit: string | null): string | null {
  if (unit === null || node.level === 0) return unit
  const { percent } = lines.find(one => one.partId === node.productId) ?? {}
  return divide(multiply(add(unit, fee), percent ?? '0'), '100', 8, 'halfUp')
}

const idsOf = (node: TreeNode): string[] => [node.productId, ...node.children.flatMap(idsOf)]

interface SplitBill extends Bill {
  readonly lines: readonly (BillLine & { readonly percent: string | null })[]
}
async function billOf({ db }: Context, id: string): Promise<SplitBill> {
  const { rows } =
    await sql<SplitBill>`select b.id::text as "bomId", b.product_id::text as "productId", b.kind, trim_scale(b.base)::text as base,
      trim_scale(b.fee)::text as fee, (select coalesce(jsonb_agg(jsonb_build_object('partId', x.part_id::text,
        'per', trim_scale(x.per)::text, 'scrap', trim_scale(x.scrap)::text,
        'percent', trim_scale(x.percent)::text) order by x.line_no), '[]')
        from bom_line x where x.bom_id = b.id) as lines
    from bom b where b.id = ${id}`.execute(around(db))
  const [one] = rows
  if (one === undefined) throw refuse.unknown(bom.title)
  return one
}

async function namesOf({ db, caller }: Context, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; sku: string; name: string; unit: string }>`select p.id::text as id, p.sku, p.name,
      coalesce(s.unit, '') as unit from product p left join product_supply s on s.org_id = p.org_id and s.product_id = p.id
    where p.org_id = ${caller.orgId} and p.id = any(${[...ids]}::bigint[])`.execute(around(db))
  return new Map(rows.map(row => [row.id, row]))
}
