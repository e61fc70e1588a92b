/** English of what the warehouse says. */
import type { English } from '#platform/declare/sentence.ts'

export const goodsEnglish: English = {
  请选择仓库: 'Choose a warehouse',
  '这种库位由系统建立，请选择区或仓内的库位类型': 'Such a location is made by the system: choose a zone or a place inside a warehouse',
  '{} 还没有到，不能过账': '{} is still to come: nothing can be posted on it',
  '{} 及以前的月份已结账，{} 不能过账': 'The months up to {} are closed: nothing can be posted on {}',
  '{} 在 {} 只有 {}，不够 {}': 'There are only {3} of {1} in {2}, not {4}',
  '{} 在 {} 可用 {}（另有 {} 已被占用），不够 {}': 'Of {1} in {2} only {3} are free ({4} more are held), not {5}',
  '一次只能过账一张单据，请逐张操作': 'One document is posted at a time: please take them one by one',
  '库位 {} 已停用，{} 不能进出': 'The location {} is not in use: {} goes neither in nor out',
  '{} 批次 {} 已于 {} 失效，不能从 {} 移出，只能移到待检区、不良品区，报废或退供应商':
    'Batch {2} of {1} expired on {3}: from {4} it may only go to inspection, to defective goods, to scrap or back to the supplier',
  '{} 批次 {} 不是合格状态，不能从 {} 移出，只能移到待检区、不良品区，报废或退供应商':
    'Batch {2} of {1} is not released: from {3} it may only go to inspection, to defective goods, to scrap or back to the supplier',
  '占用已变化（被取走、释放或换了库位），请刷新后重试': 'The hold has changed (taken, released or moved): please refresh and try again',
  '{} 在 {} 的库存在 {} 会变成负数，这一天最多可减 {}': 'Stock of {1} in {2} would be negative on {3}: at most {4} can go on that day',
  '这次过账已冲销，不能再次冲销': 'This posting is reversed already',
  '{} 的数量应大于 0，最多六位小数': 'The quantity of {} must be more than 0, with six decimals at most',
  '{} 的移出和移入都是 {}，不能移到自己': '{} would go from {} to itself',
  '{} 按批次管控，请填写批次': '{} is kept by batch: please give the batch',
  '{} 不按批次管控，不能填写批次': '{} is not kept by batch: leave the batch empty',
  '批次不是 {} 的，请重新选择': 'The batch is not one of {}: please choose again',
  '标签不是 {} 的平台 SKU，请重新选择': 'The label is no seller SKU of {}: please choose again',
  '商品 {} 没有供应资料，不能入库': 'The product {} has no supply data and can’t be stored',
  过账键已被另一张单据使用: 'The key of the posting is used by another document',
  '要冲销的过账不存在，或它本身就是冲销': 'The posting to be reversed does not exist, or is a reversal itself',
  没有可过账的明细: 'There is no line to post',
  '库位不存在，请重新选择': 'The location does not exist: please choose again',
  '{} 不能存放货物，请选择最末一级的库位': 'No goods lie in {}: please choose a location of the last level',
  '库位 {} 容积 {} 升，放入 {} 后需要 {} 升': 'The location {} holds {} litres; with {} it would need {}',
  '库位 {} 是其他商品的固定库位，不能放 {}': 'The location {} is kept for another product: {} does not go there',
  '库位 {} 只放一种商品，已有其他商品，不能放 {}': 'The location {} holds one product, and another lies there: {} does not go there',
  '库位 {} 只放一个批次，已有其他批次，不能放 {}': 'The location {} holds one batch, and another lies there: {} does not go there',
}
