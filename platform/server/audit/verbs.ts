/** What the verbs of the trail are called. Each verb that is written has its title (verbs.test.ts). */
import type { Resource } from '#platform/declare/resource.ts'
import type { Title } from '#platform/declare/title.ts'
import { ownValue } from '#platform/declare/own-value.ts'

const titles: Readonly<Record<string, Title>> = {
  add: ['新增', 'Added'],
  update: ['修改', 'Changed'],
  batchUpdate: ['批量修改', 'Changed in a batch'],
  batchInsert: ['批量新增', 'Added in a batch'],
  remove: ['删除', 'Deleted'],
  removeBetween: ['按条件删除', 'Deleted by period'],
  undo: ['撤销', 'Undone'],
  import: ['导入', 'Imported'],
  generate: ['生成', 'Generated'],
  repeat: ['沿用到其他月份', 'Repeated for other months'],
  calc: ['重算', 'Computed anew'],
  sync: ['同步', 'Synced'],
  acceptImport: ['确认导入', 'Import confirmed'],
  export: ['导出', 'Exported'],
  audit: ['审核', 'Audited'],
  unaudit: ['反审核', 'Audit taken back'],
  grant: ['授权', 'Rights changed'],
  signIn: ['登录', 'Signed in'],
  signInRefused: ['登录失败', 'Sign-in refused'],
  register: ['注册', 'Registered'],
  activate: ['激活', 'Activated'],
  recover: ['找回密码', 'Password recovered'],
  password: ['修改密码', 'Password changed'],
  resetPassword: ['重置密码', 'Password reset'],
  addFactor: ['添加第二步验证', 'Second factor added'],
  removeFactor: ['移除第二步验证', 'Second factor removed'],
  newCodes: ['重新生成恢复码', 'Recovery codes made anew'],
  link: ['关联企业登录', 'Company sign-in linked'],
  unlink: ['解除企业登录', 'Company sign-in taken away'],
  resetFactor: ['重置第二步验证', 'Second factor reset'],
  open: ['开通账号', 'Account opened'],
  enable: ['启用', 'Enabled'],
  disable: ['停用', 'Disabled'],
  viewAs: ['以他人身份查看', 'Viewed as another'],
  endViewAs: ['结束以他人身份查看', 'Ended viewing as another'],
  closeLine: ['提前关闭行', 'Line closed early'],
  close: ['月结', 'Month closed'],
  reopen: ['反月结', 'Month reopened'],
  assignItem: ['指定负责人', 'Owner named'],
  confirmItem: ['确认', 'Confirmed'],
  openItem: ['撤回确认', 'Confirmation taken back'],
  share: ['共享', 'Shared'],
  reassign: ['改派负责人', 'Reassigned'],
  urge: ['催办', 'Urged'],
  move: ['移动', 'Moved'],
  default: ['设为默认', 'Made the default'],
  reveal: ['查看敏感信息', 'Sensitive value seen'],
  erase: ['删除个人资料', 'Personal data erased'],
  openOriginal: ['打开原件', 'Original opened'],
  departments: ['设置兼任部门', 'Further departments set'],
  pinModules: ['设置默认置顶应用', 'Default pins set'],
  run: ['立即执行', 'Run now'],
  rotate: ['生成签名密钥', 'Signing secret made'],
  revoke: ['撤销', 'Revoked'],
  retry: ['重试', 'Tried again'],
  takeOver: ['接管', 'Taken over'],
  skip: ['跳过', 'Skipped'],
  giveUp: ['放弃', 'Given up'],
  deleteImport: ['删除导入', 'Import deleted'],
  askOpening: ['申请开启匿名作者', 'Opening of the author asked'],
  confirmOpening: ['确认开启匿名作者', 'Author opened'],
  refuseOpening: ['拒绝开启匿名作者', 'Opening refused'],
  showAuthor: ['查看匿名作者', 'Author seen'],
  bestReply: ['选最佳回复', 'Best reply chosen'],
  signUp: ['报名', 'Signed up'],
  cancelSignUp: ['取消报名', 'Sign-up cancelled'],
  checkIn: ['签到', 'Checked in'],
  seatFreed: ['候补转为报名', 'Moved up from the waiting list'],
  is_system_admin: ['设置系统管理员', 'System administrator set'],
  is_installation_admin: ['设置安装管理员', 'Administrator of the installation set'],
  is_manager: ['设置总经理', 'General manager set'],
}

export const verbTitle = (verb: string, language: 'zh' | 'en'): string => ownValue(titles, verb)?.[language === 'en' ? 1 : 0] ?? verb

/** A step is called what its button is called. */
export function stepTitle(r: Resource | undefined, verb: string, language: 'zh' | 'en'): string | undefined {
  const steps = r?.states?.steps ?? {}
  return Object.hasOwn(steps, verb) ? steps[verb]?.title[language === 'en' ? 1 : 0] : undefined
}

/** The verb of a title in either language; anything else stays as it is. */
export const verbOf = (title: string): string => Object.entries(titles).find(([, both]) => both.includes(title))?.[0] ?? title
