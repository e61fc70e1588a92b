/** What is open of lines that others draw from, and the state of their document. Pure. */
import { add, compare, isZero, subtract } from './decimal.ts'

/** What a line holds, as exact decimal text. */
type Line = Readonly<Record<string, string>>
/** a `Progress` (platform/declare/draws.ts) */
interface DrawnState<Name extends string> {
  readonly states: readonly string[]
  readonly of: readonly Name[]
  readonly to: (lines: readonly Line[]) => string
}

/**
 * The usual one: nothing is drawn, something, all. A line of which nothing is open is done, drawn or closed early. Fields of the lines:
 * how much there is, how much is drawn, how much is closed early.
 */
export function drawnState<Name extends string>(
  [none, some, all]: readonly [none: string, some: string, all: string],
  of: Name,
  counter: Name,
  closed?: Name,
): DrawnState<Name> {
  const gone = (line: Line): string => add(line[counter] ?? '0', closed === undefined ? '0' : (line[closed] ?? '0'))
  return {
    states: [none, some, all],
    of: [of, counter, ...(closed === undefined ? [] : [closed])],
    to: lines => {
      if (lines.length > 0 && lines.every(line => compare(gone(line), line[of] ?? '0') >= 0)) return all
      return lines.some(line => !isZero(line[counter] ?? '0')) ? some : none
    },
  }
}

/** What is open of a source line: never below nothing. */
export function openOf(there: string, drawn: string, closed = '0'): string {
  const left = subtract(subtract(there, drawn), closed)
  return compare(left, '0') > 0 ? left : '0'
}
