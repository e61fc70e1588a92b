/** 转单: suggestions become drafts, ship plans by shop and destination, purchase requests by warehouse. Nothing is submitted by itself. */
import { sql } from 'kysely'
import { operations } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { todayOf } from '#platform/format/zones.ts'
import { act, refuse, type Context, type Tx } from '#platform/server/area.ts'
import { behind } from '#areas/goods/index.ts'
import { purchaseRequest } from '#areas/supply/index.ts'
import { shipPlan } from '../plan-tables.ts'
import { firstMade, byDocument, makeOf, refuseWithout, seenOf, openSuggestions, type MadeDocument } from './into-documents.ts'
import { planKinds, planLine } from './tables.ts'

/** lines of one document */
const [shipMax, buyMax] = [1_000, 500]
/** of purchase requests: replenishment */
const replenishment = 1

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
    when: { state: openSuggestions },
    reason: ['已转单或忽略的建议不能再转', 'What was turned or ignored is not turned'],
    confirm: ['把选中的建议转成发货计划和采购申请（草稿）？', 'Make ship plans and purchase requests (drafts) of these suggestions?'],
    result: 'page',
  },
  async (context, { input }) => turn(context, (input['ids'] ?? [input['id']]) as readonly string[]),
)

/** Opens the document where one was made, else the first of them. */
export const turn = (context: Context, ids: readonly string[]): Promise<{ page: MadeDocument }> =>
  context.write(async (tx, inside) => {
    const lines = await linesOf(inside, tx, ids)
    if (lines.length === 0) throw refuse.rule(sentence`没有可以转单的建议，请刷新后再选`)
    const homeless = lines.find(one => one.warehouseId === null)
    if (homeless !== undefined) throw refuse.rule(sentence`还没有自营仓库，不能转单；请先登记仓库`)
    const today = todayOf(inside)
    const made: MadeDocument[] = []
    const ships = lines.filter(one => one.kind === planKinds.ship[0])
    if (ships.length > 0) refuseWithout(inside, shipPlan)
    for (const of of byDocument(ships, one => `${one.shopId ?? ''}:${one.target ?? ''}:${one.toWarehouseId ?? ''}`, shipMax)) {
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
      made.push(await makeOf(inside, tx, [planLine, shipPlan], { ...header, lines: { added } }, of))
    }
    const buys = lines.filter(one => one.kind === planKinds.buy[0])
    if (buys.length > 0) refuseWithout(inside, purchaseRequest)
    for (const of of byDocument(buys, one => `${one.supplierId ?? ''}:${one.warehouseId ?? ''}`, buyMax)) {
      const added = of.map(one => ({
        productId: one.productId,
        quantity: String(one.units),
        needOn: one.needOn,
        warehouseId: one.warehouseId,
        supplierId: one.supplierId,
      }))
      const header = { businessOn: today, reason: replenishment }
      made.push(await makeOf(inside, tx, [planLine, purchaseRequest], { ...header, lines: { added } }, of))
    }
    return firstMade(made)
  })

/** Those of them that the caller sees and that still wait, locked: who turns them a moment later finds none. */
async function linesOf(context: Context, tx: Tx, ids: readonly string[]): Promise<readonly Line[]> {
  const seen = await seenOf(context, planLine, ids)
  const { rows } = await sql<Line>`select id::text as id, kind, product_id::text as "productId", label_id::text as "labelId",
      shop_id::text as "shopId", warehouse_id::text as "warehouseId", target, to_warehouse_id::text as "toWarehouseId",
      channel_id::text as "channelId", supplier_id::text as "supplierId", coalesce(chosen, quantity) as units, need_on::text as "needOn"
    from plan_line where id = any(${[...seen]}::bigint[]) and state = any(${openSuggestions}::int[])
      and coalesce(chosen, quantity) > 0 order by id for no key update`.execute(behind(tx))
  return rows
}
