/** Route map of the home page. */
import { Array as Several, Literal, Object as O, Optional, String as Text } from 'typebox'
import { signedIn } from '#platform/declare/operations.ts'
import { call } from '../calls/verbs.ts'
import type { RouteMap } from '../contract/route.ts'
import { arrangeHomeCards, homeCards, placeCards } from './cards.ts'
import { pinReport, unpinReport } from './pins.ts'
import { pinTitleMax, pinUrlMax } from './tables.ts'

const keys = (title: string) => Several(Text({ minLength: 1, maxLength: 100 }), { title, maxItems: 500 })

const pinned = O({
  type: Text({ title: '列表类型', minLength: 1, maxLength: 100 }),
  title: Text({ title: '名称', minLength: 1, maxLength: pinTitleMax, pattern: '\\S' }),
  // a path of our own, never another address
  url: Text({ title: '地址', pattern: '^/[^/\\\\]', maxLength: pinUrlMax }),
})

export const homeRoutes: RouteMap = {
  'GET /homeCard/list': call(
    { demand: signedIn, summary: '首页卡片', input: O({ page: Optional(Literal('culture', { title: '页面' })) }) },
    (context, { input }) => (input['page'] === 'culture' ? Promise.resolve(placeCards(context, 'culture')) : homeCards(context)),
  ),
  'POST /homeCard/update': call(
    { demand: signedIn, summary: '首页卡片的顺序和显示', input: O({ shown: keys('显示'), hidden: keys('隐藏') }), write: true },
    (context, ask) => arrangeHomeCards(context, ask.input['shown'] as string[], ask.input['hidden'] as string[]),
  ),
  'POST /homeCard/pin': call({ demand: signedIn, summary: '把列表或报表固定到首页', input: pinned, write: true }, (context, { input }) =>
    pinReport(context, { type: input['type'] as string, title: (input['title'] as string).trim(), url: input['url'] as string }),
  ),
  'POST /homeCard/unpin': call(
    { demand: signedIn, summary: '取消固定', input: O({ key: Text({ title: '卡片', minLength: 1, maxLength: 100 }) }), write: true },
    (context, { input }) => unpinReport(context, input['key'] as string),
  ),
}
