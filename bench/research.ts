/**
 * Research: 2,000 projects with 40,000 deliverables, their list and board, the report; a change order over 50 parts is assessed, one of 200
 * lines is released. A database of its own; projects are written by SQL, what is measured goes the real way.
 */
import { product } from '#areas/reference/index.ts'
import { bom } from '#areas/production/bom-tables.ts'
import { changeOrder } from '#areas/research/change-tables.ts'
import { researchReport } from '#areas/research/figures.ts'
import { rdProject } from '#areas/research/project-tables.ts'
import { gates } from '#areas/research/words.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { listOf } from '#platform/server/lists.ts'
import { createEach } from '#platform/server/records/create-each.ts'
import { readReport } from '#platform/server/reports/answer/read.ts'
import { refreshRollups } from '#platform/server/reports/store/refresh.ts'
import { takeSteps } from '#platform/server/steps/take-steps.ts'
import { addRecord } from '#platform/server/verbs/record.ts'
import { ms, quantile, timed, type Figure } from './figures.ts'
import type { Options } from './options.ts'
import { openPlace, type Place } from './place.ts'

const part = 'research'
const [projects, linesEach, runs, billParts, bills] = [2_000, 20, 30, 60, 4]
const aims = { listMs: 300, assessMs: 500, releaseMs: 1_000, reportMs: 100 }

const figure = (what: string, value: number, aim: number): Figure => ({
  part,
  what,
  value: ms(value),
  aim: `below ${ms(aim)}`,
  met: value < aim,
})
async function p95(work: () => Promise<unknown>): Promise<number> {
  await work()
  const found: number[] = []
  for (let at = 0; at < runs; at++) found.push(await timed(work))
  return quantile(found, 0.95)
}

export async function researchPart({ data }: Options): Promise<Figure[]> {
  const place = await openPlace(data)
  try {
    const context = await place.context()
    await fill(place, context)
    return [...(await pages(context)), ...(await changes(place, context))]
  } finally {
    await place.close()
  }
}

async function fill({ owner, orgId, house }: Place, { caller }: Context): Promise<void> {
  const me = caller.employeeId
  await owner.query(`insert into product_category (org_id, name) values ($1, 'BR')`, [orgId])
  await owner.query(
    `insert into rd_project (org_id, no, business_on, name, gate, manager_id, category_id, gate_on)
      select $1, 'BR' || g, date '2026-01-01' + g % 300, '项目' || g, 1 + g % 7, $3,
        (select id from product_category where org_id = $1 and name = 'BR'), date '2026-11-01' from generate_series(1, $2::int) g`,
    [orgId, projects, me],
  )
  await owner.query(
    `insert into rd_deliverable (org_id, project_id, gate, name, owner_id, due_on, state)
      select p.org_id, p.id, 1 + n % 7, '交付项' || n, p.manager_id, date '2026-11-01' + n, case when 1 + n % 7 < p.gate then 2 else 0 end
      from rd_project p, generate_series(1, $2::int) n where p.org_id = $1 and p.no like 'BR%'`,
    [orgId, linesEach],
  )
  await owner.query(
    `insert into rd_gate_stay (org_id, project_id, gate, entered_on, left_on, ended, days, leaves, passes, first_try, manager_id)
      select p.org_id, p.id, g, p.business_on + g * 20, p.business_on + g * 20 + 20, 1, 20, 1, 1, 1, p.manager_id
      from rd_project p, generate_series(1, 6) g where p.org_id = $1 and p.no like 'BR%' and g < p.gate`,
    [orgId],
  )
  await owner.query(
    `insert into stale_day (rollup, org_id, owner_id, day, since)
      select distinct 'rd_done', org_id, manager_id, left_on, now() from rd_gate_stay on conflict do nothing`,
  )
  await refreshRollups(house, orgId)
  await owner.query('analyze')
}

async function pages(context: Context): Promise<Figure[]> {
  const list = (more: object) => () => listOf(context, rdProject, { pageNum: 1, pageSize: 50, ...more })
  const board = () => Promise.all(Object.values(gates).map(([gate]) => list({ gate: [gate] })()))
  const query = { by: ['gate'], startDate: '2026-01-01', endDate: '2027-06-30', pageNum: 1, pageSize: 50 } as never
  return [
    figure(`list of ${projects.toLocaleString('en')} projects, p95`, await p95(list({})), aims.listMs),
    figure('board of seven gates, p95', await p95(board), aims.listMs),
    figure('report by gate, p95', await p95(() => readReport(context, researchReport, query)), aims.reportMs),
  ]
}

async function changes({ owner, orgId }: Place, context: Context): Promise<Figure[]> {
  const named = (count: number, code: string) => Array.from({ length: count }, (_, at) => ({ sku: `${code}${at}`, name: `${code}${at}` }))
  const productsOf = async (count: number, code: string): Promise<{ id: string }[]> => {
    await createEach(context, product, named(count, code))
    return (await owner.query<{ id: string }>(`select id::text from product where sku like $1 order by id`, [`${code}%`])).rows
  }
  const [parts, made] = [await productsOf(billParts, 'BRP'), await productsOf(bills, 'BRM')]
  const day = (of: number): string => new Date(Date.now() + of * 86_400_000).toISOString().slice(0, 10)
  for (const { id: productId } of made) {
    const added = parts.map((one, n) => ({ id: `n${n}`, partId: one.id, per: '1' }))
    const values = { businessOn: day(0), productId, validFrom: '2026-01-01', lines: { added, changed: [], removed: [] } }
    const { id } = await addRecord(context, bom, values)
    await takeSteps(context, bom, { ids: [{ id }], pick: { step: 'submit' }, input: {} })
  }
  const { rows } = await owner.query<{ id: string }>(
    `select id::text from dictionary_item where dictionary_code = 126 and org_id = $1 limit 1`,
    [orgId],
  )
  const order = async (count: number, each: number): Promise<string> => {
    const added = made
      .slice(0, count)
      .flatMap(({ id: productId }) => parts.slice(0, each).map(one => ({ action: 3, productId, partId: one.id, per: '2' })))
      .map((line, n) => ({ id: `n${n}`, ...line }))
    const header = { businessOn: day(0), name: '改用量', reasonId: rows[0]?.id, effectiveOn: day(9) }
    return (await addRecord(context, changeOrder, { ...header, lines: { added, changed: [], removed: [] } })).id
  }
  const step = (id: string, name: string) => takeSteps(context, changeOrder, { ids: [{ id }], pick: { step: name }, input: {} })
  const small = await order(1, 50)
  const assess = await timed(() => step(small, 'assess'))
  const large = await order(bills, 50)
  await step(large, 'assess')
  await owner.query('update change_order set open_effects = 0 where id = $1', [large])
  await step(large, 'submit')
  const release = await timed(() => step(large, 'release'))
  return [
    figure('a change of 50 parts is assessed', assess, aims.assessMs),
    figure(`a change of ${bills * 50} lines is released`, release, aims.releaseMs),
  ]
}
