/** Checks of orders: what this room adds to finance. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import type { Context } from '#platform/server/area.ts'
import { timed } from '#platform/server/jobs.ts'
import { todayOf } from '#platform/format/zones.ts'
import { nightlyFrom } from './nightly.ts'
import { checkRoutes } from './routes.ts'
import { runChecks } from './run.ts'
import { siteCheck } from './site.ts'
import { checkTables, findingStates } from './tables.ts'

/** The day of the oldest finding that is neither gone nor accepted. */
async function oldestOpen({ db }: Context): Promise<string | null> {
  const row = await db
    .selectFrom('order_finding')
    .select(sql<string | null>`min(happened_on)::text`.as('day'))
    .where('state', 'in', [findingStates.open[0], findingStates.working[0]])
    .executeTakeFirst()
  return row?.day ?? null
}

export const checkPart = {
  resources: [...Object.values(checkTables), siteCheck],
  routes: checkRoutes,
  timed: [
    timed('orderCheck.nightly', ['核对订单与结算', 'Checks of orders and settlements'], {
      at: '04:30',
      work: async inside => {
        const today = todayOf(inside)
        const { found, closed, reopened } = await runChecks(inside, {
          from: nightlyFrom(today, await oldestOpen(inside)),
          to: today,
        })
        return sentence`新发现 ${found} 条，消除 ${closed} 条，再次出现 ${reopened} 条`
      },
    }),
  ],
}
