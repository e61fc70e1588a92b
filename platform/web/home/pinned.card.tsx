/**
 * A list or report that the person has pinned: its first rows or figures as the page would show them, by the state that its address
 * carries.
 */
import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy } from 'react'
import { api } from '../api/client.ts'
import { t } from '../i18n/t.ts'
import { keyName } from '../list/list-state.ts'
import { useListDefinition } from '../list/use-list-definition.ts'
import { resolvePage } from '../shell/menu/routes.ts'
import { withReload } from '../shell/page/chunk-load.ts'
import { useShell } from '../shell/shell-context.ts'
import { CardFailed, CardLoading } from './card-frame.tsx'
import { CardLink } from './card-link.tsx'
import type { HomeCardProps, Pin } from './home-cards.ts'

const PinnedList = lazy(withReload(() => import('./pinned-list.tsx')))
const PinnedReport = lazy(withReload(() => import('./pinned-report.tsx')))

/** The query of the pinned address, with what stands behind its short key. */
function useSearch({ url }: Pin) {
  const search = new URLSearchParams(url.split('?')[1] ?? '')
  const key = search.get(keyName)
  const kept = useQuery({
    queryKey: ['listState', key],
    queryFn: ({ signal }) => api.post<{ state: string }>('/listState/query', { key }, { signal, quiet: true }),
    enabled: key !== null,
    staleTime: Infinity,
    retry: false,
    throwOnError: false,
  })
  return {
    error: kept.error,
    refetch: kept.refetch,
    search:
      key !== null && kept.data === undefined ? null : new URLSearchParams([...new URLSearchParams(kept.data?.state ?? ''), ...search]),
  }
}

function Pinned({ pin, large }: { pin: Pin; large: boolean }) {
  const definition = useListDefinition(pin.type)
  const { search, error, refetch } = useSearch(pin)
  const { routes } = useShell()
  const [path = '', query = ''] = pin.url.split('?')
  const fixed = resolvePage(routes, path, query)?.route.query ?? {}
  if (definition.error !== null && definition.data === undefined)
    return <CardFailed error={definition.error} onRetry={() => void definition.refetch()} />
  if (error !== null) return <CardFailed error={error} onRetry={() => void refetch()} />
  if (definition.data === undefined || search === null) return <CardLoading />
  const { report } = definition.data
  return (
    <Suspense fallback={<CardLoading />}>
      <div className="zg-pinned">
        {report === null ? (
          <PinnedList definition={definition.data} search={search} fixed={fixed} large={large} />
        ) : (
          <PinnedReport definition={report} search={search} large={large} />
        )}
        {!large && <CardLink to={pin.url}>{t('打开{title}', { title: definition.data.title })}</CardLink>}
      </div>
    </Suspense>
  )
}

export default function PinnedCard({ pin, large }: HomeCardProps) {
  return pin === undefined ? null : <Pinned pin={pin} large={large} />
}
