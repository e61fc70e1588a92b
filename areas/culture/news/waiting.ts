/** Notices that wait for the confirmation of this person. */
import type { Title } from '#platform/declare/title.ts'
import type { WaitingPart } from '#platform/declare/wire-home.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { frontPage } from './front.ts'
import type { NoticeArticle } from './answers.ts'
import { notice } from './tables.ts'

const title: Title = ['必读公告', 'Notices to confirm']
const toldMax = 5

export async function waitingNotices(context: Context): Promise<WaitingPart> {
  const { list, total } = await frontPage<NoticeArticle>(context, notice, { waiting: true, pageSize: toldMax })
  return {
    title: title[context.language === 'en' ? 1 : 0],
    count: total,
    url: '/culture/notification-list',
    list: list.map(one => ({
      key: `notice ${one.id}`,
      title: one.title,
      note: '',
      since: one.confirmBy ?? one.publishAt,
      ...(one.confirmBy === null ? {} : { due: true as const }),
      url: `/culture/notified-detail?id=${one.id}`,
    })),
  }
}
