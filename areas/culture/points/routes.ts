/** Route map of levels, rules and points. */
import { Integer, Literal, Object as O, Optional, Union, type TSchema } from 'typebox'
import { signedIn } from '#platform/declare/operations.ts'
import { act, call, Id, Query, type Route, type RouteMap } from '#platform/server/area.ts'
import { add, exportOf, list, one, remove, update, usual } from '#platform/server/records.ts'
import { byHandFace, giveByHand, type ByHand } from './by-hand.ts'
import { ownPage } from '../own-page.ts'
import { rankOf } from './rank.ts'
import { rulesOf } from './rules.ts'
import { detailOf, ladderOf, sumsOf } from './sums.ts'
import { culturalLevel, culturalRule, points } from './tables.ts'
import { bringLevels } from './usual-levels.ts'

const sums: Route = call(
  { demand: signedIn, summary: '积分汇总', input: Query({ employeeId: Optional(Id()) }), write: false },
  (context, ask) => sumsOf(context, ask.input['employeeId']),
)
const rules = list(culturalRule)
const rankInput: TSchema = O({
  period: Optional(Union([Literal(1), Literal(2), Literal(3)], { title: '期间' })),
  year: Optional(Integer({ title: '年份', minimum: 2000, maximum: 2999 })),
  month: Optional(Integer({ title: '月份', minimum: 1, maximum: 12 })),
  deptId: Optional(Id()),
})

export const pointRoutes: RouteMap = {
  'POST /culturalLevel/list': { ...list(culturalLevel), demand: signedIn },
  'POST /culturalLevel/add': add(culturalLevel),
  'POST /culturalLevel/loadUsual': usual(culturalLevel, { title: ['载入常用等级', 'Bring the usual levels'] }, bringLevels),
  'POST /culturalLevel/delete/{id}': remove(culturalLevel),
  'POST /culturalLevel/update': update(culturalLevel),
  'GET /culturalLevel/query/{id}': one(culturalLevel),
  'GET /culturalLevel/ladder': call({ demand: signedIn, summary: '等级说明', input: O({}), write: false }, context => ladderOf(context)),
  'POST /culturalRule/list': {
    ...rules,
    handler: async (context, ask) => {
      await rulesOf(context)
      return rules.handler(context, ask)
    },
  },
  'POST /culturalRule/update': update(culturalRule),
  'POST /culturalPoint/list': list(points.entry),
  'POST /culturalPoint/export': exportOf(points.entry),
  'POST /culturalPoint/byHand': act(points.entry, byHandFace, (context, ask) => giveByHand(context, ask.input as unknown as ByHand)),
  'POST /culturalEmployeeAction/rankList2': call(
    { demand: signedIn, summary: '积分排行榜', input: rankInput, write: false },
    (context, ask) => rankOf(context, ask.input),
  ),
  'POST /culturalEmployeeAction/culturalPointDetail': call(
    { demand: signedIn, summary: '积分明细', input: ownPage({ employeeId: Optional(Id()) }), write: false },
    (context, ask) => detailOf(context, ask.input),
  ),
  'GET /culturalEmployeeAction/pointSumDetail': sums,
  'GET /pointSumDetail': sums,
}
