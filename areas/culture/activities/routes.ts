/** Route map of activities. */
import { Boolean as Flag, Object as O, Optional, String as Text } from 'typebox'
import { needs, operations, signedIn } from '#platform/declare/operations.ts'
import { call, Id, Query, type RouteMap } from '#platform/server/area.ts'
import { step, steps } from '#platform/server/steps.ts'
import { add, exportOf, list, one, remove, update } from '#platform/server/records.ts'
import { openActivities, viewActivity } from './read-activities.ts'
import { cancelSignUp, checkIn, signUp } from './sign-up.ts'
import { activitySignUp, cultureActivity } from './tables.ts'

const activity = { id: Id('活动') }

export const activityRoutes: RouteMap = {
  'POST /cultureActivity/pageList': list(cultureActivity),
  'POST /cultureActivity/insert': { ...add(cultureActivity), demand: needs('cultureActivity', operations.add) },
  'POST /cultureActivity/update': update(cultureActivity),
  'POST /cultureActivity/delete': remove(cultureActivity),
  'GET /cultureActivity/query/{id}': one(cultureActivity),
  'POST /cultureActivity/listExport': exportOf(cultureActivity),
  'POST /cultureActivity/updateState': steps(cultureActivity),
  'POST /cultureActivity/settle': step(cultureActivity, 'settle'),
  'GET /cultureActivity/open': call(
    { demand: signedIn, summary: '面向我的活动', input: Query({ past: Optional(Flag({ title: '已结束的' })) }), write: false },
    (context, { input }) => openActivities(context, input.past === true),
  ),
  'GET /cultureActivity/view': call({ demand: signedIn, summary: '活动详情', input: Query(activity), write: false }, (context, { input }) =>
    viewActivity(context, input['id']),
  ),
  'POST /cultureActivity/signUp': call({ demand: signedIn, summary: '报名活动', input: O(activity) }, (context, { input }) =>
    signUp(context, input['id']),
  ),
  'POST /cultureActivity/cancelSignUp': call({ demand: signedIn, summary: '取消报名', input: O(activity) }, (context, { input }) =>
    cancelSignUp(context, input['id']),
  ),
  'POST /cultureActivity/checkIn': call(
    {
      demand: signedIn,
      summary: '活动签到',
      input: O({ code: Text({ title: '签到码', minLength: 1, maxLength: 20 }) }),
    },
    (context, { input }) => checkIn(context, input.code),
  ),
  'POST /activitySignUp/list': list(activitySignUp),
  'POST /activitySignUp/listExport': exportOf(activitySignUp),
}
