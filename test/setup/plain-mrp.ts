/**
 * Requirements planning, plainly and slowly: every day of the horizon one after the other, levels by walking all ways down, pegs unit by
 * unit of what is left. Numbers are whole millionths as bigint; nothing is shared with the product.
 */
export interface PlainItem {
  readonly id: string
  readonly source: number
  readonly moq: bigint
  readonly lot: bigint
  readonly safety: bigint
  readonly lead: number
}
export interface PlainBill {
  readonly id: string
  readonly product: string
  readonly base: bigint
  readonly from: number
  readonly to: number
  readonly lines: readonly { readonly part: string; readonly per: bigint; readonly scrap: bigint }[]
}
export interface PlainAmount {
  readonly product: string
  readonly warehouse: string
  readonly day: number
  readonly quantity: bigint
  readonly stock: boolean
  readonly sent: boolean
}
export interface PlainNet {
  readonly works: (day: number) => boolean
  readonly warehouses: readonly string[]
  readonly items: readonly PlainItem[]
  readonly bills: readonly PlainBill[]
  readonly supplies: readonly PlainAmount[]
  readonly demands: readonly PlainAmount[]
  readonly horizon: number
  readonly pullDays: number
  readonly transferDays: number
}
export interface PlainLine {
  readonly kind: string
  readonly product: string
  readonly warehouse: string
  readonly quantity: string
  readonly due: number
  readonly start: number
}

export function plainLevels(bills: readonly Pick<PlainBill, 'product' | 'lines'>[]): ReadonlyMap<string, number> {
  const levels = new Map<string, number>()
  const walk = (id: string, level: number): void => {
    levels.set(id, Math.max(levels.get(id) ?? 0, level))
    for (const bill of bills) if (bill.product === id) for (const { part } of bill.lines) walk(part, level + 1)
  }
  for (const { product } of bills) walk(product, 0)
  return levels
}

interface In {
  day: number
  quantity: bigint
  readonly kind: 'stock' | 'order' | 'planned'
  used: bigint
}
interface Out {
  readonly day: number
  quantity: bigint
  left: bigint
  readonly sent: boolean
}

export function plainPlan(net: PlainNet): { readonly lines: readonly PlainLine[]; readonly lowest: bigint } {
  const levels = plainLevels(net.bills)
  const ins: (In & { product: string; warehouse: string })[] = net.supplies
    .filter(one => one.day <= net.horizon)
    .map(one => ({ ...one, day: Math.max(0, one.day), kind: one.stock ? 'stock' : 'order', used: 0n }))
  const outs: (Out & { product: string; warehouse: string })[] = net.demands
    .filter(one => one.day <= net.horizon)
    .map(one => ({ ...one, day: Math.max(0, one.day), left: one.quantity }))
  const lines: PlainLine[] = []
  let lowest = 0n
  const depth = Math.max(0, ...levels.values())
  for (let level = 0; level <= depth; level++)
    for (const item of net.items.filter(one => (levels.get(one.id) ?? 0) === level)) {
      const at = (warehouse: string) => ({
        ins: ins.filter(one => one.product === item.id && one.warehouse === warehouse),
        outs: outs.filter(one => one.product === item.id && one.warehouse === warehouse),
      })
      const known = net.warehouses.filter(w => at(w).ins.length + at(w).outs.length > 0)
      const asked = known.filter(w => at(w).outs.some(one => !one.sent))
      const main = net.warehouses[0] ?? ''
      const safe = (w: string): bigint => ((asked.length > 0 ? asked.includes(w) : w === main) ? item.safety : 0n)
      const list = known.includes(main) || asked.length > 0 || item.safety === 0n ? known : [main, ...known]
      const spare = new Map<string, bigint>()
      for (const w of list) {
        const { ins: i, outs: o } = at(w)
        let most = i.filter(one => one.kind === 'stock').reduce((all, one) => all + one.quantity, 0n)
        for (let day = 0; day <= net.horizon; day++) {
          const balance = i.filter(one => one.day <= day).reduce((all, one) => all + one.quantity, 0n)
          const gone = o.filter(one => one.day <= day).reduce((all, one) => all + one.quantity, 0n)
          if (i.every(one => one.day > day) && o.every(one => one.day > day)) continue
          const free = balance - gone - safe(w)
          if (free < most) most = free
        }
        if (most > 0n) spare.set(w, most)
      }
      const isGiver = new Set(spare.keys())
      for (const w of [...list.filter(one => !isGiver.has(one)), ...list.filter(one => isGiver.has(one))])
        lowest = oneCell(net, item, w, safe(w), spare, { ins, outs, lines }, lowest)
    }
  return { lines, lowest }
}

