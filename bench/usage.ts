/**
 * What is used: the page over millions of counters, and what telling it costs. A database of its own; counters by INSERT SELECT.
 * `--records` says how many counters there are: `npm run bench -- usage --records 10000000`.
 */
import { readFileSync } from 'node:fs'
import { usageSeries, usageTable } from '#areas/monitoring/use/statistics.ts'
import { unusedPages } from '#areas/monitoring/use/pages.ts'
import { storeUse } from '#areas/monitoring/use/summary.ts'
import { median, ms, quantile, seconds, timed, type Figure } from './figures.ts'
import { rate, serve, signIn } from './http.ts'
import type { Options } from './options.ts'
import { openPlace, type Place } from './place.ts'

const part = 'usage'
const [calls, p50MsMax, people, days] = [15, 50, 500, 730]
const [toldEverySecondMin, cpuMsMax] = [1_000, 1]
const tellMs = 8_000
const callers = 200

/** `people` more accounts of the organisation, in its departments. */
async function fill({ owner, orgId }: Place, records: number): Promise<void> {
  await owner.query(
    `with made as (
        insert into account (username, password_hash, name) select 'u' || i, 'x', 'U' || i from generate_series(1, ${people}) i
        on conflict do nothing returning id)
      insert into account_organisation (org_id, account_id, data_scope) select ${orgId}, id, 0 from made`,
  )
  const menus = Math.max(1, Math.round(records / people / days))
  await owner.query(
    `insert into menu_click (org_id, account_id, click_date, dept_id, module_id, menu_id, times, last_at)
      select ${orgId}, a.id, current_date - d, depts[a.id % array_length(depts, 1) + 1], 'm' || (m + a.id) % 12,
        'm.p' || (m * 7 + a.id) % 190, 1 + (d + m) % 5, now()
      from (select id from account where username like 'u%') a, generate_series(0, ${days - 1}) d, generate_series(1, ${menus}) m,
        (select array_agg(id) as depts from department where org_id = ${orgId}) x
      on conflict do nothing`,
  )
  await owner.query(
    `insert into usage_record (org_id, account_id, used_on, dept_id, times, last_at)
      select org_id, account_id, click_date, min(dept_id), 2, now() from menu_click group by 1, 2, 3 on conflict do nothing`,
  )
  await owner.query('vacuum analyze menu_click')
  await owner.query('vacuum analyze usage_record')
}

export async function usagePart({ records, data }: Options): Promise<Figure[]> {
  const place = await openPlace(data)
  try {
    await fill(place, records)
    const { rows } = await place.owner.query<{ n: string }>('select count(*) as n from menu_click')
    const count = Number(rows[0]?.n).toLocaleString('en')
    const system = await place.house.asSystem(place.orgId, 'bench')
    const took = await timed(async () => {
      while (await system.write((tx, inside) => storeUse(inside, tx)));
    })
    await place.owner.query('vacuum analyze usage_summary')
    const figures: Figure[] = [{ part, what: `days and weeks of ${count} counters stored from nothing`, value: seconds(took) }]
    const context = await place.context()
    const asks: readonly (readonly [what: string, ask: () => Promise<unknown>])[] = [
      ...(['MENU', 'MODULE', 'DEPT', 'USER'] as const).map(
        by => [`30 days by ${by}`, () => usageTable(context, { statisticalDimension: by, pageSize: 20 })] as const,
      ),
      ['30 days by MENU and week', () => usageTable(context, { timeEnum: 'WEEK', pageSize: 20 })],
      ['sessions beside clicks, 30 days', () => usageSeries(context, {})],
      ['pages unused for 90 days', () => unusedPages(context)],
    ]
    for (const [what, ask] of asks) {
      const sample: number[] = []
      for (let i = 0; i < calls; i++) sample.push(await timed(ask))
      const p50 = median(sample.slice(2))
      figures.push({
        part,
        what: `use over ${count} counters: ${what}, p50 / p95`,
        value: `${ms(p50)} / ${ms(quantile(sample.slice(2), 0.95))}`,
        aim: `p50 < ${p50MsMax} ms`,
        met: p50 < p50MsMax,
      })
    }
    return [...figures, ...(await telling(place))]
  } finally {
    await place.close()
  }
}

/** The four calls that opening a page makes, of many browsers at once. */
async function telling(place: Place): Promise<Figure[]> {
  const server = await serve(place, null)
  try {
    const token = await signIn(server.port)
    const told = [
      { path: '/menuLog/pushMenuLog', query: { menuId: 'reference.currency' } },
      { path: '/systemMenuClick/insertAndUpdate', query: { menuId: 'reference.currency' } },
      { path: '/systemUsageRecord/routeUse', query: { component: 'list/currency' } },
      { path: '/systemUsageRecord/access', query: {} },
    ]
    const figures: Figure[] = []
    for (const call of told) {
      await rate(server.port, call, token, tellMs / 4, callers)
      const before = cpuMs(server.pid)
      const perSecond = await rate(server.port, call, token, tellMs, callers)
      const each = before === null ? null : (cpuMs(server.pid) ?? 0) - before
      const cpu = each === null ? null : each / ((perSecond * tellMs) / 1_000)
      figures.push({
        part,
        what: `${call.path}, ${callers} at once: a second, and CPU of the server each`,
        value: `${Math.round(perSecond).toLocaleString('en')}/s, ${cpu === null ? 'CPU not known here' : `${cpu.toFixed(2)} ms`}`,
        aim: `>= ${toldEverySecondMin.toLocaleString('en')}/s, < ${cpuMsMax} ms`,
        met: perSecond >= toldEverySecondMin && cpu !== null && cpu < cpuMsMax,
      })
    }
    return figures
  } finally {
    await server.stop()
  }
}

/** CPU that a process has used, by Linux, in clock ticks of 10 ms; null where nobody tells it. */
function cpuMs(pid: number | undefined): number | null {
  if (pid === undefined || process.platform !== 'linux') return null
  const [user = '0', kernel = '0'] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13) ?? []
  return (Number(user) + Number(kernel)) * 10
}
