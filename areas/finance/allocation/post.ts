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
import { sharesSql } from './shares-sql.ts'
import { costAllocation } from './tables.ts'
import { allocationBases, allocationLevels, basisOf, inTurn, shareStates } from './words.ts'
import { linesSql, refuseUnknownGoods, refuseWithoutRate, sheetSql, weightSql, type LinesAsk } from './weights.ts'

const documents = costAllocation as unknown as Resource
/** The document was read through the door and is locked; its shares belong to it. */
const behind = (tx: Tx): Tx => tx.withoutPlugins()

interface Allocation {
  readonly id: string
  readonly no: string
  readonly month: string
  readonly since: string
  readonly amount: string
  readonly currency: string
  readonly decimals: number
  readonly item: number
  readonly basis: number
  readonly level: number
  readonly kgPerCbm: string
  readonly shops: readonly string[]
  readonly skus: string | null
  readonly shipment: string | null
  readonly state: number
  readonly runs: number
}

async function readAllocation(tx: Tx, id: string): Promise<Allocation> {
  const { rows } = await sql<Omit<Allocation, 'runs'>>`select a.id::text, coalesce(a.no, '') as no, to_char(a.month, 'YYYY-MM') as month,
      to_char(coalesce(a.since, a.month), 'YYYY-MM') as since, a.amount::text, a.currency::text as currency, c.decimals, a.item, a.basis,
      a.level, a.kg_per_cbm::text as "kgPerCbm", coalesce(a.shop_ids::text[], '{}') as shops, a.skus,
      a.shipment_id::text as shipment, a.state
    from cost_allocation a join currency c on c.code = a.currency where a.id = ${id} for update of a`.execute(behind(tx))
  const [found] = rows
  if (!found) throw refuse.unknown(documents.title)
  const { rows: counted } = await sql<{ runs: number }>`select coalesce(max(run), 0) as runs from cost_allocation_share
    where allocation_id = ${id} and state <> ${shareStates.tried[0]}`.execute(behind(tx))
  return { ...found, runs: counted[0]?.runs ?? 0 }
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

/** Writes the shares of a document as they are now, in one statement; answers the shops that bear any. */
async function writeShares(context: Context, tx: Tx, one: Allocation, state: number): Promise<readonly string[]> {
  if (isZero(one.amount)) throw refuse.rule(sentence`分摊单 ${one.no} 的费用金额是 0，请先填写金额`)
  if (one.since > one.month) throw refuse.rule(sentence`分摊单 ${one.no} 的依据起始月份晚于入账月份，请先改正`)
  const basis = basisOf(one.basis)
  const isSheet = basis === 'sheet'
  const shops = await shopsOf(context, tx, one)
  const { since, month, level, shipment } = one
  const ask: LinesAsk = { orgId: context.caller.orgId, since, month, shops, skus: skusIn(one.skus), level, shipment }
  if (basis === 'sales') await refuseWithoutRate(behind(tx), ask)
  if (!isSheet && level === allocationLevels.sku[0]) await refuseUnknownGoods(behind(tx), ask)
  const turns = isSheet ? [basis] : [basis, ...inTurn.filter(name => name !== basis)]
  const divided = sharesSql({
    lines: isSheet ? sheetSql(one.id, level) : linesSql(ask),
    amount: one.amount,
    scale: one.decimals,
    turns: turns.map(name => weightSql(name, one.kgPerCbm)),
  })
  const codes = turns.map((name, at) => sql`when ${sql.lit(at)} then ${sql.lit(allocationBases[name][0])}`)
  const run = one.runs + 1
  await sql`delete from cost_allocation_share where allocation_id = ${one.id} and state = ${shareStates.tried[0]}`.execute(behind(tx))
  await sql`insert into cost_allocation_share (day, document_no, allocation_id, run, shop_id, sku, item, basis, weight, share,
      currency, state)
    select ${firstOfMonth(month)}::date, ${one.no}::text, ${one.id}::bigint, ${run}::int, r.shop_id, r.sku, ${one.item}::smallint,
      case r.turn ${sql.join(codes, sql` `)} end, r.weight, r.share, ${one.currency}::text, ${state}::smallint
    from (${divided}) r where r.share <> 0 or r.weight <> 0`.execute(behind(tx))
  const { rows: made } = await sql<{ shop: string; basis: number }>`select shop_id::text as shop, max(basis) as basis
    from cost_allocation_share where allocation_id = ${one.id} and run = ${run} group by shop_id order by shop_id`.execute(behind(tx))
  // where the basis is zero sales stand in for it first, or would if they could be added up
  if (!isSheet && made[0]?.basis !== allocationBases[basis][0]) await refuseWithoutRate(behind(tx), ask)
  if (made.length === 0)
    throw refuse.rule(
      isSheet
        ? sentence`分摊单 ${one.no} 没有填写自定义比例，请先在“自定义比例”里登记`
        : sentence`分摊单 ${one.no} 在 ${month} 没有可分摊的商品，请改为分摊到店铺，或检查店铺和 SKU`,
    )
  if (made.some(({ shop }) => !context.caller.shops.includes(shop) && !shops.includes(shop))) throw refuse.unknown(['店铺', 'Shop'])
  return made.map(({ shop }) => shop)
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
      const { rows } = await sql<{ shop: string }>`select distinct shop_id::text as shop from cost_allocation_share
        where allocation_id = ${id} and run = ${one.runs} and state = ${shareStates.inForce[0]}`.execute(behind(tx))
      // who takes shares back sees every shop that bears one, as who posts them does
      if (rows.some(row => !context.caller.shops.includes(row.shop))) throw refuse.unknown(['店铺', 'Shop'])
      await sql`update cost_allocation_share set state = ${shareStates.reversed[0]}
        where allocation_id = ${id} and run = ${one.runs} and state = ${shareStates.inForce[0]}`.execute(behind(tx))
      await mark(
        context,
        tx,
        rows.map(row => row.shop),
        one.month,
      )
    }
  }
}
