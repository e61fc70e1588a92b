/**
 * The centres of the company: what a part of it looks at first, of cards that are there. Each shows a person what he may see; where the
 * area of its business is still to come, what the others have. In no menu: opened by the name of its module or department, and found.
 */
import type { ShownCard } from '#platform/declare/wire-home.ts'
import type { MeasureLook } from '#platform/declare/wire-dashboards.ts'
import { page, type Page } from '#platform/declare/page.ts'
import type { CentrePart } from '#platform/declare/wire-dashboards.ts'
import type { Title } from '#platform/declare/title.ts'
import type { Context } from '#platform/server/area.ts'
import { maySee } from './content.ts'
import { declaredCards } from './home.ts'

/** A home card by its key, figures of a report, or the first rows of a list. */
type CentreCard =
  | string
  | {
      readonly title: Title
      readonly measure: {
        readonly look: MeasureLook
        readonly report: string
        readonly measures: readonly string[]
        readonly by: readonly string[]
      }
    }
  | { readonly title: Title; readonly list: string; readonly url: string }

interface Centre {
  readonly name: string
  readonly title: Title
  /** type of the history of route use */
  readonly routeUse: number
  /** words in the names of its departments */
  readonly departments: readonly string[]
  readonly cards: Readonly<Record<CentrePart, readonly CentreCard[]>>
}

const figure = (title: Title, report: string, measure: string): CentreCard => ({
  title,
  measure: { look: 'figure', report, measures: [measure], by: [] },
})
const ranking = (title: Title, report: string, measure: string, by: string): CentreCard => ({
  title,
  measure: { look: 'ranking', report, measures: [measure], by: [by] },
})
const rows = (title: Title, list: string, url: string): CentreCard => ({ title, list, url })

const employees = rows(['员工', 'Employees'], 'employee', '/people/employee')
const workOrders = rows(['工单', 'Work orders'], 'workOrder', '/work-order/list')
const requirements = rows(['需求', 'Requirements'], 'projectRequire', '/project/projectRequire')
const stockPlan = rows(['备货计划', 'Stock plan'], 'saleStockPlan', '/sales/stock-plan')
const people: readonly CentreCard[] = ['culture.celebrations', employees]
const notices: readonly CentreCard[] = ['culture.mustRead', 'culture.notices']

export const centres: readonly Centre[] = [
  {
    name: 'people',
    title: ['人事中心', 'People centre'],
    routeUse: 107,
    departments: ['人事', '人力', '行政', '职能'],
    cards: {
      figures: ['hr.figures', rows(['个人绩效', 'Results of persons'], 'performance', '/performance/results')],
      waiting: ['messages', 'culture.activities'],
      people: [...people, rows(['部门', 'Departments'], 'department', '/people/department')],
      notices,
    },
  },
  {
    name: 'marketing',
    title: ['营销中心', 'Marketing centre'],
    routeUse: 108,
    departments: ['营销', '销售', '运营', '市场'],
    cards: {
      figures: [
        figure(['销售额', 'Sales'], 'companySaleStatistics', 'orderedSales'),
        figure(['订单', 'Orders'], 'companySaleStatistics', 'orders'),
        figure(['广告花费', 'Ad spend'], 'adStatistics', 'spend'),
        ranking(['店铺销售额', 'Sales by shop'], 'companySaleStatistics', 'orderedSales', 'shop'),
      ],
      waiting: [rows(['索赔', 'Claims'], 'amazonClaim', '/finance/claims/list'), 'messages'],
      people,
      notices,
    },
  },
  {
    name: 'quality',
    title: ['品质中心', 'Quality centre'],
    routeUse: 109,
    departments: ['品质', '质量', '品管'],
    cards: {
      figures: [
        figure(['退货', 'Returns'], 'fbaReturnStatistics', 'returnUnits'),
        ranking(['退货最多的商品', 'Products most returned'], 'fbaReturnStatistics', 'returnUnits', 'product'),
      ],
      waiting: [rows(['FBA 退货', 'FBA returns'], 'fbaReturn', '/finance/fba/return'), workOrders],
      people,
      notices,
    },
  },
  {
    name: 'supply',
    title: ['供应链中心', 'Supply chain centre'],
    routeUse: 110,
    departments: ['供应链', '采购', '物流', '仓储', '计划'],
    cards: {
      figures: [
        figure(['FBA 库存', 'FBA stock'], 'fbaStockOnHand', 'closing'),
        rows(['滞销预警', 'Unsold stock'], 'fbaUnsoldStock', '/finance/fba/unsold-stock'),
      ],
      waiting: [stockPlan, 'messages'],
      people: [...people, rows(['供应商', 'Suppliers'], 'supplier', '/reference/supplier')],
      notices,
    },
  },
  {
    name: 'manufacturing',
    title: ['制造中心', 'Manufacturing centre'],
    routeUse: 111,
    departments: ['制造', '生产', '工厂'],
    cards: {
      figures: [rows(['产品成本', 'Product costs'], 'productCost', '/finance/product-cost')],
      waiting: [stockPlan, workOrders],
      people,
      notices,
    },
  },
  {
    name: 'it',
    title: ['IT 中心', 'IT centre'],
    routeUse: 112,
    departments: ['信息', 'IT', '技术'],
    cards: {
      figures: ['monitoring.freshness', rows(['运行预警', 'Alerts'], 'healthAlert', '/operations/health-alerts')],
      waiting: [workOrders, requirements, 'tasks'],
      people,
      notices,
    },
  },
  {
    name: 'office',
    title: ['总经办', 'General office'],
    routeUse: 113,
    departments: ['总经办', '总裁办', '总办'],
    cards: {
      figures: [
        'finance.profit',
        figure(['销售额', 'Sales'], 'companySaleStatistics', 'orderedSales'),
        figure(['订单', 'Orders'], 'companySaleStatistics', 'orders'),
      ],
      waiting: ['finance.month', 'finance.amazon.typeMap', 'messages'],
      people,
      notices,
    },
  },
  {
    name: 'research',
    title: ['研发中心', 'Research centre'],
    routeUse: 114,
    departments: ['研发', '产品', '设计'],
    cards: {
      figures: [rows(['项目', 'Projects'], 'project', '/project/project')],
      waiting: [rows(['任务', 'Tasks'], 'projectTask', '/project/projectTask'), requirements],
      people,
      notices,
    },
  },
]

