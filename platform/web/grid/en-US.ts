/** English texts of the grid, keyed by the Chinese source. */
export default {
  '{name}：点击排序，按住 Shift 再点另一列可多列排序': '{name}: click to sort, Shift-click another column to add it',
  '{name} 列菜单': 'Menu of {name}',
  '列菜单（右键或 Alt+↓）': 'Column menu (right click or Alt+↓)',
  '复制成功!': 'Copied!',
  总计: 'Total',
  '拖动调整列宽，双击适合内容': 'Drag to resize, double-click to fit',
  选择: 'Select',
  '选择 {name}': 'Select {name}',
  选择本页全部行: 'Select all rows of this page',
}
