/** Gifts and their exchange. */
import { listPage, page } from '#platform/declare/page.ts'
import type { CulturePart } from '../part.ts'
import { makeGifts } from './demo.ts'
import { giftEnglish } from './english.ts'
import { keepExchanges, newExchange } from './exchange.ts'
import { giftRoutes } from './routes.ts'
import { keepExchanged, keepNewStock } from './stock.ts'
import { giftStock, giftTables, culturalGift, culturalExchange } from './tables.ts'

export const giftsPart: CulturePart = {
  resources: giftTables,
  routes: giftRoutes,
  english: giftEnglish,
  notices: [newExchange],
  follows: { cultural_exchange: keepExchanges, cultural_gift: keepNewStock },
  rowLocks: { cultural_gift: keepExchanged },
  demo: makeGifts,
  pages: {
    shelf: [
      page({
        path: '/culture/gifts',
        name: 'cultureGifts',
        title: ['礼品商城', 'Gifts'],
        component: 'culture/gifts/shelf',
        permission: 'cultureGiftShelf',
        everybody: true,
        operations: [],
        routeUse: 116,
      }),
    ],
    cultureSetting: [
      listPage(culturalGift, '/culture/culturalGift', { title: ['礼品管理', 'Manage gifts'] }),
      listPage(culturalExchange, '/culture/culturalExchangeHistory', { title: ['兑换记录', 'Exchanges'] }),
      listPage(giftStock.entry, '/culture/giftStock'),
    ],
  },
}
