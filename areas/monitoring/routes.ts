/** Route map of what is used. */
import { Boolean as Flag, Integer, Object as O, Optional, String as Text, Union } from 'typebox'
import { signedIn } from '#platform/declare/operations.ts'
import { call, type RouteMap } from '#platform/server/http/verbs.ts'
import { monitorInfo, monitorList } from './freshness.ts'
import { beginUse, clickMenu, clicksOf, logMenu, countRoute } from './usage.ts'

const menuId = Text({ title: '菜单', minLength: 1, maxLength: 100 })
const day = Text({ title: '日期', pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$' })
/** what a query string carries is text */
const number = (title: string) => Optional(Union([Integer(), Text({ pattern: '^\\d{1,4}$' })], { title }))
const name = Optional(Text({ maxLength: 100 }))

export const monitoringRoutes: RouteMap = {
  'POST /menuLog/pushMenuLog': call(
    { demand: signedIn, summary: '打开了一个菜单', input: O({ menuId, logYear: number('年'), month: number('月') }) },
    (context, ask) => logMenu(context, ask.input['menuId'] as string),
  ),
  'POST /systemMenuClick/insertAndUpdate': call(
    {
      demand: signedIn,
      summary: '点击了一个菜单',
      input: O({ menuId, clickDate: Optional(day), deptId: name, deptName: name, moduleId: name }),
    },
    (context, ask) => clickMenu(context, ask.input['menuId'] as string),
  ),
  'POST /systemMenuClick/count': call(
    { demand: signedIn, summary: '自己的菜单点击次数', input: O({ startDate: Optional(day), endDate: Optional(day) }) },
    (context, ask) => clicksOf(context, ask.input['startDate'] as string | undefined, ask.input['endDate'] as string | undefined),
  ),
  'GET /menuSetting/monitorInfo': call({ demand: signedIn, summary: '页面数据的更新情况', input: O({ menuId }) }, (context, ask) =>
    monitorInfo(context, ask.input['menuId'] as string),
  ),
  'POST /menuSetting/monitorList': call(
    {
      demand: signedIn,
      summary: '受监控的页面',
      input: O({
        menuId: Optional(menuId),
        pageNum: Optional(Integer({ title: '页码', minimum: 1 })),
        pageSize: Optional(Integer({ title: '每页条数', minimum: 1, maximum: 1000 })),
      }),
      write: false,
    },
    (context, ask) => monitorList(context, ask.input),
  ),
  'POST /systemUsageRecord/access': call({ demand: signedIn, summary: '开始使用' }, context => beginUse(context)),
  'POST /systemUsageRecord/routeUse': call(
    {
      demand: signedIn,
      summary: '使用了页面组件',
      input: O({ component: Text({ title: '组件', minLength: 1, maxLength: 100 }), isUpdateTime: Optional(Flag({ title: '更新数据' })) }),
    },
    (context, ask) => countRoute(context, ask.input['component'] as string, ask.input['isUpdateTime'] === true),
  ),
}
