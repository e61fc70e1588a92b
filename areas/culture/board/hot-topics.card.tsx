/** Of the topics that were talked about last, those that most was said of. */
import { useQuery } from '@tanstack/react-query'
import type { ListAnswer, Row } from '#platform/declare/wire.ts'
import { api } from '#platform/web/api/client.ts'
import { CardEmpty, CardFailed, CardLoading } from '#platform/web/cards/card-frame.tsx'
import { CardLink } from '#platform/web/cards/card-link.tsx'
import { t } from '#platform/web/i18n/t.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import { topicPath } from './topic-words.tsx'

const [asked, shown] = [30, 6]
const heatOf = (row: Row): number => 2 * Number(row['replies']) + Number(row['likes'])

export default function HotTopicsCard() {
  const { data, error, refetch } = useQuery<ListAnswer>({
    queryKey: ['bbsTopic', 'hot'],
    queryFn: ({ signal }) => api.post('/bbsTopic/list', { pageSize: asked }, { signal, quiet: true }),
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
  if (data === undefined) return error === null ? <CardLoading /> : <CardFailed error={error} onRetry={() => void refetch()} />
  if (data.list.length === 0) return <CardEmpty text={t('还没有帖子，来发第一帖')} />
  return (
    <ul className="zg-card-rows">
      {data.list
        .toSorted((a, b) => heatOf(b) - heatOf(a))
        .slice(0, shown)
        .map(row => (
          <li key={row.id}>
            <CardLink to={topicPath(row.id)}>{String(row['title'])}</CardLink>
            <small>{t('{n} 条回复', { n: Number(row['replies']) })}</small>
          </li>
        ))}
    </ul>
  )
}
