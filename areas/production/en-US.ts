/** English texts of the pages of production, keyed by the Chinese source. */
export default {
  '{day} 有效的各级物料，数量按一件成品': 'Parts of all levels that hold on {day}, for one unit',
  商品: 'Product',
  用量: 'Quantity',
  '损耗率（%）': 'Scrap (%)',
  每件成品用量: 'For one unit',
  单位: 'Unit',
  '成本（CNY）': 'Cost (CNY)',
}
