/** English texts of lines of documents, keyed by the Chinese source. */
export default {
  '共 {n} 行，最多 {max} 行': '{n} {n:line|lines}, at most {max}',
  添加一行: 'Add a line',
  删除所选行: 'Delete chosen lines',
  '可从 Excel 粘贴；双击或按 F2 修改': 'Paste from Excel; double-click or F2 to edit',
  '最多 {max} 行，粘贴的内容放不下': 'At most {max} lines: what was pasted does not fit',
  '第 {at} 行：{message}': 'Line {at}: {message}',
  '另有 {n} 处，已在表格中标出': '{n} more, marked in the grid',
  '{title}应为日期，例如 2026-01-31': '{title} is a date such as 2026-01-31',
  '{title}应为是或否': '{title} is yes or no',
  '{title}不在可选范围内': '{title} is none of the choices',
  '{title}“{text}”有多个，请从列表中选择': '{title} “{text}” is the name of several; choose one',
  '{title}“{text}”不存在或无权使用，请从列表中选择': '{title} “{text}” is not there or not yours to use; choose one',
  '有 {n} 个单元格需要修改': '{n} {n:cell|cells} to be mended',
  明细: 'Lines',
  '第 {at} 行 {title}': 'Line {at} {title}',
  '您没有改过的单元格采用最新内容。': 'Cells you did not touch take the latest values.',
}
