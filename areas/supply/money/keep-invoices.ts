/** Invoices held against orders and receipts; posted, they take the place of the provisional cost. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import type { Row } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { refuse, type Context, type Poster, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { changeEachTo, createEach, removeRecords, setDerived, followerOf } from '#platform/server/records.ts'
import { behind } from '#areas/goods/index.ts'
import { costInvoice, takenBack } from '#areas/finance/index.ts'
import { decisions } from '../receiving/discrepancy-tables.ts'
import { invoiceKinds as kinds, invoiceStates as states, purchaseInvoice, purchaseInvoiceLine } from './invoice-tables.ts'

const none = 3
/** of a unit in percent, of a document in its currency */
const tolerance = { percent: '2', amount: '50' }
/** what rounding may leave of the tax of a line */
const taxCents = '1'

/** The order line of a line of `goods_in_line`; of one that came in exchange, that of what went back. */
export const orderLineOf = (alias: string) => sql`coalesce(${sql.ref(`${alias}.order_line_id`)}, (select z.order_line_id
    from purchase_return_line y join goods_in_line z on z.id = y.in_line_id where y.id = ${sql.ref(`${alias}.return_line_id`)}))`

/** Lines of receipts of an order, with those that came in exchange for what went back of it. */
export const inLinesOf = (order: string) => sql`(select i.id from purchase_order_line l join goods_in_line i on i.order_line_id = l.id
    where l.order_id = ${sql.ref(order)}
  union all select e.id from purchase_order_line l join goods_in_line i on i.order_line_id = l.id
    join purchase_return_line y on y.in_line_id = i.id join goods_in_line e on e.return_line_id = y.id and e.order_line_id is null
    where l.order_id = ${sql.ref(order)})`

/** That order line as `l` and its order as `o`. */
export const orderJoins = (alias: string) => sql`left join purchase_order_line l on l.id = ${orderLineOf(alias)}
    left join purchase_order o on o.id = l.order_id`

/**
 * What a receipt line is worth by its order with tax, freight and discount, a unit: of a line that nothing was ordered for, its cost.
 * `alias` is a line of `goods_in_line`.
 */
export const orderedUnit = (alias: string) => sql`(select coalesce(max((l.net + l.tax + (o.freight - o.discount)
    * case when t.total = 0 then l.quantity / t.quantity else l.amount / t.total end) / l.quantity), max(w.unit_cost))
  from (select ${sql.ref(`${alias}.unit_cost`)} as unit_cost, ${orderLineOf(alias)} as line) w
  left join purchase_order_line l on l.id = w.line left join purchase_order o on o.id = l.order_id
  left join lateral (select sum(a.amount) as total, sum(a.quantity) as quantity from purchase_order_line a
    where a.order_id = o.id) t on true)`

const asServer = (context: Context, tx: Tx): Promise<Context> => inServersName(context, tx, 'invoices against orders and receipts')

/** While it is a draft: what its order says stands beside each line, and whether the difference asks for an approval. */
export const keepInvoiceLines = followerOf(purchaseInvoiceLine, async (caller, tx, changes) => {
  const ids = changes.flatMap(({ before, after }) => [before, after].flatMap(one => (one === null ? [] : [asText(one['invoiceId'])])))
  await compare(await asServer(caller, tx), tx, [...new Set(ids)])
})

async function compare(server: Context, tx: Tx, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string; expected: string; amount: string | null }>`select x.id::text as id, x.amount::text as amount,
      round(${orderedUnit('i')} * x.quantity, 2)::text as expected
    from purchase_invoice_line x join purchase_invoice v on v.id = x.invoice_id join goods_in_line i on i.id = x.in_line_id
    where x.invoice_id = any(${[...ids]}::bigint[]) and v.state = ${states.draft[0]}
    order by x.id`.execute(behind(tx))
  const empty = rows.filter(one => one.amount === null)
  if (empty.length > 0)
    await changeEachTo(
      server,
      purchaseInvoiceLine,
      empty.map(({ id, expected }) => ({ id, amount: expected })),
      { verb: 'update' },
    )
  await setDerived(
    server,
    purchaseInvoiceLine,
    rows.map(({ id, expected }) => ({ id, expected })),
  )
  const { rows: judged } = await sql<{ id: string; expected: string | null; beyond: boolean }>`select v.id::text as id,
      sum(x.expected)::text as expected, coalesce(abs(sum(x.amount - x.expected)) > ${tolerance.amount}::numeric
        and bool_or(abs(x.amount - x.expected) * 100 > abs(x.expected) * ${tolerance.percent}::numeric), false) as beyond
    from purchase_invoice v left join purchase_invoice_line x on x.invoice_id = v.id
    where v.id = any(${[...ids]}::bigint[]) and v.state = ${states.draft[0]} group by v.id`.execute(behind(tx))
  await setDerived(server, purchaseInvoice, judged)
}

/** Of two who enter one number at once the second waits for the first. */
async function refuseTwice(tx: Tx, id: string, row: Row): Promise<void> {
  const [supplierId, no] = [asText(row['supplierId']), asText(row['invoiceNo'])]
  await sql`select 1 from supplier where id = ${supplierId} for no key update`.execute(behind(tx))
  const { rows } = await sql`select 1 from purchase_invoice where supplier_id = ${supplierId} and invoice_no = ${no} and id <> ${id}
    and state in (0, 1, 2) limit 1`.execute(behind(tx))
  if (rows.length > 0) throw refuse.invalid([{ field: 'invoiceNo', message: sentence`这个供应商已有发票号 ${no}` }])
}

