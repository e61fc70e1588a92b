/**
 * Divides freight bills among the lines of their consignment. One transaction for all bills of a call, with the consignment locked first:
 * a server that stops in the middle leaves nothing, and of two people the second finds the bill allocated.
 */
import { sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { allocate, type Allocation } from '#platform/format/allocate.ts'
import { compare, divide, isZero, multiply, sum } from '#platform/format/decimal.ts'
import { refuse, type Context, type Tx } from '#platform/server/area.ts'
import { namedId, oneRecord, setDerived } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { postFreight } from '../layers/freight-costs.ts'
import { holdConsignments, isAsked, refuseBeyond } from './beyond.ts'
import { bases, firstLegBill, type BasisName, dutyItem } from './first-leg-tables.ts'

interface Packed {
  readonly id: string
  readonly sku: string
  readonly quantity: string
  readonly volume: string
  readonly gross: string
  readonly net: string
  readonly value: string
  readonly fee: string
  readonly currency: string | null
}
interface Bill {
  readonly id: string
  readonly no: string
  readonly shipmentId: string
  readonly basis: number
  readonly kgPerCbm: string
  readonly currency: string
  readonly replacesId: string | null
}

/** The bill was read through the door and is locked; its consignment and lines belong to it. */
const behind = (tx: Tx): Tx => tx.withoutPlugins()
const weightScale = 6
const billsMax = 500
/** what stands in for a basis that is zero on every line, in this order */
const inTurn: readonly BasisName[] = ['volume', 'gross', 'net', 'units', 'value', 'equal']

function weightOf(name: BasisName, line: Packed, kgPerCbm: string): string {
  // what bears no SKU bears no cost: it belongs to nothing that is sold
  if (line.sku === '') return '0'
  switch (name) {
    case 'volume':
      return line.volume
    case 'gross':
      return line.gross
    case 'net':
      return line.net
    case 'units':
      return line.quantity
    case 'value':
      return line.value
    case 'equal':
      return '1'
    case 'greater': {
      const byVolume = multiply(line.volume, kgPerCbm)
      return compare(byVolume, line.gross) > 0 ? byVolume : line.gross
    }
  }
}

/** Shares of the lines by the chosen basis, or by the first of the stated order that is not zero everywhere. Pure. */
export function sharesOf(
  lines: readonly Packed[],
  of: { readonly amount: string; readonly scale: number; readonly basis: BasisName; readonly kgPerCbm: string },
): Allocation<BasisName> | null {
  const names = [of.basis, ...inTurn.filter(name => name !== of.basis)]
  return allocate({
    amount: of.amount,
    scale: of.scale,
    bases: names.map(name => ({ name, weights: lines.map(line => weightOf(name, line, of.kgPerCbm)) })),
  })
}

const basisOf = (code: number): BasisName => (Object.entries(bases).find(([, [value]]) => value === code)?.[0] ?? 'volume') as BasisName

/** What a bill asks for; the consignment stays locked until the transaction ends. */
async function readBill(
  context: Context,
  tx: Tx,
  id: string,
): Promise<{ bill: Bill; lines: readonly Packed[]; amount: string; duty: string; scale: number }> {
  const row = await oneRecord(context, firstLegBill, id)
  const { rows: bills } = await sql<
    Bill & { state: number }
  >`select b.id::text, b.no, b.shipment_id::text as "shipmentId", b.basis, b.state,
      b.kg_per_cbm::text as "kgPerCbm", b.currency::text as currency, b.replaces_id::text as "replacesId"
    from first_leg_bill b join first_leg_shipment s on s.id = b.shipment_id where b.id = ${row.id} for update`.execute(behind(tx))
  const [bill] = bills
  if (!bill) throw refuse.unknown(firstLegBill.title)
  const { rows: items } = await sql<{
    amount: string
    kind: number
  }>`select amount::text, kind from first_leg_bill_item where bill_id = ${id}`.execute(behind(tx))
  if (items.length === 0) throw refuse.rule(sentence`账单 ${bill.no} 没有费用明细，请先填写费用`)
  await refuseUnlikeEstimate(tx, bill)
  const { rows: lines } = await sql<Packed>`select id::text, sku, quantity::text, volume::text, gross_weight::text as gross,
      net_weight::text as net, declared_value::text as value, fee::text, currency::text as currency
    from first_leg_fee where shipment_id = ${bill.shipmentId} order by row_no nulls last, id`.execute(behind(tx))
  if (lines.length === 0) throw refuse.rule(sentence`账单 ${bill.no} 的货件还没有装箱明细，请先导入装箱单`)
  const other = lines.find(line => line.currency !== null && line.currency !== bill.currency && !isZero(line.fee))
  if (other)
    throw refuse.rule(sentence`账单 ${bill.no} 的币种是 ${bill.currency}，货件已有 ${other.currency ?? ''} 的费用；请按同一币种登记账单`)
  const { rows: decimals } = await sql<{ decimals: number }>`select decimals from currency where code = ${bill.currency}`.execute(
    behind(tx),
  )
  return {
    bill,
    lines,
    amount: sum(items.map(item => item.amount)),
    duty: sum(items.flatMap(item => (item.kind === dutyItem ? [item.amount] : []))),
    scale: decimals[0]?.decimals ?? 2,
  }
}

/** What a bill replaces is an estimate of the same consignment that no other bill has replaced. */
async function refuseUnlikeEstimate(tx: Tx, { id, no, shipmentId, replacesId }: Bill): Promise<void> {
  if (replacesId === null) return
  const { rows } = await sql<{ no: string; fits: boolean; other: string | null }>`select b.no,
      b.shipment_id = ${shipmentId} and b.meaning = 2 and b.id <> ${id} as fits,
      (select o.no from first_leg_bill o where o.replaces_id = b.id and o.state = 1 and o.id <> ${id} limit 1) as other
    from first_leg_bill b where b.id = ${replacesId}`.execute(behind(tx))
  const [estimate] = rows
  if (estimate?.fits !== true) throw refuse.rule(sentence`账单 ${no} 替代的 ${estimate?.no ?? ''} 不是同一货件的预估账单，请改选`)
  if (estimate.other !== null) throw refuse.rule(sentence`预估账单 ${estimate.no} 已由账单 ${estimate.other} 替代`)
}

/** The first bill of a carrier for what a document shipped replaces the one estimate of its consignment, unless it names another. */
async function replaceEstimate(context: Context, tx: Tx, id: string): Promise<void> {
  const { rows } = await sql<{ estimate: string }>`select min(e.id)::text as estimate from first_leg_bill b
      join first_leg_shipment s on s.id = b.shipment_id and s.doc_type is not null
      join first_leg_bill e on e.shipment_id = b.shipment_id and e.meaning = 2 and e.state = 1 and e.currency = b.currency
        and not exists (select from first_leg_bill o where o.replaces_id = e.id and o.id <> b.id)
    where b.id = ${id} and b.meaning = 1 and b.replaces_id is null having count(*) = 1`.execute(behind(tx))
  const [one] = rows
  if (one !== undefined) await setDerived(context, firstLegBill, [{ id, replacesId: one.estimate }])
}

/** Writes the shares of a bill as they are now. */
async function writeShares(context: Context, tx: Tx, id: string, inForce: 0 | 1): Promise<Bill> {
  const { bill, lines, amount, duty, scale } = await readBill(context, tx, id)
  const made = sharesOf(lines, { amount, scale, basis: basisOf(bill.basis), kgPerCbm: bill.kgPerCbm })
  if (made === null) throw refuse.rule(sentence`账单 ${bill.no} 的货件没有带 SKU 的装箱行，无法分摊`)
  // duty falls as the whole bill does, and is told apart: in the layers it is no first leg
  const duties = isZero(duty) ? null : sharesOf(lines, { amount: duty, scale, basis: made.basis, kgPerCbm: bill.kgPerCbm })
  const rows = lines.map((line, at) => ({
    fee_id: line.id,
    row_no: at + 1,
    sku: line.sku,
    weight: divide(made.weights[at] ?? '0', '1', weightScale, 'halfUp'),
    share: made.shares[at] ?? '0',
    duty: duties?.shares[at] ?? '0',
  }))
  await sql`delete from first_leg_share where bill_id = ${id}`.execute(behind(tx))
  await sql`insert into first_leg_share (org_id, bill_id, fee_id, row_no, sku, basis, weight, share, duty, currency, in_force)
    select ${context.caller.orgId}, ${id}, r.fee_id, r.row_no, r.sku, ${bases[made.basis][0]}, r.weight, r.share, r.duty, ${bill.currency},
      ${inForce}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(fee_id bigint, row_no int, sku text, weight numeric, share numeric, duty numeric)`.execute(behind(tx))
  return bill
}

/** The fee of each line: what its sheet stated, and its shares of the bills that are allocated. */
async function renewFees(tx: Tx, shipmentId: string): Promise<void> {
  await sql`update first_leg_fee f set fee = n.fee, currency = coalesce(n.currency, f.currency), version = f.version + 1
    from (select l.id, l.stated_fee + coalesce(sum(s.share), 0) as fee, max(s.currency) as currency
      from first_leg_fee l left join first_leg_share s on s.fee_id = l.id and s.in_force = 1
        and not exists (select from first_leg_bill n where n.replaces_id = s.bill_id and n.state = 1)
      where l.shipment_id = ${shipmentId} group by l.id) n
    where f.id = n.id and f.fee is distinct from n.fee`.execute(behind(tx))
}

const idsIn = (input: Readonly<Record<string, unknown>>): string[] => {
  const given = (input['ids'] ?? (input['id'] === undefined ? [] : [input['id']])) as readonly unknown[]
  // in one order, whoever asks
  const ids = [...new Set(given.map(id => namedId(id, firstLegBill.title)))].toSorted((a, b) => Number(a) - Number(b))
  if (ids.length === 0) throw refuse.invalid([{ field: 'ids', message: sentence`请先选择货运账单` }])
  if (ids.length > billsMax) throw refuse.invalid([{ field: 'ids', message: sentence`一次最多处理 ${billsMax} 张货运账单` }])
  return ids
}

/** 试算: the shares as they would be, to be looked at; nothing counts yet. */
export const tryShares = (context: Context, id: unknown): Promise<{ page: { list: string; id: string } }> =>
  context.write(async (tx, inside) => {
    const bill = namedId(id, firstLegBill.title)
    const row = await oneRecord(inside, firstLegBill, bill)
    if (Number(row['state']) !== 0) throw refuse.rule(sentence`账单已分摊，请先撤销再试算`)
    await writeShares(inside, tx, bill, 0)
    return { page: { list: firstLegBill.type ?? '', id: bill } }
  })

/** 分摊. */
export const generate = (context: Context, input: Readonly<Record<string, unknown>>): Promise<{ changed: number }> =>
  context.write(async (tx, inside) => {
    const ids = idsIn(input)
    const touched: string[] = []
    await holdConsignments(tx, inside.caller.orgId, ids)
    const asksEach = ids.length > 1 && (await isAsked(inside))
    for (const id of ids) {
      if (asksEach) await refuseBeyond(tx, id)
      await replaceEstimate(inside, tx, id)
      // the step holds the bill: who comes second is told that it is allocated
      await takeSteps(inside, firstLegBill, { ids: [{ id }], pick: { step: 'generate' }, input: {}, byProgram: true })
      const { shipmentId } = await writeShares(inside, tx, id, 1)
      await renewFees(tx, shipmentId)
      touched.push(shipmentId)
    }
    await postFreight(tx, inside, touched)
    return { changed: ids.length }
  })

/** 撤销分摊: the shares stay to be read, and count no more. */
export const takeBack = (context: Context, input: Readonly<Record<string, unknown>>): Promise<{ changed: number }> =>
  context.write(async (tx, inside) => {
    const ids = idsIn(input)
    const touched: string[] = []
    await holdConsignments(tx, inside.caller.orgId, ids)
    for (const id of ids) {
      await takeSteps(inside, firstLegBill, { ids: [{ id }], pick: { step: 'cancel' }, input: {}, byProgram: true })
      const { rows } = await sql<{ shipment: string }>`update first_leg_share s set in_force = 0 from first_leg_bill b
        where b.id = s.bill_id and s.bill_id = ${id} returning b.shipment_id::text as shipment`.execute(behind(tx))
      const [first] = rows
      if (!first) continue
      await renewFees(tx, first.shipment)
      touched.push(first.shipment)
    }
    await postFreight(tx, inside, touched)
    return { changed: ids.length }
  })
