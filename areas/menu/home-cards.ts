/**
 * Cards of the home page that stand for a kind of work: words over reports and lists of the areas. Which of them a role begins with, and in
 * which order, its preset says (`home`).
 */
import { wordCard, type HomeCard, type HomeCondition, type QueueSource, type ReportFigure } from '#platform/declare/home-card.ts'
import type { Title } from '#platform/declare/title.ts'

const is = (field: string, ...values: readonly (string | number)[]): HomeCondition =>
  values.length === 1 ? { field, condition: 'EQ', value: String(values[0]) } : { field, condition: 'IN', condList: values.map(String) }
const isMe = (field: string): HomeCondition => ({ field, condition: 'EQ', of: 'me' })
const thisMonth = (field: string): HomeCondition => ({ field, condition: 'EQ', of: 'month' })
const within = (field: string, days: number, from: 'LE' | 'BETWEEN' = 'BETWEEN'): HomeCondition => ({
  field,
  condition: from,
  of: `${days} days`,
})
const measure = (report: string, name: string, more: Omit<ReportFigure, 'report' | 'measure'> = {}): ReportFigure => ({
  report,
  measure: name,
  ...more,
})
const rows = (title: Title, list: string, where: readonly HomeCondition[], since: string, says?: readonly string[]): QueueSource => ({
  title,
  list,
  where,
  since,
  ...(says === undefined ? {} : { says }),
})

const profit = measure('companyProfit', 'profit', {
  orElse: 'feesTaken',
  target: { report: 'financeBudgetReport', measure: 'profitBudget' },
})
const balance = { title: ['可用资金', 'Cash'], list: 'bankMonth', where: [thisMonth('month')], sum: 'value' } as const

/** net sales that the person shall reach in this month */
const ownTarget = {
  list: 'performance',
  where: [isMe('employeeId'), thisMonth('month'), is('measure', 1)],
  sum: 'result',
  of: 'target',
} as const

const workOrders: readonly QueueSource[] = [
  rows(['待我处理的工单', 'Work orders for me'], 'workOrder', [isMe('handlerId'), is('state', 1, 2, 3)], 'createdAt', [
    'title',
    'requesterId',
  ]),
  rows(['待我确认的工单', 'Work orders to confirm'], 'workOrder', [isMe('requesterId'), is('state', 4, 5)], 'createdAt', [
    'title',
    'handlerId',
  ]),
]
const paper: readonly QueueSource[] = [
  rows(['待确认的制度', 'Policies to confirm'], 'regulationReading', [isMe('employeeId'), is('state', 1)], 'createdAt', ['publishedId']),
  rows(['待用印', 'To be stamped'], 'sealRequest', [isMe('keeperId'), is('state', 2)], 'createdAt', ['purpose', 'employeeId']),
  rows(['逾期的合同款', 'Overdue payments of contracts'], 'contractPlan', [isMe('ownerId'), is('state', 6)], 'dueOn', [
    'name',
    'partyName',
  ]),
]
const mine: readonly QueueSource[] = [{ waits: 'approvals' }, ...workOrders, ...paper, { waits: 'mustRead' }]

