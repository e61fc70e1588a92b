/** Notices that wait for the confirmation of this person; those that not all have read, for who publishes them. */
import type { Title } from '#platform/declare/title.ts'
import type { WaitingPart } from '#platform/declare/wire-home.ts'
import { may, type Context } from '#platform/server/area.ts'
import { publishOperation } from '#platform/declare/publishable.ts'
import { figuresOf } from './analysis.ts'
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

const unreadTitle: Title = ['未读完的公告', 'Notices not read by all']
/** a notice of before is read no more */
const recentDays = 30

/** Published notices of the last days, those first that most have not read, each with its readers. */
export async function unreadNotices(context: Context): Promise<WaitingPart | null> {
  if (!may(context.caller, 'notice', publishOperation)) return null
  const since = new Date(context.now().getTime() - recentDays * 86_400_000).toISOString()
  const at = context.language === 'en' ? 1 : 0
  const open = (await figuresOf(context, 'notice', notice, since, false))
    .map(one => ({ ...one, left: one.audience - one.readers }))
    .filter(one => one.left > 0)
    .toSorted((a, b) => b.left - a.left)
  return {
    title: unreadTitle[at],
    count: open.length,
    url: '/culture/noticeSetting',
    list: open.slice(0, toldMax).map(one => ({
      key: `unread ${one.id}`,
      title: one.title,
      note: [`未读 ${one.left} / ${one.audience}`, `${one.left} of ${one.audience} have not read it`][at] ?? '',
      since: one.publishAt,
      url: `/culture/readers?kind=notice&id=${one.id}`,
    })),
  }
}
