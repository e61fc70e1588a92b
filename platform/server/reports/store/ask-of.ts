/** A question with what it needs to know of the organisation: when its fiscal year begins, and what lies below what in a tree. */
import { sql } from 'kysely'
import { grainFor, isOfLines, rollupsOfReport, type Report } from '#platform/declare/report.ts'
import { ownerTable, shopOwner, type Rollup } from '#platform/declare/rollup.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { firstOfMonth, monthOf } from '#platform/format/dates.ts'
import { isWholeMonths } from '#platform/format/periods.ts'
import { withThousands } from '#platform/format/numbers.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { Context } from '../../contract/context.ts'
import { anyTable } from '../../db/any-table.ts'
import { allConditions, columnRef, isOneOf } from '../../db/untyped-query.ts'
import { refuse } from '../../calls/refusal.ts'
import { checkedAsk, linesKey, unallocated, type Ask, type Tree } from '../ask/ask.ts'
import { storedGroup } from './group-sums.ts'
import { datedStep, dividedMonths } from './dated-rows.ts'
import { daysOfLines, prepared } from './facts.ts'
import { beforeOf } from '../ask/comparison-period.ts'
import { askedOwners } from './parts.ts'
import type { Prepared } from '../ask/prepared.ts'
import { earliest, latest } from '../ask/windows.ts'

/** `tree`: a dimension of `by` whose rows hold all below them. What is filtered by a node of a tree is filtered by all below it. */
export async function askOf(context: Context, report: Report, raw: Parameters<typeof checkedAsk>[1], tree?: string): Promise<Ask> {
  const ask = checkedAsk(report, raw)
  const asked = [...ask.by, ...Object.keys(ask.where)].map(name => ownValue(report.dimensions, name))
  const isFiscal = asked.some(d => d?.time === 'quarter' || d?.time === 'year')
  const filtered = Object.keys(ask.where).filter(name => ownValue(report.dimensions, name)?.tree)
  const trees = new Map<string, Tree>()
  for (const name of new Set([...filtered, ...(tree === undefined ? [] : [tree])])) trees.set(name, await treeOf(context, report, name))
  const below = (name: string, values: readonly string[]): readonly string[] => {
    const known = trees.get(name)
    return known === undefined ? values : [...new Set([...values, ...known.nodes.filter((_, i) => values.includes(known.above[i] ?? ''))])]
  }
  /** none of them lies below another */
  const highest = (name: string, values: readonly string[]): readonly string[] => {
    const known = trees.get(name)
    if (known === undefined) return values
    const isBelow = (value: string): boolean =>
      known.nodes.some((node, i) => node === value && known.above[i] !== value && values.includes(known.above[i] ?? ''))
    return values.filter(value => !isBelow(value))
  }
  const each = (of: (name: string, values: readonly string[]) => readonly string[]) =>
    Object.fromEntries(Object.entries(ask.where).map(([name, values]) => [name, of(name, values)]))
  const whole: Ask = {
    ...ask,
    where: each(below),
    ...(filtered.length === 0 ? {} : { nodes: each(highest) }),
    language: context.language,
    ...(isFiscal ? { yearStart: await yearStartOf(context) } : {}),
    ...(tree === undefined ? {} : { trees: Object.fromEntries([[tree, trees.get(tree)]].filter(([, t]) => t !== undefined)) }),
  }
  const lines = await linesOf(context, report, whole)
  return lines === null ? { ...whole, ...(await changesOf(context, report, whole)) } : { ...whole, lines }
}

/** The question with those asked beside it of the period before. */
function withBefore(report: Report, ask: Ask): Ask[] {
  const before = beforeOf(report, ask)
  return [ask, ...(before === null ? [] : [before.rows.before.whole, ...(before.totals === null ? [] : [before.totals.before.whole])])]
}

/** In which months what the question looks up by the day changes for something; only where rows of months may answer it. */
async function changesOf(context: Context, report: Report, ask: Ask): Promise<Pick<Ask, 'changes'>> {
  const names = [...ask.by, ...Object.keys(ask.where)]
  const step = datedStep(report, names)
  const isStored = rollupsOfReport(report).every(of => datedStep(report, names, of) === null || storedGroup(report, of, ask) !== null)
  const asks = withBefore(report, ask).filter(isWholeMonths)
  if (step === null || isStored || asks.length === 0) return {}
  const [from, to] = [earliest(asks.map(one => one.from)), latest(asks.map(one => one.to))]
  return { changes: await dividedMonths(anyTable(context.db), step, from, to) }
}

/** amounts that a question by order reads at most: some seconds */
const linesMax = 500_000

