/**
 * 查看成本 (declare/cost.ts), over every report of the registry: who lacks the right finds no measure that holds a cost in what a report says
 * of itself and answers, and names none in a question, an export, a pivot, a card, an alert or a query; who has it finds all. What their
 * values tell is held in one-shop.test.ts.
 */
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { costMeasures, costRightOf, seeCost } from '#platform/declare/cost.ts'
import { rollupsOfReport, type Report } from '#platform/declare/report.ts'
import type { Rollup } from '#platform/declare/rollup.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { raiseScopeVersion } from '#platform/server/session/scope-version.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { pairOf } from '#platform/format/levels.ts'
import { grantablesOf, rightsBeside } from '#platform/server/grantable.ts'
import { presetRoles } from '../../areas/admin/usual-roles.ts'
import { financeItemChoices } from '../../areas/finance/base/finance-item-choices.ts'
import { costItems } from '../../areas/finance/base/finance-items.ts'
import { openScopeHouse, type ScopeHouse, type Who } from './house.ts'

const registry = registryOf(withHouseAreas(areas))
const reports = [...registry.reports.values()].map(face => face.report)
const costly = reports.filter(report => costMeasures(report).size > 0)
const named = (some: readonly Report[]): [string, Report][] => some.map(report => [report.name, report])
const period = { startDate: '2026-01-01', endDate: '2026-03-31' }
const queryOf = ({ dimensions, by, conversion }: Report) => ({
  ...period,
  by: Object.hasOwn(dimensions, 'shop') ? ['shop'] : by,
  ...(conversion === undefined ? {} : { currency: 'CNY' }),
})
const [unknown, forbidden] = [1002, 1003]

let h: ScopeHouse
beforeAll(async () => {
  h = await openScopeHouse()
})
afterAll(() => h.close())

interface Said {
  readonly code: number
  readonly msg: string
  readonly data: ReturnType<typeof JSON.parse>
}
async function ask(who: Who, path: string, payload: object): Promise<Said> {
  const headers = { authorization: `Bearer ${await h.token(who)}` }
  const answer = await h.app.inject({ method: 'POST', url: `/api-2024${path}`, headers, payload })
  if (!String(answer.headers['content-type']).includes('sheet')) return answer.json<Said>()
  return { code: 0, msg: '', data: (await readXlsx(answer.rawPayload)).sheets[0]?.rows }
}
const definition = async (who: Who, report: Report) => (await ask(who, '/listField/getByType', { type: report.name })).data.report
const namesIn = (value: unknown, names: ReadonlySet<string>): string[] =>
  [...names].filter(name => JSON.stringify(value).includes(`"${name}"`))

test('costs are found where there are some, and each of these permissions has the right to them, under one name', () => {
  expect(costly.map(report => report.name)).toEqual(
    expect.arrayContaining(['companyProfit', 'amazonProfit', 'ebayProfit', 'financeBudgetReport', 'amazonSaleStatistics']),
  )
  const rights = registry.routes.flatMap(rightsBeside)
  for (const report of costly) {
    const own = rights.filter(one => one.permission === report.permission && one.operation === costRightOf(report))
    expect([report.name, [...new Set(own.map(one => one.title))]]).toEqual([report.name, [seeCost.title]])
    // nothing else is demanded under that number
    const demanded = registry.routes.filter(
      ({ demand }) => demand.kind === 'operation' && demand.permission === report.permission && demand.operation === costRightOf(report),
    )
    expect([report.name, demanded.map(route => route.path)]).toEqual([report.name, []])
  }
})

test('a roll-up that tells finance items says which of them are cost', () => {
  const itemsOf = ({ keys, mapped }: Rollup) => [keys['item'], mapped?.map.fields[mapped.value]].map(field => field?.choices)
  const tellItems = reports.flatMap(rollupsOfReport).filter(of => itemsOf(of).includes(financeItemChoices))
  expect(new Set(tellItems.map(of => of.name))).toEqual(new Set(['finance_amount', 'finance_cost', 'finance_manual']))
  for (const { name, cost } of tellItems) expect([name, cost?.on, cost?.are]).toEqual([name, costItems.on, costItems.are])
})

test('the presets of who leads and of who keeps the books have it, of every permission; who sells has none but by the variant', () => {
  const rights = grantablesOf(registry).filter(one => one.title === seeCost.title)
  expect(rights.length).toBeGreaterThan(10)
  const presets = new Map(presetRoles(registry).map(({ preset, pairs }) => [preset.id, pairs]))
  const has = (preset: string, permission: string, operation: number): boolean =>
    presets.get(preset)?.has(pairOf(permission, operation)) === true
  const held = (preset: string) => rights.filter(one => has(preset, one.permission, one.operation))
  expect([held('boss'), held('finance')]).toEqual([rights, rights])
  for (const preset of ['sales', 'buyer', 'keeper', 'hr', 'it']) expect([preset, held(preset)]).toEqual([preset, []])
  expect(held('salesWithCost')).toEqual(rights.filter(one => has('sales', one.permission, 2)))
})

