/** English of what logistics say. */
import type { English } from '#platform/declare/sentence.ts'

export const logisticsEnglish: English = {
  '发货计划还没有明细，请先填写': 'The plan has no lines yet, enter them first',
  '第 {} 行 {} 的数量应为整数': 'The quantity of line {} ({}) must be a whole number',
  '发往 FBA、WFS 的计划请选择店铺': 'Choose the shop of a plan for FBA or WFS',
  '第 {} 行 {} 发往平台仓，请选择标签（MSKU）': 'Line {} ({}) goes to a marketplace: choose its label (seller SKU)',
  '第 {} 行 {} 请选择目的仓库': 'Choose the destination of line {} ({})',
  '第 {} 行 {} 的目的仓库不能与发货仓库相同': 'Line {} ({}) goes to the warehouse that it comes from',
  '第 {} 行 {} 的标签不是这个店铺的，请重新选择': 'The label of line {} ({}) is of another shop, choose again',
  '这一行来自发货计划，请在发货计划里修改': 'This row comes from ship plans: change it there',
  '发往 FBA、WFS 的发货单请选择店铺': 'Choose the shop of an order for FBA or WFS',
  请选择目的仓库: 'Choose the destination',
  目的仓库不能与发货仓库相同: 'It goes to the warehouse that it comes from',
  '仓库“{}”启用了库存账、仓库“{}”没有，不能发货；请先为它启用库存账':
    'Finance keeps the stock of warehouse “{}” and not that of “{}”: begin to keep it first',
  没有可以冲销的签收: 'There is no receipt to take back',
  '发货单已发运或已结束，不能改箱': 'The order was shipped or is at its end: its boxes stay as they are',
  '第 {} 箱是空的，请装箱或删除': 'Box {} is empty: pack it or delete it',
  '第 {} 箱还没有封箱': 'Box {} is not sealed yet',
  '第 {} 箱没有填写尺寸或重量': 'Box {} lacks its size or weight',
  '{} 已配 {}，装箱 {}，两者要一致才能发运': '{} of {} are allocated and {} in boxes: both must agree before it goes',
  '第 {} 行应有七列：箱号、长、宽、高、重量、SKU、数量': 'Line {} needs seven columns: box, length, width, height, weight, SKU, quantity',
  '第 {} 行的箱号应为 1 到 9999 的整数': 'The box of line {} is a whole number from 1 to 9999',
  '第 {} 行的尺寸或重量应为大于 0 的数': 'Size and weight of line {} are numbers above 0',
  '第 {} 行的数量应为大于 0 的数': 'The quantity of line {} is a number above 0',
  '第 {} 行的尺寸或重量与同一箱的上一行不同': 'Size or weight of line {} is another than above for the same box',
  装箱单是空的: 'The packing list is empty',
  '一次最多 {} 箱、{} 行': 'At most {} boxes and {} lines at a time',
  '发货单没有 {}': 'The order has no {}',
  '发货单的 {} 有几个标签，装箱单请写 MSKU': 'The order has {} with several labels: write the seller SKU in the packing list',
  '第 {} 行的重量段止应大于起': 'Line {} ends at a weight that is not above where it begins',
  '第 {} 行与运价 {} 第 {} 行的分区、重量段和有效期重叠（{}）': 'Line {} overlaps with tariff {} line {} in zone, weight and period ({})',
  '头程货件已有货运账单 {}，请先撤销并删除账单再冲销发货':
    'The consignment has the bill {}: take it back and delete it before the order is reversed',
}
