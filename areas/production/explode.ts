/** Bills as a net of products: one product with all its parts. Quantities are decimal texts. Pure. */
import { add, divide, multiply } from '#platform/format/decimal.ts'

export interface Bill {
  readonly bomId: string
  readonly productId: string
  readonly kind: number
  readonly base: string
  readonly fee: string
  readonly lines: readonly BillLine[]
}
export interface BillLine {
  readonly partId: string
  readonly per: string
  /** percent */
  readonly scrap: string
}
const scale = 6

/** What so many units of a product take of a part, with scrap; rounded up to six decimals, so that there is never too little. */
export const takenOf = (units: string, base: string, { per, scrap }: BillLine): string =>
  divide(multiply(multiply(units, per), add('100', scrap)), multiply(base, '100'), scale, 'ceiling')

export interface TreeNode {
  readonly key: string
  readonly level: number
  readonly productId: string
  readonly bomId: string | null
  readonly kind: number | null
  readonly per: string
  readonly scrap: string
  /** for one unit of the top */
  readonly quantity: string
  readonly children: readonly TreeNode[]
}
const nodesMax = 3_000
const depthMax = 20

/** One unit of a product with its parts, parts of parts and so on; null: more than anybody reads. */
export function treeOf(productId: string, billOf: (productId: string) => Bill | null): TreeNode | null {
  let count = 0
  const node = (id: string, key: string, level: number, line: BillLine | null, quantity: string): TreeNode => {
    const bill = level < depthMax ? billOf(id) : null
    count++
    const children =
      bill === null || count > nodesMax
        ? []
        : bill.lines.map((one, at) => node(one.partId, `${key}-${at}`, level + 1, one, takenOf(quantity, bill.base, one)))
    const { per = '1', scrap = '0' } = line ?? {}
    return { key, level, productId: id, bomId: bill?.bomId ?? null, kind: bill?.kind ?? null, per, scrap, quantity, children }
  }
  const top = node(productId, '0', 0, null, '1')
  return count > nodesMax ? null : top
}

/** What a unit costs: that of its parts with scrap, and the fee; of what has no bill its own. null: one of them has none. */
export function costOf(
  { productId, quantity, bomId, children }: TreeNode,
  own: (productId: string) => string | null,
  feeOf: (bomId: string) => string,
): string | null {
  if (bomId === null || children.length === 0) {
    const unit = own(productId)
    return unit === null ? null : divide(multiply(unit, quantity), '1', 8, 'halfUp')
  }
  let sum: string | null = divide(multiply(feeOf(bomId), quantity), '1', 8, 'halfUp')
  for (const child of children) {
    const cost = costOf(child, own, feeOf)
    sum = sum === null || cost === null ? null : add(sum, cost)
  }
  return sum
}
