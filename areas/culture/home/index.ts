/** The culture home: cards that the parts bring, by `on: ['culture']`. Its own: the carousel, birthdays and anniversaries. */
import { homeCard } from '#platform/declare/home-card.ts'
import { page } from '#platform/declare/page.ts'
import type { CulturePart } from '../part.ts'
import { homeRoutes } from './routes.ts'

export const homePart: CulturePart = {
  routes: homeRoutes,
  homeCards: [
    homeCard({
      key: 'culture.carousel',
      title: ['新闻', 'News'],
      component: 'culture/home/carousel',
      permission: null,
      wide: true,
      on: ['culture'],
    }),
    homeCard({
      key: 'culture.celebrations',
      title: ['生日与司龄', 'Birthdays and anniversaries'],
      component: 'culture/home/celebrations',
      permission: null,
      on: ['culture', 'home'],
      byName: true,
    }),
  ],
  pages: {
    company: [
      page({
        path: '/culture/home',
        name: 'cultureHome',
        title: ['文化首页', 'Culture home'],
        component: 'culture/home/home',
        permission: 'cultureHome',
        everybody: true,
        operations: [],
      }),
    ],
  },
}
