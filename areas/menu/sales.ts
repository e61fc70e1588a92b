/** 销售. */
import { menuModule, subject, named, variants, child, setUp } from '#platform/declare/subject.ts'
import { look, platform, use } from './axes.ts'

export const sales = menuModule('sales', ['销售', 'Sales'], 'bar-chart', {
  beside: ['dashboards.marketingCentre'],
  subjects: [
    subject('saleStatistics', ['销售统计', 'Sales statistics'], 'bar-chart', {
      tabs: [
        variants('statistics', ['销售统计', 'Sales statistics'], platform, {
          all: 'sales.companySaleStatistics',
          amazon: 'sales.amazonSaleStatistics',
          ebay: 'sales.ebaySaleStatistics',
          walmart: 'sales.walmartSaleStatistics',
          aliexpress: 'sales.aliexpressSaleStatistics',
        }),
        variants('quantities', ['销量', 'Quantities'], platform, {
          amazon: 'sales.amazonSaleQuantities',
          ebay: 'sales.ebaySaleQuantities',
          walmart: 'sales.walmartSaleQuantities',
          aliexpress: 'sales.aliexpressSaleQuantities',
        }),
        variants('categories', ['品类', 'Categories'], platform, {
          amazon: 'sales.amazonSaleCategories',
          ebay: 'sales.ebaySaleCategories',
          walmart: 'sales.walmartSaleCategories',
          aliexpress: 'sales.aliexpressSaleCategories',
        }),
      ],
    }),
    subject('orders', ['订单', 'Orders'], 'shopping-cart', {
      tabs: [
        'sales.orderLine',
        'finance.orderPage',
        variants('shipments', ['发货', 'Shipments'], look, { lines: 'sales.orderShipment', statistics: 'sales.orderShipmentStatistics' }),
        variants('offline', ['线下订单', 'Offline orders'], look, {
          documents: 'sales.offlineOrder',
          statistics: 'sales.offlineStatistics',
        }),
      ],
      children: [child('sales.offlineOrderLine', 'offlineOrder')],
    }),
    subject('listings', ['Listing', 'Listings'], 'tags', {
      tabs: [
        named('sales.listingStatistics', ['Listing 表现', 'Listing figures'], ['Listing 统计', 'Listings']),
        named('sales.skuListing', ['Listing 与 MSKU', 'Listings and SKUs'], ['SKU 与 Listing', 'SKUs and listings']),
        named('sales.salesListing', ['在售商品', 'On sale']),
        variants('traffic', ['流量', 'Traffic'], platform, { amazon: 'sales.salesTraffic', others: 'sales.marketVisit' }),
        'sales.salesTrafficCheck',
      ],
    }),
    subject('ads', ['广告', 'Advertising'], 'alert', {
      tabs: [
        variants('campaigns', ['广告活动', 'Campaigns'], look, { analysis: 'sales.adStatistics', lines: 'sales.adCampaignDay' }),
        variants('groups', ['广告组', 'Ad groups'], look, { analysis: 'sales.adGroupStatistics', lines: 'sales.adGroupDay' }),
        variants('targets', ['投放', 'Targets'], look, { analysis: 'sales.adTargetStatistics', lines: 'sales.adTargetDay' }),
        variants('products', ['推广商品', 'Advertised products'], look, {
          analysis: 'sales.adProductStatistics',
          lines: 'sales.adProductDay',
        }),
        variants('terms', ['搜索词', 'Search terms'], look, { analysis: 'sales.adTermStatistics', lines: 'sales.adSearchTerm' }),
        'sales.adTermAdvice',
        variants('invoices', ['广告发票', 'Ad invoices'], look, { check: 'finance.adInvoiceCheck', invoices: 'finance.adInvoice' }),
      ],
      gear: [
        setUp(
          'sales.adAdviceLimit',
          ['给出投放建议的点击、花费、ACOS 界限', 'Clicks, spend and ACOS from which advice is given'],
          ['投放规则', 'Bidding rules'],
          ['投放建议界限', 'Limits of advice'],
        ),
      ],
    }),
    subject('afterSales', ['退货与索赔', 'Returns and claims'], 'swap', {
      tabs: [
        named('finance.amazonClaim', ['索赔', 'Claims']),
        'finance.fbaReimbursement',
        'finance.fbaReturnStatistics',
        variants('returns', ['退货退款', 'Returns and refunds'], platform, { amazon: 'finance.fbaReturn', aliexpress: 'finance.aeRefund' }),
      ],
      gear: [setUp('finance.claimRule', ['哪些差异提出索赔、期限多长', 'Which differences are claimed, and until when'])],
      children: [child('finance.amazonClaimLine', 'amazonClaim', { title: ['索赔依据明细', 'Evidence of claims'] })],
    }),
    subject('customers', ['客户', 'Customers'], 'user', { tabs: ['sales.customer', 'sales.customerStatistics'] }),
    subject('shops', ['店铺', 'Shops'], 'shop', {
      tabs: ['reference.shop', 'reference.marketplace'],
      gear: [
        setUp(
          'reference.marketplaceOwn',
          ['本组织对站点的叫法', 'What this organisation calls the marketplaces'],
          ['站点别名', 'Marketplace aliases'],
        ),
        variants('aliases', ['店铺别名', 'Shop aliases'], use, { reports: 'finance.amazonShopMap', profit: 'finance.shopProfitName' }, [
          '报告和利润表里的店铺名对应哪个店铺',
          'Which shop a name in reports or profit sheets means',
        ]),
      ],
    }),
  ],
})
