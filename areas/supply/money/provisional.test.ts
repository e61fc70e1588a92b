/**
 * The list 暂估 against a slow reference: receipts by the price of their orders, invoices and returns on any day, as they are open at the end
 * of each month, to the ten-thousandth. PROVISIONAL_CASES says how many receipt lines.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '#areas/admin/index.ts'
import { addDays } from '#platform/format/dates.ts'
import { anyTable } from '#platform/server/database.ts'
import { buying, type Buying } from '../../../test/setup/buying.ts'

const cases = Number(process.env['PROVISIONAL_CASES'] ?? 400)
const million = 1_000_000n
let b: Buying
let [org, item, day] = ['', '', '']
beforeAll(async () => {
  b = await buying()
  org = b.h.demo.organisationIds[0] ?? ''
  item = await b.product('OPEN-1')
  day = (await sql<{ day: string }>`select current_date::text as day`.execute(b.h.db)).rows[0]?.day ?? ''
}, 120_000)
afterAll(() => b.h.close())

interface Part {
  readonly day: string
  /** millionths */
  readonly quantity: bigint
  readonly counts: boolean
}
interface Received extends Part {
  /** ten-thousandths */
  readonly purchase: bigint
  readonly invoices: readonly Part[]
  readonly returns: readonly Part[]
}
function receivedOf(seed: number): Received {
  const random = seededRandom(seed)
  const came = addDays(day, -random.below(400))
  const some = (most: number): bigint =>
    random.below(3) === 0 ? BigInt(random.below(Number(million))) + 1n : BigInt(1 + random.below(most)) * million
  const quantity = some(50)
  let left = quantity
  const part = (from: number, days: number, counts: boolean): Part[] => {
    if (left === 0n) return []
    const asked = random.below(3) === 0 ? left : some(20)
    const taken = asked < left ? asked : left
    if (counts) left -= taken
    return [{ day: addDays(came, from + random.below(days)), quantity: taken, counts }]
  }
  const invoices = Array.from({ length: random.below(4) }, () => part(-40, 200, true)).flat()
  // one that is not shipped, or was taken back, sends nothing back
  const returns = Array.from({ length: random.below(3) }, () => part(0, 150, random.below(4) > 0)).flat()
  return { day: came, quantity, counts: true, purchase: BigInt(random.below(9_000_000)), invoices, returns }
}

