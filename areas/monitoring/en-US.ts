/** English texts of monitoring, keyed by the Chinese source. */
export default {
  没有受监控的页面: 'No pages under monitoring',
} satisfies Readonly<Record<string, string>>
