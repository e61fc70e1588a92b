/** The snapshot of a run: quantities, items with their rules, bills of the horizon, working days, forecasts beyond orders. */
import { sql } from 'kysely'
import { addDays, addMonths, daysBetween, lastOfMonth, monthOf, weekday } from '#platform/format/dates.ts'
import { add, compare, divide, multiply, subtract } from '#platform/format/decimal.ts'
import { todayOf } from '#platform/format/zones.ts'
import type { Context, Tx } from '#platform/server/area.ts'
import { workCalendarOf } from '#platform/server/jobs.ts'
import { behind } from '#areas/goods/index.ts'
import { suppliersOf } from '#areas/logistics/index.ts'
import { bomKinds, bomStates } from '../bom-tables.ts'
import { ownWarehouses, readAmounts, type Amounts } from './read-amounts.ts'
import type { Amount, Calendar, Item, Parameters, Snapshot, Version } from './snapshot.ts'

/** days from order to receipt where nobody tells */
const usualDays = 30
const [usualMake, splitKind] = [1, bomKinds.split[0]]
/** source of goods, status of products */
const [bought, stopped] = [1, 3]
const inForce = [bomStates.released[0], bomStates.superseded[0]]

export async function readSnapshot(context: Context, tx: Tx, parameters: Parameters): Promise<Snapshot> {
  const { orgId } = context.caller
  const today = todayOf(context)
  const last = addDays(today, parameters.horizonDays)
  const amounts = await readAmounts(tx, orgId, today)
  const demands = [...amounts.demands, ...(await readForecasts(tx, orgId, amounts, today, last))]
  const bills = await readBills(tx, orgId, today, last)
  const ids = new Set([...amounts.stock, ...amounts.supplies, ...demands].map(one => one.productId))
  for (const { productId, lines } of bills) for (const id of [productId, ...lines.map(one => one.partId)]) ids.add(id)
  return {
    today,
    parameters,
    calendar: await readCalendar(context, today, last),
    warehouses: await ownWarehouses(tx, orgId),
    items: await readItems(tx, orgId, today, [...ids], bills),
    bills,
    stock: amounts.stock,
    supplies: amounts.supplies,
    demands,
  }
}

async function readCalendar(context: Context, today: string, last: string): Promise<Calendar> {
  const { days } = await workCalendarOf(context)
  const [from, to] = [addDays(today, -4_000), addDays(last, 1)]
  const near = [...(days ?? [])].filter(([day]) => day > from && day < to)
  return { week: [1, 2, 3, 4, 5, 6, 7].map(day => day <= 5), days: Object.fromEntries(near.map(([day, kind]) => [day, kind === 'work'])) }
}

async function readBills(tx: Tx, orgId: string, today: string, last: string): Promise<readonly Version[]> {
  const { rows } = await sql<Version>`select b.id::text as "bomId", b.product_id::text as "productId", b.kind,
      trim_scale(b.base)::text as base, b.valid_from::text as "from", b.valid_to::text as "to",
      jsonb_agg(jsonb_build_object('partId', l.part_id::text, 'per', trim_scale(l.per)::text, 'scrap', trim_scale(l.scrap)::text)
        order by l.line_no) as lines
    from bom b join bom_line l on l.bom_id = b.id
    where b.org_id = ${orgId} and b.kind <> ${splitKind} and b.state = any(${inForce}::int[]) and b.valid_from <= ${last}::date
      and (b.valid_to is null or b.valid_to >= ${today}::date)
    group by b.id order by b.product_id, b.kind, b.valid_from, b.id`.execute(behind(tx))
  return rows
}

