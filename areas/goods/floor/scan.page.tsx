/** 扫码查: what a code is, and the page of the record that has it. */
import { useQuery } from '@tanstack/react-query'
import { Empty, Tag } from 'antd'
import { useState } from 'react'
import type { ScannedCode } from '#platform/declare/scans.ts'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { usePage } from '#platform/web/page/page-context.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { RecordLink, useRecordUrls } from '#platform/web/values/record-link.tsx'
import { ScanInput } from '#platform/web/widgets/scan-input.tsx'
import './floor.css'

export default function ScanPage() {
  const { menu } = usePage()
  const [code, setCode] = useState('')
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['code', code],
    queryFn: ({ signal }) => api.post<readonly ScannedCode[]>('/code/resolve', { code }, { signal, quiet: true }),
    enabled: code !== '',
    gcTime: 0,
  })
  return (
    <div className="zg-floor">
      <h1>{menu.meta.title}</h1>
      <ScanInput onCode={setCode} busy={isFetching} />
      {code === '' ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('扫商品、库位、批次或单据上的码，看它是什么')} />
      ) : data !== undefined ? (
        <Found code={code} found={data} />
      ) : error === null ? (
        <RowsLoading />
      ) : (
        <RowsFailed error={error} onRetry={() => void refetch()} />
      )}
    </div>
  )
}

function Found({ code, found }: { code: string; found: readonly ScannedCode[] }) {
  const urlOf = useRecordUrls()
  if (found.length === 0)
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('没有找到 {code}，或没有查看它的权限', { code })} />
  return (
    <>
      {found.length > 1 && <p>{t('{count} 条记录有这个码，请选择', { count: found.length })}</p>}
      <ul className="zg-floor-list">
        {found.map(one => {
          const url = urlOf(one.type, one.id)
          const of = one.of === undefined ? null : urlOf(one.of.type, one.of.id)
          const name = one.of?.name ?? one.name ?? ''
          return (
            <li key={`${one.type} ${one.id}`}>
              <Tag>{one.thing}</Tag>
              <strong>{url === null ? one.code : <RecordLink url={url}>{one.code}</RecordLink>}</strong>
              <span>
                {one.title}
                {name !== '' && ' · '}
                {of === null ? name : <RecordLink url={of}>{name}</RecordLink>}
              </span>
            </li>
          )
        })}
      </ul>
    </>
  )
}
