/** English of what purchasing says. */
import type { English } from '#platform/declare/sentence.ts'

export const supplyEnglish: English = {
  '这个供应商已有发票号 {}': 'This supplier has an invoice {} already',
  '采购发票还没有明细，请先填写': 'The invoice has no lines yet, enter them first',
  '供应商“{}”不开票，请用对账单结算': 'Supplier “{}” writes no invoices: settle by a statement',
  '入库单 {} 的开票数量超过入库减去退货的数量': 'More of the receipt {} is invoiced than was received and kept',
  '第 {} 行的税额与税率不符，请核对': 'The tax of line {} does not follow from its rate: check it',
  '发票币种与采购单不同，请核对': 'The currency of the invoice is another than that of the order: check it',
  '请款单还没有明细，请从采购发票取': 'The request has no lines yet: draw them from invoices',
  预付请选择采购单: 'Choose the order that is paid in advance',
  '采购单不是这个供应商、币种的，或没有生效': 'The order is of another supplier or currency, or not in force',
  '预付没有明细，请删除明细': 'A payment in advance has no lines: delete them',
  '预付金额应大于 0，且不超过采购单还没有付的金额': 'An advance is above 0 and at most what of the order is not paid yet',
  '这个供应商 {} 已有对账单': 'This supplier has a statement of {} already',
  '对账单生成后往来有变化，请作废后重新生成': 'Something has changed since the statement was made: make it void and anew',
  '到货通知还没有明细，请先填写': 'The delivery has no lines yet, enter them first',
  '到货差异“{}”的扣款已结算，不能冲销': 'The deduction of difference “{}” is settled: the receipt is not reversed',
  '到货差异“{}”已决定，冲销前请先作废它的退货或补发，扣款请改为接收':
    'Difference “{}” is decided: first make its return or delivery void, or accept what was deducted',
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
