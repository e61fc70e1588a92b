/** English of what the board refuses and tells. */
import type { English } from '#platform/declare/sentence.ts'

export const boardEnglish: English = {
  '版块“{}”已停用，请换一个版块': 'The section “{}” is closed; choose another one',
  '版块“{}”不允许匿名发布，请取消匿名或换一个版块': 'The section “{}” takes no anonymous topics; sign it or choose another section',
  只有作者和版主可以选最佳回复: 'Only the author and the moderators choose the best reply',
  '帖子已不在正常状态，不能选最佳回复': 'The topic is not open any more, so no best reply can be chosen',
  '您已经举报过，版主正在处理': 'You reported this already; the moderators are looking into it',
  '您匿名发布的帖子“{}”状态变为{}': 'Your anonymous topic “{}” is now: {}',
  '{}回复了您匿名发布的帖子': '{} answered your anonymous topic',
}
