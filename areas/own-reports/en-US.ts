/** English texts of reports of one's own, keyed by the Chinese source. */
export default {
  透视表: 'Pivot',
  '再显示 {count} 行（共 {total} 行）': 'Show {count} more {count:row|rows} of {total}',
  按合计排序: 'Sort by the total',
  '确定要删除报表【{name}】吗？': 'Delete the report “{name}”?',
  '{name}（{owner}共享）': '{name} (shared by {owner})',
  保存的报表: 'Kept reports',
  还没有保存的报表: 'No report kept yet',
  另存为: 'Save as',
  保存报表: 'Keep the report',
  '报表里已没有：{names}，其余照常显示': 'No longer in the report: {names}; the rest is shown',
  '选择一个报表，再选择行、列和指标；也可以打开保存的报表': 'Choose a report, then rows, columns and measures; or open a kept one',
  选择报表: 'Choose a report',
  行维度: 'Rows',
  列维度: 'Columns',
  请选择行和指标: 'Choose rows and measures',
  '{rows} 行，{columns} 列': '{rows} {rows:row|rows}, {columns} {columns:column|columns}',
} as const satisfies Readonly<Record<string, string>>
