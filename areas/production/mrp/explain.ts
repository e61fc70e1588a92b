/** Why a suggestion is there: what comes and is asked for of its item in order, what is left after each, and who gets what. */
import { sql } from 'kysely'
import { Object as O, Optional } from 'typebox'
import { needs, operations } from '#platform/declare/operations.ts'
import { permissionOf } from '#platform/declare/resource.ts'
import { add, subtract } from '#platform/format/decimal.ts'
import { call, Id, may, refuse, type Context } from '#platform/server/area.ts'
import { anyTable, tablesOf } from '#platform/server/database.ts'
import { leftByDay, leftWithoutOwn } from './left.ts'
import { mrpItem, mrpLine, mrpPermission } from './tables.ts'
import type { CellKept, EventKept, EventTold, Projection, ProjectionRow, RuleTold } from './wire.ts'

/** rows of one answer */
const rowsMax = 1_000

export const explainLine = call(
  {
    demand: needs(mrpPermission, operations.view),
    summary: 'MRP 建议和供需的过程',
    input: O({ id: Optional(Id()), itemId: Optional(Id()) }),
    write: false,
  },
  (context, { input }) => explained(context, input),
)

interface Own {
  readonly itemId: string | null
  readonly planKey: string | null
  readonly originNo: string | null
  readonly id: string
  readonly ranAt: string
}
interface Kept {
  readonly productId: string
  readonly warehouseId: string
  readonly ranAt: string
  readonly detail: string | null
}
async function explained(context: Context, { id, itemId }: { readonly id?: string; readonly itemId?: string }): Promise<Projection> {
  const own = id === undefined ? null : await lineOf(context, id)
  const of = itemId ?? own?.itemId ?? null
  const row = of === null ? null : await itemOf(context, of)
  if (row === null || row.detail === null) throw refuse.unknown(own === null ? mrpItem.title : mrpLine.title)
  const told = toldOf(JSON.parse(row.detail) as CellKept)
  const inOrder = orderOf(told)
  const names = await namesOf(context, row, told)
  const shown = await shownOf(context, told)
  const planned = await plannedOf(
    context,
    row.ranAt,
    inOrder.map(one => one.event),
  )
  let left = '0'
  const pegsOf = Map.groupBy(told.pegs, ([supply]) => supply)
  const rowOf = new Map(inOrder.map((one, at) => [one.isDemand ? one.at : -1, at]))
  const rows = inOrder.slice(0, rowsMax).map(({ event, isDemand, at }): ProjectionRow => {
    left = isDemand ? subtract(left, event.quantity) : add(left, event.quantity)
    const line = event.list === 'mrpLine' ? planned.get(event.id) : undefined
    const isHidden = event.list !== '' && line === undefined && !shown.has(`${event.list}:${event.id}`)
    return {
      ...event,
      id: line?.id ?? (isHidden || isKey(event.id) ? '' : event.id),
      // the line itself names the order that it is about
      no: isHidden && (own === null || event.no !== own.originNo) ? '' : event.no,
      isDemand,
      left,
      isPlanned: !isDemand && isKey(event.id),
      isOwn: !isDemand && own !== null && isOwn(own, row, event),
      what: line?.sku ?? '',
      pegs: isDemand ? [] : (pegsOf.get(at) ?? []).map(([, demand, quantity]) => ({ quantity, row: rowOf.get(demand) ?? 0 })),
    }
  })
  const { rule } = told
  return { productId: row.productId, ranAt: row.ranAt, rule, rows, days: leftByDay(rows), lack: leftWithoutOwn({ rows, rule }), ...names }
}

/** of suggestions of a run, until they are kept */
const isKey = (id: string): boolean => id.includes(':')
const isOwn = (own: Own, { ranAt }: Kept, { list, id, no }: EventTold): boolean =>
  list === 'mrpLine' ? id === own.id || (own.ranAt === ranAt && id === own.planKey) : own.originNo !== null && no === own.originNo

interface CellTold extends Pick<CellKept, 'pegs'> {
  readonly rule: RuleTold
  readonly supplies: readonly EventTold[]
  readonly demands: readonly EventTold[]
}
const toldOf = ({ supplies, demands, ...more }: CellKept): CellTold => {
  const eventOf = ([day, quantity, id, list = mrpLine.type ?? '', no = '']: EventKept): EventTold => ({ day, quantity, id, list, no })
  return { ...more, supplies: supplies.map(eventOf), demands: demands.map(eventOf) }
}

