/** 头程与尾程: pages of this room. */
import { group, listPage } from '#platform/declare/page.ts'
import { finalLegFee, carrierCharge, carrier } from './carrier-tables.ts'
import { firstLegFee, firstLegShipment, firstLegBill, firstLegShare } from './first-leg-tables.ts'

export const freightGroup = group(
  'freight',
  ['头程与尾程', 'First and final leg'],
  [
    listPage(finalLegFee, '/finance/freight/final-leg', {
      name: 'financeFinalLeg',
      isMonitoring: true,
      freshness: { families: ['finalLeg'], everyDays: 31 },
    }),
    listPage(carrierCharge, '/finance/freight/charges', { name: 'financeCarrierCharges' }),
    listPage(firstLegFee, '/finance/freight/first-leg', { name: 'financeFirstLeg' }),
    listPage(firstLegShipment, '/finance/freight/consignments', { name: 'financeFirstLegShipments', title: ['头程货件', 'Consignments'] }),
    listPage(firstLegBill, '/finance/freight/bills', { name: 'financeFirstLegBills', title: ['货运账单', 'Freight bills'] }),
    listPage(firstLegShare, '/finance/freight/shares', { name: 'financeFirstLegShares' }),
    listPage(carrier, '/finance/freight/carriers', { name: 'financeCarriers', title: ['承运商', 'Carriers'] }),
  ],
  'car',
)
