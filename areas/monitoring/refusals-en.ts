/** English of what monitoring says, by key. */
import type { English } from '#platform/declare/sentence.ts'

export const monitoringEnglish: English = {
  '{}没有可以查询的列 {}': '{} has no column {} to ask for',
  '{}没有指标 {}': '{} has no measure {}',
  '查询超过 {} 秒，已停止。请缩小期间或增加筛选条件': 'Stopped after {} seconds. Choose a shorter period or filter further',
  '您没有负责的部门，看不到使用统计': 'You head no department, so you see no use of others',
  只有系统管理员可以按员工查看: 'Only system administrators see use by person',
  '期间最长 {} 天': 'A period has at most {} days',
  '“{}”没有声明数据来源，不能设置更新周期': '“{}” does not say where its data come from, so it has no period',
  '新逾期 {} 项，已更新 {} 项，提醒 {} 人': '{} newly late, {} brought, {} people told',
  '新预警 {} 项，恢复 {} 项': '{} new alerts, {} over',
}
