/**
 * Where the money of a payment went: what came into an account leaves it in the order in which it came. What moves to another own account
 * or is converted goes on there. Pure; amounts are whole numbers of 1/10,000.
 */
export interface Moved {
  readonly id: string
  readonly accountId: string
  readonly currency: string
  readonly day: string
  /** signed: positive comes in */
  readonly amount: bigint
}
/** Lines of one transfer or conversion between own accounts. */
export interface Passage {
  readonly id: string
  readonly isConversion: boolean
  readonly lines: readonly string[]
}
export interface Paid {
  readonly lineId: string
  readonly paymentId: string
  readonly amount: bigint
}
export interface Step {
  readonly paymentId: string
  readonly kind: 'arrived' | 'moved' | 'converted' | 'spent' | 'held'
  readonly day: string
  readonly accountId: string
  readonly currency: string
  readonly amount: bigint
  readonly to: { readonly accountId: string; readonly currency: string; readonly amount: bigint } | null
}
export interface Followed {
  readonly lines: readonly Moved[]
  readonly passages: readonly Passage[]
  readonly paid: readonly Paid[]
  /** what was in an account before its first line, by account and currency */
  readonly opening: ReadonlyMap<string, bigint>
}
/** Part of what is in an account: of a payment, or of nobody knows what. */
interface Share {
  readonly paymentId: string | null
  readonly amount: bigint
}

export const placeKey = ({ accountId, currency }: Pick<Moved, 'accountId' | 'currency'>): string => `${accountId} ${currency}`
const sumOf = (all: readonly { readonly amount: bigint }[]): bigint => all.reduce((sum, one) => sum + one.amount, 0n)

/** Takes so much from the front; what is not there is nobody's. */
function take(queue: Share[], wanted: bigint): Share[] {
  const taken: Share[] = []
  let rest = wanted
  while (rest > 0n) {
    const [first] = queue
    if (first === undefined) return [...taken, { paymentId: null, amount: rest }]
    const amount = first.amount < rest ? first.amount : rest
    taken.push({ ...first, amount })
    rest -= amount
    if (amount === first.amount) queue.shift()
    else queue[0] = { ...first, amount: first.amount - amount }
  }
  return taken
}

/** The same shares of another sum, exact in all: each share ends where its part of the whole ends, cut off. */
function scaled(shares: readonly Share[], whole: bigint): Share[] {
  const total = sumOf(shares)
  let [before, given] = [0n, 0n]
  return shares.map(share => {
    before += share.amount
    const until = total === 0n ? 0n : (before * whole) / total
    const amount = until - given
    given = until
    return { ...share, amount }
  })
}

interface Source {
  readonly line: Moved
  readonly shares: readonly Share[]
}

/** All lines of a passage have come by: what left goes into what came. */
function pass(passage: Passage, into: readonly Moved[], sources: readonly Source[], queueOf: (line: Moved) => Share[]): Step[] {
  const steps: Step[] = []
  const left = sources.flatMap(({ line, shares }) => shares.map(share => ({ line, share })))
  const rest = scaled(
    left.map(one => one.share),
    sumOf(into),
  ).map(one => one.amount)
  const gone = left.map(one => one.share.amount)
  let at = 0
  for (const line of into) {
    let wanted = line.amount
    while (at < left.length && wanted > 0n) {
      const [whole, source] = [rest[at] ?? 0n, left[at]]
      if (source === undefined) break
      const amount = whole < wanted ? whole : wanted
      const isLast = amount === whole
      // the part of what left that this is of
      const given = isLast ? (gone[at] ?? 0n) : ((gone[at] ?? 0n) * amount) / whole
      const { paymentId } = source.share
      if (paymentId !== null)
        steps.push({
          paymentId,
          kind: passage.isConversion ? 'converted' : 'moved',
          day: line.day,
          accountId: source.line.accountId,
          currency: source.line.currency,
          amount: given,
          to: { accountId: line.accountId, currency: line.currency, amount },
        })
      if (amount > 0n) queueOf(line).push({ paymentId, amount })
      wanted -= amount
      rest[at] = whole - amount
      gone[at] = (gone[at] ?? 0n) - given
      if (isLast) at += 1
    }
    if (wanted > 0n) queueOf(line).push({ paymentId: null, amount: wanted })
  }
  return steps
}

/** What is left at the end, by payment. */
const heldIn = (queues: ReadonlyMap<string, readonly Share[]>, day: string): Step[] =>
  [...queues].flatMap(([key, queue]) => {
    const [accountId = '', currency = ''] = key.split(' ')
    return [...Map.groupBy(queue, one => one.paymentId)].flatMap(([paymentId, shares]): Step[] =>
      paymentId === null ? [] : [{ paymentId, kind: 'held', day, accountId, currency, amount: sumOf(shares), to: null }],
    )
  })

export function follow({ lines, passages, paid, opening }: Followed): Step[] {
  const steps: Step[] = []
  const queues = new Map<string, Share[]>(
    [...opening].flatMap(([key, amount]) => (amount > 0n ? [[key, [{ paymentId: null, amount }]]] : [])),
  )
  const queueOf = (line: Moved): Share[] => {
    const there = queues.get(placeKey(line)) ?? []
    queues.set(placeKey(line), there)
    return there
  }
  const tags = Map.groupBy(paid, one => one.lineId)
  const byId = new Map(lines.map(line => [line.id, line]))
  const passageOf = new Map(passages.flatMap(one => one.lines.map(id => [id, one] as const)))
  const done = new Map<string, { left: Set<string>; sources: Source[] }>()
  for (const one of passages) done.set(one.id, { left: new Set(one.lines), sources: [] })

  const ordered = lines.toSorted(
    (a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : Number(b.amount > 0n) - Number(a.amount > 0n)) || Number(a.id) - Number(b.id),
  )
  for (const line of ordered) {
    const passage = passageOf.get(line.id)
    const state = passage === undefined ? undefined : done.get(passage.id)
    if (line.amount < 0n) {
      const shares = take(queueOf(line), -line.amount)
      if (state !== undefined) state.sources.push({ line, shares })
      else
        for (const { paymentId, amount } of shares)
          if (paymentId !== null)
            steps.push({ paymentId, kind: 'spent', day: line.day, accountId: line.accountId, currency: line.currency, amount, to: null })
    } else if (state === undefined) {
      const queue = queueOf(line)
      const mine = tags.get(line.id) ?? []
      for (const { paymentId, amount } of mine) {
        queue.push({ paymentId, amount })
        steps.push({ paymentId, kind: 'arrived', day: line.day, accountId: line.accountId, currency: line.currency, amount, to: null })
      }
      const unknown = line.amount - sumOf(mine)
      if (unknown > 0n) queue.push({ paymentId: null, amount: unknown })
    }
    if (passage !== undefined && state !== undefined) {
      state.left.delete(line.id)
      const into = passage.lines.flatMap(id => byId.get(id) ?? []).filter(one => one.amount > 0n)
      if (state.left.size === 0) steps.push(...pass(passage, into, state.sources, queueOf))
    }
  }
  return [...steps, ...heldIn(queues, ordered.at(-1)?.day ?? '')]
}
