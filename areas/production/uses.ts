/** What units that are received use of each part; of an order that draws by itself, what is not in production yet is issued with them. */
import { sentence } from '#platform/declare/sentence.ts'
import { compare, divide, isZero, multiply, subtract, sum } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { refuse } from '#platform/server/area.ts'
import { heldLines, type GoodsLine } from '#areas/goods/index.ts'
import { isOutside, leafOf, partOf, reasonOf, type At } from './at.ts'
import { takeFree } from './convert.ts'
import { isRework } from './copy-bills.ts'
import { lyingIn, recount, type Lying, type Material } from './orders.ts'
import { productionMaterial, productionOrder } from './order-tables.ts'

/** What of each part leaves the leaf, so that so many units together have taken what they need. */
export async function usesFor(at: At, whole: string): Promise<readonly GoodsLine[]> {
  const { server, tx, row, id } = at
  const units: Lying[] = [...(await lyingIn(tx, id))]
  const dues = (await recount(server, tx, id)).flatMap(material => {
    const due = subtract(divide(multiply(material.need, whole), asText(row['quantity']), 6, 'ceiling'), material.used)
    return compare(due, '0') <= 0 ? [] : [{ material, due }]
  })
  const mine = ({ id: lineId }: Material) => units.filter(one => one.lineId === lineId)
  const lacks = dues.flatMap(({ material, due }) => {
    const quantity = subtract(due, sum(mine(material).map(one => one.quantity)))
    return compare(quantity, '0') <= 0 ? [] : [{ material, quantity }]
  })
  const drawn = row['backflush'] === true && !isOutside(row) && !isRework(row) && lacks.length > 0 ? await draw(at, lacks) : []
  units.push(...drawn.map(lying))
  const uses = dues.flatMap(({ material, due }) => {
    const taken = partOf(mine(material), due)
    if (taken === null) throw refuse.rule(sentence`${material.sku} 在制不够 ${due}，请先领料`)
    return taken.map(one => ({ ...one, to: { outside: 'converted' } as const, reason: 'used' as const }))
  })
  return [...drawn, ...uses]
}
const lying = ({ lineId, productId, to, batchId, labelId, quantity }: GoodsLine): Lying => ({
  lineId: lineId ?? '',
  productId,
  from: asText(to),
  batchId: batchId ?? null,
  labelId: labelId ?? null,
  quantity,
})

/** So much of each part comes into the leaf: what is held for the order, then what is free; refused when that does not suffice. */
async function draw(at: At, lacks: readonly { readonly material: Material; readonly quantity: string }[]): Promise<readonly GoodsLine[]> {
  const { inside, tx, row, id } = at
  const leaf = await leafOf(at)
  const of = { document: productionOrder, lines: productionMaterial, warehouse: 'warehouseId' }
  const held = await heldLines(tx, of, id, leaf, reasonOf(row))
  const drawn: GoodsLine[] = []
  const wishes = lacks.flatMap(({ material, quantity }) => {
    let open = quantity
    for (const one of held.filter(line => line.lineId === material.id)) {
      if (isZero(open)) break
      const part = compare(one.quantity, open) < 0 ? one.quantity : open
      open = subtract(open, part)
      drawn.push({ ...one, quantity: part, holds: (one.holds ?? []).map(hold => ({ ...hold, quantity: part })) })
    }
    return isZero(open) ? [] : [{ id: material.id, productId: material.partId, sku: material.sku, quantity: open }]
  })
  if (wishes.length === 0) return drawn
  const where = { orgId: inside.caller.orgId, warehouseId: asText(row['warehouseId']), day: todayOf(inside) }
  return [...drawn, ...(await takeFree(tx, where, wishes)).map(one => ({ ...one, to: leaf, reason: reasonOf(row) }))]
}