/** Whoever writes no invoices has none: it is said before anybody fills it in. */
async function refuseUnbilled(tx: Tx, supplierId: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from supplier where id = ${supplierId} and billing = ${none}`.execute(behind(tx))
  const [one] = rows
  if (one !== undefined) throw refuse.rule(sentence`供应商“${one.name}”不开票，请用对账单结算`)
}

interface Faults {
  readonly lines: number
  readonly billing: number
  readonly kind: number
  readonly stated: boolean
  readonly name: string
  readonly over: string | null
  readonly tax: number | null
  readonly currency: boolean
  readonly twice: string | null
}
/** Before it is posted: lines, the kind that the supplier writes, no more than was received and kept, a tax that follows. */
export const keepInvoices = followerOf(purchaseInvoice, async (_caller, tx, changes) => {
  for (const { id, before, after } of changes) {
    if (after !== null && (['supplierId', 'invoiceNo'] as const).some(name => before?.[name] !== after[name]))
      await refuseTwice(tx, id, after)
    if (before === null && after !== null && after.kind !== kinds.settled[0]) await refuseUnbilled(tx, asText(after.supplierId))
    if (after?.state !== states.asked[0] || before?.state === states.asked[0]) continue
    const { rows } = await sql<Faults>`select count(x.id)::int as lines, s.billing, v.kind, 
        v.statement_id is not null or v.platform_no is not null as stated, s.name,
        min(d.no) filter (where x.quantity > 0 and n.sum > i.quantity - i.returned) as over,
        min(x.line_no) filter (where v.kind = ${kinds.special[0]} and abs(x.tax - (x.amount - x.amount / (1 + coalesce(l.tax_rate,
          s.tax_rate) / 100))) > ${taxCents}::numeric)::int as tax,
        bool_or(o.currency <> v.currency) as currency,
        min(d.no) filter (where x.quantity < 0 and i.returned = 0 and exists (select from receipt_discrepancy y
          where y.in_line_id = i.id and y.decision = ${decisions.deduct[0]} and y.state in (2, 3) and y.undone_on is null)) as twice
      from purchase_invoice v join supplier s on s.id = v.supplier_id left join purchase_invoice_line x on x.invoice_id = v.id
      left join goods_in_line i on i.id = x.in_line_id left join goods_in d on d.id = i.in_id
      ${orderJoins('i')}
      left join lateral (select sum(y.quantity) as sum from purchase_invoice_line y join purchase_invoice z on z.id = y.invoice_id
        where y.in_line_id = i.id and (z.id = v.id or z.state in (1, 2))) n on true
      where v.id = ${id} group by v.id, s.id`.execute(behind(tx))
    const [one] = rows
    if (one === undefined) continue
    if (one.lines === 0) throw refuse.rule(sentence`采购发票还没有明细，请先填写`)
    if ((one.billing === none || one.kind === kinds.settled[0]) && !one.stated)
      throw refuse.rule(sentence`供应商“${one.name}”不开票，请用对账单结算`)
    if (one.over !== null) throw refuse.rule(sentence`入库单 ${one.over} 的开票数量超过入库减去退货的数量`)
    if (one.tax !== null) throw refuse.rule(sentence`第 ${one.tax} 行的税额与税率不符，请核对`)
    if (one.twice !== null) throw refuse.rule(sentence`入库单 ${one.twice} 的到货差异已扣款，不能再开红字发票`)
    if (one.currency) throw refuse.rule(sentence`发票币种与采购单不同，请核对`)
  }
})

/** The cost of what was received by the price of its order is now what was billed: net where the tax is deducted. */
export const postInvoice: Poster = async (context, tx, { id, row, day, reverses }) => {
  const server = await asServer(context, tx)
  const no = asText(row['no'])
  if (reverses) {
    const { rows } = await sql<{ id: string }>`select id::text as id from cost_invoice where org_id = ${context.caller.orgId}
      and invoice_no = ${no} order by id`.execute(behind(tx))
    await setDerived(
      server,
      costInvoice,
      rows.map(one => ({ id: one.id, docType: takenBack })),
    )
    if (rows.length > 0)
      await removeRecords(
        server,
        costInvoice,
        rows.map(one => one.id),
        { undoable: false },
      )
    return
  }
  const { rows } = await sql<Readonly<Record<string, unknown>>>`select x.line_no as "lineNo", r.document_no as "receiptNo",
      r.line_no as "receiptLine", trim_scale(x.quantity)::text as quantity, v.currency,
      (x.amount - case when v.kind = ${kinds.special[0]} then x.tax else 0 end)::text as amount
    from purchase_invoice_line x join purchase_invoice v on v.id = x.invoice_id
    join cost_receipt r on r.org_id = v.org_id and r.doc_type = 'goods_in' and r.line_id = x.in_line_id::text
    where v.id = ${id} and x.quantity > 0 order by x.line_no`.execute(behind(tx))
  if (rows.length > 0)
    await createEach(
      server,
      costInvoice,
      rows.map(line => ({ invoiceNo: no, day, docType: 'purchase_invoice', ...line })),
    )
  await setDerived(server, purchaseInvoice, await dueDays(tx, id))
}

async function dueDays(tx: Tx, id: string): Promise<{ id: string; dueOn: string }[]> {
  const { rows } = await sql<{ id: string; dueOn: string }>`select v.id::text as id, (v.business_on + coalesce((select
        max(greatest(case when t.on_receipt > 0 then t.receipt_days else 0 end,
          case when t.on_statement > 0 then t.statement_days else 0 end))
      from purchase_invoice_line x join goods_in_line i on i.id = x.in_line_id ${orderJoins('i')} join payment_terms t on t.id = o.terms_id
      where x.invoice_id = v.id), s.payment_days))::text as "dueOn"
    from purchase_invoice v join supplier s on s.id = v.supplier_id where v.id = ${id} and v.due_on is null`.execute(behind(tx))
  return rows
}
