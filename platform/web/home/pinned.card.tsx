/**
 * A list or report that the person has pinned: its first rows or figures as the page would show them, by the state that its address
 * carries.
 */
import { Suspense, lazy } from 'react'
import type { ShownCard } from '../../declare/wire-home.ts'
import { t } from '../i18n/t.ts'
import { useListDefinition } from '../values/use-list-definition.ts'
import { resolvePage } from '../page/routes.ts'
import { withReload } from '../page/chunk-load.ts'
import { useShell } from '../page/shell-context.ts'
import { CardFailed, CardLoading } from '../cards/card-frame.tsx'
import { CardLink } from '../cards/card-link.tsx'
import type { HomeCardProps, Pin } from '../cards/home-cards.ts'
import { usePinSearch } from './pin-search.ts'

const PinnedList = lazy(withReload(() => import('./pinned-list.tsx')))
const PinnedReport = lazy(withReload(() => import('./pinned-report.tsx')))

export function Pinned({ pin, leads, large }: { pin: Pin; leads?: ShownCard['leads']; large: boolean }) {
  const definition = useListDefinition(pin.type)
  const { search, error, refetch } = usePinSearch(pin)
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
          <PinnedList
            definition={definition.data}
            search={search}
            fixed={fixed}
            large={large}
            {...(pin.fields === undefined ? {} : { fields: pin.fields })}
          />
        ) : (
          <PinnedReport definition={report} search={search} large={large} />
        )}
        {leads !== undefined && <CardLink to={leads.url}>{leads.title}</CardLink>}
        {!large && <CardLink to={pin.url}>{t('打开{title}', { title: definition.data.title })}</CardLink>}
      </div>
    </Suspense>
  )
}

export default function PinnedCard({ card: { pin, leads }, large }: HomeCardProps) {
  return pin === undefined ? null : <Pinned pin={pin} large={large} {...(leads === undefined ? {} : { leads })} />
}
