/**
 * People: 3,000 of them with ten years of assignments. The roster as a sheet brings it, its page and the chart, the report, one number
 * shown, and a night of 500 actions. A database of its own; assignments of past years are written by SQL, the rest goes the real way.
 */
import { sql } from 'kysely'
import { chartRoutes } from '#areas/hr/chart.ts'
import { actionStates, personnelAction } from '#areas/hr/action-tables.ts'
import { hrFile } from '#areas/hr/file-tables.ts'
import { staffReport } from '#areas/hr/figures.ts'
import { checkOf } from '#areas/hr/identity-number.ts'
import { hrRoster } from '#areas/hr/roster-tables.ts'
import { hrRoutes } from '#areas/hr/routes.ts'
import { takeEffect } from '#areas/hr/take-effect.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { listOf } from '#platform/server/lists.ts'
import { createEach } from '#platform/server/records/create-each.ts'
import { readReport } from '#platform/server/reports/answer/read.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { ms, quantile, seconds, times, timed, type Figure } from './figures.ts'
import type { Options } from './options.ts'
import { openPlace, type Place } from './place.ts'

const part = 'people'
const [people, departments, years, runs, actions] = [3_000, 60, 10, 30, 500]
const aims = { pageMs: 300, reportMs: 100, importMs: 20_000, nightMs: 60_000, revealMs: 50, encrypted: 1.05 }

const figure = (what: string, value: number, aim: number): Figure => ({
  part,
  what,
  value: value >= 2_000 ? seconds(value) : ms(value),
  aim: `below ${aim >= 2_000 ? seconds(aim) : ms(aim)}`,
  met: value < aim,
})
async function sample(work: () => Promise<unknown>): Promise<number[]> {
  await work()
  const found: number[] = []
  for (let at = 0; at < runs; at++) found.push(await timed(work))
  return found
}
const p95 = async (work: () => Promise<unknown>): Promise<number> => quantile(await sample(work), 0.95)
const numberOf = (n: number): string => {
  const first17 = `990000${1970 + (n % 30)}0${1 + (n % 9)}1${n % 10}${String(100 + (n % 900))}`
  return first17 + checkOf(first17)
}

export async function peoplePart({ data }: Options): Promise<Figure[]> {
  const place = await openPlace(data)
  try {
    const context = await place.context()
    return [...(await fill(place, context)), ...(await pages(place, context)), await night(place, context)]
  } finally {
    await place.close()
  }
}

async function fill({ owner, orgId, house }: Place, context: Context): Promise<Figure[]> {
  await owner.query(`insert into department (org_id, name) select $1, 'BD ' || g from generate_series(1, $2) g`, [orgId, departments])
  const { rows } = await owner.query<{ id: string }>(`select id::text from department where name like 'BD %' order by id`)
  const sheet = Array.from({ length: people }, (_, n) => ({
    no: `BP${10_000 + n}`,
    name: `员工${n}`,
    deptId: rows[n % departments]?.id,
    hiredOn: '2016-12-01',
    idNo: numberOf(n),
    bankAccount: `62220212${10_000_000 + n}`,
    address: `地址 ${n}`,
  }))
  // numbers that came out alike are somebody else's
  const seen = new Set<string>()
  const whole = sheet.map(row => (seen.has(row.idNo) ? { ...row, idNo: null } : (seen.add(row.idNo), row)))
  const took = await timed(() => context.write((_, inside) => createEach(inside, hrRoster, whole)))
  await owner.query(
    `update hr_assignment set valid_from = '2025-12-01', joined = 0 where org_id = $1 and valid_from = '2016-12-01' and employee_id in
      (select id from employee where no like 'BP%')`,
    [orgId],
  )
  await owner.query(
    `insert into hr_assignment (org_id, employee_id, dept_id, valid_from, valid_to, ended_on, joined, gone)
      select a.org_id, a.employee_id, ($2::bigint[])[1 + (a.id + y) % $3], ('2016-12-01'::date + make_interval(years => y))::date,
        ('2016-12-01'::date + make_interval(years => y + 1))::date - 1, ('2016-12-01'::date + make_interval(years => y + 1))::date,
        case when y = 0 then 1 else 0 end, 0
      from hr_assignment a, generate_series(0, $4 - 2) y
      where a.org_id = $1 and a.valid_from = '2025-12-01'`,
    [orgId, rows.map(one => one.id), departments, years],
  )
  await owner.query(
    `insert into stale_day (rollup, org_id, owner_id, day, since)
      select 'hr_heads', org_id, employee_id, d, now() from (
        select org_id, employee_id, valid_from as d from hr_assignment union
        select org_id, employee_id, ended_on from hr_assignment where ended_on is not null) x on conflict do nothing`,
  )
  await refreshRollups(house, orgId)
  // as autovacuum does: without statistics of the sums the report is read in loops
  await owner.query('analyze')
  return [figure(`sheet of ${people.toLocaleString('en')} people becomes employees and files`, took, aims.importMs)]
}

