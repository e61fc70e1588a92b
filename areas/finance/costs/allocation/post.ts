/**
 * Trying, posting and reversing an allocation. Posting follows from the step of the document, in its transaction: the step holds the
 * document, so of two people the second finds it posted, an approval posts by itself, and a server that stops leaves nothing.
 */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { firstOfMonth } from '#platform/format/dates.ts'
import { compare, isZero, sum } from '#platform/format/decimal.ts'
import { needs } from '#platform/declare/operations.ts'
import { satisfies, refuse, type Context, type Tx } from '#platform/server/area.ts'
import { namedId, setDerived, oneRecord, followerOf } from '#platform/server/records.ts'
import { daysChanged } from '#platform/server/reports.ts'
import { booksOf } from '../../base/books-of.ts'
import { costs } from '../costs.ts'
import { sharesSql } from './shares-sql.ts'
import { freightAmounts } from '../freight/amounts.ts'
import { finalLegFee } from '../freight/carrier-tables.ts'
import { billedOf, carriersCharged } from './found-amounts.ts'
import { measuredSql } from './measured.ts'
import { costAllocation } from './tables.ts'
import { allocatedItems, allocationBases, allocationLevels, amountSources, basisOf, inTurn, isBilledItem, shareStates } from './words.ts'
import { linesSql, refuseLacking, refuseUnknownGoods, refuseWithoutRate, sheetSql, weightSql, type LinesAsk } from './weights.ts'

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
  readonly source: number
  readonly runs: number
}
const isBilled = ({ source }: Allocation): boolean => source === amountSources.billed[0]

