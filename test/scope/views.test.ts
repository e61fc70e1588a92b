/**
 * Board, calendar, Gantt and tree, generated over the registry: to whoever asks, each shows the records that the list shows him, each once,
 * narrowed as the list is, and none besides.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { Condition, ListAnswer, ListQuery, Row } from '#platform/declare/wire.ts'
import { addDays } from '#platform/format/dates.ts'
import { canonical, sum as sumDecimals } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { wireFields } from '#platform/server/lists/columns.ts'
import { listDefinition } from '#platform/server/records/definition.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { openScopeHouse, type ScopeHouse, type Who } from './house.ts'
import { makeRow } from './make-row.ts'

const registry = registryOf(withHouseAreas(areas))
const listCall = (r: Resource) =>
  registry.routes.find(one => one.verb === 'list' && one.method === 'POST' && one.resource?.table === r.table)
/** a card alone is no other way of reading the list */
const hasView = ({ shownAs }: Resource): boolean =>
  [shownAs?.board, shownAs?.calendar, shownAs?.gantt, shownAs?.tree].some(view => view !== undefined)
const shown = [...registry.types.values()].filter(r => hasView(r) && listCall(r) !== undefined)
/** what others refer to comes first */
const depth = (r: Resource, seen: readonly string[] = []): number =>
  1 +
  Math.max(
    0,
    ...Object.values(r.fields).map(({ to, kind }) => {
      const target = kind === 'reference' && to !== undefined && !seen.includes(to) ? shown.find(one => one.table === to) : undefined
      return target === undefined ? 0 : depth(target, [...seen, r.table])
    }),
  )
const persons: readonly Who[] = ['admin', 'sales', 'nobody']
const rowsOfEach = 24
const firstDay = '2026-01-01'
const [windowDays, windows] = [200, 3]

let h: ScopeHouse
beforeAll(async () => {
  h = await openScopeHouse()
  for (const r of shown.filter(one => !hasRows(one)).toSorted((a, b) => depth(a) - depth(b))) await fill(r)
}, 120_000)
afterAll(() => h.close())

/** the demo company has made them, or they follow from other records */
const hasRows = ({ table, isView }: Resource): boolean => isView === true || ['department', 'employee'].includes(table)

/** Records of all columns, days and places in the tree, some without, that belong to people in turn. */
async function fill(r: Resource): Promise<void> {
  const orgId = h.demo.organisationIds[0] ?? ''
  const idsIn = async (table: string): Promise<string[]> => {
    const target = registry.resources.get(table)
    if (target === undefined || target.organisation === false) return []
    const found = await h.rows<{ id: string }>(`select id from ${table} where org_id = $1 order by id limit 50`, [orgId])
    return found.map(row => String(row.id))
  }
  const pools = new Map<string, readonly string[]>()
  for (const [name, { kind, to, by }] of Object.entries(r.fields))
    if (kind === 'reference' && by === undefined && to !== undefined && to !== r.table) pools.set(name, await idsIn(to))
  const made: string[] = []
  const span = r.shownAs?.gantt ?? r.shownAs?.calendar
  for (let at = 0; at < rowsOfEach; at += 1) {
    const row: Record<string, unknown> = {}
    for (const [name, pool] of pools) if (pool.length > 0) row[columnOf(name)] = pool[(at * 7) % pool.length]
    for (const [name, field] of Object.entries(r.fields)) {
      if (field.kind === 'text' && field.options.optional !== true && field.choices === undefined) row[columnOf(name)] = `x${at}`
      if (name === r.shownAs?.board?.by) {
        const codes = Object.values(field.choices ?? {}).map(([code]) => code)
        row[columnOf(name)] = codes[at % codes.length]
      }
    }
    if (span !== undefined) {
      const from = addDays(firstDay, at * 11)
      const isOptional = (name: string): boolean => r.fields[name]?.options.optional === true && at % 5 === 0
      row[columnOf(span.from)] = isOptional(span.from) ? null : from
      if (span.to !== undefined) row[columnOf(span.to)] = isOptional(span.to) ? null : addDays(from, at % 30)
    }
    // it ends where its span is, which begins nowhere before
    if (r.validity !== undefined && r.validity.to === span?.from) row[columnOf(r.validity.from)] = '2000-01-01'
    // accepted, rejected and conceded, nothing here, are the lot
    if (r.fields['lotQty'] !== undefined) row['lot_qty'] = 0
    if (r.tree !== undefined && at % 3 > 0) row[columnOf(r.tree)] = made[Math.floor(at / 2)]
    made.push(await makeRow(h, registry, r, orgId, row))
  }
  // who takes part follows from fields of the record, which rows made by hand have not told anybody
  if (r.table === 'project')
    await h.rows(
      `insert into project_member (org_id, project_id, employee_id, role)
        select org_id, id, manager_id, 1 from project where org_id = $1 on conflict do nothing`,
      [orgId],
    )
}

async function ask(r: Resource, who: Who, query: ListQuery): Promise<ListAnswer | null> {
  const headers = { authorization: `Bearer ${await h.token(who)}` }
  const url = `/api-2024${listCall(r)?.path ?? ''}`
  const { code, data } = (await h.app.inject({ method: 'POST', url, headers, payload: query })).json<{ code: number; data: ListAnswer }>()
  return code === 0 ? data : null
}
const idsOf = (rows: readonly Row[]): string[] => rows.map(row => row.id).toSorted()
/** a day that a rule gives has no record; the rows of a view are all their own */
const isRow = ({ isView }: Resource, id: string): boolean => isView === true || /^\d+$/.test(id)

