/** 经营: what the company earns. */
import { menuModule, subject, named, variants } from '#platform/declare/subject.ts'
import { basis, level, platform } from './axes.ts'

export const business = menuModule('dashboards', ['经营', 'Business'], 'fund', {
  beside: ['dashboards.officeCentre'],
  subjects: [
    subject('overview', ['经营概览', 'Overview'], 'fund', { tabs: ['dashboards.overview', 'finance.monthReport'] }),
    subject('profit', ['利润分析', 'Profit'], 'line-chart', {
      tabs: [
        variants('profit', ['利润', 'Profit'], platform, {
          all: 'finance.companyProfit',
          amazon: 'finance.amazonProfit',
          ebay: 'finance.ebayProfit',
          walmart: 'finance.walmartProfit',
          aliexpress: 'finance.aliexpressProfit',
        }),
        variants('orderProfit', ['订单利润', 'Profit of orders'], [platform, basis], {
          'ebay.settled': 'finance.ebayOrderProfit',
          'ebay.shipped': 'finance.ebayOrderProfitDelivery',
          'walmart.settled': 'finance.yxOrderProfit',
          'walmart.shipped': 'finance.yxOrderProfitDelivery',
          'aliexpress.settled': 'finance.yxAeOrderProfit',
          'aliexpress.shipped': 'finance.yxAeOrderProfitDelivery',
        }),
        named('finance.clockBridge', ['利润口径对比', 'Profit by clock'], ['口径差异', 'Between clocks']),
      ],
    }),
    subject('budget', ['预算', 'Budgets'], 'project', {
      tabs: [
        variants('actual', ['预算执行', 'Budget and actual'], level, {
          shop: 'finance.financeBudgetReport',
          department: 'finance.financeDeptBudgetReport',
        }),
        variants('budget', ['预算编制', 'Budgeting'], level, { shop: 'finance.financeBudget', department: 'finance.financeDeptBudget' }),
      ],
    }),
    subject('dashboard', ['仪表盘', 'Dashboards'], 'bar-chart', {
      tabs: ['dashboards.dashboards', 'dashboards.ownReport', 'dashboards.measureAlert'],
      shownWith: 'report',
    }),
  ],
})
