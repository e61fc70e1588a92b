/** A plan as it is kept: what was accepted, turned or is ignored stays; the rest is written anew. */
import { sql } from 'kysely'
import { setImmediate } from 'node:timers/promises'
import { decimalText } from '#platform/format/decimal.ts'
import type { Context, Tx } from '#platform/server/area.ts'
import { behind } from '#areas/goods/index.ts'
import { planStates } from '#areas/logistics/index.ts'
import { daysOf } from './days.ts'
import { kinds, type Cell, type Coming, type Days, type Item, type Need, type Plan, type Snapshot, type Suggestion } from './snapshot.ts'
import { hints, mrpLine } from './tables.ts'
import type { CellKept, EventKept } from './wire.ts'

const scale = 6
/** above it nothing is added up safely in the columns of quantities */
const amountMax = 10n ** 18n
const text = (units: bigint): string => decimalText(units, scale)
const total = (rows: readonly { readonly quantity: bigint }[]): bigint => rows.reduce((all, one) => all + one.quantity, 0n)
const keyOf = (one: {
  readonly kind: number
  readonly product_id: string
  readonly warehouse_id: string
  readonly from_warehouse_id: string | null
  readonly origin_no: string | null
  readonly need_on?: string
}): string => JSON.stringify([one.kind, one.product_id, one.warehouse_id, one.from_warehouse_id, one.origin_no, one.need_on ?? ''])
const withoutDay = (one: Parameters<typeof keyOf>[0]): string => keyOf({ ...one, need_on: '' })

/** More is asked for of an item than columns hold. */
export class TooMuch extends Error {
  readonly productId: string
  constructor(productId: string) {
    super('too much')
    this.productId = productId
  }
}

type Counts = Readonly<Record<'items' | 'lines' | 'late', number>>
/** Part by part: while one is written the next is worked out. */
export async function keepPlan(context: Context, tx: Tx, snapshot: Snapshot, parts: Iterable<Plan>): Promise<Counts> {
  const at = { tx, orgId: context.caller.orgId, now: context.now().toISOString(), snapshot, ...daysOf(snapshot.today, snapshot.calendar) }
  const before = await clear(at)
  let counts: Counts = { items: 0, lines: 0, late: 0 }
  let writing: Promise<unknown> = Promise.resolve()
  for (const part of parts) {
    const [cells, rows] = [part.cells.map(one => cellRow(at, one)), rowsOf(at, part, before)]
    counts = {
      items: counts.items + cells.length,
      lines: counts.lines + rows.length,
      late: counts.late + rows.filter(one => one.is_late === late).length,
    }
    await writing
    writing = write(at, cells, rows)
    // it is awaited with the next part
    writing.catch(() => {})
    await setImmediate()
  }
  await writing
  await sql`delete from mrp_item where org_id = ${at.orgId} and ran_at < ${at.now}::timestamptz`.execute(behind(tx))
  return counts
}

interface Keeping extends Pick<Days, 'dayOf'> {
  readonly tx: Tx
  readonly orgId: string
  readonly now: string
  readonly snapshot: Snapshot
}
const itemColumns = {
  product_id: 'bigint',
  warehouse_id: 'bigint',
  level: 'int',
  stock: 'numeric',
  incoming: 'numeric',
  asked: 'numeric',
  planned: 'numeric',
  safety: 'numeric',
  short_on: 'date',
  detail: 'text',
} as const
const lineColumns = {
  state: 'int',
  kind: 'int',
  product_id: 'bigint',
  quantity: 'numeric',
  chosen: 'numeric',
  warehouse_id: 'bigint',
  need_on: 'date',
  order_on: 'date',
  is_late: 'int',
  hint: 'int',
  origin_no: 'text',
  from_warehouse_id: 'bigint',
  supplier_id: 'bigint',
  bom_id: 'bigint',
  plan_key: 'text',
} as const
type Columns = Readonly<Record<string, string>>
type Valued<C extends Columns> = Readonly<Record<keyof C, string | number | null>>
const namesOf = (columns: Columns) => sql.join(Object.keys(columns).map(name => sql.ref(name)))
/** As arrays: JSON of so many rows would take longer to read than the rows to write. */
const unnested = <C extends Columns>(columns: C, rows: readonly Valued<C>[]) =>
  sql`unnest(${sql.join(Object.entries(columns).map(([name, type]) => sql`${rows.map(row => row[name])}::${sql.raw(type)}[]`))})`

/** One statement for a part, so that the database is at work while the next is worked out. */
async function write(
  { tx, orgId, now }: Keeping,
  cells: readonly Valued<typeof itemColumns>[],
  lines: readonly Valued<typeof lineColumns>[],
): Promise<void> {
  await sql`with kept as (
      insert into mrp_item (org_id, ran_at, ${namesOf(itemColumns)})
      select ${orgId}, ${now}::timestamptz, r.* from ${unnested(itemColumns, cells)} as r
      on conflict (org_id, product_id, warehouse_id) do update set
        (level, stock, incoming, asked, planned, safety, short_on, detail, ran_at) = (excluded.level, excluded.stock, excluded.incoming,
          excluded.asked, excluded.planned, excluded.safety, excluded.short_on, excluded.detail, excluded.ran_at)
      returning id, product_id, warehouse_id)
    insert into mrp_line (org_id, ran_at, ${namesOf(lineColumns)}, item_id)
    select ${orgId}, ${now}::timestamptz, r.*, k.id from ${unnested(lineColumns, lines)} as r (${namesOf(lineColumns)})
      join kept k on k.product_id = r.product_id and k.warehouse_id = r.warehouse_id`.execute(behind(tx))
}

