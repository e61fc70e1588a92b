/** English of what this room tells, keyed by the Chinese source. */
import type { English } from '#platform/declare/sentence.ts'

export const advertisingEnglish: English = {
  '发票“{}”的账期结束早于账期开始，请改正后再导入': 'The period of invoice “{}” ends before it begins, correct it and import again',
  '发票“{}”有 {} 个发票日期，一张发票只能有一个，请改正后再导入':
    'Invoice “{}” has {} dates, an invoice has one: correct it and import again',
  '发票“{}”有 {} 种币种，一张发票只能有一种，请改正后再导入':
    'Invoice “{}” has {} currencies, an invoice has one: correct it and import again',
  '发票“{}”有 {} 行，没有广告活动的发票只能有一行，请合并后再导入':
    'Invoice “{}” has {} lines; without campaigns it has one: join them and import again',
  '发票“{}”的广告活动“{}”有 {} 行，请合并后再导入': 'Of invoice “{}” the campaign “{}” has {} lines, join them and import again',
  '没有找到站点为 {} 的店铺，请核对“站点”一列或选择店铺后再导入':
    'No shop of the marketplace {} was found, check that column or choose the shop and import again',
  '店铺的 {} 张广告发票与结算扣款一致': '{} advertising invoices of the shop equal their charges',
  '店铺有 {} 张广告发票与结算扣款一致，{} 张有差异或尚未扣款，请在“广告发票核对”查看':
    '{} advertising invoices of the shop equal their charges, {} differ or are not charged yet: see Advertising invoices against charges',
  '发票的账期内另有 {} 笔广告扣款没有发票，请在“广告发票核对”查看':
    '{} further charges of advertising in the periods of these invoices have no invoice: see Advertising invoices against charges',
}