/** 经营概览 shows these below its own figures; no page of its own. */
const besideOverview: Centre = {
  name: 'overview',
  title: ['经营概览', 'Overview'],
  routeUse: 0,
  departments: [],
  cards: {
    figures: [
      'boss.cash',
      {
        title: ['平台应收', 'Receivables'],
        measure: { look: 'ranking', report: 'financeReceivableBalance', measures: ['closing'], by: ['shop'] },
      },
      rows(['库龄超过 180 天', 'Older than 180 days'], 'fbaUnsoldStock', '/finance/fba/unsold-stock?f.band=2,3,4,5'),
    ],
    waiting: ['finance.month'],
    people: [],
    notices: [],
  },
}

export const centrePages: readonly Page[] = centres.map(({ name, title, routeUse, departments }) =>
  page({
    path: `/centres/${name}`,
    name: `${name}Centre`,
    title,
    component: `centre/${name}`,
    permission: 'dashboards',
    everybody: true,
    operations: [],
    routeUse,
    departments,
  }),
)

/** GET /homeCard/list of a centre: its cards that the caller may see, each with the part it stands in; null: there is no such centre. */
export function centreCards(context: Context, name: string): { list: ShownCard[] } | null {
  const centre = [...centres, besideOverview].find(one => one.name === name)
  if (centre === undefined) return null
  const declared = new Map(declaredCards(context).map(card => [card.key, card]))
  const at = context.language === 'en' ? 1 : 0
  const shown = (card: CentreCard, part: CentrePart, nth: number): ShownCard[] => {
    if (typeof card === 'string') {
      const found = declared.get(card)
      return found === undefined ? [] : [{ ...found, part }]
    }
    const common = { key: `${part}.${nth}`, title: card.title[at], large: true, hidden: false, part }
    if ('list' in card)
      return maySee(context, card.list)
        ? [{ ...common, component: 'home/pinned', wide: true, pin: { type: card.list, url: card.url } }]
        : []
    if (!maySee(context, card.measure.report)) return []
    const measure = { ...card.measure, period: 'month', currency: 'CNY', compare: 'before' } as const
    return [{ ...common, component: 'dashboards/measure', wide: card.measure.look !== 'figure', measure }]
  }
  const parts = Object.entries(centre.cards) as [CentrePart, readonly CentreCard[]][]
  return { list: parts.flatMap(([part, cards]) => cards.flatMap((card, nth) => shown(card, part, nth))) }
}
