/** English of what opening a sealed author says. */
import type { English } from '../../declare/sentence.ts'

export const sealedEnglish: English = {
  '这条{}没有匿名作者': 'The author of this {} is not sealed',
  只有系统管理员和总经理可以申请开启匿名作者: 'Only the system administrator and the general manager may ask to open a sealed author',
  这条内容已有等待确认的开启申请: 'An opening of this is waiting for the second person already',
  这个申请已经开启: 'This has been opened already',
  '这个申请已被拒绝，请重新申请': 'This was refused; ask anew',
  '不能确认自己提出的申请，请由另一位确认': 'You asked for this yourself: the other one has to agree',
  '申请已超过 {} 小时，请重新申请': 'It was asked more than {} hours ago; ask anew',
  '您的账号在 {} 天内由他人开通、重置密码或设置职务，这期间不能参与开启匿名作者':
    'Less than {} days ago others opened your account, reset its password or gave it an office: until then you take no part',
  '这个申请要由{}确认': 'This takes the {}',
  '您匿名发布的“{}”的作者已由{}和{}共同开启': 'The author of “{}”, which you published without your name, was opened by {} and {} together',
  '原因：{}': 'Reason: {}',
  只有系统管理员和总经理可以处理开启申请: 'Only the system administrator and the general manager may settle this',
  申请还没有由两人共同开启: 'The two have not opened it together yet',
  匿名作者只告知共同开启的两位: 'Only the two who opened it learn the author',
}
