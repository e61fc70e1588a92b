/** English texts of the phone pages and the packing station, keyed by the Chinese source. */
export default {
  '扫商品、库位、批次或单据上的码，看它是什么': 'Scan the code of an item, a location, a batch or a document to see what it is',
  '没有找到 {code}，或没有查看它的权限': 'Nothing has the code {code}, or you may not see it',
  '{count} 条记录有这个码，请选择': '{count} records have this code: choose one',
} satisfies Readonly<Record<string, string>>
