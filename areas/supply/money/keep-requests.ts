/** Payment requests: the account that was approved, what is taken off first, and what matches of the bank have paid. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import type { Row } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { refuse, type Context, type Follower, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { setDerived, followerOf } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { expectedSources } from '#areas/finance/index.ts'
import { behind } from '#areas/goods/index.ts'
import { creditsOf } from './accounts.ts'
import { sum } from '#platform/format/decimal.ts'
import { inLinesOf, orderLineOf } from './keep-invoices.ts'
import { payKinds, payStates as states, paymentRequest, paymentRequestLine } from './request-tables.ts'

const asServer = (context: Context, tx: Tx): Promise<Context> => inServersName(context, tx, 'what is to be paid to suppliers')

export const keepRequests = followerOf(paymentRequest, async (caller, tx, changes) => {
  for (const { id, before, after } of changes) {
    if (after === null || before?.state === after.state) continue
    const server = await asServer(caller, tx)
    if (after.state === states.asked[0]) await ask(server, tx, id, after)
    if (after.state === states.open[0] && before?.state === states.asked[0]) await tellPaid(server, tx, [id])
    if (after.state === states.voided[0]) await setDerived(server, paymentRequest, [{ id, applied: '0', payable: '0' }])
  }
})

interface Asked {
  readonly bankName: string | null
  readonly bankHolder: string | null
  readonly bankAccount: string | null
  /** an order at 1688, or invoices of such ones alone, which are paid there */
  readonly online: boolean
  readonly lines: number
  readonly ahead: string | null
  readonly most: string | null
  readonly other: boolean
  readonly applied: string
  readonly payable: string
}

/**
 * One request of a supplier after the other: none takes off what another has. The account is that of the supplier as it is approved. An
 * advance is at most what of its order is not invoiced, and neither paid in advance nor asked for (less what advances took off there).
 */
async function ask(server: Context, tx: Tx, id: string, row: Row): Promise<void> {
  const supplierId = asText(row['supplierId'])
  const currency = asText(row['currency'])
  await sql`select 1 from supplier where id = ${supplierId} for update`.execute(behind(tx))
  const isAhead = row['kind'] === payKinds.ahead[0]
  const taken = isAhead ? nothing : await takeAdvances(server, tx, id)
  const { rows } = await sql<Asked>`with of as (
      select r.id, r.ahead, (select count(*)::int from payment_request_line x where x.request_id = r.id) as lines,
          coalesce((select sum(x.amount) from payment_request_line x where x.request_id = r.id), 0) as total,
          o.total + o.freight - o.discount + case when o.tax_included then 0 else o.tax end as order_total, o.id as order_id,
          o.supplier_id is distinct from r.supplier_id or o.currency <> r.currency or not o.state in (2, 3, 4, 7) as other,
          o.platform_no is not null or exists (select from payment_request_line x where x.request_id = r.id)
            and not exists (select from payment_request_line x join purchase_invoice_line y on y.id = x.invoice_line_id
              join purchase_invoice v on v.id = y.invoice_id and v.platform_no is null where x.request_id = r.id) as online,
          coalesce(t.on_order, 0) as percent, s.bank_name, s.bank_holder, s.bank_account
        from payment_request r join supplier s on s.id = r.supplier_id left join purchase_order o on o.id = r.order_id
          left join payment_terms t on t.id = coalesce(o.terms_id, s.terms_id) where r.id = ${id})
    select of.bank_name as "bankName", of.bank_holder as "bankHolder", of.bank_account as "bankAccount", of.lines, of.other, of.online,
        coalesce(of.ahead, round(of.order_total * of.percent / 100, 2))::text as ahead,
        (of.order_total - greatest(m.billed, m.asked + coalesce((select sum(x.payable) from payment_request x
          where x.order_id = of.order_id and x.id <> of.id and x.kind = ${payKinds.ahead[0]}
            and x.state in (1, 2, 3, 4)), 0)))::text as most,
        c.applied::text as applied, (of.total - c.applied)::text as payable
      from of cross join lateral (select coalesce(sum(y.amount), 0) as billed, coalesce(sum(a.net), 0) as asked
          from purchase_order_line l join goods_in_line i on i.order_line_id = l.id
          join purchase_invoice_line y on y.in_line_id = i.id join purchase_invoice v on v.id = y.invoice_id and v.state in (1, 2)
          left join lateral (select sum(z.amount - z.ahead) as net from payment_request_line z
            join payment_request q on q.id = z.request_id and q.state in (1, 2, 3, 4)
            where z.invoice_line_id = y.id) a on true
          where l.order_id = of.order_id) m
        cross join lateral (select least(of.total, ${taken.total}::numeric
          + greatest(${creditsOf(supplierId, currency, id)}, 0)) as applied) c`.execute(behind(tx))
  const [one] = rows
  if (one === undefined) return
  const account = { bankName: one.bankName, bankHolder: one.bankHolder, bankAccount: one.bankAccount }
  if (!one.online && asText(one.bankAccount ?? '') === '') throw refuse.rule(sentence`供应商没有银行账号，请先在供应商里登记`)
  if (!isAhead) {
    if (one.lines === 0) throw refuse.rule(sentence`请款单还没有明细，请从采购发票取`)
    return setDerived(server, paymentRequest, [{ id, applied: one.applied, payable: one.payable, ...account }])
  }
  if (row['orderId'] === null) throw refuse.invalid([{ field: 'orderId', message: sentence`预付请选择采购单` }])
  if (one.other) throw refuse.rule(sentence`采购单不是这个供应商、币种的，或没有生效`)
  if (one.lines > 0) throw refuse.rule(sentence`预付没有明细，请删除明细`)
  const { rows: bad } = await sql`select 1 where ${one.ahead}::numeric <= 0 or ${one.ahead}::numeric > ${one.most}::numeric`.execute(tx)
  if (one.ahead === null || bad.length > 0) throw refuse.rule(sentence`预付金额应大于 0，且不超过采购单还没有付的金额`)
  await setDerived(server, paymentRequest, [{ id, ahead: one.ahead, applied: '0', payable: one.ahead, ...account }])
}

