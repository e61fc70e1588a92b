/** What is done at times: articles are to be reviewed, views that are older than 90 days count no more. */
import { namedBy, notice } from '#platform/declare/notice.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { Timed } from '#platform/server/area.ts'
import { reminder, timed } from '#platform/server/jobs.ts'
import { articleCodes, helpArticle } from './article-tables.ts'
import { forgetOldViews } from './counts.ts'

export const helpTimed: readonly Timed[] = [
  reminder('helpArticle.review', ['帮助文章复核提醒', 'Reminder of articles to be reviewed'], {
    of: helpArticle.draft,
    on: 'reviewOn',
    by: { days: 0 },
    while: { field: 'state', is: [articleCodes.audited] },
    when: { at: '09:00' },
    notice: notice('helpArticle.toReview', ['帮助文章到了复核日期', 'An article is to be reviewed'], {
      title: ['帮助文章“{label}”到了复核日期，请确认内容是否还对', 'The article “{label}” is to be reviewed: is it still right?'],
      titleOfMany: ['{n} 篇帮助文章到了复核日期', '{n} articles are to be reviewed'],
      to: [namedBy('ownerId')],
    }),
  }),
  timed('helpArticle.recentViews', ['清理 90 天前的帮助浏览', 'Removal of views of help older than 90 days'], {
    at: '03:20',
    work: async (inside, tx) => {
      const articles = await forgetOldViews(inside, tx)
      return articles === 0 ? undefined : sentence`更新 ${articles} 篇文章的近期浏览`
    },
  }),
]
