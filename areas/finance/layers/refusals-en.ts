/** English of this room's refusals, keyed by the Chinese source. */
import type { English } from '#platform/declare/sentence.ts'

export const layerEnglish: English = {
  '缺少 {} 的 {} 汇率，请填写汇率，或先在“汇率”里登记': 'No rate of {} for {}: enter a rate, or add it to the exchange rates first',
  '已结账的月份按原来的成本方法计价，不能再改；请先反结账':
    'Closed months are valued by the present cost method, which stays; reopen the months first',
  '{} 及以前的月份已结账，入库成本和库存移动不能再录入、修改或删除，请先反结账':
    'Months up to {} are closed: receipts and movements of stock in them are not entered, changed or deleted; reopen the months first',
  '请填写金额；没有“查看成本金额”的权限时不能登记后到成本':
    'Enter the amount; a cost that came later is entered by those who may see cost amounts',
  移出地点与移入地点不能相同: 'Goods cannot be moved to the place they lie at',
  这种移动类型需要填写: 'Needed for this kind of movement',
  这种移动类型不填写: 'Stays empty for this kind of movement',
  'FBA 退货报告里已有 {} 在 {} 的退货，成本已自动收回，不要重复登记':
    'The FBA returns report already has a return of {} on {}: its cost has come back, do not enter it again',
  '{} 个商品进入新的月份': '{} products enter the new month',
}
