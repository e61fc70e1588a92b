/** Route map of timed work: the administrators' page. */
import { Object as O, String as Text } from 'typebox'
import { needs, operations } from '#platform/declare/operations.ts'
import { call } from '../calls/verbs.ts'
import type { RouteMap } from '../contract/route.ts'
import { Id } from '../calls/wire-types.ts'
import { giveUp, retryRun, runNow } from './manual-runs.ts'
import { timedPermission } from './dead-notice.ts'
import { runsOf, timedOverview } from './overview.ts'

const name = Text({ title: '定时任务', minLength: 1, maxLength: 100 })
const work = O({ name })
const run = O({ name, id: Id('执行') })
const sees = needs(timedPermission, operations.view)
const runs = needs(timedPermission, operations.edit)
const nameIn = (input: Readonly<Record<string, unknown>>): string => input['name'] as string
const idIn = (input: Readonly<Record<string, unknown>>): string => input['id'] as string

export const timedRoutes: RouteMap = {
  'POST /timedWorkManage/list': call({ demand: sees, summary: '定时任务', input: O({}), write: false }, context => timedOverview(context)),
  'POST /timedWorkManage/runs': call({ demand: sees, summary: '一项定时任务的执行记录', input: work, write: false }, (context, { input }) =>
    runsOf(context, nameIn(input)),
  ),
  'POST /timedWorkManage/run': call({ demand: runs, summary: '立即执行', input: work }, (context, { input }) =>
    runNow(context, nameIn(input)),
  ),
  'POST /timedWorkManage/retry': call({ demand: runs, summary: '重试失败的执行', input: run }, (context, { input }) =>
    retryRun(context, nameIn(input), idIn(input)),
  ),
  'POST /timedWorkManage/giveUp': call({ demand: runs, summary: '放弃失败的执行', input: run }, (context, { input }) =>
    giveUp(context, nameIn(input), idIn(input)),
  ),
}
