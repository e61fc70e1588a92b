/** English of what purchasing says. */
import type { English } from '#platform/declare/sentence.ts'

export const supplyEnglish: English = {
  '采购单还没有明细，请先填写': 'The order has no lines yet, enter them first',
  '有 {} 行没有单价，价目表和上次采购里都找不到，请填写单价':
    '{} lines have no price, and neither the price list nor an earlier order has one: enter it',
  '优惠大于金额和运费之和，请检查': 'The discount is above amounts and freight together: check it',
  '供应商“{}”不是合格供应商，不能下单': 'Supplier “{}” is not approved and gets no orders',
}
