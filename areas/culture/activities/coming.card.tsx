/** Activities that a person may go to, the next ones first. */
import { useQuery } from '@tanstack/react-query'
import { Tag } from 'antd'
import type { Row } from '#platform/declare/wire.ts'
import { api } from '#platform/web/api/client.ts'
import { CardEmpty, CardFailed, CardLoading } from '#platform/web/cards/card-frame.tsx'
import { CardLink } from '#platform/web/cards/card-link.tsx'
import { t } from '#platform/web/i18n/t.ts'
import { showInstant } from '#platform/web/values/value.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import { mineTag, stateTag } from './activity-words.tsx'

const shown = 5

export default function ComingCard() {
  const { data, error, refetch } = useQuery<readonly Row[]>({
    queryKey: ['cultureActivity', 'open', 'coming'],
    queryFn: ({ signal }) => api.get('/cultureActivity/open', {}, { signal, quiet: true }),
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
  if (data === undefined) return error === null ? <CardLoading /> : <CardFailed error={error} onRetry={() => void refetch()} />
  if (data.length === 0) return <CardEmpty text={t('近期没有活动，有新活动时会出现在这里')} />
  return (
    <ul className="zg-card-rows">
      {data.slice(0, shown).map(row => {
        const tag = mineTag(row['mine']) ?? stateTag(row)
        return (
          <li key={row.id}>
            <CardLink to={`/culture/activity?open=${row.id}`}>{String(row['title'])}</CardLink>
            <small>{showInstant(String(row['startAt'])).slice(5, 16)}</small>
            <Tag color={tag.color}>{tag.label}</Tag>
          </li>
        )
      })}
    </ul>
  )
}
