/** 转单: suggestions become drafts, ship plans by shop and destination, purchase requests by warehouse. Nothing is submitted by itself. */
import { sql } from 'kysely'
import { operations } from '#platform/declare/operations.ts'
import { permissionOf, type Resource } from '#platform/declare/resource.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { todayOf } from '#platform/format/zones.ts'
import { act, may, refuse, type Context, type Tx } from '#platform/server/area.ts'
import { anyTable, inServersName } from '#platform/server/database.ts'
import { addRecord, oneRecord, setDerived } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { behind } from '#areas/goods/index.ts'
import { purchaseRequest } from '#areas/supply/index.ts'
import { shipPlan } from '../plan-tables.ts'
import { planStates } from './suggestion.ts'
import { planKinds, planLine } from './tables.ts'

/** lines of one document */
const [shipMax, buyMax] = [1_000, 500]
/** of purchase requests: replenishment */
const replenishment = 1
const waiting = [planStates.proposed[0], planStates.accepted[0]]

interface Line {
  readonly id: string
  readonly kind: number
  readonly productId: string
  readonly labelId: string | null
  readonly shopId: string | null
  readonly warehouseId: string | null
  readonly target: number | null
  readonly toWarehouseId: string | null
  readonly channelId: string | null
  readonly supplierId: string | null
  readonly units: number
  readonly needOn: string
}

export const turnLines = act(
  planLine,
  {
    name: 'turn',
    title: ['转单', 'Turn into documents'],
    over: 'rows',
    operation: operations.edit,
    when: { state: [planStates.proposed[0], planStates.accepted[0]] },
    reason: ['已转单或忽略的建议不能再转', 'What was turned or ignored is not turned'],
    confirm: ['把选中的建议转成发货计划和采购申请（草稿）？', 'Make ship plans and purchase requests (drafts) of these suggestions?'],
    result: 'page',
  },
  async (context, { input }) => turn(context, (input['ids'] ?? [input['id']]) as readonly string[]),
)

/** Opens the document where one was made, else the first of them. */
export const turn = (context: Context, ids: readonly string[]): Promise<{ page: { list: string; id: string } }> =>
  context.write(async (tx, inside) => {
    const lines = await linesOf(inside, tx, ids)
    if (lines.length === 0) throw refuse.rule(sentence`没有可以转单的建议，请刷新后再选`)
    const homeless = lines.find(one => one.warehouseId === null)
    if (homeless !== undefined) throw refuse.rule(sentence`还没有自营仓库，不能转单；请先登记仓库`)
    const today = todayOf(inside)
    const made: { list: string; id: string }[] = []
    const ships = lines.filter(one => one.kind === planKinds.ship[0])
    if (ships.length > 0) refuseWithout(inside, shipPlan)
    for (const of of grouped(ships, one => `${one.shopId ?? ''}:${one.target ?? ''}:${one.toWarehouseId ?? ''}`, shipMax)) {
      const added = of.map(one => ({
        productId: one.productId,
        labelId: one.labelId,
        quantity: String(one.units),
        needOn: one.needOn,
        fromWarehouseId: one.warehouseId,
        target: one.target,
        toWarehouseId: one.toWarehouseId,
        channelId: one.channelId,
      }))
      const header = { businessOn: today, shopId: of[0]?.shopId ?? null, month: today.slice(0, 7) }
      made.push(await make(inside, tx, shipPlan, { ...header, lines: { added } }, of))
    }
    const buys = lines.filter(one => one.kind === planKinds.buy[0])
    if (buys.length > 0) refuseWithout(inside, purchaseRequest)
    for (const of of grouped(buys, one => `${one.supplierId ?? ''}:${one.warehouseId ?? ''}`, buyMax)) {
      const added = of.map(one => ({
        productId: one.productId,
        quantity: String(one.units),
        needOn: one.needOn,
        warehouseId: one.warehouseId,
        supplierId: one.supplierId,
      }))
      const header = { businessOn: today, reason: replenishment }
      made.push(await make(inside, tx, purchaseRequest, { ...header, lines: { added } }, of))
    }
    const [first] = made
    if (first === undefined) throw refuse.rule(sentence`没有可以转单的建议，请刷新后再选`)
    return { page: first }
  })

function refuseWithout(context: Context, document: Resource): void {
  if (!may(context.caller, permissionOf(document), operations.add)) throw refuse.rule(sentence`没有新增${document.title}的权限，不能转单`)
}

/** Those of them that the caller sees and that still wait, locked: who turns them a moment later finds none. */
async function linesOf(context: Context, tx: Tx, ids: readonly string[]): Promise<readonly Line[]> {
  const seen = await anyTable(context.db)
    .selectFrom('plan_line as l')
    .where(sql<boolean>`l.id = any(${ids.filter(id => /^\d{1,18}$/.test(String(id)))}::bigint[])`)
    .select(sql<string>`l.id::text`.as('id'))
    .execute()
  const { rows } = await sql<Line>`select id::text as id, kind, product_id::text as "productId", label_id::text as "labelId",
      shop_id::text as "shopId", warehouse_id::text as "warehouseId", target, to_warehouse_id::text as "toWarehouseId",
      channel_id::text as "channelId", supplier_id::text as "supplierId", coalesce(chosen, quantity) as units, need_on::text as "needOn"
    from plan_line where id = any(${seen.map(one => one.id)}::bigint[]) and state = any(${waiting}::int[])
      and coalesce(chosen, quantity) > 0 order by id for no key update`.execute(behind(tx))
  return rows
}

function grouped(lines: readonly Line[], by: (line: Line) => string, most: number): readonly (readonly Line[])[] {
  return [...Map.groupBy(lines, by).values()].flatMap(of =>
    Array.from({ length: Math.ceil(of.length / most) }, (_, at) => of.slice(at * most, (at + 1) * most)),
  )
}

type Values = Readonly<Record<string, unknown>>
async function make(
  context: Context,
  tx: Tx,
  document: Resource,
  header: Values,
  of: readonly Line[],
): Promise<{ list: string; id: string }> {
  const { id } = await addRecord(context, document, header)
  const { no } = await oneRecord(context, document, id)
  const server = await inServersName(context, tx, 'suggestions that became documents')
  await takeSteps(server, planLine, { ids: of.map(one => ({ id: one.id })), pick: { step: 'turn' }, input: {}, byProgram: true })
  await setDerived(
    server,
    planLine,
    of.map(one => ({ id: one.id, documentNo: no })),
  )
  return { list: document.type ?? '', id }
}
