/** Notices that wait for the confirmation of this person. */
import { useQuery } from '@tanstack/react-query'
import { api } from '#platform/web/api/client.ts'
import { CardEmpty, CardFailed, CardLoading } from '#platform/web/cards/card-frame.tsx'
import { t } from '#platform/web/i18n/t.ts'
import { showInstant } from '#platform/web/values/value.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import type { ArticlePage, NoticeArticle } from './answers.ts'
import { ArticleLink } from './article-parts.tsx'

export default function MustReadCard() {
  const { data, error, refetch } = useQuery({
    queryKey: ['noticePublished', 'waiting'],
    queryFn: ({ signal }) =>
      api.get<ArticlePage<NoticeArticle>>('/noticeSetting/homePageNotices', { waiting: 'true', pageSize: 6 }, { signal, quiet: true }),
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
  if (data === undefined) return error === null ? <CardLoading /> : <CardFailed error={error} onRetry={() => void refetch()} />
  if (data.list.length === 0) return <CardEmpty text={t('没有待您确认的公告')} />
  return (
    <ul className="zg-card-rows">
      {data.list.map(one => (
        <li key={one.id}>
          <ArticleLink kind="notice" id={one.id}>
            {one.title}
          </ArticleLink>
          {one.confirmBy !== null && <small>{t('{day} 前', { day: showInstant(one.confirmBy).slice(5, 10) })}</small>}
        </li>
      ))}
    </ul>
  )
}
