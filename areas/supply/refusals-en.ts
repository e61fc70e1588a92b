/** English of what purchasing says. */
import type { English } from '#platform/declare/sentence.ts'

export const supplyEnglish: English = {
  '到货通知还没有明细，请先填写': 'The delivery has no lines yet, enter them first',
  '这条差异已处理，请刷新': 'It was decided already, please reload',
  '只有少货可以补发，请选择其他处理': 'Only what is short is sent again: choose another decision',
  '扣款请填写大于 0 的金额，其他处理不填': 'A deduction needs an amount above 0, other decisions have none',
  '货物没有入库，不能退货或换货，请选择其他处理': 'The goods were not received, so they do not go back: choose another decision',
  '这条差异不是到货通知的，不能补发': 'It belongs to no delivery, so nothing is sent again',
  '采购单还没有明细，请先填写': 'The order has no lines yet, enter them first',
  '有 {} 行没有单价，价目表和上次采购里都找不到，请填写单价':
    '{} lines have no price, and neither the price list nor an earlier order has one: enter it',
  '优惠大于金额和运费之和，请检查': 'The discount is above amounts and freight together: check it',
  '供应商“{}”不是合格供应商，不能下单': 'Supplier “{}” is not approved and gets no orders',
}
