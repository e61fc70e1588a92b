/**
 * Trying, posting and reversing an allocation. Posting follows from the step of the document, in its transaction: the step holds the
 * document, so of two people the second finds it posted, an approval posts by itself, and a server that stops leaves nothing.
 */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { firstOfMonth } from '#platform/format/dates.ts'
import { isZero } from '#platform/format/decimal.ts'
import { refuse } from '#platform/server/calls/refusal.ts'
import type { Context } from '#platform/server/contract/context.ts'
import type { Tx } from '#platform/server/contract/database.ts'
import type { Follower } from '#platform/server/contract/record-hooks.ts'
import { namedId } from '#platform/server/lists/named-id.ts'
import { daysChanged } from '#platform/server/reports/refresh.ts'
import { oneRecord } from '#platform/server/verbs/record.ts'
import { booksOf } from '../amazon/months/month-check.ts'
import { costs } from '../amazon/profit/costs.ts'
import { dividedAmong } from './shares.ts'
import { costAllocation } from './tables.ts'
import { allocationBases, basisOf, inTurn, shareStates } from './words.ts'
import { linesOf, refuseWithoutRate, sheetLines, weightOf } from './weights.ts'

const documents = costAllocation as unknown as Resource
/** The document was read through the door and is locked; its shares belong to it. */
const behind = (tx: Tx): Tx => tx.withoutPlugins()

interface Allocation {
  readonly id: string
  readonly no: string
  readonly month: string
  readonly amount: string
  readonly currency: string
  readonly decimals: number
  readonly item: number
  readonly basis: number
  readonly level: number
  readonly kgPerCbm: string
  readonly shops: readonly string[]
  readonly skus: string | null
  readonly state: number
  readonly runs: number
}

async function readAllocation(tx: Tx, id: string): Promise<Allocation> {
  const { rows } = await sql<Allocation>`select a.id::text, coalesce(a.no, '') as no, to_char(a.month, 'YYYY-MM') as month, a.amount::text,
      a.currency::text as currency, c.decimals, a.item, a.basis, a.level, a.kg_per_cbm::text as "kgPerCbm",
      coalesce(a.shop_ids::text[], '{}') as shops, a.skus, a.state,
      coalesce((select max(s.run) from cost_allocation_share s where s.allocation_id = a.id
        and s.state <> ${shareStates.tried[0]}), 0) as runs
    from cost_allocation a join currency c on c.code = a.currency where a.id = ${id} for update of a`.execute(behind(tx))
  const [found] = rows
  if (!found) throw refuse.unknown(documents.title)
  return found
}

/** The shops it falls on; without a choice all that are open, which asks for somebody who sees all of them. */
async function shopsOf(context: Context, tx: Tx, one: Allocation): Promise<readonly string[]> {
  if (one.shops.length > 0) {
    if (one.shops.some(id => !context.caller.shops.includes(id))) throw refuse.unknown(['店铺', 'Shop'])
    return one.shops
  }
  if (!(await booksOf(context)).isWhole) throw refuse.forbidden(sentence`分摊涉及公司的全部店铺，请由能看到全部店铺的人操作`)
  const { rows } = await sql<{ id: string }>`select id::text from shop where org_id = ${context.caller.orgId} and status = 1
    order by id`.execute(behind(tx))
  return rows.map(row => row.id)
}

const skusIn = (skus: string | null): string[] => [...new Set((skus ?? '').split(/\s*[\r\n]+\s*/).filter(sku => sku !== ''))]

