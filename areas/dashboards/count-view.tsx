/** How many records a list finds by the state of an address. */
import { useQuery } from '@tanstack/react-query'
import type { ListAnswer, ListDefinition } from '#platform/declare/wire.ts'
import type { PageAsk } from '#platform/declare/wire-dashboards.ts'
import { CardEmpty, CardFailed, CardLoading } from '#platform/web/cards/card-frame.tsx'
import { CardLink } from '#platform/web/cards/card-link.tsx'
import { usePinSearch } from '#platform/web/home/pin-search.ts'
import { t } from '#platform/web/i18n/t.ts'
import { read } from '#platform/web/values/call.ts'
import { listQuery } from '#platform/web/values/list-query.ts'
import { readState } from '#platform/web/values/list-state.ts'
import { totalText } from '#platform/web/values/list-texts.ts'
import { today } from '#platform/web/page/today.ts'
import { useListDefinition } from '#platform/web/values/use-list-definition.ts'
import { resolvePage } from '#platform/web/page/routes.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import { useShell } from '#platform/web/page/shell-context.ts'
import './dashboards.css'

export function CountView({ page }: { readonly page: PageAsk }) {
  const { data, error, refetch } = useListDefinition(page.type)
  const kept = usePinSearch(page)
  if (kept.error !== null) return <CardFailed error={kept.error} onRetry={() => void kept.refetch()} />
  if (data === undefined) return error === null ? <CardLoading /> : <CardFailed error={error} onRetry={() => void refetch()} />
  if (kept.search === null) return <CardLoading />
  return data.report === null ? (
    <Count definition={data} page={page} search={kept.search} />
  ) : (
    <CardEmpty text={t('报表没有条数，请改用数字卡片')} />
  )
}

interface CountProps {
  readonly definition: ListDefinition
  readonly page: PageAsk
  /** the state of the page */
  readonly search: URLSearchParams
}

function Count({ definition, page, search }: CountProps) {
  const { routes } = useShell()
  const [path = '', query = ''] = page.url.split('?')
  const fixed = resolvePage(routes, path, query)?.route.query ?? {}
  const asked = listQuery(definition, { ...readState(search), pageNum: 1, pageSize: 1 }, fixed, today())
  const { data, error, refetch } = useQuery({
    queryKey: ['list', definition.type, 'count', asked],
    queryFn: ({ signal }) => read<ListAnswer>(definition.calls.list, { ...asked }, { signal, quiet: true }),
    throwOnError: (reason, one) => isPageFailure(reason, one.state.data !== undefined),
  })
  if (data === undefined) return error === null ? <CardLoading /> : <CardFailed error={error} onRetry={() => void refetch()} />
  return (
    <div className="zg-dash-count">
      <CardLink to={page.url}>{totalText(data)}</CardLink>
    </div>
  )
}
