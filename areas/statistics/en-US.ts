/** English texts of the pages of sales statistics, keyed by the Chinese source. */
export default {
  品类: 'Category',
  这个期间没有订单: 'There are no orders in this period',
  '这个期间没有订单，也没有备货计划': 'There are neither orders nor a stock plan in this period',
  去填备货计划: 'Enter a stock plan',
  '部门 › 平台 SKU': 'Department › seller SKU',
  时间粒度: 'Time',
  备货计划: 'Stock plan',
  核准数量: 'Approved',
  剩余数量: 'Left',
  已交付: 'Delivered',
  '销量（下单）': 'Units ordered',
  '{day} 起': 'From {day}',
  '共 {count} 个 SKU': '{count} {count:SKU|SKUs}',
}