interface Supply {
  readonly id: string
  readonly sku: string
  readonly status: number
  readonly source: number
  readonly moq: string
  readonly lot: string
  readonly safety: string
  readonly buyDays: number | null
  readonly makeDays: number | null
}
/** What nobody says to be bought is made as its bill says. */
async function readItems(
  tx: Tx,
  orgId: string,
  today: string,
  ids: readonly string[],
  bills: readonly Version[],
): Promise<readonly Item[]> {
  const { rows } = await sql<Supply>`select p.id::text as id, p.sku, p.status, s.source, coalesce(trim_scale(s.moq), 0)::text as moq,
      coalesce(trim_scale(s.lot_multiple), 0)::text as lot, coalesce(trim_scale(s.safety_qty), 0)::text as safety,
      s.purchase_lead_days as "buyDays", s.make_lead_days as "makeDays"
    from product p join product_supply s on s.org_id = p.org_id and s.product_id = p.id
    where p.org_id = ${orgId} and (p.id = any(${[...ids]}::bigint[]) or s.safety_qty > 0 and p.status <> ${stopped}) order by p.id`.execute(
    behind(tx),
  )
  const suppliers = new Map((await suppliersOf(tx, orgId, today)).map(one => [one.productId, one]))
  const billsOf = Map.groupBy(bills, one => one.productId)
  return rows.map(row => {
    const own = billsOf.get(row.id) ?? []
    const byBill = own[0] === undefined ? bought : own[0].kind + 1
    const isBundle = row.source === bomKinds.bundle[0] + 1
    const source = row.source === bought || (isBundle && !own.some(one => one.kind === bomKinds.bundle[0])) ? byBill : row.source
    const supplier = suppliers.get(row.id)
    const isBought = source === bought
    const [least, pack] = isBought && supplier !== undefined ? [String(supplier.moq), String(supplier.pack)] : ['0', '0']
    return {
      productId: row.id,
      sku: row.sku,
      source,
      moq: compare(least, row.moq) > 0 ? least : row.moq,
      lot: row.lot === '0' ? (compare(pack, '1') > 0 ? pack : '0') : row.lot,
      safety: row.safety,
      lead: isBought ? (row.buyDays ?? supplier?.p80 ?? supplier?.leadDays ?? usualDays) : (row.makeDays ?? usualMake),
      supplierId: supplier?.supplierId ?? null,
      isStopped: row.status === stopped,
    }
  })
}

interface Forecast {
  readonly id: string
  readonly productId: string
  readonly warehouseId: string
  readonly month: string
  readonly quantity: string
}
/** What a month is forecast to take beyond its orders, in equal parts on its Mondays; of the running month the part of its days to come. */
async function readForecasts(tx: Tx, orgId: string, { orders }: Amounts, today: string, last: string): Promise<readonly Amount[]> {
  const { rows } = await sql<Forecast>`select id::text as id, product_id::text as "productId", warehouse_id::text as "warehouseId",
      to_char(month, 'YYYY-MM') as month, trim_scale(quantity)::text as quantity
    from demand_forecast where org_id = ${orgId} and month >= date_trunc('month', ${today}::date) and month <= ${last}::date
    order by month, id`.execute(behind(tx))
  const known = Map.groupBy(orders, one => `${one.productId}:${one.warehouseId}:${one.day < today ? monthOf(today) : monthOf(one.day)}`)
  return rows.flatMap(({ id, productId, warehouseId, month, quantity }) => {
    const first = `${month}-01`
    const [from, days] = [first < today ? today : first, daysBetween(first, `${addMonths(month, 1)}-01`)]
    const left = divide(multiply(quantity, String(daysBetween(from, `${addMonths(month, 1)}-01`))), String(days), 6, 'floor')
    const ordered = (known.get(`${productId}:${warehouseId}:${month}`) ?? []).reduce((sum, one) => add(sum, one.quantity), '0')
    const beyond = subtract(left, ordered)
    if (compare(beyond, '0') <= 0) return []
    const weeks: string[] = []
    for (let day = from; day <= lastOfMonth(month); day = addDays(day, 8 - weekday(day))) weeks.push(day)
    const part = divide(beyond, String(weeks.length), 6, 'floor')
    return weeks.map((day, at) => ({
      productId,
      warehouseId,
      day,
      quantity: at === 0 ? subtract(beyond, multiply(part, String(weeks.length - 1))) : part,
      origin: { list: 'demandForecast', id, no: month },
    }))
  })
}
