/** Route map of the chronicle. */
import { Optional, String as Text } from 'typebox'
import { signedIn } from '#platform/declare/operations.ts'
import { asText } from '#platform/format/text.ts'
import { type RouteMap, Query } from '#platform/server/area.ts'
import { homeList } from '#platform/server/reports.ts'
import { add, exportOf, list, one, remove, update } from '#platform/server/records.ts'
import { publishedList, readRoute } from '#platform/server/notices.ts'
import { steps } from '#platform/server/steps.ts'
import { byYear } from './by-year.ts'
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
  'GET /chronicleSetting/homePageChronicle': homeList(chronicle.published, {
    demand: signedIn,
    summary: '大事记首页',
    where: [{ field: 'isArchived', condition: 'EQ', value: '0' }],
    asks: {
      input: Query({ year: Optional(Text({ title: '年份', pattern: '^[1-9][0-9]{3}$' })) }),
      where: ({ year }) =>
        year === undefined
          ? []
          : [{ field: 'eventDate', condition: 'BETWEEN', condList: [`${asText(year)}-01-01`, `${asText(year)}-12-31`] }],
    },
    answer: byYear,
  }),
  'GET /chronicleSetting/homePageChronicle/{id}': readRoute(chronicle),
}