describe.each(['sales', 'blind'] as const)('%s', who => {
  test.each(named(costly))('%s: no measure that holds a cost', async (_name, report) => {
    const hidden = costMeasures(report)
    const rows = await ask(who, report.paths.rows, queryOf(report))
    if (rows.code === forbidden) {
      expect(who).toBe('sales')
      return
    }
    const seen = await definition(who, report)
    const kept = seen.measures.map((one: { name: string }) => one.name)
    expect(namesIn(seen, hidden)).toEqual([])
    expect(kept.length + hidden.size).toBe(Object.keys(report.measures).length)
    expect([rows.code, rows.msg]).toEqual([0, ''])
    expect(namesIn(rows.data, hidden)).toEqual([])
    if (rows.data.totals.length > 0) expect(new Set(Object.keys(rows.data.totals[0].values))).toEqual(new Set(kept))
    for (const name of hidden) {
      const { title } = report.measures[name] ?? { title: ['', ''] }
      const refused = await Promise.all([
        ask(who, report.paths.rows, { ...queryOf(report), measures: [name] }),
        ask(who, report.paths.rows, { ...queryOf(report), sortField: name }),
        ask(who, report.paths.lines, { ...period, measure: name, where: {} }),
        ask(who, '/ownReport/pivot', { report: report.name, rows: ['shop'], across: [], measures: [name], ...period, currency: 'CNY' }),
      ])
      expect([name, title[0], refused.map(one => one.code)]).toEqual([name, title[0], [unknown, unknown, unknown, unknown]])
    }
  })

  test.each(named(costly))('%s: nor an export, a card, an alert or a query', async (_name, report) => {
    const hidden = costMeasures(report)
    const [name = ''] = hidden
    if ((await ask(who, report.paths.rows, queryOf(report))).code === forbidden) return
    const card = (measures: readonly string[]) => ({
      name: `看板 ${report.name} ${measures.length}`,
      cards: [
        {
          key: 'c1',
          title: '卡',
          width: 6,
          height: 2,
          measure: { report: report.name, look: 'table', measures, by: ['shop'], period: 'month', currency: 'CNY' },
        },
      ],
      filter: {},
      seconds: null,
      roleIds: [],
    })
    const alert = { name: '预警', report: report.name, measure: name, where: {}, rule: 2, threshold: '1' }
    const exported = report.paths.export === undefined ? null : await ask(who, report.paths.export, { query: queryOf(report) })
    if (exported !== null && exported.code === 0) {
      const titles = new Set([...hidden].map(one => report.measures[one]?.title[0] ?? ''))
      const shown = new Set(Object.entries(report.measures).flatMap(([one, { title }]) => (hidden.has(one) ? [] : [title[0]])))
      expect(namesIn(exported.data, new Set([...titles].filter(title => !shown.has(title))))).toEqual([])
    }
    const source = `report:${report.name}`
    const sql = await ask(who, '/generateSql/generate', { source, query: queryOf(report) })
    if (sql.code === 0) expect(JSON.stringify(sql.data.columns.map((one: { name: string }) => one.name))).not.toContain(`"m_${name}"`)
    const refused = [
      ...(report.paths.export === undefined
        ? []
        : [await ask(who, report.paths.export, { query: queryOf(report), fields: [...queryOf(report).by, name] })]),
      await ask(who, '/dashboard/keep', card([name])),
      await ask(who, '/measureAlert/insert', alert),
      await ask(who, '/generateSql/generate', { source, query: { ...queryOf(report), measures: [name] } }),
    ]
    expect(refused.map(one => [unknown, forbidden].includes(one.code))).toEqual(refused.map(() => true))
  })
})

test.each(named(costly))('%s tells all to who has the right', async (_name, report) => {
  const seen = await definition('boss', report)
  expect(seen.measures.map((one: { name: string }) => one.name)).toEqual(Object.keys(report.measures))
  const { code, data } = await ask('boss', report.paths.rows, queryOf(report))
  expect(code).toBe(0)
  if (data.totals.length > 0) expect(Object.keys(data.totals[0].values)).toEqual(expect.arrayContaining([...costMeasures(report)]))
})

test('the month report and the card of the home page end with the income after fees', async () => {
  const [seen, unseen] = [
    await ask('boss', '/companyProfit/monthReport', { month: '2026-02' }),
    await ask('sales', '/companyProfit/monthReport', { month: '2026-02' }),
  ]
  const ofFigures = ({ data }: Said): string[] => data.figures.map((one: { name: string }) => one.name)
  expect([ofFigures(seen).includes('profit'), seen.data.result, seen.data.hasMargin]).toEqual([true, '利润', true])
  expect([unseen.data.result, unseen.data.hasMargin]).toEqual(['扣费后收入', false])
  expect(ofFigures(unseen)).toEqual(
    ofFigures(seen)
      .filter(name => !costMeasures(registry.reports.get('companyProfit')?.report ?? { measures: {} }).has(name))
      .flatMap(name => (name === 'others' ? [name, 'feesTaken'] : [name])),
  )
})

test('whoever loses the right is told no cost by the next answer', async () => {
  const profit = costly.find(report => report.name === 'companyProfit') as Report
  const keen = async () => Object.keys((await ask('keen', profit.paths.rows, queryOf(profit))).data.totals[0]?.values ?? {})
  expect(await keen()).toContain('profit')
  await h.rows(
    "delete from role_permission where permission = $1 and operation = $2 and role_id in (select id from role where name = '全部-keen')",
    [profit.permission, costRightOf(profit)],
  )
  await (await h.as('boss')).write(tx => raiseScopeVersion(tx, h.demo.organisationIds[0] ?? ''))
  expect(await keen()).not.toContain('profit')
  expect(await keen()).toContain('feesTaken')
})
