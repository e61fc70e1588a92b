/** 单位成本构成: what the cost of a unit is made of, opened from figures of costs. */
import { Literal, Object as O, Optional, String as Text, Union } from 'typebox'
import { operations } from '#platform/declare/operations.ts'
import { page } from '#platform/declare/page.ts'
import { call, type RouteMap } from '#platform/server/area.ts'
import { permissions, unitCostDemand } from '../layers/words.ts'
import { unitCostPath } from './key.ts'
import type { Span } from './answers.ts'
import { unitCostNamed } from './read.ts'

export const unitCostRoutes: RouteMap = {
  'POST /FinanceStockCost/madeOf': call(
    {
      demand: unitCostDemand,
      summary: '单位成本的构成',
      input: O({
        id: Text({ title: '单位成本', minLength: 1, maxLength: 300 }),
        span: Optional(Union([Literal('day'), Literal('month'), Literal('year')], { title: '期间' })),
      }),
      write: false,
    },
    (context, { input }) => unitCostNamed(context, input.id, input['span'] as Span | undefined),
  ),
}

export const unitCostPage = page({
  path: unitCostPath,
  name: 'unitCost',
  title: ['单位成本构成', 'What a unit cost is made of'],
  component: 'finance/unit-cost/unit-cost',
  permission: permissions.batch,
  hidden: true,
  operations: [operations.view],
  recordOf: 'unitCost',
})
