/** Connections: data of the marketplaces that arrive by themselves, as files that were uploaded. */
import type { Area } from '#platform/server/area.ts'
import { housekeeping } from '#platform/server/jobs.ts'
import { asText } from '#platform/format/text.ts'
import { fetchAgain } from './core/by-hand.ts'
import { stopped } from './core/ended.ts'
import { feedsOf } from './core/feeds.ts'
import { followApps, followConnections } from './core/forget-tokens.ts'
import { sourceFaults } from './core/platforms.ts'
import { forgetCalls, planAll, runSteps, stepJob } from './core/run.ts'
import { connectionModules } from './menu.ts'
import { connectionsEnglish } from './refusals-en.ts'
import { connectionRoutes } from './routes.ts'
import { connectionTables } from './tables.ts'

export { demoConnections, demoEmulator } from './emulator/demo.ts'

export const connections: Area = {
  name: 'connections',
  title: ['平台对接', 'Marketplaces'],
  resources: Object.values(connectionTables),
  modules: connectionModules,
  routes: connectionRoutes,
  english: connectionsEnglish,
  notices: [stopped],
  feeds: feedsOf,
  fetches: fetchAgain,
  begin: async ({ registry }) => {
    const faults = sourceFaults(new Set(registry.families.flatMap(one => one.kinds.map(({ code }) => code))))
    if (faults.length > 0) throw new Error(`connections: ${faults.join('; ')}`)
  },
  follows: { shop_connection: followConnections, marketplace_app: followApps },
  jobs: {
    [stepJob]: async (house, payload, signal) => {
      await runSteps(house, { connectionId: asText(payload['connectionId']), orgId: asText(payload['orgId']) }, signal)
    },
  },
  timed: [
    housekeeping('sync.plan', ['安排平台同步', 'Planning of what is fetched'], { every: 10, work: planAll }),
    housekeeping('sync.forget', ['清理三个月前的平台调用记录', 'Removal of calls of three months ago'], {
      every: 1_440,
      work: forgetCalls,
    }),
  ],
}
