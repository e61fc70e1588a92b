/** What plans and orders of shipping have in common: where goods go, and fields of their lines. Pure values. */
import { reference } from '#platform/declare/fields.ts'

export const targets = {
  fba: [1, 'FBA 仓', 'FBA', 'info'],
  wfs: [2, '沃尔玛仓', 'WFS', 'info'],
  thirdParty: [3, '三方仓', 'Third-party warehouse', 'quiet'],
  own: [4, '自营仓', 'Own warehouse', 'quiet'],
} as const
export const trackStages = {
  collected: [1, '揽收', 'Collected', 'info'],
  exported: [2, '出口报关', 'Export clearance', 'info'],
  departed: [3, '离港', 'Departed', 'info'],
  arrived: [4, '到港', 'Arrived', 'info'],
  cleared: [5, '清关', 'Cleared', 'info'],
  delivering: [6, '派送', 'Being delivered', 'info'],
  signed: [7, '签收', 'Delivered', 'good'],
  wrong: [9, '异常', 'Exception', 'bad'],
} as const

/** the marketplace's: goods bear a label of a shop there */
export const isMarketplace = (target: unknown): boolean => target === targets.fba[0] || target === targets.wfs[0]

/** Who plans and ships was not granted every warehouse and channel: their names are the organisation's. */
const ofAll = (column: string) => ({ ofOrganisation: column, choosableWhere: { status: 1 }, filter: 'select' as const })
export const warehouseNamed = (zh: string, en: string, more: object = {}) =>
  reference(zh, en, 'warehouse', { ...ofAll('warehouse.code'), width: 140, ...more })
export const channelNamed = (more: object = {}) =>
  reference('物流渠道', 'Channel', 'logistics_channel', { ...ofAll('logistics_channel.code'), width: 140, ...more })
