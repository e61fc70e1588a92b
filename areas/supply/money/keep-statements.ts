/** 对账单: its lines by the program, and what is settled when the supplier has confirmed it. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { addMonths } from '#platform/format/dates.ts'
import { sum } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { refuse, type Context, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { addDocument } from '#platform/server/documents.ts'
import { createEach, setDerived, followerOf } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { behind, purchaseReturn } from '#areas/goods/index.ts'
import { decisions, differenceStates } from '../receiving/discrepancy-tables.ts'
import { move } from '../receiving/keep-deliveries.ts'
import { entriesOf, owedKinds, type Entry } from './accounts.ts'
import { invoiceKinds, invoiceLinesMax, purchaseInvoice, purchaseInvoiceLine } from './invoice-tables.ts'
import { orderJoins } from './keep-invoices.ts'
import { statementStates as states, supplierStatement, supplierStatementLine } from './statement-tables.ts'

const none = 3
const { shipped } = purchaseReturn.fields.state.choices
const asServer = (context: Context, tx: Tx): Promise<Context> => inServersName(context, tx, 'statements of suppliers')

export const keepStatements = followerOf(supplierStatement, async (caller, tx, changes) => {
  for (const { id, before, after } of changes) {
    if (after === null) continue
    const of = {
      id,
      supplierId: asText(after.supplierId),
      month: asText(after.month).slice(0, 7),
      currency: asText(after.currency),
    }
    const server = await asServer(caller, tx)
    if (before === null) await fill(server, tx, of)
    else if (after.state === states.confirmed[0] && before.state !== states.confirmed[0]) {
      await refuseStale(server, tx, of)
      await settle(server, tx, { ...of, no: asText(after.no) })
    }
  }
})

interface Statement {
  readonly id: string
  readonly supplierId: string
  readonly month: string
  readonly currency: string
}
const spanOf = (month: string) => ({ from: `${month}-01`, until: `${addMonths(month, 1)}-01` })

async function fill(server: Context, tx: Tx, { id, supplierId, month, currency }: Statement): Promise<void> {
  const { from, until } = spanOf(month)
  const all = entriesOf(server.caller.orgId, supplierId, currency)
  const twice = await sql`select 1 from supplier_statement where supplier_id = ${supplierId} and month = ${from}::date
    and currency = ${currency} and state <> ${states.voided[0]} and id <> ${id} limit 1`.execute(behind(tx))
  if (twice.rows.length > 0) throw refuse.rule(sentence`这个供应商 ${month} 已有对账单`)
  // what was before is one row, with the balance
  const { rows: found } = await sql<Entry>`with every as materialized (select * from (${all}) x where x.day < ${until}::date)
    select * from (
      select 0 as kind, '' as day, '' as reference, null as "productId", '' as quantity, coalesce(sum(x.amount), 0)::text as amount
        from every x where x.day < ${from}::date
      union all select x.kind, x.day::text, x.reference, x.product_id::text, x.quantity, x.amount::text
        from every x where x.day >= ${from}::date) y
    order by y.day, y.kind, y.reference`.execute(behind(tx))
  const [before, ...rows] = found
  const opening = before?.amount ?? '0'
  await createEach(
    server,
    supplierStatementLine,
    rows.map((line, at) => ({ statementId: id, lineNo: at + 1, ...line })),
  )
  await setDerived(server, supplierStatement, [{ id, opening, closing: sum([opening, ...rows.map(one => one.amount)]) }])
}

/** What has changed since it was made is not what the supplier has confirmed. */
async function refuseStale(server: Context, tx: Tx, { id, supplierId, month, currency }: Statement): Promise<void> {
  const { rows } = await sql<{ same: boolean }>`select s.closing = coalesce((select sum(x.amount) from
      (${entriesOf(server.caller.orgId, supplierId, currency)}) x where x.day < ${spanOf(month).until}::date), 0) as same
    from supplier_statement s where s.id = ${id}`.execute(behind(tx))
  if (rows[0]?.same !== true) throw refuse.rule(sentence`对账单生成后往来有变化，请作废后重新生成`)
}

/**
 * Deductions are settled by it; of who writes no invoices, all that came until the end of the month is billed under its number, and what
 * went back after it was billed is credited.
 */
async function settle(
  server: Context,
  tx: Tx,
  { id, no, supplierId, month, currency }: Statement & { readonly no: string },
): Promise<void> {
  const { until } = spanOf(month)
  const { rows: deducted } = await sql<{ id: string }>`select id::text as id from receipt_discrepancy
    where supplier_id = ${supplierId} and state = ${differenceStates.decided[0]} and decision = ${decisions.deduct[0]}
      and business_on < ${until}::date and currency = ${currency} order by id for update`.execute(behind(tx))
  if (deducted.length > 0)
    await move(
      server,
      deducted.map(one => one.id),
      'settle',
    )
  const { rows } = await sql<Readonly<Record<string, string>>>`select i.id::text as "inLineId", i.product_id::text as "productId",
      trim_scale(q.open)::text as quantity
    from goods_in_line i join goods_in d on d.id = i.in_id join supplier s on s.id = d.supplier_id ${orderJoins('i')}
    left join lateral (select sum(r.quantity) as quantity from purchase_return_line r join purchase_return p on p.id = r.return_id
      where r.in_line_id = i.id and p.state = ${shipped[0]} and p.posted_on < ${until}::date) back on true
    cross join lateral (select case when i.quantity > i.returned + i.invoiced then i.quantity - i.returned - i.invoiced
      else least(0, i.quantity - coalesce(back.quantity, 0) - i.invoiced) end as open) q
    where d.supplier_id = ${supplierId} and s.billing = ${none} and d.state = 4 and d.kind in ${owedKinds}
      and d.posted_on < ${until}::date and coalesce(o.currency, 'CNY') = ${currency}
      and i.quantity <> i.returned + i.invoiced and q.open <> 0
    order by i.id`.execute(behind(tx))
  for (let from = 0; from < rows.length; from += invoiceLinesMax)
    await bill(
      server,
      tx,
      { id, no: from === 0 ? no : `${no}-${from / invoiceLinesMax + 1}`, supplierId, currency },
      rows.slice(from, from + invoiceLinesMax),
    )
}

interface Bill {
  readonly id: string
  readonly no: string
  readonly supplierId: string
  readonly currency: string
}
async function bill(
  server: Context,
  tx: Tx,
  { id, no, supplierId, currency }: Bill,
  rows: readonly Readonly<Record<string, string>>[],
): Promise<void> {
  const made = await addDocument(
    server,
    [purchaseInvoice, purchaseInvoiceLine],
    { businessOn: todayOf(server), supplierId, invoiceNo: no, kind: invoiceKinds.settled[0], currency },
    { added: rows.map((line, at) => ({ id: `n${at}`, ...line })), changed: [], removed: [] },
    {},
  )
  await setDerived(server, purchaseInvoice, [{ id: made.id, statementId: id }])
  await takeSteps(server, purchaseInvoice, { ids: [{ id: made.id }], pick: { step: 'submit' }, input: {} })
}