export const roleCards: readonly HomeCard[] = [
  // ---- everybody
  wordCard('mine.queue', ['待我处理', 'Waiting for me'], { queue: { of: mine } }, { byName: true }),
  wordCard('mine.day', ['今日日程与公告', 'Today'], { queue: { of: [{ waits: 'schedule' }, { waits: 'mustRead' }] } }, { byName: true }),
  wordCard('mine.schedule', ['今日日程', 'Schedule of today'], { queue: { of: [{ waits: 'schedule' }] } }, { byName: true }),
  wordCard('mine.orders', ['我的工单', 'My work orders'], { list: { type: 'workOrder', where: [isMe('requesterId')] } }),

  // ---- the boss
  wordCard('boss.figures', ['本月', 'This month'], {
    figures: {
      of: [
        profit,
        measure('companyProfit', 'sales', { title: ['销售额', 'Sales'] }),
        measure('companyProfit', 'margin'),
        measure('companyProfit', 'adRate'),
        measure('companyProfit', 'refundRate'),
        balance,
      ],
      periods: ['month'],
      opens: '/dashboards/overview',
    },
  }),
  wordCard('finance.why', ['本月为什么', 'Why this month'], { why: { report: 'companyProfit', period: 'month' } }),
  wordCard('boss.queue', ['待我处理', 'Waiting for me'], {
    queue: { of: [{ waits: 'approvals' }, { waits: 'letters' }, { waits: 'overBudget' }, ...workOrders] },
  }),
  wordCard(
    'boss.months',
    ['近 12 个月销售额和利润', 'Sales and profit of 12 months'],
    {
      measure: { look: 'line', report: 'companyProfit', measures: ['sales', 'profit'], by: [], period: 'months12', currency: 'CNY' },
    },
    { wide: true },
  ),
  wordCard('boss.shops', ['店铺变动', 'Shops that moved'], {
    movers: { report: 'companyProfit', measure: 'profit', orElse: 'feesTaken', by: 'shop', up: 3, down: 3, period: 'month' },
  }),
  wordCard('boss.platforms', ['平台', 'Marketplaces'], {
    measure: {
      look: 'table',
      report: 'companyProfit',
      measures: ['sales', 'profit', 'margin'],
      by: ['platform'],
      period: 'month',
      currency: 'CNY',
      compare: 'before',
    },
  }),
  wordCard(
    'boss.cash',
    ['资金 14 天', 'Cash of 14 days'],
    {
      figures: {
        of: [
          { ...balance, title: ['余额', 'Balance'] },
          { title: ['在途', 'In transit'], list: 'bankInTransit', where: [is('direction', 1)], sum: 'open' },
          {
            title: ['14 天内应付', 'Due in 14 days'],
            list: 'bankInTransit',
            where: [is('direction', 2), within('dueOn', 14, 'LE')],
            sum: 'open',
          },
        ],
        periods: ['month'],
        opens: '/finance/bank/balances',
      },
    },
    { wide: false },
  ),

  // ---- finance
  wordCard('finance.figures', ['本月', 'This month'], {
    figures: {
      of: [
        { title: ['未对账流水', 'Bank lines to match'], list: 'bankOpenLine', where: [], fresh: 'postedOn' },
        { title: ['未对账金额', 'Amount to match'], list: 'bankOpenLine', where: [], sum: 'open' },
        measure('financeReceivableBalance', 'closing', { title: ['应收余额', 'Receivable'], weekAgo: true }),
        {
          title: ['有差异的结算单', 'Settlements that differ'],
          list: 'amazonSettlement',
          where: [is('reconciled', 2)],
          fresh: 'depositOn',
        },
        measure('companyProfit', 'unmapped', { title: ['未映射金额', 'Not mapped'] }),
        { title: ['未导出凭证', 'Vouchers to export'], list: 'voucher', where: [is('state', 1)], fresh: 'day' },
      ],
      periods: ['month'],
    },
  }),
  wordCard('finance.data', ['数据', 'Data'], {
    queue: {
      of: [
        rows(
          ['缺失的报告', 'Missing reports'],
          'dataArrival',
          [is('state', 2, 3), { field: 'month', condition: 'GE', of: 'lastMonth' }],
          'month',
          ['kindTitle', 'ownerName'],
        ),
        rows(['失败的导入', 'Failed imports'], 'fileImportHistory', [is('state', 3, 5, 7)], 'createdAt', ['fileName', 'kindTitle']),
      ],
    },
  }),
  wordCard(
    'finance.result',
    ['本月利润', 'Profit of the month'],
    {
      figures: {
        of: [profit, measure('companyProfit', 'sales'), measure('companyProfit', 'margin'), measure('companyProfit', 'refundRate')],
        periods: ['month'],
        opens: '/dashboards/overview',
      },
    },
    { wide: false },
  ),
  wordCard('finance.imports', ['最近导入', 'Latest imports'], { list: { type: 'fileImportHistory' } }),

  // ---- sales
  wordCard('sales.figures', ['我的店铺', 'My shops'], {
    figures: {
      of: [
        measure('companySaleStatistics', 'orderedSales', { title: ['销售额', 'Sales'], aim: ownTarget }),
        measure('companySaleStatistics', 'orders', { title: ['订单', 'Orders'] }),
        measure('companySaleStatistics', 'units', { title: ['件数', 'Units'] }),
        measure('adStatistics', 'spend', { title: ['广告花费', 'Ad spend'] }),
        measure('adStatistics', 'acos', { title: ['ACOS', 'ACOS'] }),
        measure('companyProfit', 'refundRate'),
      ],
      periods: ['yesterday', 'last7', 'month'],
      first: 'last7',
      opens: '/sales/company/statistics',
    },
  }),
  wordCard('sales.why', ['近 7 天为什么', 'Why the last 7 days'], { why: { report: 'companySaleStatistics', period: 'last7' } }),
  wordCard('sales.skus', ['SKU 变动', 'SKUs that moved'], {
    movers: { report: 'companySaleStatistics', measure: 'orderedSales', by: 'sku', up: 2, down: 5, period: 'month' },
  }),
  wordCard('sales.cover', ['即将断货', 'Running out'], {
    list: {
      type: 'fbaStockCover',
      where: [is('state', 1)],
      leads: { title: ['补货计划', 'Replenishment'], path: '/sales/stock-plan' },
    },
  }),
  wordCard('sales.ads', ['ACOS 最高的广告', 'Campaigns by ACOS'], {
    measure: {
      look: 'table',
      report: 'adStatistics',
      measures: ['acos', 'spend'],
      by: ['campaign'],
      period: 'month',
      currency: 'CNY',
      limit: 5,
    },
  }),
  wordCard('sales.queue', ['待我处理', 'Waiting for me'], {
    queue: {
      of: [
        {
          title: ['索赔', 'Claims'],
          list: 'amazonClaim',
          where: [is('state', 1, 2)],
          since: 'dueOn',
          due: true,
          says: ['subject', 'shopId'],
        },
        ...mine,
      ],
    },
  }),
  wordCard('sales.performance', ['我的绩效', 'My performance'], {
    list: { type: 'performance', where: [isMe('employeeId'), thisMonth('month')], fields: ['measure', 'target', 'result'] },
  }),

  // ---- purchasing, warehouse
  wordCard('buyer.queue', ['待我处理', 'Waiting for me'], {
    queue: {
      of: [
        {
          title: ['逾期未到货', 'Late deliveries'],
          list: 'purchaseOrder',
          where: [isMe('buyerId'), within('dueOn', -1, 'LE')],
          since: 'dueOn',
          due: true,
          says: ['no', 'supplierId'],
        },
        rows(['待采购的申请', 'Requests to order'], 'purchaseRequest', [is('state', 2, 3)], 'businessOn', ['no', 'ownerId']),
        ...mine,
      ],
    },
  }),
  wordCard('buyer.prices', ['30 天内到期的价目', 'Prices that end in 30 days'], {
    list: { type: 'purchasePrice', where: [within('validTo', 30)] },
  }),
  wordCard('keeper.inspections', ['待检验', 'To inspect'], {
    list: { type: 'inspection', where: [is('state', 1, 2)], fields: ['no', 'productId', 'lotQty', 'sampleQty', 'businessOn'] },
  }),
  wordCard('keeper.orders', ['处理中的工单', 'Open work orders'], {
    list: { type: 'workOrder', where: [is('state', 1, 2, 3)] },
  }),
  wordCard('keeper.unsold', ['滞销与超龄', 'Unsold stock'], { list: { type: 'fbaUnsoldStock' } }),

  // ---- people
  wordCard(
    'hr.queue',
    ['待我处理', 'Waiting for me'],
    {
      queue: {
        of: [
          { waits: 'approvals' },
          rows(['资料变更待审', 'Changes of files'], 'hrFileChange', [is('state', 1)], 'createdAt', ['employeeId', 'what']),
          rows(['待开证明', 'Letters to issue'], 'hrLetter', [is('state', 1)], 'businessOn', ['employeeId', 'purpose']),
          rows(['待兑换', 'Gifts to hand over'], 'culturalExchangeHistory', [is('state', 1)], 'createdAt', ['giftId', 'employeeId']),
          rows(['借阅待审', 'Books asked for'], 'cultureBorrowing', [is('state', 1)], 'appliedAt', ['bookId', 'employeeId']),
          rows(['举报', 'Reports'], 'bbsReport', [is('state', 1)], 'createdAt', ['excerpt', 'reporterId']),
          rows(['待发布的公告', 'Notices to publish'], 'notice', [is('status', 3)], 'createdAt'),
          rows(['待发布的新闻', 'News to publish'], 'news', [is('status', 3)], 'createdAt'),
          ...workOrders,
          { waits: 'mustRead' },
        ],
      },
    },
    { wide: true },
  ),
  wordCard(
    'hr.figures',
    ['人事看板', 'People at a glance'],
    {
      figures: {
        of: [
          { title: ['在职', 'Employed'], list: 'hrFile', where: [is('stage', 2, 3, 4, 6, 7)] },
          { title: ['试用', 'On probation'], list: 'hrFile', where: [is('stage', 2)] },
          { title: ['本月入职', 'Hired this month'], list: 'hrFile', where: [{ field: 'hiredOn', condition: 'THIS_MONTH' }] },
          { title: ['本月离职', 'Left this month'], list: 'hrFile', where: [{ field: 'leftOn', condition: 'THIS_MONTH' }] },
          {
            title: ['30 天内合同到期', 'Contracts that end in 30 days'],
            list: 'labourContract',
            where: [is('state', 2), within('validTo', 30)],
          },
          { title: ['待签合同', 'To sign'], list: 'hrLacking', where: [is('contract', 1, 2, 3)] },
          { title: ['证件 30 天内到期', 'Papers that end in 30 days'], list: 'hrPaper', where: [within('validTo', 30)] },
          { title: ['未完成清单', 'Open checklists'], list: 'hrTask', where: [is('state', 0)] },
          {
            title: ['派遣', 'Dispatched'],
            list: 'hrFile',
            where: [is('kind', 5), is('stage', 2, 3, 4, 6, 7)],
            // 劳务派遣暂行规定 4
            share: { of: [is('stage', 2, 3, 4, 6, 7)], most: 10 },
          },
        ],
        periods: ['month'],
        opens: '/hr/file',
      },
    },
    { permission: 'hrFile' },
  ),
  wordCard('hr.notices', ['公告阅读', 'Readers of notices'], { queue: { of: [{ waits: 'unreadNotices' }] } }),
  wordCard('hr.signUps', ['活动报名', 'Sign-ups'], { list: { type: 'activitySignUp' } }),

  // ---- IT
  wordCard(
    'it.health',
    ['运行', 'Running'],
    {
      queue: {
        of: [
          rows(['运行预警', 'Alerts'], 'healthAlert', [is('state', 1)], 'openedAt', ['title']),
          rows(['失败的导入', 'Failed imports'], 'fileImportHistory', [is('state', 5)], 'createdAt', ['fileName', 'kindTitle']),
        ],
      },
    },
    { wide: true },
  ),
  wordCard('it.queue', ['待我处理', 'Waiting for me'], {
    queue: {
      of: [
        ...mine,
        rows(['需求', 'Requirements'], 'projectRequire', [is('state', 1, 2)], 'createdAt', ['title', 'requesterId']),
        rows(['逾期数据', 'Late data'], 'monitorLate', [is('state', 1)], 'openedOn', ['pageTitle', 'shopId']),
      ],
    },
  }),
  wordCard('it.tasks', ['我的任务', 'My tasks'], { list: { type: 'projectTask', where: [isMe('assigneeId'), is('state', 1, 2, 3, 5)] } }),
]
