/** The bulletin board: what colleagues write for each other. */
import { operations } from '#platform/declare/operations.ts'
import { homeCard } from '#platform/declare/home-card.ts'
import { page } from '#platform/declare/page.ts'
import { openingOperations, openingPermission } from '#platform/declare/sealed.ts'
import type { CulturePart } from '../part.ts'
import { makeBoard } from './demo.ts'
import { boardFollows } from './keep-board.ts'
import { boardEnglish } from './refusals-en.ts'
import { boardRoutes } from './routes.ts'
import { boardTables } from './tables.ts'

const { add, view, edit, remove, export: exporting } = operations
const boardUse = 104

export const boardPart: CulturePart = {
  resources: boardTables,
  routes: boardRoutes,
  english: boardEnglish,
  follows: boardFollows,
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
      page({
        path: '/culture/bbsSection',
        name: 'bbsSection',
        title: ['版块', 'Sections'],
        component: 'list/bbsSection',
        permission: 'bbsSection',
        operations: [add, view, edit, remove, exporting],
      }),
      page({
        path: '/culture/bbsTopic',
        name: 'bbsTopicManage',
        title: ['帖子管理', 'Moderate topics'],
        component: 'list/bbsTopic',
        permission: 'bbsTopic',
        operations: [view, exporting, 100],
      }),
      page({
        path: '/culture/bbsReport',
        name: 'bbsReport',
        title: ['举报处理', 'Reports'],
        component: 'list/bbsReport',
        permission: 'bbsReport',
        everybody: true,
        operations: [],
      }),
      page({
        path: '/culture/sealed-opening',
        name: 'sealedOpening',
        title: ['匿名作者开启', 'Sealed authors'],
        component: 'list/sealedOpening',
        permission: openingPermission,
        operations: openingOperations,
      }),
    ],
  },
}
