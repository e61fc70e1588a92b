/** English of the refusals of sheets, documents and order payments. */
import type { English } from '#platform/declare/sentence.ts'

export const sheetEnglish: English = {
  '{} 及以前的月份已结账，{}不能再录入、修改或删除，请先反结账':
    'Months up to {} are closed: {} can not be added, changed or deleted; reopen them first',
  请填写订单号: 'Give the number of an order',
  '一次最多查询 {} 个订单': 'At most {} orders at once',
  '一次最多同步 {} 天': 'At most {} days at once',
}
