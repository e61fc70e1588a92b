/** 物料: what parts cost by the bills of production; what this room adds to finance. */
import { Integer, Literal, Object as O, Optional, String as Text, Union } from 'typebox'
import { needs, operations } from '#platform/declare/operations.ts'
import { page } from '#platform/declare/page.ts'
import type { English } from '#platform/declare/sentence.ts'
import { call, type Area } from '#platform/server/area.ts'
import { materialYear } from './year.ts'

const { view } = operations

export const materialPartOfFinance = {
  routes: {
    'POST /MaterialCost/yearReport': call(
      {
        // unit costs are those of the products: whoever sees them there
        demand: needs('finance.productCost', view),
        summary: '物料全年成本',
        input: O({
          year: Union([Integer(), Text({ maxLength: 10 })], { title: '年份' }),
          of: Optional(Union([Literal('product'), Literal('part')], { title: '按成品或物料' })),
        }),
        write: false,
      },
      (context, { input }) => materialYear(context, input['year'], input['of'] === 'part' ? 'part' : 'product'),
    ),
  },
} satisfies Partial<Area>

export const materialPages = [
  page({
    path: '/finance/material-cost-year',
    name: 'materialCostYear',
    title: ['物料成本年表', 'Material cost by year'],
    component: 'finance/material-cost-year',
    permission: 'finance.productCost',
    operations: [view],
  }),
]

export const materialEnglish: English = {
  '{} 年有效的物料清单超过 {} 行，无法一次列出': 'Bills of materials of {} have more than {} lines, too many to list at once',
}
