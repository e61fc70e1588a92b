/** A card of the page of a list or report: its rows, its figures, or how many it finds, narrowed by the filter of the dashboard. */
import type { DashboardCard, DashboardFilter } from '#platform/declare/wire-dashboards.ts'
import { CardFailed, CardLoading } from '#platform/web/cards/card-frame.tsx'
import { usePinSearch } from '#platform/web/home/pin-search.ts'
import { Pinned } from '#platform/web/home/pinned.card.tsx'
import { keyName } from '#platform/web/values/list-state.ts'
import { today } from '#platform/web/page/today.ts'
import { useListDefinition } from '#platform/web/values/use-list-definition.ts'
import { CountView } from './count-view.tsx'
import { filteredList, filteredReport } from './list-filter.tsx'
import { askedOf, unfilteredText } from './words.tsx'

interface PageViewProps {
  readonly page: NonNullable<DashboardCard['page']>
  readonly filter: DashboardFilter
}

export function PageView({ page, filter }: PageViewProps) {
  const isFiltered = filter.period !== undefined || askedOf(filter).length > 0
  return isFiltered ? <Filtered page={page} filter={filter} /> : <Page page={page} />
}

const Page = ({ page }: Pick<PageViewProps, 'page'>) =>
  page.look === 'count' ? <CountView page={page} /> : <Pinned large={false} pin={page} />

function Filtered({ page, filter }: PageViewProps) {
  const { data, error, refetch } = useListDefinition(page.type)
  const kept = usePinSearch(page)
  const failed = error !== null && data === undefined ? { error, refetch } : kept.error === null ? null : { ...kept, error: kept.error }
  if (failed !== null) return <CardFailed error={failed.error} onRetry={() => void failed.refetch()} />
  if (data === undefined || kept.search === null) return <CardLoading />
  const { search, unfiltered } =
    data.report === null ? filteredList(data, kept.search, filter, today()) : filteredReport(data.report, kept.search, filter, today())
  // the whole state stands in the address: what a short key stood for is not asked again
  search.delete(keyName)
  const [path = ''] = page.url.split('?')
  return (
    <>
      {unfiltered.length > 0 && <p className="zg-dash-note">{unfilteredText(data.title, unfiltered)}</p>}
      <Page page={{ ...page, url: search.size === 0 ? path : `${path}?${search.toString()}` }} />
    </>
  )
}
