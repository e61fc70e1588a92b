/** English of the refusals of the mailbox, keyed by the Chinese source. */
import type { English } from '#platform/declare/sentence.ts'

export const mailboxEnglish: English = {
  以他人身份查看时不能打开信箱: 'The mailbox is not opened while you look at the product as somebody else',
  只有总经理可以打开总经理信箱: 'Only the general manager opens the general manager’s mailbox',
  '附件不存在，请重新上传': 'There is no such file: upload it again',
  请填写主题: 'Fill in the subject',
  请填写信件内容: 'Fill in the text',
  '组织还没有设置总经理，信件暂时无法送达': 'The organisation has no general manager yet: letters can not be delivered',
  '这封信不是匿名信，来信人已写明': 'This letter is not anonymous: it names its writer',
  '来信已不在信箱中，不能再回复': 'The letter is no longer in the mailbox: it can not be answered',
  '清理 {} 封信件': '{} letters removed',
}
