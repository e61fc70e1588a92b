/** English of what quality says. */
import type { English } from '#platform/declare/sentence.ts'

export const qualityEnglish: English = {
  '{} 的读数应是整数，“{}”不是': 'Readings of {} are whole numbers, “{}” is none',
  '{} 的读数应是数字，“{}”不是': 'Readings of {} are numbers, “{}” is none',
  '{} 应填“{}”或“{}”，不能填“{}”': '{} says “{}” or “{}”, not “{}”',
  '{} 应是 {} 之一，不能填“{}”': '{} is one of {}, not “{}”',
  商品和品类只能选择其中一个: 'Choose a product or a category, not both',
  固定数抽样请填写抽样数: 'Give the fixed number of units',
  百分比抽样请填写比例: 'Give the percentage',
  '{} 不是数值，不能填写上下限': '{} is not measured: it has no limits',
  '{} 的下限大于上限': 'The lower limit of {} is above the upper',
  '{} 是选项，请填写可选值': '{} is one of several: give its options',
  '{} 的合格值“{}”不在可选值里': 'The good option of {}, “{}”, is none of its options',
  '样本量 {} 超过批量 {}': 'The sample {} is larger than the lot {}',
  '样本量不能少于方案要求的 {}': 'The plan asks for {} units at least',
  '检验方案“{}”还没有检验项目': 'The plan “{}” has no items yet',
  '待检区里没有检验单的只有 {}（共 {}，{} 已在检验），不够 {}':
    'Only {} of what lies in the inspection area waits for no inspection ({} in all, {} are inspected already), not {}',
  '检验单已完成检验，读数不能修改': 'The inspection is finished: its readings stay',
  '{} 的样品号 {} 超过样本量 {}': 'The unit of {} is {}, of a sample of {}',
  '{} 的不良数 {} 超过批量 {}': 'Bad units of {}: {}, of a lot of {}',
  '还有 {} 项没有记录，先填写“{}”': '{} items are not recorded yet: begin with “{}”',
  '挑出数 {} 与批量 {} 不符，请修改挑出数': 'Units taken out: {}, which does not fit the lot of {}',
  '货物已检验（{}），请先冲销检验单': 'The goods were inspected ({}): reverse the inspection first',
  '不合格处理 {} 已决定，检验单不能冲销': 'The nonconformity {} is decided on: the inspection can’t be reversed',
  '不良品区没有这么多货物可以处理，还差 {}': 'There are not so many in the defective area of which nothing was decided: {} are lacking',
  '不是采购入库检出的，不能退给供应商，请选择其他处理方式':
    'It did not come by a purchase and can’t go back to a supplier: choose another way',
  '{} 有检验方案，品质请选“待检”，入到库位不填':
    '{} is inspected by a plan: choose the condition “To inspect” and leave the location empty',
  '{} 有出货检验方案，检验合格后才能发运（{}）': '{} is inspected before it leaves: it ships once it is accepted ({})',
  '{} 在 {} 等待检验（{}），检验完成后才能移出': '{} in {} waits for an inspection ({}) and leaves when that is finished',
}
