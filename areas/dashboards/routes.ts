/** Route map of the home page and of dashboards. */
import { Array as Several, Integer, Literal, Null, Object as O, Optional, String as Text, Union } from 'typebox'
import { signedIn } from '#platform/declare/operations.ts'
import type { DashboardCard, PeriodName } from '#platform/declare/wire-dashboards.ts'
import type { HomeCardsAnswer } from '#platform/declare/wire-home.ts'
import { call, demanding, Id, Query, type RouteMap, refuse, type Context } from '#platform/server/area.ts'
import { exportOf, list, one, remove, update } from '#platform/server/records.ts'
import { addAlert } from './alerts.ts'
import { cardInput, cardTitleMax, contentInput, pageInput, periodInput, whereInput } from './content.ts'
import { keepDashboard, openDashboards, removeDashboard, type DashboardInput } from './dashboards.ts'
import { centreCards } from './centres.ts'
import { addHomeCard, arrangeHomeCards, homeCards, pinPage, placeCards, readCard, resetHomeCards, unpin } from './home.ts'
import { alertRules } from './judge.ts'
import { dashboardNameMax, measureAlert } from './tables.ts'

const keys = (title: string) => Several(Text({ minLength: 1, maxLength: 100 }), { title, maxItems: 500 })

const pinned = O({ ...pageInput, title: Text({ title: '名称', minLength: 1, maxLength: cardTitleMax, pattern: '\\S' }) })

const alertInput = O(
  {
    name: Text({ title: '名称', minLength: 1, maxLength: 50, pattern: '\\S' }),
    report: Text({ title: '报表', minLength: 1, maxLength: 100 }),
    measure: Text({ title: '指标', minLength: 1, maxLength: 60 }),
    where: whereInput,
    level: Optional(Text({ title: '分别按', minLength: 1, maxLength: 60 })),
    rule: Union(
      Object.values(alertRules).map(([code]) => Literal(code)),
      { title: '何时提醒' },
    ),
    /** decimal string of at most four places */
    threshold: Union([Text({ pattern: '^-?[0-9]{1,14}(\\.[0-9]{1,4})?$' }), Null()], { title: '阈值' }),
  },
  { additionalProperties: false },
)

const centrePrefix = 'centre/'

/** Cards of the home page, or of another page that shows some. */
async function cardsOf(context: Context, place: string | undefined): Promise<HomeCardsAnswer> {
  if (place === undefined) return homeCards(context)
  if (place === 'culture') return placeCards(context, place)
  const found = place.startsWith(centrePrefix) ? centreCards(context, place.slice(centrePrefix.length)) : null
  if (found === null) throw refuse.unknown(['页面', 'Page'])
  return found
}

export const dashboardRoutes: RouteMap = {
  'GET /homeCard/list': call(
    { demand: signedIn, summary: '首页卡片', input: O({ page: Optional(Text({ title: '页面', maxLength: 100 })) }) },
    (context, { input }) => cardsOf(context, input.page),
  ),
  'POST /homeCard/update': call(
    { demand: signedIn, summary: '首页卡片的顺序和显示', input: O({ shown: keys('显示'), hidden: keys('隐藏') }) },
    (context, ask) => arrangeHomeCards(context, ask.input.shown, ask.input.hidden),
  ),
  'GET /homeCard/read': call(
    {
      demand: signedIn,
      summary: '首页卡片的数据',
      input: O({ key: Text({ title: '卡片', minLength: 1, maxLength: 100 }), periodName: Optional(periodInput) }),
    },
    (context, { input }) => readCard(context, input.key, input['periodName'] as PeriodName | undefined),
  ),
  'POST /homeCard/reset': call({ demand: signedIn, summary: '首页恢复默认', input: O({}) }, resetHomeCards),
  'POST /homeCard/pin': call({ demand: signedIn, summary: '把列表或报表固定到首页', input: pinned }, (context, { input }) =>
    pinPage(context, { type: input.type, url: input.url }, input.title.trim()),
  ),
  'POST /homeCard/add': call(
    {
      demand: signedIn,
      summary: '把仪表盘的卡片放到首页',
      input: O({ card: cardInput }),
      shown: O({ card: demanding(cardInput, ['page'], ['measure']) }),
    },
    (context, { input }) => addHomeCard(context, input['card'] as DashboardCard),
  ),
  'POST /homeCard/unpin': call(
    { demand: signedIn, summary: '取消固定', input: O({ key: Text({ title: '卡片', minLength: 1, maxLength: 100 }) }) },
    (context, { input }) => unpin(context, input.key),
  ),
  'GET /dashboard/list': call({ demand: signedIn, summary: '仪表盘', input: Query({ id: Optional(Id('仪表盘')) }) }, (context, { input }) =>
    openDashboards(context, input.id),
  ),
  'POST /dashboard/keep': call(
    {
      demand: signedIn,
      summary: '保存仪表盘',
      input: Query({
        id: Optional(Id('仪表盘')),
        version: Optional(Integer({ title: '版本', minimum: 1 })),
        name: Text({ title: '名称', minLength: 1, maxLength: dashboardNameMax, pattern: '\\S' }),
        roleIds: Several(Id('角色'), { title: '共享给角色', maxItems: 50 }),
        ...contentInput,
      }),
    },
    (context, { input }) => keepDashboard(context, input as unknown as DashboardInput),
  ),
  'POST /dashboard/delete': call({ demand: signedIn, summary: '删除仪表盘', input: O({ id: Id('仪表盘') }) }, (context, { input }) =>
    removeDashboard(context, input.id),
  ),
  'POST /measureAlert/list': list(measureAlert),
  'GET /measureAlert/query/{id}': one(measureAlert),
  'POST /measureAlert/insert': call({ demand: signedIn, summary: '新增指标预警', input: alertInput }, (context, { input }) =>
    addAlert(context, input),
  ),
  'POST /measureAlert/update': update(measureAlert),
  'POST /measureAlert/delete': remove(measureAlert),
  'POST /measureAlert/listExport': exportOf(measureAlert),
}