interface All {
  readonly ins: (In & { product: string; warehouse: string })[]
  readonly outs: (Out & { product: string; warehouse: string })[]
  readonly lines: PlainLine[]
}
function oneCell(net: PlainNet, item: PlainItem, w: string, safety: bigint, spare: Map<string, bigint>, all: All, before: bigint): bigint {
  let lowest = before
  const own = <T extends { product: string; warehouse: string }>(rows: readonly T[]): T[] =>
    rows.filter(one => one.product === item.id && one.warehouse === w)
  const line = (kind: string, quantity: bigint, due: number, start: number): void => {
    all.lines.push({ kind, product: item.id, warehouse: w, quantity: String(quantity), due, start })
  }
  const told: [In, number][] = []
  for (let day = 0; day <= net.horizon; day++) {
    const balance = (): bigint =>
      own(all.ins).reduce((sum, one) => sum + (one.day <= day ? one.quantity : 0n), 0n) -
      own(all.outs).reduce((sum, one) => sum + (one.day <= day ? one.quantity : 0n), 0n)
    while (balance() < safety) {
      const later = own(all.ins)
        .filter(one => one.kind === 'order' && one.day > day && one.day <= day + net.pullDays)
        .toSorted((a, b) => a.day - b.day)[0]
      if (later === undefined) break
      told.push([later, later.day])
      later.day = day
    }
    if (balance() < safety) {
      let lacking = safety - balance()
      for (const [from, free] of spare) {
        if (from === w || free === 0n || lacking === 0n) continue
        const part = free < lacking ? free : lacking
        spare.set(from, free - part)
        lacking -= part
        line('transfer', part, day, day - net.transferDays)
        all.ins.push({ product: item.id, warehouse: w, day, quantity: part, kind: 'planned', used: 0n })
        const on = Math.max(0, day - net.transferDays)
        all.outs.push({ product: item.id, warehouse: from, day: on, quantity: part, left: part, sent: true })
      }
      if (lacking > 0n) order(net, item, w, day, lacking, all, line)
    }
    if (balance() - safety < lowest) lowest = balance() - safety
  }
  for (const [one, from] of told) line('earlier', one.quantity, one.day, from)
  // first in, first out, and what of orders is left
  for (const out of own(all.outs).toSorted((a, b) => a.day - b.day))
    for (const one of own(all.ins).toSorted((a, b) => a.day - b.day)) {
      const part = out.left < one.quantity - one.used ? out.left : one.quantity - one.used
      out.left -= part
      one.used += part
    }
  if (own(all.outs).some(one => one.left > 0n)) throw new Error('a demand without its pegs')
  const inBill = net.bills.some(b => b.product === item.id || b.lines.some(l => l.part === item.id))
  const isAsked = inBill || all.outs.some(o => o.product === item.id && !o.sent)
  let over = own(all.ins).reduce((sum, one) => sum + one.quantity - one.used, 0n) - safety
  for (const one of own(all.ins)
    .toSorted((a, b) => a.day - b.day)
    .toReversed()) {
    if (one.kind !== 'order' || !isAsked || over <= 0n || one.quantity === one.used) continue
    const part = over < one.quantity - one.used ? over : one.quantity - one.used
    line('surplus', part, one.day, one.day)
    over -= part
  }
  return lowest
}

function order(
  net: PlainNet,
  item: PlainItem,
  w: string,
  day: number,
  lacking: bigint,
  all: All,
  line: (kind: string, quantity: bigint, due: number, start: number) => void,
): void {
  let quantity = lacking > item.moq ? lacking : item.moq
  while (item.lot > 0n && quantity % item.lot !== 0n) quantity += item.lot - (quantity % item.lot)
  let start = day
  if (item.source === 1) start -= item.lead
  else
    for (let left = item.lead; left > 0;) {
      start--
      if (net.works(start)) left--
    }
  line(item.source === 1 ? 'buy' : 'make', quantity, day, start)
  all.ins.push({ product: item.id, warehouse: w, day, quantity, kind: 'planned', used: 0n })
  if (item.source === 1) return
  const on = Math.max(0, start)
  const bill = net.bills.find(one => one.product === item.id && one.from <= on && one.to >= on)
  for (const { part, per, scrap } of bill?.lines ?? []) {
    const top = quantity * per * (100_000_000n + scrap)
    const under = (bill?.base ?? 1n) * 100_000_000n
    const need = top / under + (top % under === 0n ? 0n : 1n)
    all.outs.push({ product: part, warehouse: w, day: on, quantity: need, left: need, sent: false })
  }
}
