/** 财务, in four sections. */
import { menuModule, subject, named, variants, child, section, setUp } from '#platform/declare/subject.ts'
import { look, platform } from './axes.ts'

export const finance = menuModule('finance', ['财务', 'Finance'], 'account-book', {
  sections: [
    section('settle', ['结算', 'Settlement']),
    section('accounts', ['核算', 'Accounting']),
    section('costs', ['成本', 'Costs']),
    section('ledger', ['资金总账', 'Cash and ledger']),
  ],
  subjects: [
    subject('imports', ['数据导入', 'Imports'], 'import', {
      section: 'settle',
      tabs: [
        'finance.amazonImports',
        named('finance.dataArrival', ['报告完整性', 'Completeness'], ['数据到齐', 'Files that came']),
        'finance.importFindings',
      ],
      gear: [
        setUp(
          'finance.amazonTypeMap',
          ['平台报告里的费用类型归到哪个财务项目', 'Which finance item each fee type of the reports belongs to'],
          ['费用类型映射', 'Fee types'],
        ),
        setUp('finance.bankLayouts', ['教会系统认识的银行流水文件格式', 'Layouts of bank files that the system was taught']),
      ],
    }),
    subject('settlements', ['平台结算', 'Settlements'], 'audit', {
      section: 'settle',
      tabs: [
        named('finance.amazonSettlements', ['结算单', 'Statements']),
        variants('transactions', ['交易明细', 'Transactions'], platform, {
          amazon: 'finance.amazonTransactions',
          others: 'finance.marketLine',
        }),
        'finance.amazonSummaryLines',
        named('finance.amazonPayout', ['放款', 'Pay-outs']),
        variants('earnings', ['订单收益', 'Earnings'], platform, { ebay: 'finance.ebayEarning', aliexpress: 'finance.aeOrderItem' }),
        variants('proof', ['平台对账', 'Proof'], platform, {
          amazon: 'finance.amazonPayoutCheck',
          ebay: 'finance.ebayEarningCheck',
          walmart: 'finance.walmartProof',
        }),
      ],
      children: [child('finance.amazonSettlementLines', 'amazonSettlement', { by: { shopId: 'shopId', settlementId: 'settlementId' } })],
    }),
    subject('orderChecks', ['订单核对', 'Order checks'], 'safety', {
      section: 'settle',
      tabs: [
        named('finance.shopOrderCheck', ['订单差异', 'By order']),
        named('finance.shopOrderCheckSite', ['站点差异汇总', 'By marketplace']),
      ],
      gear: [
        setUp('finance.orderCheckRule', ['订单核对用的容差和费用标准', 'Tolerances and fees that orders are checked by']),
        setUp('finance.fbaSizeTier', ['FBA 尺寸分段和各段的配送费', 'FBA size tiers and the fee of each']),
      ],
      children: [child('finance.shopOrderCheckLine', 'orderFinding', { title: ['核对依据明细', 'Evidence'] })],
    }),
    subject('receivables', ['平台应收', 'Receivables'], 'account-book', {
      section: 'settle',
      tabs: [
        named('finance.financeReceivableBalance', ['应收余额', 'Balances']),
        named('finance.financeReceivable', ['应收明细', 'Lines']),
        'finance.amzAccrue',
      ],
    }),
    subject('monthClose', ['月结', 'Month close'], 'calendar', {
      section: 'accounts',
      tabs: [
        'finance.financeMonth',
        named('finance.financeCarried', ['跨期调整', 'Carried over'], ['后续影响', 'Carried into later months']),
        'finance.calculationRun',
        'finance.calculationChange',
      ],
    }),
    subject('shopProfit', ['店铺利润表', 'Shop profit'], 'shop', {
      section: 'accounts',
      tabs: [
        named('finance.shopProfit', ['店铺利润表', 'Shop profit']),
        'finance.shopProfitChange',
        'finance.shopProfitItem',
        'finance.costAllocation',
      ],
      children: [
        child('finance.shopProfitShare', 'shopProfitItem'),
        child('finance.costAllocationShare', 'costAllocation', { title: ['分摊份额', 'Shares of allocations'] }),
      ],
    }),
    subject('documents', ['手工单据', 'Manual entries'], 'file-text', {
      section: 'accounts',
      tabs: [
        named('finance.financeCorrections', ['手工调整', 'Corrections'], ['交易明细手工调整', 'Corrections by hand']),
        'finance.amazonSubsidy',
        'finance.amazonMultichannelOrder',
        'finance.amazonDropshipping',
        named('finance.orderPayment', ['回款登记', 'Payments received']),
        named('finance.financeSummary', ['财务汇总', 'Summary'], ['交易明细财务汇总', 'Summary of transactions']),
      ],
    }),
    subject('sheets', ['手工报表', 'Manual reports'], 'table', {
      section: 'accounts',
      tabs: [
        variants('marketingProfit', ['营销销售利润', 'Marketing profit'], look, {
          report: 'finance.yxSalesProfitReport',
          lines: 'finance.yxSalesProfit',
        }),
        variants('siteSales', ['站点销售', 'Marketplace sales'], look, {
          report: 'finance.yxSalesSiteReport',
          lines: 'finance.yxSalesSite',
        }),
        variants('income', ['销售收入', 'Sales income'], look, { report: 'finance.yxSaleIncomeReport', lines: 'finance.yxSaleIncome' }),
        variants('monthlyUnits', ['月销量', 'Monthly units'], look, {
          report: 'finance.YxSaleMonthlyQtyReport',
          lines: 'finance.YxSaleMonthlyQty',
        }),
        variants('monthlySales', ['月度销售统计', 'Monthly sales'], look, {
          report: 'finance.yxSaleMonthlyStatReport',
          lines: 'finance.yxSaleMonthlyStat',
        }),
        variants('personProfit', ['业务员利润', 'Profit by person'], look, {
          report: 'finance.financeJxhProfitReport',
          lines: 'finance.financeJxhProfit',
        }),
      ],
    }),
    subject('productCost', ['产品成本', 'Product cost'], 'tags', {
      section: 'costs',
      tabs: [
        variants('cost', ['产品成本', 'Product cost'], look, { lines: 'finance.productCost', year: 'finance.productCostYear' }),
        'finance.materialCostYear',
      ],
    }),
    subject('receipts', ['入库成本', 'Cost of receipts'], 'database', {
      section: 'costs',
      tabs: [
        'finance.financeCostReceipt',
        named('finance.financeCostAddition', ['追加成本', 'Added cost'], ['后到成本', 'Cost that came later']),
        'finance.financeCostInvoice',
        named('finance.financeCostProvisional', ['暂估', 'Provisional'], ['未开票暂估', 'Received without invoice']),
        named('finance.financeStockMovement', ['库存变动', 'Movements'], ['库存移动', 'Stock movements']),
        'finance.financeStockLayer',
        named('finance.financeStockTake', ['出库成本明细', 'Cost of issues'], ['成本去向', 'Where cost went']),
        named('finance.financeStockShortage', ['负库存成本', 'Missing cost'], ['成本缺口', 'Units without cost']),
      ],
      gear: [setUp('finance.financeStockPlace', ['核算库存成本的地点', 'Places whose stock costs are kept'])],
      children: [child('finance.financeStockFreight', 'financeStockLayer', { by: { productId: 'productId', layer: 'move' } })],
    }),
    subject('stockBooks', ['存货核算', 'Stock accounts'], 'cluster', {
      section: 'costs',
      tabs: [
        named('finance.financeStockLedger', ['收发存', 'In, out, balance']),
        variants('value', ['库存价值', 'Stock value'], look, {
          lines: 'finance.financeStockValue',
          monthEnd: 'finance.financeStockValueByKind',
          byInventory: 'finance.financeInventoryValue',
        }),
        'finance.financeStockAge',
        named('finance.financeStockWriteDown', ['跌价准备', 'Write-downs']),
        'finance.financeStockProof',
      ],
      gear: [
        setUp(
          'finance.financeWriteDownBand',
          ['库龄多久计提多少跌价', 'How much is written down at which age'],
          ['跌价计提比例', 'Write-down rates'],
          ['跌价比例', 'Write-down bands'],
        ),
      ],
      children: [child('finance.financeStockWriteDownLine', 'financeStockWriteDown')],
    }),
    subject('cash', ['资金', 'Cash'], 'dollar', {
      section: 'ledger',
      tabs: [
        'finance.bankPosition',
        'finance.bankStatements',
        'finance.bankInTransit',
        named('finance.bankTrace', ['资金流向', 'Money trail'], ['资金去向', 'Where payments went']),
        'finance.bankMonth',
      ],
      gear: [setUp('finance.bankAccounts', ['公司的银行和支付账户、币种、负责人', 'Bank and payment accounts, their currency and keeper'])],
    }),
    subject('bankMatch', ['银行对账', 'Bank matching'], 'bank', {
      section: 'ledger',
      tabs: [
        'finance.bankOpenLine',
        'finance.bankOpenLines',
        named('finance.bankExpected', ['应收应付待核销', 'Open items'], ['待核款项', 'Expected payments']),
        'finance.bankMatch',
      ],
      gear: [setUp('finance.bankRule', ['流水自动归类和匹配的规则', 'Rules that sort and match bank lines by themselves'])],
      children: [child('finance.bankMatchSide', 'bankMatch')],
    }),
    subject('vouchers', ['凭证', 'Vouchers'], 'profile', {
      section: 'ledger',
      tabs: [
        'finance.voucher',
        named('finance.voucherEntry', ['序时账', 'Journal'], ['凭证分录', 'Entries']),
        'finance.voucherBalance',
        'finance.voucherCheck',
      ],
      gear: [
        setUp('finance.voucherAccount', ['科目编码、名称、方向', 'Codes, names and sides of the accounts']),
        setUp(
          'finance.voucherAuxiliary',
          ['科目按店铺、供应商等辅助核算的项目', 'Items that accounts are told apart by: shops, suppliers'],
          ['辅助核算', 'Auxiliary items'],
        ),
        setUp('finance.voucherBook', ['账簿的公司、本位币和启用月份', 'Company, currency and first month of each book']),
        setUp('finance.voucherRule', ['哪类业务生成怎样的凭证分录', 'Which business makes which entries']),
        setUp(
          'finance.voucherColumn',
          ['导出到财务软件的文件有哪些列', 'Columns of the file for the accounting software'],
          ['导出模板', 'Export columns'],
          ['凭证导出模板', 'Columns of voucher files'],
        ),
      ],
      children: [child('finance.voucherSource', 'voucher')],
    }),
    subject('tax', ['税务', 'Tax'], 'global', {
      section: 'ledger',
      tabs: [
        'finance.vatPeriod',
        'finance.fbaVatTransaction',
        named('finance.vatProof', ['增值税核对', 'VAT check'], ['增值税与结算核对', 'VAT against settlements']),
        variants('taxInformation', ['涉税信息报送', 'Tax information'], look, {
          check: 'finance.platformTaxInfoReport',
          lines: 'finance.platformTaxInfo',
        }),
      ],
    }),
    subject('rates', ['汇率', 'Exchange rates'], 'swap', {
      section: 'ledger',
      tabs: ['reference.currencyRate', 'reference.currency'],
      gear: [
        setUp(
          'reference.currencyOwn',
          ['本组织对币种的叫法', 'What this organisation calls the currencies'],
          ['币种别名', 'Currency aliases'],
        ),
      ],
    }),
  ],
})
