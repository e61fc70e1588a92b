/** English texts of the batch dialogs, keyed by the Chinese source. */
export default {
  '{n} 行不能修改：{reason}': '{n} rows cannot be changed: {reason}',
  '修改 {n} 行': 'Change {n} rows',
  修改范围: 'Rows to change',
  全部符合筛选的行: 'All rows that match the filter',
  '共 {total} 行，将修改 {changed} 行，{unchanged} 行原本就是这些值':
    '{total} rows: {changed} will change, {unchanged} have these values already',
  '共 {total} 行，已修改 {changed} 行，{unchanged} 行原本就是这些值':
    '{total} rows: {changed} changed, {unchanged} had these values already',
  '已修改 {n} 行': '{n} rows changed',
  '所选 {n} 行': '{n} selected rows',
  批量修改: 'Batch edit',
  '批量修改{title}': 'Batch edit: {title}',
  要修改的字段: 'Fields to change',
  选择要修改的字段: 'Choose the fields to change',
  预览: 'Preview',
} satisfies Readonly<Record<string, string>>
