/**
 * Lines made from open lines of another document: ordered from requested, received from ordered, invoiced from received. Pure values. The
 * server keeps bounds, counters and states (platform/server/documents), and shows a document what it came from and what became of it.
 */
import { byProgram, type Step } from './states.ts'

export interface Draw<Name extends string = string> {
  /** table of the lines that are drawn from: lines of another document, of any area */
  readonly from: string
  /** reference of these lines to the line they are drawn from */
  readonly by: Name
  /** field of these lines that says how much is drawn: quantity, amount */
  readonly measure: Name
  /** field of the source line that says how much there is; absent: the one called as `measure` */
  readonly of?: string
  /** field of the source line that holds the sum of what is drawn: `computed`, 0 by default */
  readonly counter: string
  /** field of the source line: percent that may be drawn above what there is */
  readonly over?: string
  /** field of the source line: how much of it is closed early and can't be drawn any more; `computed`, 0 by default */
  readonly closed?: string
  /** states of the source document in which its lines are drawn; absent where it has none */
  readonly when?: readonly string[]
  /** states of this document in which its lines count; absent where it has none */
  readonly counts?: readonly string[]
  /** fields that both sides have, in the line or in the document, and that must be the same where the source says something */
  readonly same?: readonly string[]
}

/** The state of a document that follows from the sums of its lines, among these states. */
export interface Progress<Name extends string = string> {
  /** taken from one to the other by the steps of `byProgress`; a document in another state stays there */
  readonly states: readonly string[]
  /** fields of its lines that it reads */
  readonly of: readonly Name[]
  /** of what they hold, as exact decimal text; the usual one is `drawnState` (platform/format/drawn.ts) */
  readonly to: (lines: readonly Readonly<Record<string, string>>[]) => string
}

/** Steps by which the program moves a document among the states of its progress: spread into `steps` of its machine. */
export const byProgress = (...states: readonly string[]): Readonly<Record<string, Step>> =>
  Object.fromEntries(
    states.map((to, at): [string, Step] => [
      `progress${at}`,
      { title: ['按进度更新', 'Follow the progress'], from: states.filter(one => one !== to), to, may: byProgram },
    ]),
  )
