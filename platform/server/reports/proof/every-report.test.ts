/**
 * Every report there is, over random facts: each of its figures, in total and by each of its dimensions, equals a slow and plain reading of
 * the facts in memory. A report that is declared is tried without a line here. Dimensions by pairs and values of one by another are tried
 * of one report of each shape (test/setup/shapes.ts): they are the same statements for all that have it; every other one of them. `npm
 * test -- --all` tries all. At last come documents and files that costs are worked out of: all dimensions of a report give the same total.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isLeaf, isOfLines, ownerOf, rollupsOfReport, type Dimension, type Report } from '#platform/declare/report.ts'
import { asText } from '#platform/format/text.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { ReportQuery } from '#platform/declare/wire.ts'
import { shopOwner } from '#platform/declare/rollup.ts'
import { areas } from '#areas/index.ts'
import { addDays } from '#platform/format/dates.ts'
import { canonical, subtract, sum } from '#platform/format/decimal.ts'
import { amounts as settled } from '#areas/finance/facts/amounts.ts'
import { computeStale } from '#areas/finance/costs/layers/compute.ts'
import { costAddition, costReceipt, stockMovement, stockPlace } from '#areas/finance/costs/layers/tables.ts'
import type { Context } from '../../contract/context.ts'
import { anyTable } from '../../db/any-table.ts'
import { factRows } from '../store/facts.ts'
import { readLines } from '../answer/lines.ts'
import { readReport as readAll, readWhole } from '../answer/read.ts'
import { matchedOf } from '../ask/windows.ts'
import { refreshRollups } from '../store/refresh.ts'
import { markStale } from '../store/stale.ts'
import { kinds, lines, run, type Books } from '../../../../test/setup/finance-books.ts'
import { removeRecords } from '../../batches/batch-remove.ts'
import { addRecord } from '../../verbs/record.ts'
import { unlike } from '../../../../test/setup/like-sides.ts'
import { isWhole, oneOfEachShape } from '../../../../test/setup/shapes.ts'
import { amongOthers, balancesAt, balancesOf, plainAmong, plainBalances, type Reading } from '../../../../test/setup/plain-among.ts'
import { figure, inRows, shown, valueOf, wayTo, type Amount, type Row, type Tables } from '../../../../test/setup/plain-report.ts'
import { below, oneOf, ownersOf, period, randomBooks, shops, until } from '../../../../test/setup/random-books.ts'
import { balanceReport, probeArea } from '../../../../test/setup/report-probes.ts'
import { daysOf, timeOf } from '../../../../test/setup/report-times.ts'

const reports = [...areas, probeArea].flatMap(area => area.reports ?? []).map(face => face.report)
/** What makes the statements of a report differ. */
const shapeOf = (report: Report): string[] => {
  const rollups = rollupsOfReport(report)
  const facts = rollups.flatMap(of => [
    of.mapped && 'mapped',
    ...of.from.map(s => [s.unpivot && 'unpivot', s.counted && 'counted', typeof s.booked].filter(Boolean).join(' ')),
  ])
  const about = [ownerOf(report), report.conversion === undefined ? 'counts' : 'money', rollups.length > 1 ? 'several' : 'one'].join(' ')
  const dimensions = Object.values(report.dimensions).map(d =>
    [d.time, d.kind, d.via?.steps.map(s => s.table).join(' '), d.tree && 'tree', d.unmatchedLabel && 'lost'].join(' '),
  )
  const measures = Object.values(report.measures).map(m => [m.class, m.kind, isLeaf(m) && Object.keys(m.when).length > 0].join(' '))
  return [...facts.filter(one => one !== undefined).map(one => `${about} ${one}`), ...dimensions, ...measures]
}
const deep: ReadonlySet<Report> = new Set(oneOfEachShape(reports, shapeOf))
/** who sees these owners of a report's facts, and nothing else of their kind */
const whoSees = (report: Report, owners: readonly string[]) => (ownerOf(report) === shopOwner ? b.as(owners) : b.as([], owners))
const ownerDimension = (report: Report): string =>
  Object.entries(report.dimensions).find(([, d]) => !d.via && d.keys[0] === ownerOf(report))?.[0] ?? ''

