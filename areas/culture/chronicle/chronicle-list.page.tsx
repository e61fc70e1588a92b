/** 大事记: what every employee reads of the company's events, by year. */
import { useQuery } from '@tanstack/react-query'
import { Button, Empty, Tag, Timeline, Typography } from 'antd'
import { useState } from 'react'
import type { Row } from '#platform/declare/wire.ts'
import type { UploadedFile } from '#platform/declare/wire-values.ts'
import { asText } from '#platform/format/text.ts'
import { api } from '#platform/web/api/client.ts'
import { FileItem } from '#platform/web/files/file-item.tsx'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { RichTextView } from '#platform/web/rich-text/rich-text.tsx'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import { usePage } from '#platform/web/page/page-context.ts'
import { TabDrawer } from '#platform/web/page/tab-modal.tsx'
import type { ChronicleYear } from './answers.ts'
import './chronicle-list.css'
import '#platform/web/files/files-control.css'

const drawerWidth = 720

export default function ChroniclePage() {
  const { menu } = usePage()
  const [open, setOpen] = useState<Row | null>(null)
  const { data, error, refetch } = useQuery<readonly ChronicleYear[]>({
    queryKey: ['chroniclePublished', 'byYear'],
    queryFn: ({ signal }) => api.get('/chronicleSetting/homePageChronicle', {}, { signal, quiet: true }),
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
  if (data === undefined) return error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={() => void refetch()} />
  return (
    <div className="zg-chronicle">
      <header>
        <h1>{menu.meta.title}</h1>
        {data.length > 1 && <YearNav years={data.map(one => one.year)} />}
      </header>
      {data.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('还没有发布过大事记')} />}
      {data.map(({ year, list }) => (
        <section key={year} aria-label={year} data-year={year}>
          <Typography.Title level={4}>{year}</Typography.Title>
          <Timeline items={list.map(row => ({ key: row.id, content: <Event row={row} onOpen={setOpen} /> }))} />
        </section>
      ))}
      {open !== null && <EventDrawer row={open} onClose={() => setOpen(null)} />}
    </div>
  )
}

/** To a year of the page. */
function YearNav({ years }: { years: readonly string[] }) {
  return (
    <nav aria-label={t('年份')}>
      {years.map(year => (
        <Button
          key={year}
          type="text"
          size="small"
          onClick={event =>
            event.currentTarget.closest('.zg-chronicle')?.querySelector(`[data-year="${year}"]`)?.scrollIntoView({ block: 'start' })
          }
        >
          {year}
        </Button>
      ))}
    </nav>
  )
}

/** characters of an event's text that stand on the time line */
const excerptMax = 80

function excerptOf(html: string): string {
  const text = [...(new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '').trim()]
  return text.length > excerptMax ? `${text.slice(0, excerptMax).join('')}…` : text.join('')
}

function Event({ row, onOpen }: { row: Row; onOpen: (row: Row) => void }) {
  const kind = row['typeIdLabel']
  return (
    <div className="zg-chronicle-event">
      <time dateTime={String(row['eventDate'])}>{String(row['eventDate'])}</time>
      <Button type="link" onClick={() => onOpen(row)}>
        {String(row['title'])}
      </Button>
      {typeof kind === 'string' && <Tag>{kind}</Tag>}
      <p>{excerptOf(asText(row['content'] ?? ''))}</p>
    </div>
  )
}

/** Opened by its own call, which notes who has read it. */
function EventDrawer({ row, onClose }: { row: Row; onClose: () => void }) {
  const { data, error, refetch } = useQuery<Row>({
    queryKey: ['chroniclePublished', row.id],
    queryFn: ({ signal }) => api.get(`/chronicleSetting/homePageChronicle/${row.id}`, {}, { signal, quiet: true }),
  })
  const pictures = (data?.['pictures'] ?? []) as readonly UploadedFile[]
  return (
    <TabDrawer open title={String(row['title'])} size={drawerWidth} onClose={onClose}>
      {data === undefined && (error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={() => void refetch()} />)}
      {data !== undefined && <RichTextView value={asText(data['content'] ?? '')} />}
      {pictures.length > 0 && (
        <ul className="zg-chronicle-pictures">
          {pictures.map(file => (
            <FileItem key={file.id} file={file} isTile />
          ))}
        </ul>
      )}
    </TabDrawer>
  )
}
