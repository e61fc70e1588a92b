/** Notices beyond the message centre: mail, chat robots, templates, what each person chose, deliveries. */
import type { Area } from '#platform/server/area.ts'
import { housekeeping } from '#platform/server/jobs.ts'
import { carrier } from './carry.ts'
import { deliverDue, deliverJob, forgetDeliveries } from './deliver.ts'
import { keepKinds } from './kinds.ts'
import { noticeModules } from './menu.ts'
import { noticeEnglish } from './refusals-en.ts'
import { noticeRoutes } from './routes.ts'
import { robotsKeyed } from './sealed.ts'
import { noticeAreaTables } from './tables.ts'

export const notices: Area = {
  name: 'notices',
  title: ['通知', 'Notices'],
  resources: Object.values(noticeAreaTables),
  modules: noticeModules,
  routes: noticeRoutes,
  english: noticeEnglish,
  channel: carrier,
  keyed: [robotsKeyed],
  jobs: {
    [deliverJob]: async (house, payload, signal) => {
      await deliverDue(house, payload, signal)
    },
  },
  timed: [
    housekeeping('notice.send', ['发送到时的通知', 'Sending of notices that are due'], {
      every: 1,
      work: async (house, { signal }) => {
        await deliverDue(house, {}, signal)
      },
    }),
    housekeeping('notice.forget', ['清理三个月前的通知投递', 'Removal of deliveries of three months ago'], {
      every: 1_440,
      work: forgetDeliveries,
    }),
  ],
  begin: keepKinds,
}
