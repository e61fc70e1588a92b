/**
 * `sync` reads actual figures into the rows of a year, and makes the rows of whoever is a member; `compute` sets rate, score, grade, rank.
 * Both leave confirmed and published rows alone; done again they change nothing.
 */
import { sql } from 'kysely'
import { firstOfMonth } from '#platform/format/dates.ts'
import { add } from '#platform/format/decimal.ts'
import type { Context, Tx } from '#platform/server/area.ts'
import { within } from '#platform/server/database.ts'
import { createEach, setDerived } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { actualsOf, amongMembers, closesOf } from './figures.ts'
import { groupsOf, refuseUneven, type Group } from './groups.ts'
import { gradeOf, ranksOf, rateOf, scoreOf } from './score.ts'
import { performanceStates } from './states.ts'
import { measures, performance, performanceGroupAmount, type MeasureName } from './tables.ts'
import { monthsOf, yearOf, type Year } from './years.ts'

export interface MonthsAsk {
  readonly yearId: string
  readonly months: readonly string[]
  readonly groupIds?: readonly string[]
}
interface Work {
  readonly system: Context
  readonly tx: Tx
  readonly year: Year
  readonly groups: readonly Group[]
  readonly months: readonly string[]
  readonly names: readonly MeasureName[]
}

const { planned, running, confirmed } = performanceStates
const codeOf = (name: MeasureName): number => measures[name][0]
const keyOf = (...parts: readonly (string | number)[]): string => parts.join(' ')

/** Groups that the asker sees, worked on by the system: members and shops may lie outside his scope. */
async function workOf(inside: Context, tx: Tx, ask: MonthsAsk): Promise<Work> {
  const seen = await inside.db
    .selectFrom('performance_group')
    .select('id')
    .$if(ask.groupIds !== undefined, q => q.where('id', 'in', ['0', ...(ask.groupIds ?? [])]))
    .execute()
  const system = within({ ...(await inside.house.asSystem(inside.caller.orgId, 'figures of performance', tx)), now: inside.now }, tx)
  const year = await yearOf(system, ask.yearId)
  const groups = await groupsOf(
    system,
    seen.map(({ id }) => id),
  )
  const names = (Object.keys(measures) as MeasureName[]).filter(name => year.weights[name] > 0)
  return { system, tx, year, groups, months: monthsOf(year, ask.months), names }
}

const amountsIn = ({ system, year, groups, months }: Work) =>
  system.db
    .selectFrom('performance_group_amount')
    .select(['id', 'group_id', 'measure', 'adjust', sql<string>`to_char(month, 'YYYY-MM')`.as('month')])
    .where('year_id', '=', year.id)
    .where('group_id', 'in', ['0', ...groups.map(({ id }) => id)])
    .where('month', 'in', months.map(firstOfMonth))
    .execute()

const personsIn = ({ system, year, groups, months }: Work) =>
  system.db
    .selectFrom('performance')
    .select([
      'id',
      'group_id',
      'employee_id',
      'measure',
      'target',
      'actual',
      'adjust',
      'state',
      sql<string>`to_char(month, 'YYYY-MM')`.as('month'),
    ])
    .where('year_id', '=', year.id)
    .where('group_id', 'in', ['0', ...groups.map(({ id }) => id)])
    .where('month', 'in', months.map(firstOfMonth))
    .orderBy('id')
    .execute()

export const syncActuals = (context: Context, ask: MonthsAsk): Promise<{ changed: number }> =>
  context.write(async (tx, inside) => {
    const work = await workOf(inside, tx, ask)
    const { system, groups, months, names, year } = work
    refuseUneven(groups)
    const [first, last] = [months[0] ?? '', months.at(-1) ?? '']
    const [actuals, closes] = await Promise.all([actualsOf(system, groups, { from: first, to: last }), closesOf(system)])
    const cells = groups.flatMap(group => months.flatMap(month => names.map(name => ({ group, month, name }))))
    const actualOf = (groupId: string, month: string, name: MeasureName): string => actuals.get(groupId)?.get(month)?.[name] ?? '0'

    const there = new Set((await amountsIn(work)).map(row => keyOf(row.group_id, row.month, row.measure)))
    const base = { yearId: year.id, target: '0' }
    await createEach(
      system,
      performanceGroupAmount,
      cells
        .filter(({ group, month, name }) => !there.has(keyOf(group.id, month, codeOf(name))))
        .map(({ group, month, name }) => ({ ...base, month: firstOfMonth(month), groupId: group.id, measure: codeOf(name) })),
    )
    const amounts = await amountsIn(work)
    const nameOf = new Map(names.map(name => [codeOf(name), name]))
    await setDerived(
      system,
      performanceGroupAmount,
      amounts.flatMap(row => {
        const name = nameOf.get(row.measure)
        return name === undefined
          ? []
          : [{ id: row.id, actual: actualOf(row.group_id, row.month, name), isEstimate: !closes.has(row.month) }]
      }),
    )
    return { changed: amounts.length + (await splitAmong(work, cells, amounts, actualOf, closes)) }
  })

