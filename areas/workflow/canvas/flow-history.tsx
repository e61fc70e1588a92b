/** What was done to a flow, to take back and do again. Pure. */
import type { FlowDefinition } from '#platform/declare/flow.ts'

export interface History {
  readonly past: readonly FlowDefinition[]
  readonly now: FlowDefinition
  readonly future: readonly FlowDefinition[]
  /** what the last change was of: the next one of the same is one with it, e.g. letters typed into one field */
  readonly of: string | null
}
export type HistoryAction =
  | { readonly do: 'change'; readonly to: FlowDefinition; readonly of?: string }
  | { readonly do: 'undo' }
  | { readonly do: 'redo' }

const pastMax = 100

export const historyOf = (now: FlowDefinition): History => ({ past: [], now, future: [], of: null })

export function historyAfter(history: History, action: HistoryAction): History {
  const { past, now, future } = history
  switch (action.do) {
    case 'change': {
      if (action.to === now) return history
      const isSame = action.of !== undefined && action.of === history.of && past.length > 0
      return { past: isSame ? past : [...past, now].slice(-pastMax), now: action.to, future: [], of: action.of ?? null }
    }
    case 'undo': {
      const before = past.at(-1)
      return before === undefined ? history : { past: past.slice(0, -1), now: before, future: [now, ...future], of: null }
    }
    case 'redo': {
      const [next, ...rest] = future
      return next === undefined ? history : { past: [...past, now], now: next, future: rest, of: null }
    }
  }
}