/** Writes the shares of a document as they are now; answers the shops that bear any. */
async function writeShares(context: Context, tx: Tx, one: Allocation, state: number): Promise<readonly string[]> {
  if (isZero(one.amount)) throw refuse.rule(sentence`分摊单 ${one.no} 的费用金额是 0，请先填写金额`)
  const basis = basisOf(one.basis)
  const shops = await shopsOf(context, tx, one)
  const ask = { orgId: context.caller.orgId, month: one.month, shops, skus: skusIn(one.skus), level: one.level }
  const lines = basis === 'sheet' ? await sheetLines(behind(tx), one.id, one.level) : await linesOf(behind(tx), ask)
  if (lines.some(line => !context.caller.shops.includes(line.shopId) && !shops.includes(line.shopId)))
    throw refuse.unknown(['店铺', 'Shop'])
  // where the basis is zero sales stand in for it first
  const isWeighedBySales = basis === 'sales' || (basis !== 'sheet' && lines.every(line => isZero(weightOf(basis, line, one.kgPerCbm))))
  if (isWeighedBySales) await refuseWithoutRate(behind(tx), ask)
  const made = dividedAmong({
    amount: one.amount,
    scale: one.decimals,
    basis,
    inTurn: basis === 'sheet' ? [] : inTurn,
    lines,
    weight: (name, line) => weightOf(name, line, one.kgPerCbm),
  })
  if (made === null)
    throw refuse.rule(
      basis === 'sheet'
        ? sentence`分摊单 ${one.no} 没有填写自定义比例，请先在“自定义比例”里登记`
        : sentence`分摊单 ${one.no} 在 ${one.month} 没有可分摊的商品，请改为分摊到店铺，或检查店铺和 SKU`,
    )
  const columns = {
    shop: lines.map(line => line.shopId),
    sku: lines.map(line => line.sku),
    weight: made.weights,
    share: made.shares,
  }
  await sql`delete from cost_allocation_share where allocation_id = ${one.id} and state = ${shareStates.tried[0]}`.execute(behind(tx))
  await sql`insert into cost_allocation_share (org_id, day, document_no, allocation_id, run, shop_id, sku, item, basis, weight, share,
      currency, state)
    select ${context.caller.orgId}::bigint, ${firstOfMonth(one.month)}::date, ${one.no}::text, ${one.id}::bigint,
      ${one.runs + 1}::int, r.shop, r.sku,
      ${one.item}::smallint, ${allocationBases[made.basis][0]}::smallint, r.weight, r.share, ${one.currency}::text, ${state}::smallint
    from unnest(${columns.shop}::bigint[], ${columns.sku}::text[], ${columns.weight}::numeric[], ${columns.share}::numeric[])
      as r(shop, sku, weight, share) where r.share <> 0 or r.weight <> 0`.execute(behind(tx))
  return [...new Set(columns.shop)]
}

/** The days of these shops are computed again. */
async function mark({ house, caller, now }: Context, tx: Tx, shops: readonly string[], month: string): Promise<void> {
  for (const shop of shops.toSorted()) await daysChanged({ tx, house, orgId: caller.orgId, now: now() }, costs, shop, [firstOfMonth(month)])
}

/** 试算: the shares as they would be, to be looked at; nothing counts yet. */
export const tryAllocation = (context: Context, id: unknown): Promise<{ page: { list: string; id: string } }> =>
  context.write(async (tx, inside) => {
    const row = await oneRecord(inside, documents, namedId(id, documents.title))
    const one = await readAllocation(tx, row.id)
    if (one.state !== 0) throw refuse.rule(sentence`分摊单 ${one.no} 已过账，请先冲销再试算`)
    await writeShares(inside, tx, one, shareStates.tried[0])
    return { page: { list: documents.type ?? '', id: one.id } }
  })

/** What follows from the step of a document, and from its end. */
export const allocationFollows: Follower = async (context, tx, changes) => {
  for (const { id, before, after } of changes) {
    const [was, is] = [before === null ? 0 : Number(before['state']), after === null ? null : Number(after['state'])]
    if (is === null)
      // what was reversed stays to be read
      await sql`delete from cost_allocation_share where allocation_id = ${id} and state = ${shareStates.tried[0]}`.execute(behind(tx))
    else if (was === 0 && is === 1) {
      const one = await readAllocation(tx, id)
      await mark(context, tx, await writeShares(context, tx, one, shareStates.inForce[0]), one.month)
    } else if (was === 1 && is === 0) {
      const one = await readAllocation(tx, id)
      const { rows } = await sql<{ shop: string }>`with taken as (update cost_allocation_share set state = ${shareStates.reversed[0]}
        where allocation_id = ${id} and state = ${shareStates.inForce[0]} returning shop_id)
        select distinct shop_id::text as shop from taken`.execute(behind(tx))
      // who takes shares back sees every shop that bears one, as who posts them does
      if (rows.some(row => !context.caller.shops.includes(row.shop))) throw refuse.unknown(['店铺', 'Shop'])
      await mark(
        context,
        tx,
        rows.map(row => row.shop),
        one.month,
      )
    }
  }
}
