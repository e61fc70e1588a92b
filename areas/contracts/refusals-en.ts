/** What contracts say in English. */
import type { English } from '#platform/declare/sentence.ts'

export const contractsEnglish: English = {
  补充协议请选择它补充的合同: 'A supplement names the contract that it belongs to',
  上级合同不能是它自己: 'A contract does not belong to itself',
  款项不是这份合同的: 'The payment is of another contract',
  请上传签署件: 'Upload the signed files',
  '收付计划“{}”没有金额或比例，请填写': 'The payment “{}” has neither amount nor share: enter one',
  '收付计划“{}”没有日期，请填写应收付日期': 'The payment “{}” has no day: enter when it is due',
  '合同金额不能小于 0': 'The amount is not below 0',
  '收付计划合计 {}，与合同金额 {} 不一致，请改到一致': 'The plan comes to {}, the contract to {}: make them agree',
  '{} 不在履行中，不能签补充协议': '{} is not running: no supplement is signed',
  '“{}”不是上级合同的收付计划': '“{}” is no planned payment of its contract',
  '“{}”已有收付，不能取消': 'Something was paid of “{}”: it can not be cancelled',
  '{} 已取消其中的收付计划，请从补充协议里去掉': '{} has cancelled some of these payments: take them out of the supplement',
  '补充后合同额 {} 小于已收付的 {}，不能签订': 'With it the contract comes to {}, less than the {} that was paid',
  '还有 {} 笔没有收付完，完成请写明原因': '{} payments are open: enter a reason to complete it',
  '一次最多 {} 期，请分开或放长周期': 'At most {} at once: do it in parts, or less often',
  '{} 份合同到期，{} 份自动续期': '{} contracts ended, {} went on',
  '采购单已在合同 {} 里，一张采购单只能属于一份合同': 'The order belongs to contract {}: an order is of one contract',
}