const isStock = (one: Coming): boolean => one.origin.list === ''
function cellRow({ snapshot, dayOf }: Keeping, cell: Cell): Valued<typeof itemColumns> {
  const { productId, warehouseId, level, supplies, demands, safety, shortOn } = cell
  const [asked, came] = [total(demands), total(supplies)]
  if (asked > amountMax || came > amountMax) throw new TooMuch(productId)
  return {
    product_id: productId,
    warehouse_id: warehouseId,
    level,
    stock: text(total(supplies.filter(isStock))),
    incoming: text(total(supplies.filter(one => !isStock(one) && one.planned === null))),
    asked: text(asked),
    planned: text(total(supplies.filter(one => one.planned !== null))),
    safety: text(safety),
    short_on: shortOn === null ? null : dayOf(shortOn),
    detail: JSON.stringify(toldOf(cell, itemsOf(snapshot).get(productId), dayOf)),
  }
}
const known = new WeakMap<Snapshot, ReadonlyMap<string, Item>>()
const itemsOf = (snapshot: Snapshot): ReadonlyMap<string, Item> => {
  const items = known.get(snapshot) ?? new Map(snapshot.items.map(one => [one.productId, one]))
  known.set(snapshot, items)
  return items
}

/** Of another suggestion its key alone, of what it was read from list and number too. */
const eventOf = ({ day, quantity, origin: { list, id, no } }: Coming | Need, dayOf: (day: number) => string): EventKept =>
  list === mrpLine.type && no === '' ? [dayOf(day), text(quantity), id] : [dayOf(day), text(quantity), id, list, no]
function toldOf(cell: Cell, item: Item | undefined, dayOf: (day: number) => string): CellKept {
  const { source = 1, lead = 0, moq = '0', lot = '0', supplierId = null } = item ?? {}
  return {
    rule: { source, lead, moq, lot, supplierId, safety: text(cell.safety) },
    supplies: cell.supplies.map(one => eventOf(one, dayOf)),
    demands: cell.demands.map(one => eventOf(one, dayOf)),
    pegs: cell.pegs.map(one => [one.supply, one.demand, text(one.quantity)]),
  }
}

interface Kept {
  readonly kind: number
  readonly product_id: string
  readonly warehouse_id: string
  readonly from_warehouse_id: string | null
  readonly origin_no: string | null
  readonly need_on: string
  readonly chosen: string | null
  readonly state: number
}
interface Before {
  /** what somebody has typed stays with the new suggestion of the same */
  readonly chosen: ReadonlyMap<string, string | null>
  /** what is told alone stays accepted while it holds */
  readonly accepted: ReadonlySet<string>
  readonly ignored: ReadonlySet<string>
}
const same = sql`kind, product_id::text, warehouse_id::text, from_warehouse_id::text, origin_no`
/** Suggestions that are written anew are gone; what is kept of them. */
async function clear({ tx, orgId, snapshot }: Keeping): Promise<Before> {
  const isTold = sql`state = ${planStates.accepted[0]} and kind >= ${kinds.earlier}`
  const written = sql`org_id = ${orgId} and (state = ${planStates.proposed[0]} or ${isTold})`
  const { rows: gone } = await sql<Kept>`select ${same}, need_on::text, chosen::text, state from mrp_line
    where ${written} and (chosen is not null or ${isTold})`.execute(behind(tx))
  await sql`delete from mrp_line where ${written}`.execute(behind(tx))
  const { rows: still } = await sql<Kept>`select ${same} from mrp_line where org_id = ${orgId}
    and state = ${planStates.ignored[0]} and (until is null or until >= ${snapshot.today}::date)`.execute(behind(tx))
  return {
    chosen: new Map(gone.map(one => [keyOf(one), one.chosen])),
    accepted: new Set(gone.filter(one => one.state === planStates.accepted[0]).map(withoutDay)),
    ignored: new Set(still.map(withoutDay)),
  }
}

const [inTime, late] = [1, 2]
/** A bundle is no document: its parts are asked for, and it is put together when it goes. */
function rowsOf(
  { snapshot, dayOf }: Keeping,
  { lines }: Plan,
  { chosen, accepted, ignored }: Before,
): readonly Valued<typeof lineColumns>[] {
  const hintOf = (one: Suggestion): number | null => {
    if (one.isFrozen) return hints.frozen[0]
    if (itemsOf(snapshot).get(one.productId)?.isStopped === true) return hints.stopped[0]
    const isMade = one.kind === kinds.make || one.kind === kinds.subcontract
    return isMade && one.bomId === null ? hints.noBill[0] : null
  }
  return lines.flatMap(one => {
    if (one.kind === kinds.bundle) return []
    const row = {
      kind: one.kind,
      product_id: one.productId,
      quantity: text(one.quantity),
      warehouse_id: one.warehouseId,
      need_on: dayOf(one.due),
      order_on: dayOf(one.start),
      is_late: one.isLate ? late : inTime,
      hint: hintOf(one),
      origin_no: one.origin?.no ?? null,
      from_warehouse_id: one.fromId,
      supplier_id: one.kind === kinds.transfer ? null : one.supplierId,
      bom_id: one.bomId,
      plan_key: one.key,
    }
    if (ignored.size > 0 && ignored.has(withoutDay(row))) return []
    const state = accepted.size > 0 && accepted.has(withoutDay(row)) ? planStates.accepted[0] : planStates.proposed[0]
    return [{ ...row, state, chosen: chosen.size > 0 ? (chosen.get(keyOf(row)) ?? null) : null }]
  })
}
