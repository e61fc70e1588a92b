/**
 * Performance of the demo company: this year and the one before, two groups with their shops and one with a product group of the other
 * shops, and one month in each state.
 */
import { addMonths } from '#platform/format/dates.ts'
import { dayInZone, homeZone } from '#platform/format/zones.ts'
import type { DemoPeople, Context } from '#platform/server/area.ts'
import { addDocument } from '#platform/server/documents.ts'
import { create } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { batchInsert, type TargetRow } from './batch-insert.ts'
import { performanceStates } from './states.ts'
import { computeScores, syncActuals } from './sync.ts'
import { measures, performance, performanceGroup, performanceGroupMember, performanceYear } from './tables.ts'

const todayOf = (now: Date): string => dayInZone(now.getTime(), homeZone)
const peopleOf = ['sales', 'buyer', 'employee', 'keeper'] as const

export async function makePerformance({ now, as }: DemoPeople): Promise<void> {
  const boss = await as('boss')
  const year = Number(todayOf(now).slice(0, 4))
  const shops = await boss.db.selectFrom('shop').select('id').where('marketplace_code', 'like', 'amazon%').orderBy('id').execute()
  const ids = shops.map(({ id }) => id)
  const half = Math.ceil(ids.length / 2)
  const [a, b, c, d] = (await Promise.all(peopleOf.map(name => as(name)))).map(context => context.caller.employeeId ?? '')
  const from = `${year - 1}-01-01`
  const others = await boss.db.selectFrom('shop').select('id').where('marketplace_code', 'not like', 'amazon%').orderBy('id').execute()
  const main = await boss.db.selectFrom('product_group').select('id').where('name', '=', '主推款').execute()
  const groups = [
    { name: '北美组', shopIds: ids.slice(0, half), members: [member(a, '60', from), member(b, '40', from)] },
    { name: '欧洲组', shopIds: ids.slice(half), members: [member(c, '50', from), member(d, '50', from)] },
    {
      name: '其他平台主推组',
      shopIds: others.map(({ id }) => id),
      groupIds: main.map(({ id }) => String(id)),
      members: [member(a, '50', from), member(c, '50', from)],
    },
  ]
  for (const { members, ...group } of groups)
    await addDocument(
      boss,
      [performanceGroup, performanceGroupMember],
      { ...group, leaderId: boss.caller.employeeId },
      { added: members, changed: [], removed: [] },
      {},
    )
  // who sells may not see profits (查看成本), and is not measured by them
  const weights = { netSalesWeight: 60, profitWeight: 0, settledUnitsWeight: 40 }
  await create(boss, performanceYear, { year: year - 1, status: 2, ...weights })
  await create(boss, performanceYear, { year, status: 1, ...weights })
}

const member = (employeeId: string | undefined, share: string, validFrom: string) => ({ employeeId, share, validFrom, validTo: null })

/** Targets a little above or below what was reached, then figures, scores, and each month as far as it goes. */
export async function makePerformanceFigures({ now, as }: DemoPeople): Promise<void> {
  const boss = await as('boss')
  const finance = await as('boss', now)
  const year = Number(todayOf(now).slice(0, 4))
  const years = await boss.db.selectFrom('performance_year').select(['id', 'year']).where('year', '=', year).execute()
  const yearId = years[0]?.id ?? ''
  const month = todayOf(now).slice(0, 7)
  const months = Array.from({ length: Number(month.slice(5)) }, (_, at) => addMonths(month, -at))
  const ask = { yearId, months }
  await syncActuals(boss, ask)
  await batchInsert(boss, { yearId, level: 'PERSON', rows: await targets(boss, yearId, 'PERSON') })
  await batchInsert(boss, { yearId, level: 'GROUP', rows: await targets(boss, yearId, 'GROUP') })
  await computeScores(boss, { yearId, months: months.slice(1) })
  const done = await boss.db
    .selectFrom('performance')
    .select('id')
    .where('year_id', '=', yearId)
    .where('state', '=', performanceStates.scored[0])
    .where('is_estimate', '=', false)
    .execute()
  const ids = done.map(({ id }) => ({ id }))
  if (ids.length === 0) return
  await takeSteps(finance, performance, { ids, pick: { step: 'confirm' }, input: {} })
  await takeSteps(finance, performance, { ids, pick: { step: 'publish' }, input: {} })
}

/** Of each row that has figures: the mean of its months, rounded up or down to thousands (tens of units) by turns, for every month. */
async function targets({ db }: Context, yearId: string, level: 'PERSON' | 'GROUP'): Promise<readonly TargetRow[]> {
  const rows =
    level === 'PERSON'
      ? await db
          .selectFrom('performance')
          .select(['group_id', 'employee_id', 'measure', 'actual'])
          .where('year_id', '=', yearId)
          .orderBy('id')
          .execute()
      : (
          await db
            .selectFrom('performance_group_amount')
            .select(['group_id', 'measure', 'actual'])
            .where('year_id', '=', yearId)
            .orderBy('id')
            .execute()
        ).map(row => ({ ...row, employee_id: '' }))
  const series = Map.groupBy(rows, row => `${row.group_id} ${row.employee_id} ${row.measure}`)
  return [...series.values()].flatMap((of, at) => {
    const [first] = of
    if (first === undefined) return []
    const step = first.measure === measures.settledUnits[0] ? 10 : 1000
    // a round aim for people to agree on: no figure of the books
    const mean = of.reduce((all, row) => all + Math.round(Number(row.actual)), 0) / of.length
    const target = String(Math.max(1, Math.round((mean * (at % 2 === 0 ? 0.97 : 1.04)) / step)) * 12 * step)
    return [
      { groupId: first.group_id, ...(first.employee_id === '' ? {} : { employeeId: first.employee_id }), measure: first.measure, target },
    ]
  })
}
