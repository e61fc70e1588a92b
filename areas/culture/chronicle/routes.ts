/** Route map of the chronicle. */
import { Optional, String as Text } from 'typebox'
import { signedIn } from '#platform/declare/operations.ts'
import { call } from '#platform/server/calls/verbs.ts'
import type { RouteMap } from '#platform/server/contract/route.ts'
import { Query } from '#platform/server/calls/wire-types.ts'
import { add, exportOf, list, one, remove, update } from '#platform/server/verbs/verbs.ts'
import { publishedList, readRoute } from '#platform/server/publishing/routes.ts'
import { steps } from '#platform/server/steps/verbs.ts'
import { chronicleByYear } from './by-year.ts'
import { chronicle } from './tables.ts'

export const chronicleRoutes: RouteMap = {
  'GET /chronicleSetting/chronicle': list(chronicle.draft),
  'POST /chronicleSetting/chronicle': add(chronicle.draft),
  'PUT /chronicleSetting/chronicle': update(chronicle.draft),
  'GET /chronicleSetting/chronicle/{id}': one(chronicle.draft),
  'DELETE /chronicleSetting/chronicle/{id}': remove(chronicle.draft),
  'PUT /chronicleSetting/chronicleState': steps(chronicle.draft),
  'POST /chronicleSetting/listExport': exportOf(chronicle.draft),
  'POST /chronicleSetting/publishedList': publishedList(chronicle),
  'GET /chronicleSetting/homePageChronicle': call(
    {
      demand: signedIn,
      summary: '大事记首页',
      input: Query({ year: Optional(Text({ title: '年份', pattern: '^[1-9][0-9]{3}$' })) }),
      write: false,
    },
    (context, ask) => chronicleByYear(context, ask.input['year'] as string | undefined),
  ),
  'GET /chronicleSetting/homePageChronicle/{id}': readRoute(chronicle),
}
