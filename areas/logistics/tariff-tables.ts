/** 运价: what a channel costs by zone and chargeable weight from a day to a day. */
import { choice, date, decimal, money, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { document, lines } from '#platform/declare/document.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { channelNamed } from './words.ts'

/** as a freight bill calls them */
export const tariffItems = {
  freight: [1, '运费', 'Freight'],
  duty: [2, '关税', 'Duty'],
  customs: [3, '报关清关', 'Customs clearance'],
  surcharge: [4, '附加费', 'Surcharge'],
} as const
export const priceBy = {
  kilogram: [1, '计费重（kg）', 'Chargeable kg'],
  cubicMetre: [2, '体积（m³）', 'Cubic metre'],
  box: [3, '箱', 'Box'],
  shipment: [4, '票', 'Shipment'],
} as const

export const freightTariff = document('freight_tariff', {
  type: 'freightTariff',
  title: ['运价', 'Freight tariff'],
  number: 'YJ',
  access: { scope: ownOrganisation },
  fields: {
    channelId: channelNamed({ editDisabled: true, width: 160 }),
    carrierId: reference('承运商', 'Carrier', 'carrier', {
      optional: true,
      filter: 'select',
      width: 130,
      help: ['渠道由谁承运；发运时头程货件和预估账单记在它名下', 'Whose channel it is: consignments and estimates name it'],
    }),
    currency: referenceBy('币种', 'Currency', 'currency', 'code', { default: 'CNY', filter: 'select', width: 80 }),
    validFrom: date('生效日期', 'Valid from', {
      rangeTo: 'validTo',
      rangeTitle: ['有效期', 'Valid'],
      filter: 'range',
      sort: true,
      width: 110,
    }),
    validTo: date('失效日期', 'Valid to', { optional: true, width: 110 }),
  },
  list: {
    empty: ['渠道的报价：分区、重量段、单价和最低收费，用来预估运费', 'What channels cost by zone and weight: freight is estimated by it'],
  },
  storage: { index: [['channelId', 'validFrom'], ['carrierId']] },
})

const weight = (zh: string, en: string, more: object) => decimal(zh, en, 3, { min: 0, width: 110, ...more })
export const freightTariffLine = lines('freight_tariff_line', {
  type: 'freightTariffLine',
  title: ['运价明细', 'Tariff line'],
  of: { tariffId: reference('运价', 'Tariff', 'freight_tariff', { filter: 'select', editDisabled: true, width: 150 }) },
  max: 1_000,
  access: { permission: 'freightTariff' },
  fields: {
    zone: text('分区', 'Zone', {
      max: 20,
      default: '',
      filter: 'equals',
      width: 110,
      help: ['发货单分区以它开头时适用，最长的优先；不填适用所有', 'Holds for zones that begin with it, the longest first; empty: all'],
    }),
    item: choice('费用项目', 'Item', tariffItems, { default: 1, filter: 'select', width: 110 }),
    fromWeight: weight('计费重自（kg）', 'From (kg)', { default: '0' }),
    toWeight: weight('至（kg，不含）', 'Below (kg)', { optional: true }),
    by: choice('计价单位', 'By', priceBy, { default: 1, filter: 'select', width: 120 }),
    price: decimal('单价', 'Price', 8, { min: 0, width: 100 }),
    minimum: money('最低收费', 'Minimum', { optional: true, min: 0, width: 100 }),
  },
  list: { search: false },
  record: { label: 'zone' },
})

export const tariffTables = { freightTariff, freightTariffLine }