interface Placed {
  readonly event: EventTold
  readonly isDemand: boolean
  readonly at: number
}
/** Of a day supply comes first; both stand in the order in which they were given out. */
function orderOf({ supplies, demands }: CellTold): readonly Placed[] {
  const all = [
    ...supplies.map((event, at) => ({ event, isDemand: false, at })),
    ...demands.map((event, at) => ({ event, isDemand: true, at })),
  ]
  return all.toSorted((a, b) =>
    a.event.day === b.event.day ? Number(a.isDemand) - Number(b.isDemand) : a.event.day < b.event.day ? -1 : 1,
  )
}

async function lineOf({ db }: Context, id: string): Promise<Own | null> {
  const row = await tablesOf<typeof mrpLine>(db)
    .selectFrom('mrp_line as t')
    .where(sql<boolean>`t.id = ${id}`)
    .select([
      sql<string>`t.id::text`.as('id'),
      sql<string | null>`t.item_id::text`.as('itemId'),
      sql<string | null>`t.plan_key`.as('planKey'),
      sql<string | null>`t.origin_no`.as('originNo'),
      sql<string>`t.ran_at::text`.as('ranAt'),
    ])
    .executeTakeFirst()
  return row ?? null
}
async function itemOf({ db }: Context, id: string): Promise<Kept | null> {
  const row = await tablesOf<typeof mrpItem>(db)
    .selectFrom('mrp_item as t')
    .where(sql<boolean>`t.id = ${id}`)
    .select([
      sql<string>`t.product_id::text`.as('productId'),
      sql<string>`t.warehouse_id::text`.as('warehouseId'),
      sql<string>`t.ran_at::text`.as('ranAt'),
      sql<string | null>`t.detail`.as('detail'),
    ])
    .executeTakeFirst()
  return row ?? null
}

/** Names are the organisation's: who sees the item at its warehouse knows them. */
async function namesOf(
  { caller, db }: Context,
  row: Kept,
  { rule }: CellTold,
): Promise<{ sku: string; warehouse: string; supplier: string | null }> {
  const { rows } = await sql<{ sku: string; warehouse: string; supplier: string | null }>`select p.sku, w.name as warehouse,
      (select s.name from supplier s where s.org_id = ${caller.orgId} and s.id = ${rule.supplierId}::bigint) as supplier
    from product p, warehouse w where p.org_id = ${caller.orgId} and p.id = ${row.productId} and w.id = ${row.warehouseId}`.execute(
    db.withoutPlugins(),
  )
  return rows[0] ?? { sku: '', warehouse: '', supplier: null }
}

/** Which records behind the quantities the caller may open: of the others quantity and day are told alone. */
async function shownOf(context: Context, { supplies, demands }: CellTold): Promise<ReadonlySet<string>> {
  const shown = new Set<string>()
  const of = Map.groupBy(
    [...supplies, ...demands].filter(one => one.list !== '' && !isKey(one.id)),
    one => one.list,
  )
  for (const [list, events] of of) {
    const r = context.house.registry.types.get(list)
    if (r === undefined || !may(context.caller, permissionOf(r), operations.view)) continue
    const ids = [...new Set(events.map(one => one.id))]
    const rows = await anyTable(context.db)
      .selectFrom(`${r.table} as t`)
      .where(sql<boolean>`t.id = any(${ids}::bigint[])`)
      .select(sql<string>`t.id::text`.as('id'))
      .execute()
    for (const { id } of rows) shown.add(`${list}:${id}`)
  }
  return shown
}

/** Suggestions of the same run by their key, with the item that they make. */
async function plannedOf(
  { db, caller }: Context,
  ranAt: string,
  events: readonly EventTold[],
): Promise<ReadonlyMap<string, { readonly id: string; readonly sku: string }>> {
  const keys = [...new Set(events.flatMap(one => (one.list === 'mrpLine' && isKey(one.id) ? [one.id] : [])))]
  if (keys.length === 0) return new Map()
  const products = [...new Set(keys.map(key => key.split(':')[0] ?? ''))]
  const lines = await tablesOf<typeof mrpLine>(db)
    .selectFrom('mrp_line as t')
    .where(
      sql<boolean>`t.product_id = any(${products}::bigint[]) and t.plan_key = any(${keys}::text[]) and t.ran_at = ${ranAt}::timestamptz`,
    )
    .select([sql<string>`t.id::text`.as('id'), sql<string>`t.plan_key`.as('key')])
    .execute()
  const idOf = new Map(lines.map(one => [one.key, one.id]))
  const { rows } = await sql<{ id: string; sku: string }>`select id::text as id, sku from product
    where org_id = ${caller.orgId} and id = any(${products}::bigint[])`.execute(db.withoutPlugins())
  const skus = new Map(rows.map(one => [one.id, one.sku]))
  return new Map(keys.map(key => [key, { id: idOf.get(key) ?? '', sku: skus.get(key.split(':')[0] ?? '') ?? '' }]))
}
