/** Access: by what people and programs prove who they are. */
import type { Area } from '#platform/server/area.ts'
import { housekeeping } from '#platform/server/jobs.ts'
import { spreadJob } from '#platform/server/notices.ts'
import { factorsKeyed } from '#platform/server/rights.ts'
import { providerChanged } from './company/changed.ts'
import { makeDemo } from './company/demo.ts'
import { companyRoutes } from './company/routes.ts'
import { companyTables } from './company/tables.ts'
import { factorDue } from './factors/own.ts'
import { factorRoutes } from './factors/routes.ts'
import { keyNotices, keysEnd } from './keys/ends.ts'
import { accessModules } from './menu.ts'
import { accessEnglish } from './refusals-en.ts'
import { accessRoutes, eventRoutes } from './routes.ts'
import { accessTables } from './tables.ts'
import { technicalChanged } from './technical.ts'
import { keepWishes } from './webhooks/endpoints.ts'
import { forgetEvents, sendAll, switchedOff } from './webhooks/send.ts'
import { webhookTables } from './webhooks/tables.ts'

export { withKeys } from './keys/rights.ts'
export { demoCompany } from './company/demo.ts'

export const access: Area = {
  name: 'access',
  title: ['开放与登录', 'Access'],
  resources: [...Object.values(companyTables), ...Object.values(accessTables), ...Object.values(webhookTables)],
  modules: accessModules,
  routes: { ...factorRoutes, ...companyRoutes, ...accessRoutes, ...eventRoutes },
  english: accessEnglish,
  demo: makeDemo,
  keyed: [factorsKeyed],
  profile: factorDue,
  notices: [switchedOff, ...keyNotices],
  follows: {
    technical_account: technicalChanged,
    sign_in_provider: providerChanged,
    webhook_endpoint: (context, tx) => keepWishes(context, tx),
  },
  jobs: {
    [spreadJob]: async (house, _payload, signal) => {
      await sendAll(house, signal)
    },
  },
  timed: [
    keysEnd,
    housekeeping('webhook.send', ['发送到时的 Webhook', 'Sending of webhooks that are due'], {
      every: 1,
      work: async (house, { signal }) => {
        await sendAll(house, signal)
      },
    }),
    housekeeping('webhook.forget', ['清理一个月前的事件和投递', 'Removal of events and deliveries of a month ago'], {
      every: 1_440,
      work: forgetEvents,
    }),
  ],
}
