/** English texts of printing a page, keyed by the Chinese source. */
export default {
  打印: 'Print',
  '打印或生成 PDF': 'Print, or make a PDF',
  '内容太多，放不进一份 PDF，请收起一些行，或导出表格': 'Too much for a PDF: close some rows, or export a table',
  '打印于 {time}': 'Printed at {time}',
} satisfies Readonly<Record<string, string>>
