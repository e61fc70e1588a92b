/** What becomes of the goods issue of an order. Pure. */
import { outboundStates as states } from '../documents/words.ts'
import { orderNotes } from '../documents/out-tables.ts'

export interface OrderedLine {
  /** shop, order and line */
  readonly key: string
  readonly sku: string
  readonly quantity: string
  readonly productId: string | null
  readonly labelId: string | null
  readonly dueOn: string | null
  /** paid, not shipped, to be sent by the seller */
  readonly isOpen: boolean
  /** cancelled, or refunded */
  readonly isGone: boolean
  readonly isCancelled: boolean
  /** another document has it */
  readonly isElsewhere: boolean
}
export interface IssuedLine {
  readonly id: string
  readonly key: string
  readonly productId: string
  readonly labelId: string | null
  readonly quantity: string
}
export interface Issued {
  readonly id: string
  readonly warehouseId: string
  readonly state: number
  readonly note: number | null
  readonly unpaired: string
  /** it is not short, or some of what it lacks has come */
  readonly mayTake: boolean
  readonly lines: readonly IssuedLine[]
}
export type Paired = OrderedLine & { readonly productId: string }
export type Decision =
  | { readonly do: 'nothing' | 'cancel' | 'allocate' }
  | { readonly do: 'write'; readonly lines: readonly Paired[]; readonly unpaired: string }
  | { readonly do: 'note'; readonly note: number | null }

const unpairedMax = 500
const listedAs = ({ key, productId, labelId, quantity }: Omit<IssuedLine, 'id'>): string =>
  [key, productId, labelId ?? '', Number(quantity)].join('\n')

/** `issued`: the document of the order that is not shipped, or one that was shipped. */
export function decide(ordered: readonly OrderedLine[], issued: Issued | null): Decision {
  const mine = new Set(issued?.lines.map(one => one.key))
  if (issued?.state === states.shipped[0]) {
    const left = ordered.filter(one => mine.has(one.key) && !one.isCancelled)
    return left.length === 0 && issued.note !== orderNotes.cancelled[0] ? { do: 'note', note: orderNotes.cancelled[0] } : { do: 'nothing' }
  }
  const wanted = ordered.filter(one => !one.isGone && !one.isElsewhere && Number(one.quantity) > 0 && (one.isOpen || mine.has(one.key)))
  const lines = wanted.flatMap(one => (one.productId === null ? [] : [{ ...one, productId: one.productId }]))
  const unpaired = [...new Set(wanted.flatMap(one => (one.productId === null ? [one.sku] : [])))].join('、').slice(0, unpairedMax)
  if (issued === null) return wanted.length === 0 ? { do: 'nothing' } : { do: 'write', lines, unpaired }
  if (issued.state === states.asked[0]) return { do: 'nothing' }
  if (wanted.length === 0) return { do: 'cancel' }
  const isSame = sorted(lines.map(listedAs)) === sorted(issued.lines.map(listedAs)) && unpaired === issued.unpaired
  if (issued.state === states.picking[0] || issued.state === states.picked[0]) {
    const note = isSame ? null : orderNotes.changed[0]
    return note === issued.note ? { do: 'nothing' } : { do: 'note', note }
  }
  if (!isSame) return { do: 'write', lines, unpaired }
  return { do: issued.state === states.open[0] && issued.mayTake ? 'allocate' : 'nothing' }
}
const sorted = (texts: readonly string[]): string => [...texts].sort().join('\n\n')