async function rowsBy(r: Resource, who: Who, query: ListQuery): Promise<Row[]> {
  const answer = await ask(r, who, { ...query, pageSize: 1_000, only: 'rows' })
  if (answer === null) throw new Error(`${r.table}: ${who} is refused ${JSON.stringify(query)}`)
  return [...answer.list]
}

/** Every level of the tree from its top. */
async function treeOf(r: Resource, who: Who, query: ListQuery, under: string | null = null): Promise<Row[]> {
  const level = await rowsBy(r, who, { ...query, under })
  const rows: Row[] = []
  for (const row of level) rows.push(row, ...(Number(row['below']) > 0 ? await treeOf(r, who, query, row.id) : []))
  return rows
}

/** figures that are added up, each alone in its currency */
const sumsOf = (r: Resource): string[] =>
  wireFields(r).flatMap(([name, field]) => (field.options.total === true && field.options.sensitive !== true ? [name] : []))
const sumOf = (rows: readonly Row[], name: string): string => canonical(sumDecimals(rows.map(row => asText(row[name] ?? '0'))))
const saidSum = (answer: ListAnswer | null, name: string): string => {
  const byCurrency = Object.values(answer?.totalsByCurrency?.[name] ?? {})
  return canonical(byCurrency.length > 0 ? sumDecimals(byCurrency) : (answer?.totals?.[name] ?? '0'))
}
let summed = 0

const seenBy = new Map<Who, { all: number; some: number }>()

test.each(shown.map(r => [r.type ?? r.table, r] as const))('%s: its views show to each what the list shows him', async (_type, r) => {
  for (const who of persons) {
    const whole = await ask(r, who, { pageSize: 1_000 })
    if (whole === null) continue
    const { board } = listDefinition(await h.as(who), r).shownAs ?? {}
    const narrowings: readonly (readonly Condition[])[] = [
      [],
      ...(board === undefined ? [] : [[{ field: board.by, condition: 'NE', value: String(board.columns[0]?.value ?? '') } as const]]),
    ]
    for (const conditionList of narrowings) {
      const query = { conditionList }
      const listed = await ask(r, who, { ...query, pageSize: 1_000 })
      const rows = listed?.list ?? []
      expect(rows.length).toBe(listed?.total)
      const said = seenBy.get(who) ?? { all: 0, some: 0 }
      seenBy.set(who, { all: said.all + rows.length, some: said.some + (rows.length > 0 && rows.length < rowsOfEach ? 1 : 0) })
      if (board !== undefined) {
        const cards: Row[] = []
        for (const { value } of board.columns) {
          const own: Condition =
            value === null ? { field: board.by, condition: 'EMPTY' } : { field: board.by, condition: 'EQ', condList: [String(value)] }
          cards.push(...(await rowsBy(r, who, { conditionList: [...conditionList, own] })))
        }
        // what the columns add up to is what the rows in them say, in every currency
        for (const { value } of board.columns) {
          const own: Condition =
            value === null ? { field: board.by, condition: 'EMPTY' } : { field: board.by, condition: 'EQ', condList: [String(value)] }
          const answer = await ask(r, who, { conditionList: [...conditionList, own], pageSize: 1, only: 'rows' })
          const inColumn = rows.filter(row => ((row[board.by] ?? null) as number | null) === value)
          for (const name of sumsOf(r)) expect([name, value, saidSum(answer, name)]).toEqual([name, value, sumOf(inColumn, name)])
          summed += sumsOf(r).length
        }
        const columns = new Set(board.columns.map(one => one.value))
        expect(idsOf(cards)).toEqual(idsOf(rows.filter(row => columns.has((row[board.by] ?? null) as number | null))))
      }
      const days = r.shownAs?.calendar
      if (days !== undefined) {
        const found = new Set<string>()
        for (let at = 0; at < windows; at += 1) {
          const from = addDays(firstDay, (at - 1) * windowDays)
          for (const row of await rowsBy(r, who, { ...query, during: { from, to: addDays(from, windowDays - 1) } })) found.add(row.id)
        }
        const dated = rows.filter(row => [days.from, days.to].some(name => name !== undefined && (row[name] ?? null) !== null))
        const end = addDays(firstDay, windowDays * (windows - 1))
        const near = dated.filter(row => String(row[days.from] ?? row[days.to ?? '']) < end)
        expect([...found].filter(id => isRow(r, id)).toSorted()).toEqual(idsOf(near))
      }
      if (r.shownAs?.gantt !== undefined) expect(idsOf(await rowsBy(r, who, query))).toEqual(idsOf(rows))
      if (r.shownAs?.tree !== undefined) expect(idsOf(await treeOf(r, who, query))).toEqual(idsOf(rows))
    }
  }
})

test('some boards have figures that are added up', () => {
  expect(summed).toBeGreaterThan(0)
})

test('the persons differ: somebody sees part of what the administrator sees', () => {
  const [all, part] = [seenBy.get('admin')?.all ?? 0, seenBy.get('sales')?.all ?? 0]
  expect(part).toBeGreaterThan(0)
  expect(all).toBeGreaterThan(part)
})
