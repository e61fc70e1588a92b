/** What the pages of the back office share: their frame, and their questions to the server. */
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
import { api } from '#platform/web/api/client.ts'
import { feedback } from '#platform/web/api/feedback.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { useIsMobile } from '#platform/web/page/use-is-mobile.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import { usePage } from '#platform/web/page/page-context.ts'
import '#platform/web/table/list.css'
import './back-office.css'

/** Title line with its tools, and the page below. */
export function BackOfficePage({ tools, children }: { tools?: ReactNode; children: ReactNode }) {
  const { menu } = usePage()
  return (
    <section className="zg-list" aria-label={menu.meta.title}>
      <header className="zg-list-head">
        <h1>{menu.meta.title}</h1>
        <div className="zg-list-tools">{tools}</div>
      </header>
      {children}
    </section>
  )
}

/**
 * A list or tree at the left, what belongs to its choice at the right; on a phone below it, and brought into sight when something is
 * chosen.
 */
export function BackOfficeSplit({ side, chosen, children }: { side: ReactNode; chosen: string | null; children: ReactNode }) {
  const main = useRef<HTMLDivElement>(null)
  const isMobile = useIsMobile()
  const before = useRef(chosen)
  useEffect(() => {
    if (isMobile && chosen !== null && before.current !== chosen) main.current?.scrollIntoView({ block: 'start' })
    before.current = chosen
  }, [isMobile, chosen])
  return (
    <div className="zg-office">
      <div className="zg-office-side">{side}</div>
      <div className="zg-office-main" ref={main}>
        {children}
      </div>
    </div>
  )
}

/** A read by POST; asked again with every other body. */
export function useBackOffice<Data>(path: string, body: object | null = {}): UseQueryResult<Data> {
  return useQuery({
    queryKey: ['office', path, body],
    queryFn: ({ signal }) => api.post<Data>(path, body ?? {}, { signal, quiet: true }),
    enabled: body !== null,
    throwOnError: (error, one) => isPageFailure(error, one.state.data !== undefined),
  })
}

/** Everything the back office has asked is asked again. */
export function useRefreshBackOffice(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: ['office'] })
}

/** Loading, failed, or what was asked. */
export function QueryResult<Data>({ of, children }: { of: UseQueryResult<Data>; children: (data: Data) => ReactNode }) {
  if (of.data !== undefined) return children(of.data)
  return of.isError ? <RowsFailed error={of.error} onRetry={() => void of.refetch()} /> : <RowsLoading />
}

export const saved = (): void => feedback.success(t('已保存'))
