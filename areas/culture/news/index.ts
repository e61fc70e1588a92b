/** News and notices. */
import { homeCard } from '#platform/declare/home-card.ts'
import { operations } from '#platform/declare/operations.ts'
import { listPage, page } from '#platform/declare/page.ts'
import { publishOperation } from '#platform/declare/publishable.ts'
import type { CulturePart } from '../part.ts'
import { makeNews } from './demo.ts'
import { newsEnglish } from './refusals-en.ts'
import { noticeReminded } from './remind.ts'
import { noticeDue, noticeTimed } from './remind-due.ts'
import { newsRoutes } from './routes.ts'
import { news, newsTables, notice } from './tables.ts'
import { unreadNotices, waitingNotices } from './waiting.ts'

const { view } = operations
const forAll = { everybody: true, operations: [] } as const

export const newsPart: CulturePart = {
  resources: newsTables,
  routes: newsRoutes,
  english: newsEnglish,
  notices: [noticeReminded, noticeDue],
  timed: noticeTimed,
  waits: { mustRead: waitingNotices, unreadNotices },
  demo: makeNews,
  homeCards: [
    homeCard({
      key: 'culture.mustRead',
      title: ['待确认的公告', 'Notices to confirm'],
      component: 'culture/news/must-read',
      permission: null,
      tells: 'waiting',
      on: ['home', 'culture'],
    }),
    homeCard({
      key: 'culture.notices',
      title: ['最新公告', 'Notices'],
      component: 'culture/news/notices',
      permission: null,
      on: ['culture', 'home'],
      byName: true,
    }),
  ],
  pages: {
    company: [
      page({
        path: '/culture/news-list',
        name: 'newsList',
        title: ['公司新闻', 'News'],
        component: 'culture/news/news-list',
        permission: 'news',
        routeUse: 102,
        ...forAll,
      }),
      page({
        path: '/culture/notification-list',
        name: 'notificationList',
        title: ['公司公告', 'Notices'],
        component: 'culture/news/notification-list',
        permission: 'notice',
        routeUse: 103,
        ...forAll,
      }),
      page({
        path: '/culture/news-detail',
        name: 'newsDetail',
        title: ['新闻', 'News'],
        component: 'culture/news/news-detail',
        permission: 'news',
        recordOf: 'newsPublished',
        hidden: true,
        ...forAll,
      }),
      page({
        path: '/culture/notified-detail',
        name: 'notifiedDetail',
        title: ['公告', 'Notice'],
        component: 'culture/news/notified-detail',
        permission: 'notice',
        recordOf: 'noticePublished',
        hidden: true,
        ...forAll,
      }),
    ],
    cultureSetting: [
      listPage(news.draft, '/culture/newsSetting', { name: 'newsSetting', title: ['新闻管理', 'Manage news'] }),
      listPage(notice.draft, '/culture/noticeSetting', { name: 'noticeSetting', title: ['公告管理', 'Manage notices'] }),
      page({
        path: '/culture/analysis',
        name: 'cultureAnalysis',
        title: ['文化首页分析', 'Analysis'],
        component: 'culture/news/analysis',
        permission: 'cultureAnalysis',
        routeUse: 101,
        operations: [view],
      }),
      page({
        path: '/culture/readers',
        name: 'cultureReaders',
        title: ['阅读情况', 'Readers'],
        component: 'culture/news/readers',
        permission: 'notice',
        hidden: true,
        operations: [view, publishOperation],
      }),
    ],
  },
}
