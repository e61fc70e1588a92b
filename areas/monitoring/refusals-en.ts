/** English of what monitoring says, by key. */
import type { English } from '#platform/declare/sentence.ts'

export const monitoringEnglish: English = {
  '{}没有可以查询的列 {}': '{} has no column {} to ask for',
  '{}没有指标 {}': '{} has no measure {}',
  '查询超过 {} 秒，已停止。请缩小期间或增加筛选条件': 'Stopped after {} seconds. Choose a shorter period or filter further',
}
