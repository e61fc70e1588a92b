/** Route map of gifts and their exchange. */
import { Integer, Null as Nothing, Object as O, Optional, String as Text, Union } from 'typebox'
import { signedIn } from '#platform/declare/operations.ts'
import type { ListQuery } from '#platform/declare/wire.ts'
import { act, call, Id, RowId, type RouteMap } from '#platform/server/area.ts'
import { listOf } from '#platform/server/lists.ts'
import { step } from '#platform/server/steps.ts'
import { add, exportOf, list, one, remove, update } from '#platform/server/records.ts'
import { ownPage } from '../own-page.ts'
import { toExchange } from './exchange.ts'
import { adjustStock, setShelf, shelfFaces, stockFace, type StockAsk } from './stock.ts'
import { culturalExchange, culturalGift, giftStates, giftStock } from './tables.ts'

const piecesMax = 1_000

export const giftRoutes: RouteMap = {
  'POST /culturalGift/list': list(culturalGift),
  'POST /culturalGift/add': add(culturalGift),
  'POST /culturalGift/update': update(culturalGift),
  'POST /culturalGift/delete/{id}': remove(culturalGift),
  'GET /culturalGift/query/{id}': { ...one(culturalGift), demand: signedIn },
  'POST /culturalGift/soldOut': act(
    culturalGift,
    shelfFaces,
    (context, ask) => setShelf(context, ask.input as { id: string; status: number }),
    O({ id: RowId('礼品'), status: Integer({ title: '状态', minimum: 1, maximum: 3 }) }),
  ),
  'POST /culturalGift/stock': act(culturalGift, stockFace, (context, ask) => adjustStock(context, ask.input as unknown as StockAsk)),
  'POST /culturalGift/shelf': {
    ...list(culturalGift, { demand: signedIn, where: [{ field: 'status', condition: 'NE', value: String(giftStates.offShelf[0]) }] }),
    input: ownPage(),
  },
  'POST /giftStock/list': list(giftStock.entry),
  'POST /culturalExchangeHistory/list': list(culturalExchange),
  'POST /culturalExchangeHistory/update': update(culturalExchange),
  'POST /culturalExchangeHistory/export': exportOf(culturalExchange),
  'POST /culturalExchangeHistory/confirmExchange': step(culturalExchange, 'confirm'),
  'POST /culturalExchangeHistory/reject': step(culturalExchange, 'reject'),
  'POST /culturalExchangeHistory/cancel': step(culturalExchange, 'cancel'),
  'POST /culturalExchangeHistory/toExchange': call(
    {
      demand: signedIn,
      summary: '兑换礼品',
      input: O({
        giftId: Id(),
        quantity: Optional(Integer({ title: '数量', minimum: 1, maximum: piecesMax })),
        remark: Optional(Union([Text({ title: '备注', maxLength: 200 }), Nothing()])),
      }),
    },
    (context, ask) => toExchange(context, ask.input),
  ),
  'POST /culturalExchangeHistory/empList': call(
    { demand: signedIn, summary: '我的兑换', input: ownPage(), write: false },
    (context, ask) => {
      const query = ask.input as ListQuery
      const own = { field: 'employeeId', condition: 'EQ', value: context.caller.employeeId ?? '0' } as const
      return listOf(context, culturalExchange, { ...query, conditionList: [...(query.conditionList ?? []), own] })
    },
  ),
}
