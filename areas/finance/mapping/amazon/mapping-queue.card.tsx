/** Kinds of fees that nobody has mapped yet: they are missing in the profit and keep the month open. */
import { useQuery } from '@tanstack/react-query'
import { CardEmpty, CardFailed, CardLoading } from '#platform/web/cards/card-frame.tsx'
import { CardLink } from '#platform/web/cards/card-link.tsx'
import type { HomeCardProps } from '#platform/web/cards/home-cards.ts'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import type { QueuedKind } from './type-map-data.tsx'

const shownMax = 5
const pagePath = '/finance/amazon/type-map'

export default function MappingQueueCard({ large }: HomeCardProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['amazonTypeMap', 'home'],
    queryFn: ({ signal }) =>
      api.post<{ list: readonly QueuedKind[] }>('/AmazonTypeMap/queue', { unmappedOnly: true }, { signal, quiet: true }),
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
  if (data === undefined) return error === null ? <CardLoading /> : <CardFailed error={error} onRetry={() => void refetch()} />
  if (data.list.length === 0) return <CardEmpty text={t('费用类型都已映射')} />
  return (
    <>
      <div>
        <CardLink to={pagePath}>{t('{count} 个费用类型待映射', { count: data.list.length })}</CardLink>
      </div>
      <ul className="zg-card-rows">
        {data.list.slice(0, large ? data.list.length : shownMax).map(kind => (
          <li key={kind.kindId}>
            <span title={[kind.type, kind.amountType, kind.description].filter(Boolean).join(' / ')}>{kind.title || kind.type}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
