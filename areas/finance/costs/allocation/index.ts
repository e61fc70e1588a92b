/** Allocation of costs: what this room adds to finance. */
import { operations } from '#platform/declare/operations.ts'
import { listPage } from '#platform/declare/page.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { English } from '#platform/declare/sentence.ts'
import { act, type Area } from '#platform/server/area.ts'
import { steps } from '#platform/server/steps.ts'
import { timed } from '#platform/server/jobs.ts'
import { family, imported, exportOf, list } from '#platform/server/records.ts'
import { closedIn } from '../../base/closed-months.ts'
import { allocationFollows, tryAllocation } from './post.ts'
import { repeatAllocations } from './repeat.ts'
import { allocationTables, costAllocation, costAllocationShare, costAllocationWeight } from './tables.ts'

const [documents, weights] = [costAllocation, costAllocationWeight]

export const allocationPart = {
  resources: Object.values(allocationTables),
  routes: {
    ...family('CostAllocation', documents),
    ...imported('CostAllocation', documents),
    'POST /CostAllocation/updateState': steps(documents),
    'POST /CostAllocation/preview': act(
      documents,
      { name: 'preview', title: ['试算', 'Try'], over: 'row', operation: operations.edit, when: { state: [0] }, result: 'page' },
      (context, { input }) => tryAllocation(context, input['id']),
    ),
    'POST /CostAllocationWeight/list': list(weights),
    'POST /CostAllocationShare/list': list(costAllocationShare),
    'POST /CostAllocationShare/listExport': exportOf(costAllocationShare),
  },
  follows: { cost_allocation: allocationFollows },
  rowLocks: {
    cost_allocation: closedIn(
      'cost_allocation.month',
      month => sentence`${month} 及以前的月份已结账，费用分摊不能再登记、修改、过账或冲销，请先反结账`,
    ),
  },
  timed: [
    timed('finance.repeatAllocations', ['生成每月重复的分摊单', 'Monthly allocation documents'], {
      at: '05:30',
      work: async inside => sentence`生成 ${await repeatAllocations(inside)} 张`,
    }),
  ],
} satisfies Partial<Area>

export const allocationPages = [
  listPage(costAllocation, '/finance/shop-profit/allocations'),
  listPage(costAllocationShare, '/finance/shop-profit/allocation-shares'),
]

export const allocationEnglish: English = {
  '{} 及以前的月份已结账，费用分摊不能再登记、修改、过账或冲销，请先反结账':
    'Months up to {} are closed, allocations in them stay as they are; reopen the months first',
  '生成 {} 张': '{} made',
  '分摊单 {} 的费用金额是 0，请先填写金额': 'Allocation {} has no amount, enter it first',
  '分摊单 {} 的依据起始月份晚于入账月份，请先改正': 'Allocation {} is booked before its weights begin, correct one of the months',
  '货件里的“{}”在所选店铺没有对应的平台 SKU，请先登记 SKU 对应，或在装箱单里补填 SKU':
    'Nothing in the chosen shops sells “{}” of the consignment: map a seller SKU to it, or enter the SKU in the packing list',
  '分摊单 {} 没有填写自定义比例，请先在“自定义比例”里登记': 'Allocation {} has no weights of its own, enter them first',
  '分摊单 {} 在 {} 没有可分摊的商品，请改为分摊到店铺，或检查店铺和 SKU':
    'Allocation {} has nothing in {} that could bear it: let it fall on shops, or look at its shops and SKUs',
  '分摊单 {} 的金额取自平台账单，财务科目请选账单里的科目，如 FBA仓储费、订阅费、广告费':
    'Allocation {} takes what marketplaces billed: choose one of their items, such as FBA storage, subscription, advertising',
  '分摊单 {} 的财务科目是平台账单里的科目，金额来源请选“平台账单未归 SKU 的金额”':
    'Allocation {} has an item of marketplaces’ bills: let its amount come from them',
  '分摊单 {} 的金额取自平台账单，已经计入店铺，请选择分摊到店铺和 SKU':
    'Allocation {} takes what is billed to the shop already: let it fall on shops and SKUs',
  '分摊单 {} 的金额取自尾程费用，财务科目请选“尾程运费”': 'Allocation {} takes charges of carriers: choose the item final-leg freight',
  '分摊单 {} 在 {} 没有取到 {} 的金额，请检查月份、币种、科目和店铺，或已由其他分摊单分摊':
    'Allocation {} finds no amount in {} in {}: look at month, currency, item and shops; another one may have taken it',
  '金额取自尾程费用，需要“查看运费金额”的权限': 'The amount comes from charges of carriers: it takes the right to see freight amounts',
  '分摊单 {} 试算的金额是 {}，现在是 {}，请重新试算后再过账':
    'Allocation {} was tried with {} and finds {} now: try it again before posting',
  '分摊单 {} 已过账，请先冲销再试算': 'Allocation {} is posted, reverse it before trying',
}