const nothing = { total: '0' }
/** Advances are taken off what is asked for of their own orders, line by line; answers how much of the request. */
async function takeAdvances(server: Context, tx: Tx, id: string): Promise<{ readonly total: string }> {
  const { rows } = await sql<{ id: string; ahead: string }>`
    with mine as (select y.id, y.line_no, y.amount, l.order_id from payment_request_line y
        join purchase_invoice_line x on x.id = y.invoice_line_id join goods_in_line i on i.id = x.in_line_id
        join purchase_order_line l on l.id = ${orderLineOf('i')} where y.request_id = ${id} and y.amount > 0),
      open as (select m.order_id, greatest(coalesce((select sum(r.paid) from payment_request r
            where r.order_id = m.order_id and r.kind = 1), 0)
          - coalesce((select sum(z.ahead) from purchase_invoice_line x join payment_request_line z on z.invoice_line_id = x.id
            join payment_request r on r.id = z.request_id and r.id <> ${id} and r.state in (1, 2, 3, 4)
            where x.in_line_id in ${inLinesOf('m.order_id')}), 0), 0) as rest
        from (select distinct order_id from mine) m)
    select m.id::text as id, greatest(0, least(m.amount, o.rest - (sum(m.amount) over w - m.amount)))::text as ahead
    from mine m join open o on o.order_id = m.order_id window w as (partition by m.order_id order by m.line_no)`.execute(behind(tx))
  await setDerived(server, paymentRequestLine, rows)
  return { total: sum(rows.map(one => one.ahead)) }
}

/** What matches of the bank have paid, by the sides that name the request. */
async function tellPaid(server: Context, tx: Tx, ids: readonly string[] | null): Promise<void> {
  const { rows } = await sql<{ id: string; paid: string; state: number; step: string | null }>`
    select r.id::text as id, x.paid::text as paid, r.state, case
        when x.paid >= r.payable and r.state in (2, 3) then 'pay'
        when x.paid > 0 and x.paid < r.payable and r.state in (2, 4) then 'part'
        when x.paid = 0 and r.payable > 0 and r.state in (3, 4) then 'unpay' end as step
    from payment_request r cross join lateral (select coalesce(abs(sum(s.amount)), 0) as paid from bank_expected e
      join bank_match_side s on s.expected_id = e.id
      where e.org_id = r.org_id and e.source = ${expectedSources.purchase[0]} and e.fact_key = r.id::text) x
    where r.org_id = ${server.caller.orgId} and r.state in (2, 3, 4)
      and (r.id = any(${ids === null ? null : [...ids]}::bigint[]) or ${ids === null} and r.paid <> 0 and x.paid <> r.paid)
    order by r.id for update of r`.execute(behind(tx))
  await setDerived(
    server,
    paymentRequest,
    rows.map(({ id, paid }) => ({ id, paid })),
  )
  for (const { id, step } of rows)
    if (step !== null) await takeSteps(server, paymentRequest, { ids: [{ id }], pick: { step }, input: {}, byProgram: true })
}

/** Matches come and go: sides of new ones are written after them, those of taken back ones are gone before. */
export const followMatches: Follower = async (caller, tx, changes) => {
  if (changes.some(({ after }) => after === null)) return tellPaid(await asServer(caller, tx), tx, null)
  const expected = changes.flatMap(({ after }) => ((after?.['expectedId'] ?? null) === null ? [] : [asText(after?.['expectedId'])]))
  if (expected.length === 0) return
  const { rows } = await sql<{ id: string }>`select fact_key as id from bank_expected where id = any(${expected}::bigint[])
    and source = ${expectedSources.purchase[0]} order by 1`.execute(behind(tx))
  if (rows.length === 0) return
  await tellPaid(
    await asServer(caller, tx),
    tx,
    rows.map(one => one.id),
  )
}
