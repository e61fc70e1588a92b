/** English of what conversations tell and refuse, keyed by the Chinese source. */
import type { English } from '../../declare/sentence.ts'

export const threadEnglish: English = {
  '一条评论最多提到 {} 人，现在有 {} 人': 'A comment mentions at most {} people, there are {}',
  '已有人回复，不能删除': 'It was answered and can not be deleted',
  请输入内容或添加附件: 'Write something or add a file',
  只能编辑或删除自己的评论: 'Only your own comments can be edited or deleted',
  '要回复的评论已被删除，请刷新后再试': 'The comment that you answer was deleted; refresh and try again',
  '{}已是“{}”，不能再发言': '{} is “{}”: nothing can be written any more',
  '{}看不到这条记录，没有通知': '{} can not see this record and was not told',
  匿名回复会在一小时内的随机时间出现: 'A reply without your name appears at a random time within the hour',
  您的匿名回复没有发布: 'Your reply without a name was not published',
  // messages
  '{}在{}“{}”的沟通中提到了你': '{} mentioned you in the conversation of {} “{}”',
  '{}在{}“{}”的沟通中回复了你': '{} answered you in the conversation of {} “{}”',
}