const nextMonth = (month: string): string => addDays(`${month}-28`, 4).slice(0, 7)
const written = (value: bigint, digits: number): string => {
  const text = String(value).padStart(digits + 1, '0')
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`
}
/** Month by month, part by part. */
function openOf({ day: came, quantity, purchase, invoices, returns }: Received): object[] {
  const rows: object[] = []
  for (let month = came.slice(0, 7); month <= day.slice(0, 7); month = nextMonth(month)) {
    const until = `${nextMonth(month)}-01`
    let [invoiced, returned] = [0n, 0n]
    for (const one of invoices) if ((one.day < came ? came : one.day) < until) invoiced += one.quantity
    for (const one of returns) if (one.counts && one.day < until) returned += one.quantity
    const open = quantity - invoiced - returned
    if (open <= 0n) continue
    const amount = (2n * purchase * open + quantity) / (2n * quantity)
    const texts = { invoiced: written(invoiced, 6), returned: written(returned, 6), open: written(open, 6), amount: written(amount, 4) }
    rows.push({ month: `${month}-01`, ...texts })
  }
  return rows
}

async function write(all: readonly Received[]): Promise<void> {
  const { db } = b.h
  const six = (value: bigint): string => written(value, 6)
  const receipts = all.map((one, at) => ({ at, day: one.day, quantity: six(one.quantity), purchase: written(one.purchase, 4) }))
  const placeId = (
    await sql<{ id: string }>`insert into stock_place (org_id, name, kind, warehouse_id) values (${org}, '暂估仓', 1, ${b.warehouseId})
      returning id::text`.execute(db)
  ).rows[0]?.id
  await sql`with v as (select * from jsonb_to_recordset(${JSON.stringify(receipts)}::jsonb) as v(at int, day date, quantity numeric,
        purchase numeric)),
      d as (insert into goods_in (org_id, no, business_on, kind, supplier_id, warehouse_id, state, posted_on)
        select ${org}, 'ZG' || at, day, 1, ${b.supplierId}, ${b.warehouseId}, 4, day from v returning id, no),
      l as (insert into goods_in_line (org_id, in_id, line_no, warehouse_id, product_id, quantity, unit_cost)
        select ${org}, d.id, 1, ${b.warehouseId}, ${item}, v.quantity, 1 from v join d on d.no = 'ZG' || v.at returning id, in_id)
    insert into cost_receipt (org_id, document_no, line_no, day, product_id, place_id, supplier_id, quantity, purchase, currency, basis,
        doc_type, line_id)
      select ${org}, 'ZG' || v.at, 1, v.day, ${item}, ${placeId}, ${b.supplierId}, v.quantity, v.purchase, 'CNY', 2, 'goods_in', l.id::text
      from v join d on d.no = 'ZG' || v.at join l on l.in_id = d.id`.execute(db)
  const invoices = all.flatMap((one, at) => one.invoices.map((part, no) => ({ at, no, day: part.day, quantity: six(part.quantity) })))
  await sql`insert into cost_invoice (org_id, invoice_no, line_no, day, receipt_no, receipt_line, quantity, amount, currency, counts_from,
        receipt_id)
      select ${org}, 'ZF' || v.at, v.no + 1, v.day, r.document_no, 1, v.quantity, 1, 'CNY', v.day, r.id
      from jsonb_to_recordset(${JSON.stringify(invoices)}::jsonb) as v(at int, no int, day date, quantity numeric)
      join cost_receipt r on r.document_no = 'ZG' || v.at`.execute(db)
  const returns = all.flatMap((one, at) =>
    one.returns.map((part, no) => ({ at, no, day: part.day, quantity: six(part.quantity), state: part.counts ? 6 : 2 + 7 * (no % 2) })),
  )
  await sql`with v as (select * from jsonb_to_recordset(${JSON.stringify(returns)}::jsonb) as v(at int, no int, day date, quantity numeric,
        state int)),
      p as (insert into purchase_return (org_id, no, business_on, supplier_id, warehouse_id, state, posted_on)
        select ${org}, 'ZT' || at || '-' || no, day, ${b.supplierId}, ${b.warehouseId}, state, day from v returning id, no)
    insert into purchase_return_line (org_id, return_id, line_no, warehouse_id, in_line_id, product_id, quantity)
      select ${org}, p.id, 1, ${b.warehouseId}, r.line_id::bigint, ${item}, v.quantity
      from v join p on p.no = 'ZT' || v.at || '-' || v.no join cost_receipt r on r.document_no = 'ZG' || v.at`.execute(db)
}

test(`${cases} receipts, each at the end of each month`, async () => {
  const all = Array.from({ length: cases }, (_, seed) => receivedOf(seed))
  await write(all)
  const server = await b.h.house.asSystem(org, 'test')
  const rows = await anyTable(server.db)
    .selectFrom('cost_provisional')
    .select(['document_no', sql<string>`month::text`.as('month'), 'invoiced', 'returned', 'open', 'amount'])
    .where('document_no', 'like', 'ZG%')
    .orderBy('month')
    .execute()
  const listed = Map.groupBy(rows, row => String(row['document_no']))
  for (const [at, one] of all.entries()) {
    const found = (listed.get(`ZG${at}`) ?? []).map(({ month, invoiced, returned, open, amount }) => ({
      month,
      invoiced,
      returned,
      open,
      amount,
    }))
    expect(found, `case ${at} ${JSON.stringify(one, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}`).toEqual(
      openOf(one),
    )
  }
  expect(all.filter(one => one.returns.some(part => part.counts) && one.invoices.length > 0).length).toBeGreaterThan(cases / 10)
  expect(rows.length).toBeGreaterThan(cases)
})
