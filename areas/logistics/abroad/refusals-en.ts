/** English of what sheets of third-party warehouses are refused for. */
import type { English } from '#platform/declare/sentence.ts'

export const abroadEnglish: English = {
  '{} 不是第三方仓': '{} is no warehouse of a third party',
  '第 {} 行缺少 SKU，应在第一列': 'Line {} lacks its SKU, which stands in the first column',
  '第 {} 行的数量应为不小于 0 的数：SKU、可用、锁定': 'Quantities of line {} are numbers of 0 or more: SKU, free, locked',
  '库存日期 {} 还没有到': 'The day {} has not come yet',
  '库存表是 {} 的，超过 {} 天，请导出新的': 'The sheet is of {}, more than {} days ago: export a new one',
  '没有这些 SKU 或条码：{}，请先登记商品或条码': 'No goods have these SKUs or bar codes: {}. Enter the products or codes first',
  '{} 按批次管控，这个仓库还没有它的批次，请手工盘点': '{} is kept by batch and the warehouse has none of it: count it by hand',
  '一行最多 6 列：订单号、SKU、数量、运单号、承运商、运费': 'A line has at most 6 columns: order, SKU, quantity, waybill, carrier, fee',
  '缺少订单号，应在第一列': 'The order is missing, which stands in the first column',
  '缺少 SKU，应在第二列': 'The SKU is missing, which stands in the second column',
  '数量应为大于 0 的数，在第三列': 'The quantity is a number above 0, in the third column',
  '运单号最多 {} 个字': 'A waybill has at most {} letters',
  '运费 {} 应是不小于 0、最多两位小数的数，在第六列': 'The fee {} is a number of 0 or more with at most two decimals, in the sixth column',
  '订单 {} 有两个运单号：{}，请分开登记出库单': 'Order {} has two waybills, {}: enter an issue for each',
  '订单 {} 的运费在各行不同，请写在一行上': 'Lines of order {} have different fees: write it on one line',
  '一次最多 {} 张订单，请分几次粘贴': 'At most {} orders at a time: paste the sheet in parts',
  '没有新增尾程费用的权限，请不要选择承运商': 'You may not add fees of the final leg: choose no carrier',
  '{} 库存不足，请先核对三方仓库存': 'There is not enough for {}: look at the stock of the warehouse first',
  '{} 还没有发运：出库单在等待审批或处理': '{} was not sent: its issue waits for an approval or for somebody',
  '没有 SKU 或条码 {}，请先登记商品或条码': 'No goods have the SKU or bar code {}: enter the product or code first',
  '{} 的 {} 写了两种代码，请合成一行': '{} names {} by two codes: write one line of it',
  '出库表与出库单 {} 的商品或数量不同{}，请先改出库单': 'The sheet differs from issue {} in goods or quantity{}: change the issue first',
  '找不到订单 {} 的店铺，请选择店铺后再导入': 'No shop has the order {}: choose a shop and bring it again',
}