type Amounts = Awaited<ReturnType<typeof amountsIn>>

/** Members' rows: made where they lack, then each his part of actual and adjustment. */
async function splitAmong(
  work: Work,
  cells: readonly { readonly group: Group; readonly month: string; readonly name: MeasureName }[],
  amounts: Amounts,
  actualOf: (groupId: string, month: string, name: MeasureName) => string,
  closes: ReadonlyMap<string, number>,
): Promise<number> {
  const { system, year } = work
  const adjusts = new Map(amounts.map(row => [keyOf(row.group_id, row.month, row.measure), row.adjust]))
  const wanted = new Map<string, { readonly values: Record<string, unknown>; readonly actual: string; readonly adjust: string }>()
  for (const { group, month, name } of cells) {
    const actual = amongMembers(group, month, actualOf(group.id, month, name))
    const adjust = amongMembers(group, month, adjusts.get(keyOf(group.id, month, codeOf(name))) ?? '0')
    for (const [employeeId, part] of actual)
      wanted.set(keyOf(group.id, employeeId, month, codeOf(name)), {
        values: { yearId: year.id, month: firstOfMonth(month), groupId: group.id, employeeId, measure: codeOf(name), target: '0' },
        actual: part,
        adjust: adjust.get(employeeId) ?? '0',
      })
  }
  const keyed = (row: { group_id: string; employee_id: string; month: string; measure: number }): string =>
    keyOf(row.group_id, row.employee_id, row.month, row.measure)
  const there = new Set((await personsIn(work)).map(keyed))
  await createEach(
    system,
    performance,
    [...wanted].filter(([key]) => !there.has(key)).map(([, { values }]) => values),
  )
  const open = (await personsIn(work)).filter(row => row.state < confirmed[0])
  await setDerived(
    system,
    performance,
    open.map(row => {
      const has = wanted.get(keyed(row))
      return {
        id: row.id,
        actual: has?.actual ?? '0',
        adjust: has?.adjust ?? '0',
        isEstimate: !closes.has(row.month),
        isSuperseded: false,
        closeVersion: closes.get(row.month) ?? 0,
      }
    }),
  )
  await stepAll(
    system,
    open.filter(row => row.state === planned[0]),
    'run',
  )
  return open.length
}

async function stepAll(system: Context, rows: readonly { readonly id: string }[], step: string): Promise<void> {
  if (rows.length > 0)
    await takeSteps(system, performance, { ids: rows.map(({ id }) => ({ id })), pick: { step }, input: {}, byProgram: true })
}

/** Ranks are among all people of the month and measure, whichever groups are asked for. */
export const computeScores = (context: Context, ask: MonthsAsk): Promise<{ changed: number }> =>
  context.write(async (tx, inside) => {
    const work = await workOf(inside, tx, ask)
    const everybody = await personsIn({ ...work, groups: await groupsOf(work.system) })
    const asked = new Set(work.groups.map(({ id }) => id))
    const figures = everybody.map(row => {
      const result = add(row.actual, row.adjust)
      return { ...row, result, rate: rateOf(result, row.target) }
    })
    const changed: { id: string; rate: string | null; score: number | null; grade: number | null; rank: number | null }[] = []
    for (const rows of Map.groupBy(figures, row => keyOf(row.month, row.measure)).values()) {
      const ranks = ranksOf(rows)
      for (const [at, row] of rows.entries()) {
        if (row.state >= confirmed[0] || !asked.has(row.group_id)) continue
        const score = scoreOf(row.rate)
        changed.push({ id: row.id, rate: row.rate, score, grade: gradeOf(score), rank: ranks[at] ?? null })
      }
    }
    await setDerived(work.system, performance, changed)
    const runs = new Set(everybody.filter(row => row.state === running[0]).map(({ id }) => id))
    await stepAll(
      work.system,
      changed.filter(({ id }) => runs.has(id)),
      'score',
    )
    return { changed: changed.length }
  })
