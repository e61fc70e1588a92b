/** The frame of a page that works on one order: opened by its number, scanned, typed or in the address; another one by a button. */
import { useQuery } from '@tanstack/react-query'
import { Button, Empty, Flex } from 'antd'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { ScanInput } from '#platform/web/widgets/scan-input.tsx'

interface Words<T> {
  /** of what is kept in the browser */
  readonly name: string
  /** asks for an order by its number */
  readonly ask: (no: string, signal: AbortSignal) => Promise<T>
  /** what to do first */
  readonly hint: string
  readonly children: (opened: T, again: () => void) => ReactNode
}
export function ByNumber<T extends { readonly id: string; readonly no: string }>({ name, ask, hint, children }: Words<T>) {
  const [search, setSearch] = useSearchParams()
  const no = search.get('no') ?? ''
  const open = (next: string): void => setSearch(next === '' ? {} : { no: next }, { replace: true })
  const { data, error, refetch } = useQuery({
    queryKey: [name, no],
    queryFn: ({ signal }) => ask(no, signal),
    enabled: no !== '',
    gcTime: 0,
  })
  const again = (): void => void refetch()
  return (
    <div style={{ maxWidth: 900, margin: '0 auto', padding: 16 }}>
      {no === '' ? (
        <>
          <ScanInput onCode={open} placeholder={t('扫或输入发货单号')} />
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={hint} />
        </>
      ) : (
        <>
          <Flex justify="space-between" align="center" wrap gap={8} style={{ marginBottom: 12 }}>
            <strong>{data?.no ?? no}</strong>
            <Button onClick={() => open('')}>{t('换一张发货单')}</Button>
          </Flex>
          {data === undefined ? error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={again} /> : children(data, again)}
        </>
      )}
    </div>
  )
}