/** Without figures of other days and other rows, unless they are named. */
const readReport: typeof readAll = (context, report, query, measures, tree) =>
  readAll(context, report, query, measures ?? Object.keys(report.measures).filter(name => !amongOthers(report).includes(name)), tree)

let b: Books
const all = async (table: string): Promise<Row[]> => (await run(b, `select t.* from ${table} t`)).rows as Row[]

beforeAll(async () => {
  b = await randomBooks(reports)
}, 120_000)
afterAll(() => b?.close())

async function amountsOf(report: Report, granted: readonly string[]): Promise<Amount[]> {
  const context = await b.system()
  const found: Amount[] = []
  for (const of of rollupsOfReport(report)) {
    const details = [...new Set(of.from.flatMap(s => Object.keys(s.lines)))]
    const query = await factRows(
      anyTable(context.db),
      of,
      { owners: granted, booked: { from: period.startDate, to: period.endDate } },
      { details, withLineKeys: true },
    )
    const rows = query
      ? await anyTable(context.db)
          .selectFrom(query.as('x'))
          .selectAll()
          .select([sql<string>`x.day::text`.as('day'), sql<string>`x.month::text`.as('month')])
          .execute()
      : []
    found.push(...rows.map(row => ({ of, row: row as Row })))
  }
  return found
}

