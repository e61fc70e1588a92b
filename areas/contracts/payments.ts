/** What matches of the bank have paid of contracts, and what purchase orders of a contract ask for themselves, so that it counts once. */
import { sql } from 'kysely'
import type { Resource } from '#platform/declare/resource.ts'
import { asText } from '#platform/format/text.ts'
import type { Context, Follower, Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { setDerived } from '#platform/server/records.ts'
import { expectedSources, orderSuggestions } from '#areas/finance/index.ts'
import { orderLineOf } from '#areas/supply/index.ts'
import { keepContracts, lockContracts } from './keep.ts'
import { contractPlan } from './plan-tables.ts'

const behind = (tx: Tx): Tx => tx.withoutPlugins()
const serverOf = (caller: Context, tx: Tx): Promise<Context> => inServersName(caller, tx, 'what was paid of contracts')
const source = sql.lit(expectedSources.contract[0])

/** Of these lines, or of all that had something: those of which matches say something else. */
async function rematched(server: Context, tx: Tx, ids: readonly string[] | null) {
  const { rows } = await sql<{ id: string; matched: string; contractId: string }>`
    select p.id::text as id, x.paid::text as matched, p.contract_id::text as "contractId"
    from contract_plan p cross join lateral (select coalesce(abs(sum(s.amount)), 0) as paid from bank_expected e
      join bank_match_side s on s.expected_id = e.id
      where e.org_id = p.org_id and e.source = ${source} and e.fact_key = p.id::text) x
    where p.org_id = ${server.caller.orgId} and x.paid <> p.matched
      and (p.id = any(${ids === null ? null : [...ids]}::bigint[]) or ${ids === null} and p.matched <> 0)
    order by p.id`.execute(behind(tx))
  return rows
}

/** Contracts are locked before their lines, and read again under the lock: of two matches of one contract the later one sees the other. */
async function keepMatched(server: Context, tx: Tx, ids: readonly string[] | null): Promise<void> {
  const found = await rematched(server, tx, ids)
  if (found.length === 0) return
  const contracts = [...new Set(found.map(one => one.contractId))]
  await lockContracts(server, contracts)
  const locked = new Set(contracts)
  const rows = (await rematched(server, tx, ids)).filter(one => locked.has(one.contractId))
  await setDerived(
    server,
    contractPlan as Resource,
    rows.map(({ id, matched }) => ({ id, matched })),
  )
  await keepHeld(server, tx, contracts)
  await keepContracts(server, contracts)
}

/** Requests of the orders of a contract are taken off its lines, the first that is due first, but for what was paid of them. */
async function keepHeld(server: Context, tx: Tx, contracts: readonly string[]): Promise<void> {
  if (contracts.length === 0) return
  await lockContracts(server, contracts)
  const { rows } = await sql<{ id: string; held: string }>`
    with asked as (select c.id, coalesce(sum(q.amount), 0) as amount from contract c
        left join lateral (select r.payable as amount from payment_request r
            where r.order_id = any(c.order_ids) and r.kind = 1 and r.state in (2, 3, 4) and r.currency = c.currency
          union all select x.amount - x.ahead from payment_request_line x join payment_request r on r.id = x.request_id and r.kind = 2
              and r.state in (2, 3, 4) and r.currency = c.currency
            join purchase_invoice_line y on y.id = x.invoice_line_id join goods_in_line i on i.id = y.in_line_id
            join purchase_order_line l on l.id = ${orderLineOf('i')} where l.order_id = any(c.order_ids)) q on true
        where c.id = any(${[...contracts]}::bigint[]) group by c.id),
      room as (select p.id, p.contract_id, p.amount - p.matched as room, sum(p.amount - p.matched) over (partition by p.contract_id
          order by p.due_on nulls last, p.line_no rows between unbounded preceding and 1 preceding) as before
        from contract_plan p where p.contract_id = any(${[...contracts]}::bigint[]) and p.direction = 1 and p.state <> 7
          and p.amount > p.matched)
    select p.id::text as id, coalesce(greatest(0, least(r.room, a.amount - coalesce(r.before, 0))), 0)::text as held
    from contract_plan p join asked a on a.id = p.contract_id left join room r on r.id = p.id
    where p.contract_id = any(${[...contracts]}::bigint[]) order by p.id`.execute(behind(tx))
  await setDerived(server, contractPlan as Resource, rows)
}

const orderPayments = (server: Context, tx: Tx): Promise<void> => orderSuggestions(tx, server.house, server.caller.orgId)

/** Sides of new matches are written after them, those that are taken back are gone before. */
export const followContractMatches: Follower = async (caller, tx, changes) => {
  if (changes.some(({ after }) => after === null)) return keepMatched(await serverOf(caller, tx), tx, null)
  const expected = changes.flatMap(({ after }) => ((after?.['expectedId'] ?? null) === null ? [] : [asText(after?.['expectedId'])]))
  if (expected.length === 0) return
  const { rows } = await sql<{ id: string }>`select fact_key as id from bank_expected where id = any(${expected}::bigint[])
    and source = ${source} order by 1`.execute(behind(tx))
  if (rows.length === 0) return
  await keepMatched(
    await serverOf(caller, tx),
    tx,
    rows.map(one => one.id),
  )
}

/** A request of an order that belongs to a contract. */
export const followContractRequests: Follower = async (caller, tx, changes) => {
  const ids = changes.map(one => one.id)
  const { rows } = await sql<{ id: string }>`select distinct c.id::text as id from contract c
    where c.org_id = ${caller.caller.orgId} and c.order_ids && (
      select array_agg(o) from (select r.order_id as o from payment_request r where r.id = any(${ids}::bigint[]) and r.order_id is not null
        union select l.order_id from payment_request_line x join purchase_invoice_line y on y.id = x.invoice_line_id
          join goods_in_line i on i.id = y.in_line_id join purchase_order_line l on l.id = ${orderLineOf('i')}
          where x.request_id = any(${ids}::bigint[])) z)`.execute(behind(tx))
  if (rows.length === 0) return
  const server = await serverOf(caller, tx)
  const contracts = rows.map(one => one.id).sort((one, other) => Number(BigInt(one) - BigInt(other)))
  await keepHeld(server, tx, contracts)
  await keepContracts(server, contracts)
  await orderPayments(server, tx)
}

/** What is expected of the bank is read again when plans, states or orders change. */
export const expectAgain: Follower = async (caller, tx, changes) => {
  if (changes.length === 0) return
  const server = await serverOf(caller, tx)
  const contracts = changes.flatMap(({ id, after }) =>
    after !== null && 'orderIds' in after && 'partyName' in after && 'kindId' in after ? [id] : [],
  )
  if (contracts.length > 0) {
    await keepHeld(server, tx, contracts)
    await keepContracts(server, contracts)
  }
  await orderPayments(server, tx)
}