const ask = (context: Context, input: object) =>
  ({ input, params: {}, headers: {}, address: '', house: context.house, language: 'zh' }) as never
async function pages({ owner }: Place, context: Context): Promise<Figure[]> {
  const { rows } = await owner.query<{ id: string }>(
    `select f.id::text from hr_file f join employee e on e.id = f.employee_id where f.id_no is not null and e.no like 'BP%' order by f.id`,
  )
  let at = 0
  const page = (r: typeof hrFile) => () => listOf(context, r, { pageNum: 1, pageSize: 50 })
  const chart = chartRoutes['POST /orgChart/query']
  const reveal = hrRoutes['POST /hrFile/reveal']
  if (chart === undefined || reveal === undefined) throw new Error('people have no chart')
  const { idNo: _, bankAccount: __, ...plain } = hrFile.fields
  const without = { ...hrFile, fields: plain } as unknown as typeof hrFile
  // one after the other, so that both see the same machine
  const [sealed, open]: [number[], number[]] = [[], []]
  for (let n = 0; n < runs * 4; n++) {
    sealed.push(await timed(page(hrFile)))
    open.push(await timed(page(without)))
  }
  const ratio = quantile(sealed, 0.5) / quantile(open, 0.5)
  const query = { by: ['dept'], startDate: '2026-01-01', endDate: '2026-11-30', currency: 'CNY', pageNum: 1, pageSize: 50 } as never
  return [
    figure(`page of the roster, p95, ${people * years} assignments`, await p95(page(hrFile)), aims.pageMs),
    figure('chart of today, p95', await p95(() => chart.handler(context, ask(context, {}))), aims.pageMs),
    figure('chart of a day nine years ago, p95', await p95(() => chart.handler(context, ask(context, { day: '2018-06-01' }))), aims.pageMs),
    figure('report by department of eleven months, p95', await p95(() => readReport(context, staffReport, query)), aims.reportMs),
    figure(
      'one number shown, p95',
      await p95(() => reveal.handler(context, ask(context, { id: rows[at++ % rows.length]?.id, field: 'idNo', reason: '核对' }))),
      aims.revealMs,
    ),
    {
      part,
      what: 'page of the roster with two encrypted fields, against without',
      value: ms(quantile(sealed, 0.5)),
      against: ms(quantile(open, 0.5)),
      ratio: times(ratio),
      aim: `at most ${times(aims.encrypted)}`,
      met: ratio <= aims.encrypted,
    },
  ]
}

async function night({ owner, orgId, house }: Place, context: Context): Promise<Figure> {
  const today = context.now().toISOString().slice(0, 10)
  await owner.query(
    `insert into personnel_action (org_id, no, business_on, kind, state, employee_id, asked_by, effective_on, dept_id)
      select org_id, 'BR' || id, $2::date, 3, $3, id, id, $2::date, (select max(d.id) from department d where d.org_id = e.org_id)
      from employee e where org_id = $1 and no like 'BP%' order by id limit $4`,
    [orgId, today, actionStates.waiting[0], actions],
  )
  const server = await house.asSystem(orgId, 'bench')
  let done = 0
  const took = await timed(async () => {
    done = await takeEffect(server)
  })
  const waiting = await server.db
    .selectFrom(personnelAction.table as 'personnel_action')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('state', '=', actionStates.waiting[0])
    .executeTakeFirst()
  if (done !== actions || waiting?.n !== 0) throw new Error(`${done} of ${actions} actions took effect`)
  return figure(`${actions} actions take effect in one night`, took, aims.nightMs)
}
