/** 头程与尾程: pages of this room. */
import { operations } from '#platform/declare/operations.ts'
import { group, page } from '#platform/declare/page.ts'

const { add, view, edit, remove } = operations
const [importing, exporting] = [operations.import, operations.export]
const [finalLeg, firstLeg] = ['finance.freight.finalLeg', 'finance.freight.firstLeg']

export const freightGroup = group(
  'freight',
  ['头程与尾程', 'First and final leg'],
  [
    page({
      path: '/finance/freight/final-leg',
      name: 'financeFinalLeg',
      title: ['尾程费用', 'Final leg'],
      component: 'list/financeFinalLegFee',
      permission: finalLeg,
      operations: [add, view, edit, remove, importing, exporting],
      isMonitoring: true,
      freshness: { families: ['finalLeg'], everyDays: 31 },
    }),
    page({
      path: '/finance/freight/charges',
      name: 'financeCarrierCharges',
      title: ['承运商账单明细', 'Carrier charges'],
      component: 'list/financeCarrierCharge',
      permission: finalLeg,
      operations: [view, importing, exporting],
    }),
    page({
      path: '/finance/freight/first-leg',
      name: 'financeFirstLeg',
      title: ['头程费用', 'First leg'],
      component: 'list/financeFirstLegFee',
      permission: firstLeg,
      operations: [view, edit, importing, exporting],
    }),
    page({
      path: '/finance/freight/consignments',
      name: 'financeFirstLegShipments',
      title: ['头程货件', 'Consignments'],
      component: 'list/financeFirstLegShipment',
      permission: firstLeg,
      operations: [add, view, edit, remove, importing, exporting],
    }),
    page({
      path: '/finance/freight/bills',
      name: 'financeFirstLegBills',
      title: ['货运账单', 'Freight bills'],
      component: 'list/financeFirstLegBill',
      permission: firstLeg,
      operations: [add, view, edit, remove, importing, exporting],
    }),
    page({
      path: '/finance/freight/shares',
      name: 'financeFirstLegShares',
      title: ['头程分摊明细', 'First-leg shares'],
      component: 'list/financeFirstLegShare',
      permission: firstLeg,
      operations: [view, exporting],
    }),
    page({
      path: '/finance/freight/carriers',
      name: 'financeCarriers',
      title: ['承运商', 'Carriers'],
      component: 'list/financeCarrier',
      permission: 'finance.freight.carrier',
      operations: [add, view, edit, remove, importing, exporting],
    }),
  ],
  'car',
)
