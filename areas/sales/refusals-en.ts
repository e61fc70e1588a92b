/** English of the refusals of sales, keyed by the Chinese source. */
import type { English } from '#platform/declare/sentence.ts'

export const salesEnglish: English = {
  '时间应为 1970 年起的毫秒数': 'A time is milliseconds since 1970',
  金额不是数字: 'The amount is no number',
  '不认识的费用类型“{}”，请联系管理员': 'Unknown type of charge “{}”, ask an administrator',
  这一行没有写明币种: 'The line names no currency',
  同一行有多个币种: 'The line has several currencies',
  缺少订单号或行号: 'The number of the order or of the line is missing',
  '没有币种为 {} 的店铺可以导入这个文件，请选择店铺': 'No shop in {} takes this file, choose one',
  '有多个店铺（{}）可以导入这个文件，请选择店铺后再导入': 'Several shops ({}) could take this file, choose one',
  '店铺“{}”不属于这个平台，请改选店铺': 'The shop “{}” is not of this marketplace, choose another one',
  '没有“{}”这种时间粒度，可用：{}': 'There is no time “{}”, there are: {}',
  '“{}”没有“{}”这个维度，可用：{}': '“{}” has no dimension “{}”, it has: {}',
  '最多 {} 个维度': 'At most {} dimensions',
  '“{}”不能按“{}”筛选': '“{}” can not be filtered by “{}”',
  '销量统计按月显示，月内只能按 WEEK 或 DAY': 'Quantities are shown by month, and within it by WEEK or DAY',
}
