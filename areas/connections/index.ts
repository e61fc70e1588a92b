/** Connections: data of the marketplaces that arrive by themselves, as files that were uploaded. */
import { holdersOf, namedBy, notice } from '#platform/declare/notice.ts'
import { operations } from '#platform/declare/operations.ts'
import type { Area } from '#platform/server/area.ts'
import { housekeeping, reminder } from '#platform/server/jobs.ts'
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
import { findRoles, followShops, rolesJob } from './set-up.ts'
import { connectionTables, marketplaceApp, shopConnection } from './tables.ts'

export { demoConnections, demoEmulator } from './emulator/demo.ts'

const askedIn = (payload: Readonly<Record<string, unknown>>) => ({
  connectionId: asText(payload['connectionId']),
  orgId: asText(payload['orgId']),
})
const keeps = holdersOf('shopConnection', operations.edit)
const ends = { by: { calendarDays: [-30, -7, 0] }, when: { at: '09:00' } } as const

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
  follows: { shop_connection: followConnections, marketplace_app: followApps, connection_shop: followShops },
  jobs: {
    [stepJob]: async (house, payload, signal) => {
      await runSteps(house, askedIn(payload), signal)
    },
    [rolesJob]: (house, payload) => findRoles(house, askedIn(payload)),
  },
  timed: [
    housekeeping('sync.plan', ['安排平台同步', 'Planning of what is fetched'], { every: 10, work: planAll }),
    housekeeping('sync.forget', ['清理三个月前的平台调用记录', 'Removal of calls of three months ago'], {
      every: 1_440,
      work: forgetCalls,
    }),
    reminder('connections.secretEnds', ['客户端密钥到期提醒', 'Reminder of client secrets that end'], {
      ...ends,
      of: marketplaceApp,
      on: 'secretEndsOn',
      notice: notice('connections.secretEnds', ['客户端密钥快到期', 'A client secret ends'], {
        title: ['开发者应用“{label}”的密钥快到期，请更换', 'The secret of the application “{label}” ends: change it'],
        to: [keeps],
      }),
    }),
    reminder('connections.signingEnds', ['签名密钥到期提醒', 'Reminder of signing keys that end'], {
      ...ends,
      of: marketplaceApp,
      on: 'signingEndsOn',
      notice: notice('connections.signingEnds', ['签名密钥快到期', 'A signing key ends'], {
        title: ['开发者应用“{label}”的签名密钥快到期，请更换', 'The signing key of the application “{label}” ends: change it'],
        to: [keeps],
      }),
    }),
    reminder('connections.consentEnds', ['店铺授权到期提醒', 'Reminder of consents that end'], {
      ...ends,
      of: shopConnection,
      on: 'endsOn',
      notice: notice('connections.consentEnds', ['店铺授权快到期', 'A consent of a seller ends'], {
        title: ['店铺授权“{label}”快到期，请卖家重新授权', 'The consent “{label}” ends: let the seller consent again'],
        to: [namedBy('ownerId'), keeps],
      }),
    }),
  ],
}
