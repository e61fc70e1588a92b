/** English of what notices say, by key. */
import type { English } from '#platform/declare/sentence.ts'

export const noticeEnglish: English = {
  '没有设置 SECRET_KEY，机器人的地址无法加密保存，请联系系统管理员':
    'SECRET_KEY is not set, so the address of a robot can’t be kept encrypted. Ask the system administrator',
  '请填写 Webhook 地址': 'Enter the webhook address',
  '最多 {} 个字符': 'At most {} characters',
  '{} 只通知个人，不能发到群里': '{} is told to persons alone and can’t go to a group',
  '这类消息没有固定文字，不能设模板': 'These messages have no fixed text, so there is no template for them',
  '模板里有未知的填充项 {}': 'The template fills in what is unknown: {}',
  '请填写正确的时间（HH:mm），开始和结束都要填且不相同': 'Enter times as HH:mm; begin and end both, and not the same',
  '未知的通知 {}': 'Unknown notice {}',
  机器人已停用: 'The robot is not in use',
  机器人已停用或删除: 'The robot is not in use or was deleted',
  收件人已离职或账号已停用: 'The receiver has left or the account is disabled',
  收件人没有邮箱: 'The receiver has no mail address',
  消息已过保存期: 'The messages are past their time',
  '测试消息：{}在掌柜中设置了这个机器人': 'Test: {} set up this robot in Zhanggui',
  '可在“消息通知”的“通知设置”中调整邮件通知': 'Change what you get by mail under Messages, Notice settings',
  '通知汇总：{} 条': 'Digest: {} notices',
  '还有 {} 条，请在消息通知中查看': '{} more in the message centre',
}
