/** The clock of a work order on the working calendar. Pure: from the log of its moves and the hours of its type. */
import type { WorkClock } from '#platform/format/working-time.ts'
import { orderCodes } from './order-codes.ts'

/** The order came into a state. */
export interface ClockMove {
  /** ms since 1970 UTC */
  readonly at: number
  /** code of the state */
  readonly to: number
}
/** Hours of working time that its type grants. */
export interface ClockHours {
  readonly response: number
  readonly solution: number
}
export interface OrderClock {
  /** minutes of work until somebody accepted it, or until now */
  readonly responseMinutes: number
  /** minutes of work until it was solved for the first time, or until now; not those in which it waited for the requester */
  readonly solutionMinutes: number
  /** ms */
  readonly responseDue: number
  /** ms; null: the clock stands still before all was spent, as it waits or was solved */
  readonly solutionDue: number | null
  /** ms; what is due next: an answer, then a solution. null: it waits, or was solved */
  readonly due: number | null
  readonly state: 'running' | 'stopped' | 'ended'
}

const hourMinutes = 60
const { accepted, waiting, solved, finished, rated, rejected, withdrawn } = orderCodes
const answered: ReadonlySet<number> = new Set([accepted, rejected, withdrawn])
const ended: ReadonlySet<number> = new Set([solved, finished, rated, rejected, withdrawn])

/** `moves`: oldest first, the first of them is how the order began. */
export function clockOf(moves: readonly ClockMove[], hours: ClockHours, clock: WorkClock, now: number): OrderClock {
  const begun = moves[0]?.at ?? now
  const answer = moves.find(({ to }) => answered.has(to))
  const isAnswered = answer !== undefined
  const answeredAt = answer?.at ?? now
  const [responseAllowed, solutionAllowed] = [hours.response * hourMinutes, hours.solution * hourMinutes]
  let spent = 0
  /** since when it runs; null: it stands still */
  let since: number | null = begun
  /** when all that is granted was spent */
  let reached: number | null = null
  const stop = (at: number): void => {
    if (since === null) return
    const before = spent
    spent += clock.minutesBetween(since, at)
    if (reached === null && spent >= solutionAllowed) reached = clock.add(since, solutionAllowed - before)
    since = null
  }
  for (const { at, to } of moves.slice(1)) {
    if (ended.has(to) || to === waiting) stop(at)
    else since ??= at
    if (ended.has(to)) return told('ended')
  }
  return told(since === null ? 'stopped' : 'running')

  function told(state: OrderClock['state']): OrderClock {
    const responseDue = clock.add(begun, responseAllowed)
    const solutionDue = reached ?? (since === null ? null : clock.add(since, solutionAllowed - spent))
    return {
      responseMinutes: clock.minutesBetween(begun, answeredAt),
      solutionMinutes: since === null ? spent : spent + clock.minutesBetween(since, now),
      responseDue,
      solutionDue,
      due: state === 'running' ? (isAnswered || solutionDue === null ? solutionDue : Math.min(responseDue, solutionDue)) : null,
      state,
    }
  }
}