async function readAllocation(tx: Tx, id: string): Promise<Allocation> {
  const { rows } = await sql<Omit<Allocation, 'runs'>>`select a.id::text, coalesce(a.no, '') as no, to_char(a.month, 'YYYY-MM') as month,
      to_char(coalesce(a.since, a.month), 'YYYY-MM') as since, a.amount::text, a.currency::text as currency, c.decimals, a.item, a.basis,
      a.level, a.kg_per_cbm::text as "kgPerCbm", coalesce(a.shop_ids::text[], '{}') as shops, a.skus,
      a.shipment_id::text as shipment, a.state, a.source
    from cost_allocation a join currency c on c.code = a.currency where a.id = ${id} for update of a`.execute(behind(tx))
  const [found] = rows
  if (!found) throw refuse.unknown(costAllocation.title)
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

/** What no form can tell before the document is whole. */
async function refuseUnfit(tx: Tx, orgId: string, one: Allocation): Promise<void> {
  const { no, month, currency, item, source } = one
  if (one.since > month) throw refuse.rule(sentence`分摊单 ${no} 的依据起始月份晚于入账月份，请先改正`)
  if (isBilled(one) !== isBilledItem(item))
    throw refuse.rule(
      isBilled(one)
        ? sentence`分摊单 ${no} 的金额取自平台账单，财务科目请选账单里的科目，如 FBA仓储费、订阅费、广告费`
        : sentence`分摊单 ${no} 的财务科目是平台账单里的科目，金额来源请选“平台账单未归 SKU 的金额”`,
    )
  if (isBilled(one) && one.level !== allocationLevels.sku[0])
    throw refuse.rule(sentence`分摊单 ${no} 的金额取自平台账单，已经计入店铺，请选择分摊到店铺和 SKU`)
  if (source === amountSources.finalLeg[0] && item !== allocatedItems.finalLeg[0])
    throw refuse.rule(sentence`分摊单 ${no} 的金额取自尾程费用，财务科目请选“尾程运费”`)
  await refuseLacking(tx, { orgId }, sql`select ${firstOfMonth(month)}::date as month, ${currency}::text as currency`)
}

/** What falls on which shops together: a whole fee on all of them, billed amounts each on its own. */
async function partsOf(context: Context, tx: Tx, one: Allocation): Promise<readonly { amount: string; shops: readonly string[] }[]> {
  const shops = await shopsOf(context, tx, one)
  const ask = { orgId: context.caller.orgId, month: one.month, shops, item: one.item, currency: one.currency }
  if (isBilled(one)) return (await billedOf(behind(tx), ask)).map(({ shop, amount }) => ({ amount, shops: [shop] }))
  if (one.source !== amountSources.finalLeg[0]) return [{ amount: one.amount, shops }]
  if (!satisfies(context.caller, needs(finalLegFee.permission ?? '', freightAmounts.operation)))
    throw refuse.forbidden(sentence`金额取自尾程费用，需要“查看运费金额”的权限`)
  return [{ amount: await carriersCharged(behind(tx), ask, one.shops.length === 0), shops }]
}

/** Writes the shares of a document as they are now; answers their sum and the shops that bear any. */
async function writeShares(
  context: Context,
  tx: Tx,
  one: Allocation,
  state: number,
): Promise<{ readonly amount: string; readonly shops: readonly string[] }> {
  await refuseUnfit(behind(tx), context.caller.orgId, one)
  const parts = (await partsOf(context, tx, one)).filter(({ amount }) => !isZero(amount))
  if (parts.length === 0)
    throw refuse.rule(
      one.source === amountSources.entered[0]
        ? sentence`分摊单 ${one.no} 的费用金额是 0，请先填写金额`
        : sentence`分摊单 ${one.no} 在 ${one.month} 没有取到 ${one.currency} 的金额，请检查月份、币种、科目和店铺，或已由其他分摊单分摊`,
    )
  await sql`delete from cost_allocation_share where allocation_id = ${one.id} and state = ${shareStates.tried[0]}`.execute(behind(tx))
  for (const part of parts) await writePart(context, tx, { ...one, amount: part.amount }, part.shops, state)
  const { rows: made } = await sql<{ shop: string; amount: string }>`select shop_id::text as shop, sum(share)::text as amount
    from cost_allocation_share where allocation_id = ${one.id} and run = ${one.runs + 1} group by shop_id order by shop_id`.execute(
    behind(tx),
  )
  if (made.length === 0)
    throw refuse.rule(
      basisOf(one.basis) === 'sheet'
        ? sentence`分摊单 ${one.no} 没有填写自定义比例，请先在“自定义比例”里登记`
        : sentence`分摊单 ${one.no} 在 ${one.month} 没有可分摊的商品，请改为分摊到店铺，或检查店铺和 SKU`,
    )
  const named = new Set(parts.flatMap(({ shops }) => shops))
  if (made.some(({ shop }) => !context.caller.shops.includes(shop) && !named.has(shop))) throw refuse.unknown(['店铺', 'Shop'])
  return { amount: sum(made.map(({ amount }) => amount)), shops: made.map(({ shop }) => shop) }
}

async function writePart(context: Context, tx: Tx, one: Allocation, shops: readonly string[], state: number): Promise<void> {
  const { since, month, level, shipment } = one
  const basis = basisOf(one.basis)
  const isSheet = basis === 'sheet'
  const { orgId } = context.caller
  const measured = measuredSql(behind(tx), basis, { orgId, since, month, shops })
  const ask: LinesAsk = { orgId, since, month, shops, skus: skusIn(one.skus), level, shipment, measured }
  if (basis === 'sales') await refuseWithoutRate(behind(tx), ask)
  if (measured) await refuseLacking(behind(tx), ask, measured)
  if (!isSheet && level === allocationLevels.sku[0]) await refuseUnknownGoods(behind(tx), ask)
  const turns = isSheet ? [basis] : [basis, ...inTurn.filter(name => name !== basis)]
  const divided = sharesSql({
    lines: isSheet ? sheetSql(one.id, level, isBilled(one) ? (shops[0] ?? null) : null) : linesSql(ask),
    amount: one.amount,
    scale: one.decimals,
    turns: turns.map(name => weightSql(name, one.kgPerCbm)),
  })
  const codes = turns.map((name, at) => sql`when ${sql.lit(at)} then ${sql.lit(allocationBases[name][0])}`)
  const moves = isBilled(one) && state === shareStates.inForce[0] ? 1 : 0
  const { rows } = await sql<{ basis: number }>`with written as (insert into cost_allocation_share (day, document_no, allocation_id, run,
      shop_id, sku, item, basis, weight, share, currency, state, moves)
    select ${firstOfMonth(month)}::date, ${one.no}::text, ${one.id}::bigint, ${one.runs + 1}::int, r.shop_id, r.sku, ${one.item}::smallint,
      case r.turn ${sql.join(codes, sql` `)} end, r.weight, r.share, ${one.currency}::text, ${state}::smallint, ${moves}::smallint
    from (${divided}) r where r.share <> 0 or r.weight <> 0 returning basis)
    select distinct basis from written`.execute(behind(tx))
  // where the basis is zero sales stand in for it first, or would if they could be added up
  if (!isSheet && rows[0]?.basis !== allocationBases[basis][0]) await refuseWithoutRate(behind(tx), ask)
}

/** The days of these shops are computed again. */
async function mark({ house, caller, now }: Context, tx: Tx, shops: readonly string[], month: string): Promise<void> {
  for (const shop of shops.toSorted()) await daysChanged({ tx, house, orgId: caller.orgId, now: now() }, costs, shop, [firstOfMonth(month)])
}

/** 试算: the shares as they would be, to be looked at; nothing counts yet. */
export const tryAllocation = (context: Context, id: unknown): Promise<{ page: { list: string; id: string } }> =>
  context.write(async (tx, inside) => {
    const row = await oneRecord(inside, costAllocation, namedId(id, costAllocation.title))
    const one = await readAllocation(tx, row.id)
    if (one.state !== 0) throw refuse.rule(sentence`分摊单 ${one.no} 已过账，请先冲销再试算`)
    const { amount } = await writeShares(inside, tx, one, shareStates.tried[0])
    if (one.source !== amountSources.entered[0]) await setDerived(inside, costAllocation, [{ id: one.id, amount }])
    return { page: { list: costAllocation.type ?? '', id: one.id } }
  })

/** Documents with a found amount are posted one after the other: each takes off what the others took. */
const inTurnOf = (tx: Tx, orgId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`cost allocation ${orgId}`}, 0))`.execute(tx)

/** What is found must be what was tried and, where it is so, approved. */
async function post(context: Context, tx: Tx, one: Allocation): Promise<void> {
  const isFound = one.source !== amountSources.entered[0]
  if (isFound) await inTurnOf(tx, context.caller.orgId)
  const { amount, shops } = await writeShares(context, tx, one, shareStates.inForce[0])
  if (isFound && compare(amount, one.amount) !== 0)
    throw refuse.rule(sentence`分摊单 ${one.no} 试算的金额是 ${one.amount}，现在是 ${amount}，请重新试算后再过账`)
  await mark(context, tx, shops, one.month)
}

/** What follows from the step of a document, and from its end. */
export const allocationFollows = followerOf(costAllocation, async (context, tx, changes) => {
  for (const { id, before, after } of changes) {
    const [was, is] = [before === null ? 0 : Number(before.state), after === null ? null : Number(after.state)]
    if (is === null)
      // what was reversed stays to be read
      await sql`delete from cost_allocation_share where allocation_id = ${id} and state = ${shareStates.tried[0]}`.execute(behind(tx))
    else if (was === 0 && is === 1) {
      await post(context, tx, await readAllocation(tx, id))
    } else if (was === 1 && is === 0) {
      const one = await readAllocation(tx, id)
      const { rows } = await sql<{ shop: string }>`select distinct shop_id::text as shop from cost_allocation_share
        where allocation_id = ${id} and run = ${one.runs} and state = ${shareStates.inForce[0]}`.execute(behind(tx))
      // who takes shares back sees every shop that bears one, as who posts them does
      if (rows.some(row => !context.caller.shops.includes(row.shop))) throw refuse.unknown(['店铺', 'Shop'])
      await sql`update cost_allocation_share set state = ${shareStates.reversed[0]}, moves = 0
        where allocation_id = ${id} and run = ${one.runs} and state = ${shareStates.inForce[0]}`.execute(behind(tx))
      await mark(
        context,
        tx,
        rows.map(row => row.shop),
        one.month,
      )
    }
  }
})
