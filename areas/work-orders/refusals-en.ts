/** English of the refusals of work orders, keyed by the Chinese source. */
import type { English } from '#platform/declare/sentence.ts'

export const workOrderEnglish: English = {
  只有申请人或处理人可以操作这张工单: 'Only the requester or the handler may do this with the work order',
  '工单已结束，不能再修改附件和需求': 'The work order has ended: its files and requirement stay as they are',
  '已有回复的工单不能删除，请撤回': 'The work order has replies and can not be deleted: withdraw it',
  请填写装箱信息: 'Fill in the packing list',
  请上传附件: 'Upload files',
  '设计变更的工单由类型负责人受理，请选择负责人': 'Design changes are accepted by the owner of their type: choose one',
  '字段编码以小写字母开头，只能用字母、数字和下划线': 'A code begins with a small letter and has letters, digits and underscores alone',
  单选字段请至少填写一个选项: 'A choice needs at least one option',
  只有申请人可以催办工单: 'Only the requester may urge a work order',
  '{} 小时内已经催办过': 'It was urged within the last {} hours',
  '确认 {} 张工单': '{} work orders confirmed',
}
