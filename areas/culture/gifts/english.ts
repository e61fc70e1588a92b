/** English of the sentences of gifts, keyed by the Chinese source. */
import type { English } from '#platform/declare/sentence.ts'

export const giftEnglish: English = {
  '您的账号没有对应的员工，不能兑换礼品': 'Your account belongs to no employee: it can not exchange points',
  '“{}”已售罄，请选择其他礼品': '“{}” is sold out: choose another gift',
  '“{}”已下架，请选择其他礼品': '“{}” is off the shelf: choose another gift',
  '“{}”{}每人限兑 {} 件，这次申请后共 {} 件，请减少数量': 'Of “{}” ({}) each may have {}; with this request it would be {}: take fewer',
  '可用积分 {}，不够 {}，请减少数量或选择其他礼品': '{} points are free, {} are needed: take fewer, or another gift',
  '库存只剩 {} 件，请减少数量或选择其他礼品': 'Only {} are left: take fewer, or another gift',
  '增减数量不能为 0': 'More or fewer can not be 0',
  '可减少的库存只有 {} 件，已占用的要先处理兑换': 'Only {} pieces are free; those that are reserved wait for their exchange',
  '有兑换记录的礼品不能删除，请下架': 'A gift that was exchanged can not be deleted: take it off the shelf',
}
