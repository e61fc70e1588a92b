/** The bulletin board: what colleagues write for each other. */
import { homeCard } from '#platform/declare/home-card.ts'
import { listPage, page } from '#platform/declare/page.ts'
import { sealedOpening } from '#platform/server/rights.ts'
import type { CulturePart } from '../part.ts'
import { makeBoard } from './demo.ts'
import { boardFollows, topicArrives } from './keep-board.ts'
import { boardEnglish } from './refusals-en.ts'
import { boardRoutes } from './routes.ts'
import { boardTables, bbsSection, bbsTopic, bbsReport } from './tables.ts'

const boardUse = 104

export const boardPart: CulturePart = {
  resources: boardTables,
  routes: boardRoutes,
  english: boardEnglish,
  follows: boardFollows,
  arrivals: { topic: topicArrives },
  demo: makeBoard,
  homeCards: [
    homeCard({
      key: 'culture.hotTopics',
      title: ['热门话题', 'Hot topics'],
      component: 'culture/board/hot-topics',
      permission: null,
      on: ['culture', 'home'],
    }),
  ],
  pages: {
    together: [
      page({
        path: '/culture/bbs-list',
        name: 'bbsList',
        title: ['公告栏', 'Bulletin board'],
        component: 'culture/board/board',
        permission: 'bbsTopic',
        everybody: true,
        routeUse: boardUse,
        operations: [],
      }),
      page({
        path: '/culture/bbs-detail',
        name: 'bbsDetail',
        title: ['帖子', 'Topic'],
        component: 'culture/board/topic',
        permission: 'bbsTopic',
        everybody: true,
        hidden: true,
        recordOf: 'bbsTopic',
        routeUse: boardUse,
        operations: [],
      }),
    ],
    cultureSetting: [
      listPage(bbsSection, '/culture/bbsSection', { title: ['版块', 'Sections'] }),
      listPage(bbsTopic, '/culture/bbsTopic', { name: 'bbsTopicManage', title: ['帖子管理', 'Moderate topics'] }),
      listPage(bbsReport, '/culture/bbsReport', { title: ['举报处理', 'Reports'], everybody: true }),
      listPage(sealedOpening, '/culture/sealed-opening', { title: ['匿名作者开启', 'Sealed authors'] }),
    ],
  },
}
