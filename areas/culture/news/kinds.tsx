/** What news and notices have different in the browser: their calls, their pages, how they are called. */
import { t } from '#platform/web/i18n/t.ts'

export type Kind = 'news' | 'notice'

interface KindWords {
  readonly front: string
  readonly read: string
  readonly beside: string
  readonly like: string
  readonly readers: string
  /** page of one */
  readonly detail: string
  /** page of all */
  readonly list: string
  /** list type of what is published */
  readonly type: string
}

export const kinds: Readonly<Record<Kind, KindWords>> = {
  news: {
    front: '/newsSetting/homePageNews',
    read: '/newsSetting/homePageNews',
    beside: '/newsSetting/indexNews',
    like: '/newsSetting/like',
    readers: '/newsSetting/readers',
    detail: '/culture/news-detail',
    list: '/culture/news-list',
    type: 'newsPublished',
  },
  notice: {
    front: '/noticeSetting/homePageNotices',
    read: '/noticeSetting/homePageNotice',
    beside: '/noticeSetting/indexNotice',
    like: '/noticeSetting/like',
    readers: '/noticeSetting/readers',
    detail: '/culture/notified-detail',
    list: '/culture/notification-list',
    type: 'noticePublished',
  },
}

export const detailUrl = (kind: Kind, id: string): string => `${kinds[kind].detail}?id=${id}`
export const nothingYet = (kind: Kind): string => (kind === 'news' ? t('还没有发布过新闻') : t('还没有发布给您的公告'))
