/** What is ticked on both sides, and what becomes of what is left between them. */
import { useState } from 'react'
import type { Candidate, PaymentAnswer } from '../answers.ts'
import type { OpenLine } from './lines.tsx'
import { standingOf, type Remainder, type Standing } from './rest.tsx'

export type ChosenLine = Pick<OpenLine, 'id' | 'rowId' | 'open' | 'currency'>
/** What a conversion may need beside its two amounts. */
export interface Converting {
  readonly rate: string
  readonly fee: string
  readonly reason: string
}
interface State {
  readonly lines: ReadonlyMap<string, ChosenLine>
  readonly payments: ReadonlyMap<string, PaymentAnswer>
  readonly remainder: Remainder | null
  readonly converting: Converting
}
const nothing: State = { lines: new Map(), payments: new Map(), remainder: null, converting: { rate: '', fee: '', reason: '' } }

/** All of them in, or all of them out. */
function toggled<T extends { readonly id: string }>(map: ReadonlyMap<string, T>, all: readonly T[]): Map<string, T> {
  const isIn = all.every(one => map.has(one.id))
  const next = new Map(map)
  for (const one of all) {
    if (isIn) next.delete(one.id)
    else next.set(one.id, one)
  }
  return next
}

export interface Choice extends State {
  /** the ticked lines, else the marked one */
  readonly chosen: readonly ChosenLine[]
  readonly standing: Standing
  readonly isEmpty: boolean
  clear(): void
  tickLine(line: ChosenLine): void
  tickPayment(payment: PaymentAnswer): void
  tickCandidate(candidate: Candidate): void
  setRemainder(remainder: Remainder): void
  setConverting(change: Partial<Converting>): void
}

export function useChoice(marked: OpenLine | null): Choice {
  const [state, setState] = useState<State>(nothing)
  const { lines, payments, remainder } = state
  const chosen = lines.size > 0 ? [...lines.values()] : marked === null ? [] : [marked]
  return {
    ...state,
    chosen,
    standing: standingOf(chosen, [...payments.values()], remainder),
    isEmpty: lines.size === 0 && payments.size === 0,
    clear: () => setState(nothing),
    tickLine: line => setState(was => ({ ...was, lines: toggled(was.lines, [line]) })),
    tickPayment: payment => setState(was => ({ ...was, payments: toggled(was.payments, [payment]) })),
    // lines of a transfer go along with the marked one
    tickCandidate: ({ payments: all, others }) =>
      setState(was => ({
        ...was,
        payments: all.length === 0 ? was.payments : toggled(was.payments, all),
        lines: others.length === 0 ? was.lines : toggled(was.lines, [...(marked === null ? [] : [marked]), ...others]),
      })),
    setRemainder: next => setState(was => ({ ...was, remainder: next })),
    setConverting: change => setState(was => ({ ...was, converting: { ...was.converting, ...change } })),
  }
}
