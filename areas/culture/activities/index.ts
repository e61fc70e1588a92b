/** Activities: sign-up, waiting list, check-in, points. */
import { homeCard } from '#platform/declare/home-card.ts'
import { listPage, page } from '#platform/declare/page.ts'
import { timed } from '#platform/server/jobs.ts'
import type { CulturePart } from '../part.ts'
import { makeActivities } from './demo.ts'
import { activityCancelled, keepActivities, moveDue } from './keep-activities.ts'
import { activityEnglish } from './refusals-en.ts'
import { activityRoutes } from './routes.ts'
import { seatFreed } from './sign-up.ts'
import { activityTables, cultureActivity, activitySignUp } from './tables.ts'

export const activitiesPart: CulturePart = {
  resources: activityTables,
  routes: activityRoutes,
  english: activityEnglish,
  follows: { culture_activity: keepActivities },
  notices: [seatFreed, activityCancelled],
  timed: [timed('activity.due', ['活动到时截止和结束', 'Activities close and end when due'], { every: 5, work: moveDue })],
  demo: makeActivities,
  homeCards: [
    homeCard({
      key: 'culture.activities',
      title: ['近期活动', 'Coming activities'],
      component: 'culture/activities/coming',
      permission: null,
      on: ['culture', 'home'],
    }),
  ],
  pages: {
    together: [
      page({
        path: '/culture/activity',
        name: 'activityList',
        title: ['活动', 'Activities'],
        component: 'culture/activities/activities',
        permission: 'cultureActivity',
        everybody: true,
        operations: [],
      }),
    ],
    cultureSetting: [
      listPage(cultureActivity, '/culture/cultureActivity', { title: ['活动管理', 'Manage activities'] }),
      listPage(activitySignUp, '/culture/activitySignUp', { title: ['报名名单', 'Sign-ups'] }),
    ],
  },
}
