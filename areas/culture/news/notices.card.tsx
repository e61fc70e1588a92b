/** The newest notices. */
import { useQuery } from '@tanstack/react-query'
import { api } from '#platform/web/api/client.ts'
import { CardEmpty, CardFailed, CardLoading } from '#platform/web/cards/card-frame.tsx'
import { t } from '#platform/web/i18n/t.ts'
import { showInstant } from '#platform/web/values/value.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import type { ArticlePage } from './answers.ts'
import { ArticleLink } from './article-parts.tsx'
import './article.css'

export default function NoticesCard() {
  const { data, error, refetch } = useQuery({
    queryKey: ['noticePublished', 'front', 'card'],
    queryFn: ({ signal }) => api.get<ArticlePage>('/noticeSetting/homePageNotices', { pageSize: 6 }, { signal, quiet: true }),
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
  if (data === undefined) return error === null ? <CardLoading /> : <CardFailed error={error} onRetry={() => void refetch()} />
  if (data.list.length === 0) return <CardEmpty text={t('还没有发布给您的公告')} />
  return (
    <ul className="zg-card-rows">
      {data.list.map(one => (
        <li key={one.id}>
          <span>
            {!one.isRead && <i className="zg-article-new" role="img" aria-label={t('未读')} />}
            <ArticleLink kind="notice" id={one.id}>
              {one.title}
            </ArticleLink>
          </span>
          <small>{showInstant(one.publishAt).slice(5, 10)}</small>
        </li>
      ))}
    </ul>
  )
}
