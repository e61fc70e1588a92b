/** Route map of the home page. */
import { Array as Several, Object as O, String as Text } from 'typebox'
import { signedIn } from '#platform/declare/operations.ts'
import { call, type RouteMap } from '../http/verbs.ts'
import { arrangeHomeCards, homeCards } from './cards.ts'

const keys = (title: string) => Several(Text({ minLength: 1, maxLength: 100 }), { title, maxItems: 500 })

export const homeRoutes: RouteMap = {
  'GET /homeCard/list': call({ demand: signedIn, summary: '首页卡片', input: O({}) }, context => homeCards(context)),
  'POST /homeCard/update': call(
    { demand: signedIn, summary: '首页卡片的顺序和显示', input: O({ shown: keys('显示'), hidden: keys('隐藏') }), write: true },
    (context, ask) => arrangeHomeCards(context, ask.input['shown'] as string[], ask.input['hidden'] as string[]),
  ),
}
