/** English of what printing says. */
import type { English } from '#platform/declare/sentence.ts'

export const printEnglish: English = {
  '服务器上没有可以生成 PDF 的浏览器，请管理员安装 Chromium 或设置环境变量 CHROMIUM':
    'This server has no browser that makes PDF: an administrator installs Chromium or sets CHROMIUM',
  '正在生成的 PDF 太多，请稍后再试': 'Too many PDF are being made, try again shortly',
  '内容清理后是空的，没有可以打印的文字或图片': 'Once cleaned there is neither text nor picture to print',
}
