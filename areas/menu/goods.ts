/** 供应链 and 仓储物流: what is bought, where it lies, what its ways cost. */
import { menuModule, subject, named, variants, child, setUp } from '#platform/declare/subject.ts'
import { look } from './axes.ts'

export const supply = menuModule('supply', ['供应链', 'Supply'], 'shopping', {
  beside: ['dashboards.supplyCentre', 'dashboards.manufacturingCentre', 'dashboards.qualityCentre', 'dashboards.researchCentre'],
  was: ['reference'],
  subjects: [
    subject('products', ['商品', 'Products'], 'shopping', {
      tabs: [
        'reference.product',
        named('reference.skuMap', ['SKU 配对', 'SKU pairs']),
        named('reference.skuView', ['MSKU 一览', 'Seller SKUs']),
        named('reference.skuOwner', ['MSKU 负责人', 'SKU owners']),
        'reference.productGroup',
        named('reference.productCategory', ['品类', 'Categories']),
      ],
      gear: [setUp('reference.productTag', ['给商品组归类的标签', 'Tags that sort product groups'])],
      children: [child('reference.productGroupMember', 'productGroup')],
    }),
    subject('purchaseOrders', ['采购订单', 'Purchasing'], 'shopping', {
      tabs: [
        'supply.purchaseRequest',
        'supply.purchaseOrder',
        'supply.purchaseDelivery',
        'supply.platformOrderLine',
        'supply.receiptDiscrepancy',
        'goods.purchaseReturn',
      ],
      children: [
        child('supply.purchaseRequestLine', 'purchaseRequest'),
        child('supply.purchaseOrderLine', 'purchaseOrder'),
        child('supply.purchaseDeliveryLine', 'purchaseDelivery'),
        child('goods.purchaseReturnLine', 'purchaseReturn'),
      ],
    }),
    subject('purchaseMoney', ['采购结算', 'Settlement'], 'dollar', {
      tabs: [
        'supply.purchaseInvoice',
        'supply.supplierStatement',
        'supply.paymentRequest',
        'supply.supplierBalance',
        'supply.purchaseReport',
      ],
      children: [
        child('supply.purchaseInvoiceLine', 'purchaseInvoice'),
        child('supply.supplierStatementLine', 'supplierStatement'),
        child('supply.paymentRequestLine', 'paymentRequest'),
      ],
    }),
    subject('suppliers', ['供应商', 'Suppliers'], 'team', {
      tabs: ['reference.supplier', 'supply.purchasePriceList', 'supply.supplierItem'],
      gear: [setUp('reference.paymentTerms', ['什么时候付多少', 'When which part is paid'])],
      children: [child('supply.purchasePrice', 'purchasePriceList', { title: ['价目明细', 'Prices'] })],
    }),
    subject('replenish', ['补货计划', 'Replenishment'], 'import', {
      tabs: ['logistics.planLine', 'logistics.replenishItem', 'logistics.demandEvent', 'sales.saleStockPlan'],
      gear: [setUp('logistics.replenishRule', ['权重、服务水平、渠道和补货周期', 'Weights, service, channels, days between looks'])],
    }),
    subject('requirements', ['需求计划', 'Requirements'], 'cluster', {
      tabs: ['production.mrpLine', 'production.mrpItem', 'production.demandForecast', 'production.mrpRun'],
    }),
    subject('productionOrders', ['生产订单', 'Production'], 'tool', {
      tabs: ['production.productionOrder', 'production.workReport', 'production.productionReceipt', 'production.productionReport'],
      children: [child('production.productionMaterial', 'productionOrder')],
    }),
    subject('bills', ['物料清单', 'Bills of material'], 'table', {
      tabs: ['production.bom'],
      children: [child('production.bomLine', 'bom')],
    }),
    subject('inspections', ['质量检验', 'Inspections'], 'safety', {
      tabs: ['quality.inspection', 'quality.qualityReport', 'quality.defectReport', 'quality.returnQuality'],
      gear: [setUp('quality.inspectionPlan', ['每种商品检什么、抽多少', 'What is inspected, and how many units'])],
      children: [child('quality.inspectionLine', 'inspection'), child('quality.inspectionPlanItem', 'inspectionPlan')],
    }),
    subject('nonconformities', ['不合格处理', 'Nonconformities'], 'alert', { tabs: ['quality.nonconformity'] }),
    subject('research', ['研发项目', 'Research projects'], 'experiment', {
      tabs: ['research.rdProject', 'research.rdDeliverable', 'research.infringementCheck', 'research.rdTime', 'research.researchReport'],
      gear: [setUp('research.gateTemplate', ['每个关口要交什么、几天到期', 'What each gate asks for, and by when'])],
      children: [child('research.rdGateStay', 'rdProject'), child('research.infringementHit', 'infringementCheck')],
    }),
    subject('changes', ['工程变更', 'Change orders'], 'swap', {
      tabs: ['research.changeOrder'],
      children: [child('research.changeOrderLine', 'changeOrder'), child('research.changeEffect', 'changeOrder')],
    }),
    subject('samples', ['样品测试', 'Samples and tests'], 'tags', {
      tabs: ['research.sample', 'research.rdTest', 'research.sampleMove', 'research.researchScan'],
    }),
  ],
})

