/** Gifts and their exchange. */
import { operations } from '#platform/declare/operations.ts'
import { page } from '#platform/declare/page.ts'
import type { CulturePart } from '../part.ts'
import { makeGifts } from './demo.ts'
import { giftEnglish } from './english.ts'
import { keepExchanges, newExchange } from './exchange.ts'
import { giftRoutes } from './routes.ts'
import { keepExchanged, keepNewStock } from './stock.ts'
import { giftTables, handOverOperation } from './tables.ts'

const { add, view, edit, remove } = operations

export const giftsPart: CulturePart = {
  resources: giftTables,
  routes: giftRoutes,
  english: giftEnglish,
  notices: [newExchange],
  follows: { cultural_exchange: keepExchanges, cultural_gift: keepNewStock },
  locks: { cultural_gift: keepExchanged },
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
      page({
        path: '/culture/culturalGift',
        name: 'culturalGift',
        title: ['礼品管理', 'Manage gifts'],
        component: 'list/culturalGift',
        permission: 'culturalGift',
        operations: [add, view, edit, remove],
      }),
      page({
        path: '/culture/culturalExchangeHistory',
        name: 'culturalExchangeHistory',
        title: ['兑换记录', 'Exchanges'],
        component: 'list/culturalExchangeHistory',
        permission: 'culturalExchangeHistory',
        operations: [view, operations.export, handOverOperation],
      }),
      page({
        path: '/culture/giftStock',
        name: 'giftStock',
        title: ['礼品库存明细', 'Stock of gifts'],
        component: 'list/giftStock',
        permission: 'culturalGift',
        operations: [view],
      }),
    ],
  },
}
