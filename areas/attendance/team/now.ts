/** What a person is doing at an instant of his day. Pure. */
import type { DayInput } from '../day/input.ts'

export const nowNames = ['on', 'late', 'notCome', 'away', 'before', 'over', 'rest'] as const
export type Now = (typeof nowNames)[number]

/** Late stays late for the day; who is away is not looked for; nobody has come late before the shift begins. */
export function nowOf({ spans, punches, away, flexMinutes, rule }: DayInput, minute: number): Now {
  const [first, last] = [spans[0], spans.at(-1)]
  if (away.some(one => one.from <= minute && minute < one.to)) return 'away'
  if (first === undefined || last === undefined) return 'rest'
  const came = punches[0]
  if (minute < first.from) return came === undefined ? 'before' : 'on'
  // away in the morning: he is looked for from its end on
  const due = away.reduce((at, one) => (one.from <= at && at < one.to ? one.to : at), first.from)
  const latest = due + flexMinutes + rule.lateGrace
  if (came === undefined) return due >= last.to ? 'away' : minute <= latest ? 'before' : 'notCome'
  if (minute >= last.to) return 'over'
  return came > latest ? 'late' : 'on'
}
