/** English of the refusals of statistics, keyed by the Chinese source. */
import type { English } from '#platform/declare/sentence.ts'

export const statisticsEnglish: English = {
  '没有“{}”这种时间粒度，可用：{}': 'There is no time “{}”, there are: {}',
  '“{}”没有“{}”这个维度，可用：{}': '“{}” has no dimension “{}”, it has: {}',
  '最多 {} 个维度': 'At most {} dimensions',
  '“{}”不能按“{}”筛选': '“{}” can not be filtered by “{}”',
  '销量统计按月显示，月内只能按 WEEK 或 DAY': 'Quantities are shown by month, and within it by WEEK or DAY',
}
