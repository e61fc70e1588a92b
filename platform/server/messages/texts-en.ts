/**
 * English of titles and steps of long work, and of messages. Keyed by the Chinese source, `{}` for what is filled
 * in.
 */
import type { English } from '#platform/declare/sentence.ts'

export const messageEnglish: English = {
  // long work
  '导入 {}': 'Import {}',
  '导入 {} 等 {} 个文件': 'Import {} and others, {} files',
  '导出{}': 'Export: {}',
  '批量修改{}': 'Batch edit: {}',
  '批量删除{}': 'Batch delete: {}',
  '撤销{}': 'Undo: {}',
  识别文件: 'Recognising',
  读取: 'Reading',
  合并: 'Merging',
  写入: 'Writing',
  导出: 'Exporting',
  准备: 'Preparing',
  '已写入 {} 行，共 {} 行': '{} of {} rows written',
  '已处理 {} 行，共 {} 行': '{} of {} rows done',
  '新增 {} 行，更新 {} 行': '{} rows added, {} updated',
  // how it ended
  '{}：已完成': '{}: done',
  '{}：已拒绝': '{}: refused',
  '{}：失败': '{}: failed',
  '{}：待确认': '{}: to be confirmed',
  '{} 个文件完成，{} 个没有导入，{}': '{} files done, {} not imported; {}',
  '{} 个文件完成，{}': '{} files done; {}',
  '写入 {} 行，未变 {} 行': '{} lines written, {} unchanged',
  '第 {} 行“{}”：{}': 'Line {}, “{}”: {}',
  '第 {} 行：{}': 'Line {}: {}',
  '文件被拒绝，没有合并任何数据': 'The file was refused, nothing was merged',
  // sharing
  '{} 与您共享了{}“{}”': '{} shared the {} “{}” with you',
  // the installation
  '定时备份失败，稍后自动重试': 'The scheduled backup failed and will be tried again',
}
