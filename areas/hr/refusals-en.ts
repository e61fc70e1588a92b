/** What refusals of people say in English. */
import type { English } from '#platform/declare/sentence.ts'

export const hrEnglish: English = {
  '员工已离职，这张异动不再生效': 'The employee has left: this action does not take effect',
  '{} 份合同到期': '{} contracts ended',
  '生效日期时不满 16 周岁，不能入职（禁止使用童工规定第二条）': 'Nobody below 16 may join (rules against child labour 2)',
  '竞业限制最长两年，最晚到 {}（劳动合同法第二十四条）': 'A non-compete lasts two years at most, to {} (Labour Contract Law 24)',
  '身份证号应为 18 位，或 15 位数字': 'An identity number has 18 characters, or 15 digits',
  '证件号校验位不正确，请核对': 'The check character of the number is wrong, please compare it',
  '证件号里的生日 {} 不存在，请核对': 'The birthday {} in the number does not exist, please compare it',
  '证件号里的生日 {} 在今天之后，请核对': 'The birthday {} in the number lies after today, please compare it',
  '{} 之后已有任职记录（{} 起），生效日期不能更早': 'There is an assignment after {} (from {}): it can not take effect earlier',
  入职请填写姓名: 'Enter the name of who joins',
  入职请选择部门: 'Choose the department of who joins',
  请选择员工: 'Choose an employee',
  '异动单 {} 已是这名员工同一天的异动，请改日期或修改那一张': 'Action {} is of this person and day already: change the day, or that one',
  '{} 已离职，只能办理返聘或入职': '{} has left: only rehiring or joining is possible',
  '这名员工没有档案，请先建立': 'This employee has no file, make one first',
  '证件号与在职员工 {} 相同，请核对': 'The number is that of {}, who works here: please compare it',
  这类合同请填写结束日期: 'A contract of this kind has an end',
  '这类合同或这样的期限不能约定试用期（劳动合同法第十九条）': 'No probation is possible for this kind or term (Labour Contract Law 19)',
  '试用期最晚到 {}（劳动合同法第十九条）': 'Probation ends on {} at the latest (Labour Contract Law 19)',
}