/** What reading lines needs to know, where only lines answer; null: grains do. Of named orders only their own days are read. */
async function linesOf(context: Context, report: Report, ask: Ask): Promise<ReadonlyMap<string, Prepared> | null> {
  const asked = [...ask.by, ...Object.keys(ask.where)].filter(name => isOfLines(report, ownValue(report.dimensions, name)))
  const isNamed = (name: string): boolean => ask.where[name]?.includes(unallocated) === false
  const first = asked.find(isNamed) ?? asked[0]
  if (first === undefined) return null
  const questions = withBefore(report, ask)
  const owners = await ownersOf(context, report, ask)
  const named = isNamed(first) ? ask.where[first] : undefined
  if (named === undefined) await refuseTooMany(context, report, questions, owners)
  const db = anyTable(context.db)
  const known = new Map<string, Prepared>()
  for (const question of questions)
    for (const of of rollupsOfReport(report)) {
      const key = ownValue(report.dimensions, first)?.keys[0] ?? ''
      if (!Object.hasOwn(of.lineKeys ?? {}, key)) continue
      const span = { from: question.from, to: question.to }
      const booked = named === undefined ? span : { days: await daysOfLines(db, of, { owners, booked: span }, key, named) }
      known.set(linesKey(of, question), await prepared(db, of, { owners, booked }, true))
    }
  return known
}

/** By what the smallest grain counts in the months that are asked for. */
async function refuseTooMany(context: Context, report: Report, asks: readonly Ask[], owners: readonly string[]): Promise<void> {
  let count = 0
  for (const of of rollupsOfReport(report)) {
    const grain = grainFor(of, [of.owner, 'month'])
    if (of.lineKeys === undefined || grain === undefined) continue
    const time = columnRef('f', grain.keys.includes('month') ? 'month' : 'day')
    for (const { from, to } of asks) {
      const row = await anyTable(context.db)
        .selectFrom(`${grain.table} as f`)
        .where(isOneOf(columnRef('f', of.owner), owners))
        .where(sql<boolean>`${time} between ${firstOfMonth(monthOf(from))}::date and ${to}::date`)
        .select(sql<string>`coalesce(sum(f.n), 0)::text`.as('n'))
        .executeTakeFirst()
      count += Number(row?.n ?? 0)
    }
  }
  if (count <= linesMax) return
  const shown = withThousands(String(count))
  throw refuse.rule(
    sentence`这些月份和店铺约有 ${shown} 笔金额，按订单或结算单查看最多 ${withThousands(String(linesMax))} 笔。请缩短期间、选择店铺，或填写编号`,
  )
}

async function yearStartOf(context: Context): Promise<number> {
  const row = await anyTable(context.db)
    .selectFrom('organisation as o')
    .select(sql<number>`o.year_start`.as('start'))
    .where(sql<boolean>`o.id = ${context.caller.orgId}`)
    .executeTakeFirst()
  return row?.start ?? 1
}

/** Nodes of a tree that a dimension's look-up leads to: a reference table, some hundred rows. */
export async function treeOf(context: Context, report: Report, name: string): Promise<Tree> {
  const tree = ownValue(report.dimensions, name)?.tree
  if (tree === undefined) throw new Error(`${report.name}: ${name} is no tree`)
  const rows = await anyTable(context.db)
    .selectFrom(`${tree.table} as t`)
    .select([sql<string>`t.id::text`.as('id'), sql<string | null>`${columnRef('t', tree.parent)}::text`.as('parent')])
    .execute()
  const parents = new Map(rows.map(r => [r.id, r.parent]))
  const pairs: (readonly [node: string, above: string])[] = []
  for (const { id } of rows) {
    const seen = new Set<string>()
    for (let at: string | null = id; at !== null && !seen.has(at); at = parents.get(at) ?? null) {
      seen.add(at)
      pairs.push([id, at])
    }
  }
  return { nodes: pairs.map(([node]) => node), above: pairs.map(([, above]) => above) }
}

/** The owners of a roll-up's facts that the caller may see. */
export async function ownersSeen(context: Context, of: Pick<Rollup, 'name' | 'keys' | 'owner'>): Promise<readonly string[]> {
  if (of.owner === shopOwner) return context.caller.shops
  const rows = await anyTable(context.db)
    .selectFrom(`${ownerTable(of)} as o`)
    .select(sql<string>`o.id::text`.as('id'))
    .execute()
  return rows.map(row => row.id)
}

/** The owners a question may read: those it names, of those the report is of, of those the caller may see. */
export async function ownersOf(context: Context, report: Report, ask: Ask): Promise<string[]> {
  const [of] = rollupsOfReport(report)
  const asked = of === undefined ? [] : askedOwners(report, ask, await ownersSeen(context, of))
  const { ownersWhere: among } = report
  const [first, ...further] = among?.steps ?? []
  const own = Object.keys(first?.on ?? {})[0]
  if (!among || !first || own === undefined || asked.length === 0) return asked
  const joined = further.reduce(
    (all, step, i) =>
      all.innerJoin(`${step.table} as t${i + 1}`, j =>
        j.on(
          allConditions(
            Object.entries(step.on).map(([its, mine]) => sql<boolean>`${columnRef(`t${i + 1}`, its)} = ${columnRef(`t${i}`, mine)}`),
          ),
        ),
      ),
    anyTable(context.db).selectFrom(`${first.table} as t0`),
  )
  const rows = await joined
    .where(isOneOf(columnRef('t0', own), asked))
    .where(sql<boolean>`${columnRef(`t${further.length}`, among.value)} = ${among.is}`)
    .select(sql<string>`${columnRef('t0', own)}::text`.as('id'))
    .execute()
  const known = new Set(rows.map(r => String(r['id'])))
  return asked.filter(id => known.has(id))
}
