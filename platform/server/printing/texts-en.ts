/** English of what printing says. */
import type { English } from '#platform/declare/sentence.ts'

export const printEnglish: English = {
  '{} 有条码不能用的字符，条码只能用英文字母、数字和符号': 'A bar code holds letters, figures and signs of English alone: {} has others',
  '一次打印 1 到 {} 张标签，现有 {} 张': '1 to {} stickers are printed at once; there are {}',
  '服务器上没有可以生成 PDF 的浏览器，请管理员安装 Chromium 或设置环境变量 CHROMIUM':
    'This server has no browser that makes PDF: an administrator installs Chromium or sets CHROMIUM',
  '正在生成的 PDF 太多，请稍后再试': 'Too many PDF are being made, try again shortly',
  '{} 秒内没有生成 PDF，请减少内容，或稍后再试': 'No PDF within {} seconds: shorten the content, or try again later',
  'PDF 超过 {} MB，请减少图片，或分成几份打印': 'The PDF is larger than {} MB: fewer pictures, or several documents',
  '生成 PDF 的浏览器中断了，请再试一次': 'The browser that makes PDF was interrupted, try again',
  '内容的层级最多 {} 层，请减少表格和列表的嵌套': 'Content stands at most {} levels deep: nest fewer tables and lists',
  '内容最多 {} 个段落、单元格等部分，现有 {} 个，请分成几份打印':
    'At most {} paragraphs, cells and other parts; there are {}: print it in several documents',
  '一次最多打印 {} 张图片，现有 {} 张，请分成几份打印': 'At most {} pictures at once; there are {}: print them in several documents',
  '内容清理后是空的，没有可以打印的文字或图片': 'Once cleaned there is neither text nor picture to print',
}
