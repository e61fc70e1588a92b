/** Route map of the running system. */
import { Object as O, String as Text } from 'typebox'
import { needs, operations } from '#platform/declare/operations.ts'
import { call, type ListWords, type RouteMap } from '#platform/server/area.ts'
import { exportOf, list } from '#platform/server/records.ts'
import { healthMeasures } from './measures.ts'
import { healthPermission } from './permission.ts'
import { healthAlert } from './tables.ts'
import { healthOverview, setLimit } from './watch.ts'

/** an alert keeps the measure's Chinese title */
const words: ListWords = {
  title: {
    shown: ({ language }, stored) => healthMeasures.find(one => one.title[0] === stored)?.title[language === 'en' ? 1 : 0] ?? stored,
    stored: (_, shown) => healthMeasures.find(one => one.title[1] === shown)?.title[0] ?? shown,
  },
}

export const healthRoutes: RouteMap = {
  'POST /systemHealth/overview': call(
    { demand: needs(healthPermission, operations.view), summary: '系统运行情况', input: O({}), write: false },
    context => healthOverview(context),
  ),
  'POST /systemHealth/limit': call(
    {
      demand: needs(healthPermission, operations.edit),
      summary: '设置运行预警阈值',
      input: O({
        code: Text({ title: '指标', minLength: 1, maxLength: 40 }),
        threshold: Text({ title: '阈值', pattern: '^\\d{1,9}(\\.\\d{1,2})?$' }),
      }),
    },
    (context, ask) => setLimit(context, ask.input),
  ),
  'POST /healthAlert/list': list(healthAlert, { words }),
  'POST /healthAlert/listExport': exportOf(healthAlert, words),
}