export const goods = menuModule('goods', ['仓储物流', 'Logistics'], 'car', {
  subjects: [
    subject('stock', ['库存查询', 'Stock'], 'database', {
      tabs: [
        'logistics.stockOverview',
        variants('now', ['即时库存', 'Stock now'], look, {
          item: 'goods.goodsStockByItem',
          location: 'goods.goodsStockByLocation',
          batch: 'goods.goodsStockByBatch',
          label: 'goods.goodsStockByLabel',
          held: 'goods.goodsStockHeld',
        }),
        'goods.goodsMove',
        variants('balance', ['收发存', 'In, out, balance'], look, { report: 'goods.goodsBalance', turnover: 'goods.goodsTurnover' }),
        'goods.goodsBatch',
        'goods.goodsScan',
      ],
      gear: [
        setUp('goods.goodsLocation', ['仓库的区和库位', 'Zones and bins of warehouses']),
        setUp('goods.goodsBarcode', ['扫码时认商品用的码', 'Codes by which scanning knows a product']),
        setUp('goods.productSupply', ['每个商品怎样管控、放哪、怎样出库', 'How each product is kept, where it is put, how it leaves']),
      ],
      children: [child('finance.goodsItemCost', 'goodsStockByItem', { by: { productId: 'productId' } })],
    }),
    subject('goodsInOut', ['出入库', 'Receipts and issues'], 'import', {
      tabs: ['goods.goodsIn', 'goods.goodsOut'],
      children: [child('goods.goodsInLine', 'goodsIn'), child('goods.goodsOutLine', 'goodsOut')],
    }),
    subject('transfers', ['调拨盘点', 'Transfers and counts'], 'swap', {
      tabs: [
        'goods.goodsTransfer',
        'goods.goodsCount',
        named('goods.goodsCountAccuracy', ['盘点准确率', 'Accuracy']),
        'goods.goodsRelabel',
        'production.goodsConvert',
      ],
      children: [
        child('goods.goodsTransferLine', 'goodsTransfer'),
        child('goods.goodsCountLine', 'goodsCount'),
        child('goods.goodsRelabelLine', 'goodsRelabel'),
        child('production.goodsConvertLine', 'goodsConvert'),
      ],
    }),
    subject('floor', ['仓库作业', 'Floor'], 'profile', {
      tabs: ['goods.goodsFloor', 'goods.goodsTask', 'goods.goodsWave', 'goods.goodsPack'],
      children: [child('goods.goodsTaskLine', 'goodsTask')],
    }),
    subject('shipping', ['发货管理', 'Shipping'], 'car', {
      tabs: [
        'logistics.shipPlan',
        'logistics.shippingOrder',
        'logistics.packingBox',
        'logistics.packBoxes',
        variants('fba', ['FBA 货件', 'FBA shipments'], look, {
          shipments: 'logistics.fbaShipment',
          lines: 'logistics.fbaShipmentLine',
        }),
        'logistics.fbaGuide',
        'logistics.trackingEvent',
        'logistics.shippingFigures',
      ],
      gear: [setUp('logistics.boxLimit', ['各站点对箱子边长和重量的限制', 'Sides and weights that marketplaces allow'])],
      children: [
        child('logistics.shipPlanLine', 'shipPlan'),
        child('logistics.shippingOrderLine', 'shippingOrder'),
        child('logistics.packingBoxLine', 'packingBox'),
      ],
    }),
    subject('fbaStock', ['FBA 库存', 'FBA stock'], 'database', {
      tabs: [
        named('finance.fbaSiteStock', ['库存与库龄', 'Stock and age']),
        variants('warnings', ['断货与滞销', 'Short and slow stock'], look, {
          cover: 'finance.fbaStockCover',
          unsold: 'finance.fbaUnsoldStock',
        }),
        variants('reports', ['库存报告', 'Stock reports'], look, { report: 'finance.fbaStockAge', stock: 'finance.fbaStockNow' }),
        named('finance.fbaStockOnHand', ['库存余额', 'Stock by day']),
        variants('ledger', ['库存分类账', 'Stock ledger'], look, { summary: 'finance.fbaLedgerSummary', lines: 'finance.fbaLedgerLine' }),
        variants('removals', ['移除', 'Removals'], look, { orders: 'finance.fbaRemovalOrder', shipments: 'finance.fbaRemovalShipment' }),
        variants('aliexpress', ['速卖通仓', 'AliExpress stock'], look, { stock: 'finance.aeInventory', removals: 'finance.aeRemoval' }),
        variants('monthCheck', ['月度库存对账', 'Monthly check'], look, {
          proof: 'finance.monthBillCheck',
          bill: 'finance.monthRepertoryBill2',
          inventory: 'finance.financeInventoryReport',
        }),
      ],
    }),
    subject('storageFees', ['FBA 仓储费', 'FBA storage fees'], 'dollar', {
      tabs: [
        'finance.storageBySku',
        'finance.amzStorageFee',
        'finance.storageProof',
        variants('reports', ['平台报告', 'Reports'], look, {
          storage: 'finance.fbaStorageFee',
          longTerm: 'finance.fbaLongTermFee',
          preview: 'finance.fbaFeePreview',
        }),
      ],
    }),
    subject('freight', ['物流费用', 'Freight'], 'car', {
      tabs: [
        'finance.financeFirstLeg',
        'finance.financeFirstLegShipments',
        'finance.financeFirstLegBills',
        'logistics.freightCheck',
        'finance.financeFinalLeg',
        named('finance.financeCarrierCharges', ['承运商账单', 'Carrier bills'], ['承运商账单明细', 'Carrier charges']),
      ],
      gear: [
        setUp('finance.financeCarriers', ['承运商的名称、账单格式和币种', 'Carriers, their bills and currencies']),
        setUp('logistics.freightTariff', ['渠道按分区和重量的报价', 'What channels cost by zone and weight']),
      ],
      children: [child('finance.financeFirstLegShares', 'financeFirstLegBill'), child('logistics.freightTariffLine', 'freightTariff')],
    }),
    subject('warehouses', ['仓库与渠道', 'Warehouses'], 'cluster', { tabs: ['reference.warehouse', 'reference.logisticsChannel'] }),
  ],
})