describe.each(reports.map(report => [report.name, report] as const))('%s', (_name, report) => {
  const balances = balancesOf(report)
  const among = amongOthers(report).filter(name => !balances.includes(name))
  const measures = Object.keys(report.measures).filter(name => !amongOthers(report).includes(name))
  const told = (values: Readonly<Record<string, string | null>>) =>
    Object.fromEntries(measures.map(name => [name, values[name] == null ? null : canonical(values[name])]))
  const read = (amounts: readonly Amount[], tables: Tables, asked: readonly string[] = []) =>
    Object.fromEntries(measures.map(name => [name, shown(report, name, figure(report, name, amounts, tables, asked))]))
  const readNothing = (by: readonly string[]) => read([], tables, by)
  let tables: Tables
  let amounts: Amount[]
  let owner: string
  let everything: Context
  beforeAll(async () => {
    // a report of one platform is held against the same shops as the others, by turns
    if (report.ownersWhere?.value === 'platform')
      await run(b, `update marketplace set platform = ${report.ownersWhere.is} where code = 'walmart.com'`)
    everything = whoSees(report, ownersOf(ownerOf(report)))
    const named = Object.values(report.dimensions).flatMap(d => [
      ...[d.via, d.fallbackLookup].flatMap(way => way?.steps.map(s => s.table) ?? []),
      ...(d.tree ? [d.tree.table] : []),
    ])
    const maps = rollupsOfReport(report).flatMap(of => of.mapped?.map.table ?? [])
    const records = matchedOf(report)?.table ?? []
    tables = new Map(
      await Promise.all([...new Set([...named, ...maps].concat(records))].map(async table => [table, await all(table)] as const)),
    )
    owner = ownerDimension(report)
    const own = await readReport(everything, report, { by: [owner], ...period, currency: 'CNY' })
    amounts = await amountsOf(
      report,
      own.list.map(row => row.key[owner] ?? ''),
    )
    if (amounts.length <= 50) throw new Error(`${report.name}: too few amounts to hold a report against`)
  })
  const dayOf = ({ row }: Amount): string => String(row['day'])
  const isMatched = ({ row }: Amount): boolean => {
    // of the calendar, whichever month the fiscal year begins in
    const quarterOf = (month: unknown): string => {
      const [year, number] = (month instanceof Date ? month.toISOString() : String(month)).split('-')
      return `${year} ${Math.ceil(Number(number) / 3)}`
    }
    const owned = columnOf(ownerOf(report))
    return (tables.get(matchedOf(report)?.table ?? '') ?? []).some(
      one => String(one[owned]) === String(row[owned]) && quarterOf(one['month']) === quarterOf(row['month']),
    )
  }
  /** when facts of these owners (null: all) begin, and until when they are complete: without files until yesterday */
  const spanOf = (owners: readonly string[] | null): { since: string | null; until: string | null } => {
    const ownerOfRow = ({ row }: Amount): string => String(row[columnOf(ownerOf(report))])
    const mine = amounts.filter(amount => owners === null || owners.includes(ownerOfRow(amount)))
    const ends = [...new Set(mine.map(ownerOfRow))].map(one => until[one] ?? '').toSorted()
    return { since: mine.map(dayOf).toSorted()[0] ?? null, until: ownerOf(report) === shopOwner ? (ends[0] ?? null) : '2026-03-31' }
  }
  const names = Object.keys(report.dimensions)
  const untimed = names.filter(name => report.dimensions[name]?.time === undefined)
  // what lines alone tell reads all of them: it is tried by itself
  const stored = untimed.filter(name => !isOfLines(report, report.dimensions[name]))
  const byTurns = (_: unknown, at: number): boolean => isWhole || at % 2 === 0
  const pairs = stored.flatMap((one, at) => [...stored.slice(at + 1), 'month'].map(other => [one, other])).filter(byTurns)
  const isDeep = deep.has(report)
  const ways = [[], ...names.map(name => [name]), ...(isDeep ? pairs : [])]
  test.each(ways.map(by => [by.join(' > ') || 'total', by] as const))('%s', async (_way, by) => {
    const answer = await readReport(everything, report, { by, ...period, currency: 'CNY', pageSize: 1_000 })
    expect(told(answer.totals[0]?.values ?? {})).toEqual(read(amounts, tables))
    if (by.length === 0) return
    const keyOf = (amount: Amount): string => by.map(name => valueOf(amount, report.dimensions[name] as Dimension, tables)).join(' ')
    const groups = Map.groupBy(inRows(report, amounts, by), keyOf)
    const rows = new Map(answer.list.map(row => [by.map(name => row.key[name] ?? '').join(' '), told(row.values)]))
    expect([...rows.keys()].sort()).toEqual([...groups.keys()].sort())
    for (const [key, mine] of groups) expect([key, rows.get(key)]).toEqual([key, read(mine, tables, by)])
    // all rows at once, for programs and exports, are read by another statement
    if (by.length > 1 || names.indexOf(by[0] ?? '') % 2 === 1) return
    const query = { by, ...period, currency: 'CNY' } as const
    const page = await readAll(everything, report, { ...query, pageSize: 1_000 })
    expect((await readWhole(everything, report, query, Object.keys(report.measures))).list).toEqual(page.list)
  })

  /** the nodes that hold an amount, from the table of its tree */
  const nodesAbove = (amount: Amount, name: string): string[] => {
    const d = report.dimensions[name] as Dimension
    const own = valueOf(amount, d, tables)
    const { table, parent } = d.tree ?? { table: '', parent: '' }
    const parentOf = (id: string): string[] => {
      const above = tables.get(table)?.find(row => String(row['id']) === id)?.[columnOf(parent)]
      return above == null ? [] : [asText(above)]
    }
    const nodes = [own]
    for (let above = parentOf(own); above.length > 0; above = parentOf(above[0] ?? '')) nodes.push(...above)
    return nodes
  }

  test.each(isDeep ? untimed : untimed.slice(0, 1))('only one value of %s, and two together', async name => {
    const isIn = (amount: Amount, values: readonly string[]) => nodesAbove(amount, name).some(node => values.includes(node))
    const values = [...new Set(amounts.flatMap(amount => nodesAbove(amount, name)))]
    for (const some of [...values.slice(0, 3).map(value => [value]), values.slice(0, 2)]) {
      const mine = amounts.filter(amount => isIn(amount, some))
      const ask = { where: { [name]: some }, ...period, currency: 'CNY' as const, pageSize: 1_000 }
      const { list, totals } = await readReport(everything, report, { by: ['month'], ...ask })
      expect([some, told(totals[0]?.values ?? {})]).toEqual([some, read(mine, tables, [name])])
      const groups = Map.groupBy(mine, amount => valueOf(amount, report.dimensions['month'] as Dimension, tables))
      for (const row of list) expect(told(row.values)).toEqual(read(groups.get(row.key['month'] ?? '') ?? [], tables, [name]))
    }
  })

  test.each(untimed.filter(name => report.dimensions[name]?.tree))('each node of %s with all below it', async name => {
    const ask = { by: [name], ...period, currency: 'CNY' as const, pageSize: 1_000 }
    const { list } = await readReport(everything, report, ask, measures, name)
    const nodes = new Set(amounts.flatMap(amount => nodesAbove(amount, name)))
    expect(new Set(list.map(row => row.key[name]))).toEqual(nodes)
    for (const row of list) {
      const mine = amounts.filter(amount => nodesAbove(amount, name).includes(row.key[name] ?? ''))
      expect([row.key[name], told(row.values)]).toEqual([row.key[name], read(mine, tables, [name])])
    }
  })

  const isBelow = (amount: Amount, name: string, value: string): boolean => nodesAbove(amount, name).includes(value)
  /** one dimension of each way in which a value is found: two of the same way are the same statement with another column */
  const ofEachWay = stored.filter(
    (name, at) => isWhole || stored.findIndex(one => wayTo(report.dimensions[one]) === wayTo(report.dimensions[name])) === at,
  )
  test.each(isDeep ? ofEachWay : [])('by each other dimension, for one value of %s and for several', async name => {
    const values = [...new Set(amounts.flatMap(amount => nodesAbove(amount, name)))]
    // one, several together, and all of them: in a tree some lie below others
    const isTree = report.dimensions[name]?.tree !== undefined
    const chosen = [values.slice(0, 1), ...(isTree || isWhole ? [values.slice(1, 2), values.slice(0, 3)] : []), values]
    for (const by of ofEachWay.filter(one => one !== name).filter(byTurns))
      for (const value of chosen.filter(some => some.length > 0)) {
        const mine = amounts.filter(amount => value.some(one => isBelow(amount, name, one)))
        const ask = { by: [by], where: { [name]: value }, ...period, currency: 'CNY' as const, pageSize: 1_000 }
        const { list, totals } = await readReport(everything, report, ask)
        expect([by, value, told(totals[0]?.values ?? {})]).toEqual([by, value, read(mine, tables, [name])])
        const groups = Map.groupBy(inRows(report, mine, [by, name]), amount => valueOf(amount, report.dimensions[by] as Dimension, tables))
        expect(list.map(row => row.key[by] ?? '').sort()).toEqual([...groups.keys()].sort())
        for (const row of list)
          expect([by, value, told(row.values)]).toEqual([by, value, read(groups.get(row.key[by] ?? '') ?? [], tables, [by, name])])
      }
  })

  const crossed = untimed
    .filter(name => isDeep && report.dimensions[name]?.tree)
    .flatMap(name => stored.filter(one => one !== name).map(one => [name, one]))
  test.each(crossed)('each node of %s with all below it, by %s', async (name = '', other = '') => {
    const ask = { by: [name, other], ...period, currency: 'CNY' as const, pageSize: 1_000 }
    const { list } = await readReport(everything, report, ask, measures, name)
    expect(list.length).toBeGreaterThan(0)
    for (const row of list) {
      const mine = amounts.filter(
        amount =>
          isBelow(amount, name, row.key[name] ?? '') && valueOf(amount, report.dimensions[other] as Dimension, tables) === row.key[other],
      )
      expect([row.key, told(row.values)]).toEqual([row.key, read(mine, tables, [name, other])])
    }
  })

  test('by every attribute at once', async () => {
    const by = untimed.filter(name => report.dimensions[name]?.via)
    const { list } = await readReport(everything, report, { by, ...period, currency: 'CNY', pageSize: 1_000 })
    const keyOf = (amount: Amount): string => by.map(name => valueOf(amount, report.dimensions[name] as Dimension, tables)).join(' ')
    const groups = Map.groupBy(amounts, keyOf)
    for (const row of list) {
      const key = by.map(name => row.key[name] ?? '').join(' ')
      expect([key, told(row.values)]).toEqual([key, read(groups.get(key) ?? [], tables, by)])
    }
  })

  test.each(report.compare === undefined ? [] : isDeep ? [...untimed.map(name => [name]), untimed.slice(-2)] : [untimed.slice(-2)])(
    'what %s were in the month before, like for like, is what its days say',
    async (...by) => {
      const owners = [...new Set(amounts.map(({ row }) => String(row[columnOf(ownerOf(report))])))]
      const read = (query: ReportQuery) => readReport(everything, report, query)
      expect(await unlike({ report, by, owner, owners, read, told, nothing: readNothing(by) })).toEqual([])
    },
  )

  // who sees which people follows from roles and departments, which test/scope tries
  test.runIf(!['employeeId', 'managerId'].includes(ownerOf(report)))(
    'who sees one owner, a shop or a warehouse, sees only its part, whatever he asks for',
    async () => {
      const column = columnOf(ownerOf(report))
      const [mine = ''] = amounts.map(({ row }) => String(row[column]))
      const one = await readReport(whoSees(report, [mine]), report, { by: [owner], ...period, currency: 'CNY' })
      expect(one.list.map(row => row.key[owner])).toEqual([mine])
      expect(told(one.totals[0]?.values ?? {})).toEqual(
        read(
          amounts.filter(({ row }) => String(row[column]) === mine),
          tables,
        ),
      )
      const none = await readReport(whoSees(report, []), report, { by: [owner], ...period, where: { [owner]: [mine] }, currency: 'CNY' })
      expect([none.list, none.totals]).toEqual([[], []])
    },
  )

  const timesOfReport = names.filter(name => report.dimensions[name]?.time !== undefined)
  const waysAmong = [
    [],
    ...names.filter(name => !isOfLines(report, report.dimensions[name])).map(name => [name]),
    ...['day', 'week', 'quarter'].flatMap(time => stored.slice(0, isDeep ? 2 : 1).map(name => [name, time])),
    ['month', 'week'],
  ].filter(by => by.every(name => names.includes(name)))
  const parts: readonly { startDate: string; endDate: string; where: Readonly<Record<string, readonly string[]>> }[] = [
    { ...period, where: {} },
    { startDate: '2026-01-08', endDate: '2026-02-17', where: {} },
    { ...period, where: { month: ['2026-01'] } },
  ]
  test.each(among.length === 0 ? [] : waysAmong.map(by => [by.join(' > ') || 'total', by] as const))(
    'shares, means and classes: %s',
    async (_way, by) => {
      for (const { where, startDate, endDate } of parts) {
        const answer = await readReport(
          everything,
          report,
          { by, where, startDate, endDate, currency: 'CNY', pageSize: 1_000, measures: among },
          among,
        )
        const days = { from: where['month'] ? '2026-01-01' : startDate, to: where['month'] ? '2026-01-31' : endDate }
        const inPeriod = (amount: Amount): boolean => dayOf(amount) >= days.from && dayOf(amount) <= days.to
        const level = amounts.filter(inPeriod)
        const figureOf = (name: string, some: readonly Amount[]) => figure(report, name, some, tables, by)
        const reading: Reading<Amount> = { report, figureOf, dayOf, isMatched }
        const untimedBy = by.filter(name => report.dimensions[name]?.time === undefined)
        const keyOf = (names: readonly string[]) => (amount: Amount) =>
          names.map(name => valueOf(amount, report.dimensions[name] as Dimension, tables)).join(' ')
        const rows = [...answer.list, ...answer.totals.slice(0, 1).map(total => ({ ...total, key: null }))]
        expect(rows.length).toBeGreaterThan(0)
        const grouped = (some: readonly Amount[], names: readonly string[]) => Map.groupBy(some, keyOf(names))
        const [own, atAnyTime, classes] = [grouped(inRows(report, level, by), by), grouped(amounts, untimedBy), grouped(level, untimedBy)]
        const everyClass = [...classes.values()]
        for (const { key, values } of rows) {
          const wordsOf = (names: readonly string[]): string => names.map(name => key?.[name] ?? '').join(' ')
          const ofTimes = timesOfReport.filter(name => key !== null && by.includes(name))
          const ofTime = ofTimes
            .map(name => daysOf(report.dimensions[name]?.time ?? 'day', key?.[name] ?? ''))
            .reduce((all, one) => ({ from: all.from > one.from ? all.from : one.from, to: all.to < one.to ? all.to : one.to }), days)
          const ofOwner = key?.[owner]
          const row = {
            amounts: key === null ? level : (own.get(wordsOf(by)) ?? []),
            atAnyTime: key === null ? amounts : (atAnyTime.get(wordsOf(untimedBy)) ?? []),
            level,
            classed: key === null || untimedBy.length === 0 ? null : { own: classes.get(wordsOf(untimedBy)) ?? [], all: everyClass },
            days: { from: ofTime.from > days.from ? ofTime.from : days.from, to: ofTime.to < days.to ? ofTime.to : days.to },
            ...spanOf(ofOwner == null ? null : [ofOwner]),
          }
          const plain = among.map(name => [name, plainAmong(reading, name, row)] as const)
          const inWords = (all: Iterable<readonly [string, string | null]>) =>
            Object.fromEntries([...all].map(([name, value]) => [name, value === null || /^[ABC]$/.test(value) ? value : canonical(value)]))
          expect([by, key, inWords(Object.entries(values))]).toEqual([by, key, inWords(plain)])
        }
      }
    },
  )

  const waysOfBalance = [
    [],
    ...names.map(name => [name]),
    ...(report === balanceReport ? stored : stored.slice(0, 2)).flatMap(name => timesOfReport.map(time => [name, time])),
    ['quarter', 'week'],
  ]
  test.each(balances.length === 0 ? [] : waysOfBalance.map(by => [by.join(' > ') || 'total', by] as const))(
    'balances, and a row for each: %s',
    async (_way, by) => {
      for (const { where, startDate, endDate } of parts) {
        const query = { by, where, startDate, endDate, currency: 'CNY' as const, pageSize: 1_000 }
        const answer = await readAll(everything, report, query, balances, undefined, 100_000)
        const days = { from: where['month'] ? '2026-01-01' : startDate, to: where['month'] ? '2026-01-31' : endDate }
        const untimedBy = by.filter(name => report.dimensions[name]?.time === undefined)
        const ofTimes = by.filter(name => report.dimensions[name]?.time !== undefined)
        const keyOf = (amount: Amount): string =>
          untimedBy.map(name => valueOf(amount, report.dimensions[name] as Dimension, tables)).join(' ')
        const timeKeyOf = (day: string): string => ofTimes.map(name => timeOf(report.dimensions[name]?.time ?? 'day', day)).join(' ')
        const reading: Reading<Amount> = { report, figureOf: (name, some) => figure(report, name, some, tables), dayOf }
        const expected = plainBalances(reading, { amounts, days, keyOf: by.length === 0 ? null : keyOf, timeKeyOf })
        const inWords = (values: Readonly<Record<string, string | null>>) =>
          Object.fromEntries(balances.map(name => [name, canonical(values[name] ?? 'none')]))
        const rows = answer.list.map(
          row =>
            [
              `${untimedBy.map(name => row.key[name]).join(' ')} | ${ofTimes.map(name => row.key[name]).join(' ')}`,
              inWords(row.values),
            ] as const,
        )
        expect(new Map(rows)).toEqual(new Map(expected))
        expect(answer.totals.map(total => inWords(total.values))).toEqual([balancesAt(reading, amounts, days)])
      }
    },
  )

  test.runIf(balances.length > 0)('rows stand in the order of each balance, converted where they have several currencies', async () => {
    for (const by of [[owner], [stored.find(name => name !== owner) ?? owner, 'month']])
      for (const field of balances)
        for (const currency of by.includes(owner) ? (['CNY', 'shop'] as const) : (['CNY'] as const)) {
          const query = { by, startDate: '2026-01-08', endDate: '2026-02-17', currency, pageSize: 1_000 }
          const read = async (asked: object) =>
            (await readAll(everything, report, { ...query, ...asked }, balances, undefined, 100_000)).list
          const keyOf = (row: { readonly key: Readonly<Record<string, string | null>>; readonly currency: string }) =>
            JSON.stringify([row.key, row.currency])
          const inBase = new Map(
            (await readAll(everything, report, { ...query, currency: 'CNY' }, balances, undefined, 100_000)).list.map(row => [
              JSON.stringify(row.key),
              Number(row.values[field]),
            ]),
          )
          const [plain, down, up] = [
            await read({}),
            await read({ sortField: field, sortWay: 'DESC' }),
            await read({ sortField: field, sortWay: 'ASC' }),
          ]
          const worth = down.map(row => inBase.get(JSON.stringify(row.key)) ?? Number.NaN)
          expect([by, field, currency, worth]).toEqual([by, field, currency, worth.toSorted((a, b) => b - a)])
          expect(up.map(row => inBase.get(JSON.stringify(row.key)))).toEqual(worth.toReversed())
          expect(down.map(keyOf).sort()).toEqual(plain.map(keyOf).sort())
          const page = await read({ sortField: field, sortWay: 'DESC', pageSize: 2 })
          expect(page.map(row => row.values[field])).toEqual(down.slice(0, 2).map(row => row.values[field]))
        }
  })

  const shares = among.filter(name => ['share', 'abc', 'cumulative'].includes(report.measures[name]?.class ?? ''))
  test.runIf(shares.length > 0)('shares and classes are of the base currency, whatever is shown', async () => {
    const asked = { by: [ownerDimension(report)], ...period, pageSize: 1_000 }
    const [inBase, inOwn] = [
      await readReport(everything, report, { ...asked, currency: 'CNY' }, shares),
      await readReport(everything, report, { ...asked, currency: 'shop' }, shares),
    ]
    const byKey = ({ list }: typeof inBase) => new Map(list.map(row => [row.key[owner], row.values]))
    expect(byKey(inOwn)).toEqual(byKey(inBase))
    for (const field of among.filter(name => !shares.includes(name)))
      await expect(readReport(everything, report, { ...asked, currency: 'CNY', sortField: field })).rejects.toThrow(field)
  })

  test('a dimension it lacks is refused by name', async () => {
    const others = new Set([...reports.flatMap(one => Object.keys(one.dimensions)), 'colour'])
    for (const name of others)
      if (!Object.hasOwn(report.dimensions, name)) {
        await expect(readReport(everything, report, { by: [name], ...period, currency: 'CNY' })).rejects.toThrow(name)
        await expect(readReport(everything, report, { by: [], where: { [name]: ['1'] }, ...period, currency: 'CNY' })).rejects.toThrow(name)
      }
  })

  test('what nobody is called by finds nothing, and is no fault of ours', async () => {
    for (const name of untimed) {
      const isId = report.dimensions[name]?.kind === 'reference'
      const where = { [name]: isId ? ['999999999999999999'] : ['没有', '-1', '99999999999'] }
      const { list, totals } = await readReport(everything, report, { by: ['month'], where, ...period, currency: 'CNY' })
      expect([name, list, totals]).toEqual([name, [], []])
    }
    // nor does the last day of the calendar: it is a day like others
    const last = { startDate: '9999-12-31', endDate: '9999-12-31' }
    expect((await readReport(everything, report, { by: ['month'], ...last, currency: 'CNY' })).totals).toEqual(expect.any(Array))
  })

  test('the lines behind each figure make it', async () => {
    for (const [name, m] of Object.entries(report.measures)) {
      if (!isLeaf(m) && m.class !== 'distinct') continue
      const lines = await readLines(everything, report, { measure: name, where: {}, ...period, currency: 'CNY' })
      expect([name, canonical(lines.figure ?? 'none')]).toEqual([name, shown(report, name, figure(report, name, amounts, tables))])
    }
  })
})

