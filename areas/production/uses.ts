/** What units that are received use of each part; of an order that draws by itself, what is not in production yet is issued with them. */
import { sentence } from '#platform/declare/sentence.ts'
import { compare, divide, isZero, multiply, subtract, sum } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { refuse } from '#platform/server/area.ts'
import { heldLines, type GoodsLine } from '#areas/goods/index.ts'
import { isOutside, leafOf, partOf, reasonOf, type At } from './at.ts'
import { takeFree } from './convert.ts'
import { lyingIn, recount, type Lying, type Material } from './orders.ts'
import { productionMaterial, productionOrder } from './order-tables.ts'

/** What of each part leaves the leaf, so that so many units together have taken what they need. */
export async function usesFor(at: At, whole: string): Promise<readonly GoodsLine[]> {
  const { server, tx, row, id } = at
  const units: Lying[] = [...(await lyingIn(tx, id))]
  const drawn: GoodsLine[] = []
  const uses: GoodsLine[] = []
  for (const material of await recount(server, tx, id)) {
    const due = subtract(divide(multiply(material.need, whole), asText(row['quantity']), 6, 'ceiling'), material.used)
    if (compare(due, '0') <= 0) continue
    const mine = () => units.filter(one => one.lineId === material.id)
    const lack = subtract(due, sum(mine().map(one => one.quantity)))
    if (row['backflush'] === true && !isOutside(row) && compare(lack, '0') > 0) {
      const lines = await draw(at, material, lack)
      drawn.push(...lines)
      units.push(...lines.map(one => lying(one, material.id)))
    }
    const taken = partOf(mine(), due)
    if (taken === null) throw refuse.rule(sentence`${material.sku} 在制不够 ${due}，请先领料`)
    uses.push(...taken.map(one => ({ ...one, to: { outside: 'converted' } as const, reason: 'used' as const })))
  }
  return [...drawn, ...uses]
}
const lying = ({ productId, to, batchId, labelId, quantity }: GoodsLine, lineId: string): Lying => ({
  lineId,
  productId,
  from: asText(to),
  batchId: batchId ?? null,
  labelId: labelId ?? null,
  quantity,
})

/** So much of a part comes into the leaf: what is held for the order, then what is free; refused when that does not suffice. */
async function draw(at: At, material: Material, quantity: string): Promise<readonly GoodsLine[]> {
  const { inside, tx, row, id } = at
  const leaf = await leafOf(at)
  const of = { document: productionOrder, lines: productionMaterial, warehouse: 'warehouseId' }
  let open = quantity
  const held = (await heldLines(tx, of, id, leaf, reasonOf(row))).flatMap(one => {
    if (one.lineId !== material.id || isZero(open)) return []
    const part = compare(one.quantity, open) < 0 ? one.quantity : open
    open = subtract(open, part)
    return [{ ...one, quantity: part, holds: (one.holds ?? []).map(hold => ({ ...hold, quantity: part })) }]
  })
  if (isZero(open)) return held
  const where = { orgId: inside.caller.orgId, warehouseId: asText(row['warehouseId']), day: todayOf(inside) }
  const wish = { id: material.id, productId: material.partId, sku: material.sku, quantity: open }
  return [...held, ...(await takeFree(tx, where, [wish])).map(one => ({ ...one, to: leaf, reason: reasonOf(row) }))]
}
