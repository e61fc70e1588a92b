/**
 * Rows of one roll-up that answer a question: its smallest grain within scope, period and filters, or for counts of things what is stored
 * by the groups that are asked.
 */
import { isOfLines, type Leaf, type Report } from '#platform/declare/report.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { timeOfGrain, type Rollup } from '#platform/declare/rollup.ts'
import type { AnyDb } from '../../contract/database.ts'
import type { UntypedQuery } from '../../db/untyped-query.ts'
import { grainOf, linesKey, linesKeyOf, timeAsked, type Ask } from '../ask/ask.ts'
import type { Prepared } from '../ask/prepared.ts'
import { datedRows, within } from '../store/dated-rows.ts'
import { factsOf, hasFacts } from '../store/facts.ts'
import { rowsOfGroupSums } from '../store/group-sums.ts'
import { apartOf, filters, joined, type Asked, type Joined } from '../store/parts.ts'
import { storedRows } from '../store/stored.ts'
import { columnOfThings, groupIn, groupRows, rowsWithSeveral, toldBy } from '../store/things.ts'

/** A total of a question by order has no order: it comes from the grains, unless only some orders are asked for. */
const isAnsweredByLines = (report: Report, of: Rollup, dimensions: readonly string[]): boolean =>
  of.lineKeys !== undefined && dimensions.some(name => isOfLines(report, ownValue(report.dimensions, name)))

interface LinesRead {
  /** the question, whose lines are read from the parts */
  readonly ask: Ask
  /** name and lines, in an order in which each reads only those before it */
  readonly parts: readonly (readonly [name: string, lines: (plain: AnyDb) => UntypedQuery])[]
}

/**
 * Lines that put rows in their place and give their amounts, read once for both: each reading of a quarter takes seconds. Of a question
 * that is filtered by more than owners each reading finds its few lines by itself.
 */
export function linesRead(report: Report, ask: Ask, owners: readonly string[], rollups: readonly Rollup[]): LinesRead {
  const isOfOwners = (of: Rollup): boolean =>
    Object.keys(ask.where).every(name => ownValue(report.dimensions, name)?.keys.every(key => key === of.owner) === true)
  const read = rollups.filter(of => isAnsweredByLines(report, of, ask.by) && isOfOwners(of))
  if (read.length === 0) return { ask, parts: [] }
  const facts = (plain: AnyDb, of: Rollup, known: Prepared): UntypedQuery => {
    const all = factsOf(plain, of, owners, known, { withLineKeys: true })
    if (all === null) throw new Error(`${report.name}: ${of.name} has no lines`)
    return all
  }
  const lines = new Map(ask.lines)
  const parts: LinesRead['parts'][number][] = []
  const isShared = (of: Rollup): boolean => of.from.some(source => source.shared !== undefined)
  for (const of of [...read.filter(one => !isShared(one)), ...read.filter(isShared)])
    for (const [key, known] of ask.lines ?? []) {
      if (!key.startsWith(linesKeyOf(of))) continue
      const others = of.from.flatMap(({ name, shared }) => {
        const units = known.shares.get(name)
        const readAs = shared && lines.get(linesKeyOf(shared.by) + key.slice(linesKeyOf(of).length))?.readAs
        return units === undefined || readAs === undefined ? [] : [[name, { ...units, prepared: { ...units.prepared, readAs } }] as const]
      })
      if (!hasFacts(of, known)) continue
      const name = `lines${parts.length}`
      const beside = { ...known, shares: new Map([...known.shares, ...others]) }
      parts.push([name, plain => facts(plain, of, beside)])
      lines.set(key, { ...known, readAs: name })
    }
  return { ask: { ...ask, lines }, parts }
}

/** Rows of the smallest grain within scope, period and filters, and what is joined to them. */
export function grainRows(
  db: AnyDb,
  report: Report,
  of: Rollup,
  ask: Ask,
  owners: readonly string[],
  own: readonly Leaf[],
  asked: Asked = 'all',
): Joined {
  // what is left out is told apart as well
  const leaves = [...own, ...apartOf(of, ask).map(one => one.leaf)]
  const dimensions = [...ask.by, ...Object.keys(ask.where)]
  if (isAnsweredByLines(report, of, dimensions)) {
    const prepared = ask.lines?.get(linesKey(of, ask))
    const facts = prepared && factsOf(db, of, owners, prepared, { withLineKeys: true })
    if (!facts) throw new Error(`${report.name}: lines of ${of.name} were not prepared for ${dimensions.join(', ')}`)
    const all = joined(db, report, of, ask, db.selectFrom(facts.as('f')), true, dimensions, asked)
    return { ...all, rows: filters(report, of, ask, all).reduce((q, c) => q.where(c), all.rows) }
  }
  const time = timeAsked(report, of, ask)
  const isPlain = of.entities === undefined || columnOfThings(report, of.entities, ask) !== null
  const group = of.entities && !isPlain ? groupIn(report, of.entities, ask) : null
  if (group !== null) {
    const groupTime = time === 'month' ? time : 'day'
    const rows = groupRows(db, of, group, groupTime, leaves, within(of, ask, owners, 'g', groupTime))
    const all = joined(db, report, of, ask, rows, time === 'month', dimensions, asked, toldBy(group))
    // a node stands for all below it where they are counted as one
    const where = { ...ask.where, ...group.nodes }
    return { ...all, rows: filters(report, of, { ...ask, where }, all).reduce((q, c) => q.where(c), all.rows) }
  }
  const summed = isPlain && time === 'month' ? rowsOfGroupSums(db, report, of, ask, owners, leaves, asked) : null
  if (summed !== null) return { ...summed, rows: filters(report, of, ask, summed).reduce((q, c) => q.where(c), summed.rows) }
  const dated = isPlain && time === 'month' ? datedRows(db, report, of, ask, owners, leaves) : null
  // lines of things with several values stand on days, and parts of weeks are not theirs
  const grain = grainOf(report, of, ask, leaves, !isPlain && time === 'week' ? 'day' : time)
  const stands = timeOfGrain(grain)
  const stored = (): UntypedQuery => within(of, ask, owners, 'f', stands).reduce((q, c) => q.where(c), storedRows(db, of, grain))
  const bound = { owners, booked: { from: ask.from, to: ask.to } }
  const rows = dated ?? (isPlain ? stored() : rowsWithSeveral(db, of, grain, stored(), bound, of.entities))
  const all = joined(db, report, of, ask, rows, dated === null && stands === 'month', dimensions, asked)
  return { ...all, rows: filters(report, of, ask, all).reduce((q, c) => q.where(c), all.rows) }
}
