/** English texts of monitoring, keyed by the Chinese source. */
export default {
  没有受监控的页面: 'No pages under monitoring',
  保存的查询: 'Kept queries',
  还没有保存的查询: 'No query kept yet',
  '在任一列表或报表里设好筛选和列，再从“导出”菜单选“生成 SQL”；也可以打开保存的查询':
    'Set filter and columns in any list or report, then choose “Generate SQL” in its export menu; or open a kept query',
  运行: 'Run',
  已复制: 'Copied',
  名称: 'Name',
  备注: 'Remark',
  导出结果: 'Export the result',
  '文字按您的数据权限生成，只读运行，最多 10 秒、1000 行，每次运行都有记录':
    'Made within your own data scope; runs read-only, 10 seconds and 1,000 rows at most; each run is recorded',
  结果: 'Result',
  '只显示前 {count} 行，用时 {ms} 毫秒；全部请导出结果': 'The first {count} rows, in {ms} ms; export the result for all of them',
  '{count} 行，用时 {ms} 毫秒': '{count} {count:row|rows}, in {ms} ms',
  保存查询: 'Keep the query',
  '请填写名称，最多 80 字': 'Enter a name of at most 80 characters',
  共享给: 'Shared with',
  对方按自己的数据权限运行: 'They run it within their own data scope',
} satisfies Readonly<Record<string, string>>
