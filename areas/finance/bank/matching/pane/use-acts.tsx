/** What a person does on the page of bank matching: accepts, confirms, books, ticks, takes back. */
import { isZero } from '#platform/format/decimal.ts'
import type { Candidate } from '../answers.ts'
import { keepsLines, remainderCodes } from './rest.tsx'
import type { Desk } from './use-desk.tsx'

export interface Acts {
  readonly mayMatch: boolean
  accept(one: Candidate | undefined): void
  confirm(): void
  book(item: number): void
  /** by its place in the right pane: suggestions, then payments */
  tickAt(place: number): void
  undo(): void
}

/** What accepting a candidate asks of the server. */
function acceptance(one: Candidate, markedRow: string) {
  if (one.isProposed) return { path: '/bankReconcile/accept', body: { ids: [markedRow], key: one.key } } as const
  const body = {
    ids: [markedRow, ...one.others.map(line => line.rowId)],
    expectedIds: one.payments.map(payment => payment.id),
    item: one.item,
    remainder: isZero(one.difference) ? remainderCodes.keep : remainderCodes.charge,
  }
  return { path: '/bankReconcile/match', body } as const
}

export function useActs(desk: Desk, isBusy: boolean): Acts {
  const { marked, choice, writes, beside } = desk
  const mayMatch = desk.mayEdit && !isBusy
  const match = (more: Readonly<Record<string, unknown>>, keeps: boolean, paid: readonly string[]): void => {
    const ids = choice.chosen.map(one => one.id)
    const body = { ids: choice.chosen.map(one => one.rowId), ...more }
    writes.match({ path: '/bankReconcile/match', body, lines: ids, payments: paid, keepsLines: keeps })
    if (keeps) choice.clear()
    else desk.leave(ids)
  }
  return {
    mayMatch,
    accept(one) {
      if (one === undefined || marked === null || !mayMatch) return
      const lines = [marked.id, ...one.others.map(line => line.id)]
      writes.match({
        ...acceptance(one, marked.rowId),
        lines,
        payments: one.payments.map(payment => payment.id),
        keepsLines: false,
      })
      desk.leave(lines)
    },
    confirm() {
      const { standing, remainder, converting } = choice
      if (!mayMatch || standing.why !== null) return
      const paid = [...choice.payments.keys()]
      const given = Object.fromEntries(Object.entries(converting).filter(([, value]) => value.trim() !== ''))
      const kept = keepsLines(standing, remainder)
      const isConversion = standing.differences.length === 2
      const more = { expectedIds: paid, remainder: remainderCodes[remainder ?? 'keep'], ...(isConversion ? given : {}) }
      // payments of which a part stays open are offered again
      match(more, kept, remainder === 'keep' && !kept ? [] : paid)
    },
    book(item) {
      desk.setBooking(false)
      if (mayMatch && choice.chosen.length > 0) match({ item, expectedIds: [] }, false, [])
      desk.boxes.lines.current?.focus()
    },
    tickAt(place) {
      const candidate = beside.suggestions[place]
      const payment = beside.payments[place - beside.suggestions.length]
      desk.setAt(place)
      if (candidate !== undefined) choice.tickCandidate(candidate)
      else if (payment !== undefined) choice.tickPayment(payment)
    },
    undo() {
      const [first] = writes.undo()
      if (first !== undefined) desk.setMarked(first)
    },
  }
}
