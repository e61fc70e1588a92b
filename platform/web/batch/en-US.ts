/** English texts of the batch dialogs, keyed by the Chinese source. */
export default {
  '{n} 行不处理：{reason}': '{n} {n:row is|rows are} left out: {reason}',
  '24 小时内可以撤销。': 'This can be undone for 24 hours.',
  '共 {total} 行，将删除 {changed} 行': '{total} {total:row|rows}: {changed} will be deleted',
  '共 {total} 行，已删除 {changed} 行': '{total} {total:row|rows}: {changed} deleted',
  '删除失败，请重试': 'Deleting failed, try again',
  '已撤销 {n} 行': '{n} {n:row|rows} restored',
  '已撤销 {n} 行，{m} 行没有撤销：{reason}': '{n} {n:row|rows} restored, {m} not: {reason}',
  按期间删除: 'Delete by period',
  '按期间删除{title}': 'Delete by period: {title}',
  查看行数: 'Count rows',
  请选择日期范围: 'Choose a date range',
  请选择年份: 'Choose a year',
  '修改 {n} 行': 'Change {n} {n:row|rows}',
  修改范围: 'Rows to change',
  全部符合筛选的行: 'All rows that match the filter',
  '共 {total} 行，将修改 {changed} 行，{unchanged} 行原本就是这些值':
    '{total} {total:row|rows}: {changed} will change, {unchanged} already have these values',
  '共 {total} 行，已修改 {changed} 行，{unchanged} 行原本就是这些值':
    '{total} {total:row|rows}: {changed} changed, {unchanged} already had these values',
  '已修改 {n} 行': '{n} {n:row|rows} changed',
  '所选 {n} 行': '{n} selected {n:row|rows}',
  批量修改: 'Batch edit',
  '批量修改{title}': 'Batch edit: {title}',
  要修改的字段: 'Fields to change',
  选择要修改的字段: 'Choose the fields to change',
  预览: 'Preview',
} satisfies Readonly<Record<string, string>>