/**
 * The facts above are random rows; here the suite writes them itself: goods that came in and were sold, came back on days with and without
 * sales, costs that came late, what was paid back, a sale that was taken back, a document that was undone.
 */
describe('after returns, late costs and reversals', () => {
  const someDay = (): string => addDays(period.startDate, below(89))
  beforeAll(async () => {
    const add = async (r: unknown, values: Readonly<Record<string, unknown>>): Promise<string> =>
      String((await addRecord(b.as(shops), r as Resource, values)).id)
    const placeId = await add(stockPlace, { name: '深圳仓', kind: 1, shipsRest: 1 })
    const receive = (documentNo: string, of: object): Promise<string> =>
      add(costReceipt, { documentNo, lineNo: 1, day: someDay(), placeId, quantity: String(5 + below(30)), ...of })
    const receipts: string[] = []
    for (let n = 0; n < 12; n++) {
      const money = { purchase: `${50 + below(300)}.${below(100)}`, firstLeg: `${below(40)}.${below(100)}`, duty: `${below(9)}` }
      receipts.push(await receive(`R${n}`, { productId: String(1 + (n % 2)), ...money }))
    }
    for (const receiptId of receipts.slice(0, 8))
      for (const part of [1, 2])
        await add(costAddition, { receiptId, part, meaning: 2, amount: `${below(30) - 10}.37`, currency: 'CNY', day: '2026-02-28' })
    // what a returns report tells of a day is not entered again
    const told = new Set((await run(b, 'select reported_on::text as day from fba_return')).rows.map(row => String(row['day'])))
    const untoldDay = (day = someDay()): string => (told.has(day) ? untoldDay() : day)
    for (let n = 0; n < 10; n++) {
      const of = { documentNo: `B${n}`, lineNo: 1, day: untoldDay(), kind: 3, toPlaceId: placeId }
      await add(stockMovement, { ...of, productId: '1', shopId: oneOf(['1', '2']), sellerSku: 'S1', quantity: String(1 + below(4)) })
    }
    const undone = await receive('R99', { productId: '1', purchase: '900' })
    await removeRecords(b.as(shops), costReceipt as unknown as Resource, [undone])
    const days = new Set<string>()
    let sold = 0
    const sell = async (order: string, day: string, quantity: number, shop: number): Promise<void> => {
      days.add(day)
      const amount = `${quantity * 20}.05`
      const of = { shop_id: shop, order_id: order, sku: oneOf(['S1', 'S2']), posted_on: day, kind_id: kinds.principal }
      // beside the numbers of the random lines
      await lines.settlementLine(b, { ...of, amount, quantity, line_no: 100_000 + (sold += 1) })
    }
    for (let n = 0; n < 60; n++) {
      await sell(`P${n}`, someDay(), 1 + below(3), 1 + below(2))
      if (n % 4 === 0) await sell(`P${n}`, someDay(), -1, 1 + below(2))
    }
    const system = await b.system()
    await system.write(async tx => {
      for (const shop of ['1', '2']) await markStale(tx, settled, shop, [...days], system.now())
    })
    do await refreshRollups(b.house, '1')
    while ((await system.write((tx, inside) => computeStale(tx, inside))) > 0)
  }, 60_000)

  test.each(reports.map(report => [report.name, report] as const))('all dimensions of %s give the same total', async (_name, report) => {
    if (report.ownersWhere?.value === 'platform')
      await run(b, `update marketplace set platform = ${report.ownersWhere.is} where code = 'walmart.com'`)
    const sees = whoSees(report, ownersOf(ownerOf(report)))
    const asked = { ...period, currency: 'CNY' as const, pageSize: 1_000 }
    const addUp = Object.entries(report.measures).flatMap(([name, m]) =>
      isLeaf(m) && m.class === 'sum' && m.notAllocatable !== true ? [name] : [],
    )
    const [total] = (await readAll(sees, report, { by: [], ...asked }, addUp)).totals
    for (const [dimension, { many }] of Object.entries(report.dimensions)) {
      if (many === true) continue
      const { list, totals } = await readAll(sees, report, { by: [dimension], ...asked }, addUp, undefined, 100_000)
      for (const name of addUp) {
        const values = list.map(row => row.values[name]).filter(value => value != null)
        expect([dimension, name, totals[0]?.values[name]]).toEqual([dimension, name, total?.values[name]])
        const off = Number(subtract(sum(values), total?.values[name] ?? '0'))
        expect([dimension, name, Math.abs(off) <= 0.0001 * (values.length + 1) ? 'same' : off]).toEqual([dimension, name, 'same'])
      }
    }
  })
})
