/** English texts of forms, keyed by the Chinese source. */
export default {
  '{time} 填写的内容还没有保存': 'Typed at {time} and not saved yet',
  恢复草稿: 'Restore draft',
  放弃: 'Discard',
}
