/** Levels, rules and points. */
import { homeCard } from '#platform/declare/home-card.ts'
import { listPage, page } from '#platform/declare/page.ts'
import type { CulturePart } from '../part.ts'
import { makePoints } from './demo.ts'
import { pointEnglish } from './english.ts'
import { pointFollowers } from './events.ts'
import { grantJob, runGrant } from './grant.ts'
import { keepFirst } from './levels.ts'
import { pointsProfile } from './profile.ts'
import { pointRoutes } from './routes.ts'
import { points, pointTables, culturalLevel, culturalRule } from './tables.ts'
import { pointTimed } from './timed.ts'

const own = { permission: 'culturalOwnPoint', everybody: true, operations: [], routeUse: 115 } as const

export const pointsPart: CulturePart = {
  resources: pointTables,
  routes: pointRoutes,
  english: pointEnglish,
  timed: pointTimed,
  jobs: { [grantJob]: runGrant },
  follows: { cultural_level: keepFirst, ...pointFollowers },
  profile: pointsProfile,
  demo: makePoints,
  homeCards: [
    homeCard({
      key: 'culture.points',
      title: ['我的积分', 'My points'],
      component: 'culture/points/own-points',
      permission: null,
      tells: 'figures',
      on: ['home', 'culture'],
    }),
    homeCard({
      key: 'culture.rank',
      title: ['本月积分排行', 'Most points this month'],
      component: 'culture/points/rank',
      permission: null,
      on: ['home', 'culture'],
    }),
  ],
  pages: {
    together: [
      page({
        ...own,
        path: '/culture/points',
        name: 'culturePoints',
        title: ['我的积分', 'My points'],
        component: 'culture/points/my-points',
      }),
      page({ ...own, path: '/culture/rank', name: 'cultureRank', title: ['排行榜', 'Ranking'], component: 'culture/points/rank-list' }),
      page({
        ...own,
        path: '/culture/member-level-show',
        name: 'memberLevelShow',
        title: ['会员等级', 'Levels'],
        component: 'culture/points/member-level-show',
      }),
    ],
    cultureSetting: [
      listPage(culturalLevel, '/culture/culturalLevel', { title: ['等级', 'Manage levels'] }),
      listPage(culturalRule, '/culture/culturalRule', { title: ['积分规则', 'Rules of points'] }),
      listPage(points.entry, '/culture/culturalPoint', { title: ['积分明细', 'All points'] }),
    ],
  },
}
