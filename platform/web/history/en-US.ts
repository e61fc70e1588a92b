/** English texts of a record's history, keyed by the Chinese source. */
export default {
  修改历史: 'History',
  操作记录: 'Audit trail',
  '操作记录：{subject}': 'Audit trail: {subject}',
  恢复到此版本: 'Restore this version',
  恢复: 'Restore',
  '恢复到 {at} 的版本': 'Restore the version of {at}',
  将改回这些字段: 'These fields will be changed back',
  '不会恢复：{fields}': 'Not restored: {fields}',
  '已恢复到 {at} 的版本': 'Restored the version of {at}',
  更早的记录: 'Older entries',
  没有字段变化: 'No field changed',
  '读取失败，请重试': 'Not read, please retry',
  '请求编号 {id}': 'Request {id}',
  还没有修改记录: 'Nothing has been changed yet',
}
