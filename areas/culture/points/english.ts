/** English of the sentences of points, keyed by the Chinese source. */
import type { English } from '#platform/declare/sentence.ts'

export const pointEnglish: English = {
  '要有一个等级的起始积分为 0，请先建立或保留它': 'One level begins with 0 points: make it first, or keep it',
  '积分不能为 0': 'Points can not be 0',
  '{}可用积分只有 {}，不够扣减': '{} has only {} points that can be taken',
  '发放 {} 笔积分': '{} grants of points',
  '{} 人的积分到期': 'Points of {} people have expired',
}
