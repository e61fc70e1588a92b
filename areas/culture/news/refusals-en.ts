/** English of the refusals of news and notices, keyed by the Chinese source. */
import type { English } from '#platform/declare/sentence.ts'

export const newsEnglish: English = {
  '提醒 {} 人确认公告': '{} people were reminded to confirm a notice',
  '只有已发布的公告可以提醒阅读，请先发布': 'Only a published notice can be reminded of: publish it first',
  '所有人都已读完，不需要提醒': 'Everybody has read it: nobody needs to be reminded',
  '一小时内已经提醒过，请稍后再提醒': 'Readers were reminded less than an hour ago: wait a while',
}
