/** A file that is looked at in place: pages as pictures, Word as text, sheets as tables. Mounted only while it is open. */
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Result, Skeleton, Tabs } from 'antd'
import { useState } from 'react'
import type { FilePreview as Shown, UploadedFile } from '../../declare/wire-values.ts'
import { ApiError, api } from '../api/client.ts'
import { callUrl } from '../api/request.ts'
import { t } from '../i18n/t.ts'
import { TabDrawer } from '../page/tab-modal.tsx'
import './file-preview.css'

const drawerWidth = 900
/** pages that are there at first, and come with each press */
const pagesAtOnce = 20

export default function FilePreview({ file, onClose }: { readonly file: UploadedFile; readonly onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['filePreview', file.id],
    queryFn: ({ signal }) => api.get<Shown>('/fileUpload/preview', { id: file.id }, { signal, quiet: true }),
    // the right to it may have gone meanwhile
    gcTime: 0,
    throwOnError: false,
  })
  return (
    <TabDrawer open size={drawerWidth} title={file.name} onClose={onClose} className="zg-file-preview">
      {error !== null ? (
        <Result
          status="warning"
          subTitle={error instanceof ApiError ? error.msg : t('读取失败，请重试')}
          extra={<Button onClick={() => void refetch()}>{t('重试')}</Button>}
        />
      ) : data === undefined ? (
        <Skeleton active paragraph={{ rows: 8 }} title={false} />
      ) : (
        <>
          {data.closed && <Alert type="info" showIcon message={t('这份原件受保护：只能看页面，页面上有您的姓名和时间')} />}
          {data.isCut === true && <Alert type="info" showIcon message={t('内容较多，只显示前面部分')} />}
          <Content shown={data} />
        </>
      )}
    </TabDrawer>
  )
}

function Content({ shown }: { readonly shown: Shown }) {
  switch (shown.kind) {
    case 'none':
      return <Result status="info" subTitle={shown.why} />
    case 'pages':
      return <Pages id={shown.id} count={shown.pages ?? 1} />
    case 'html':
      // no script runs in it and nothing is fetched; the server has cleaned it before
      return <iframe className="zg-file-preview-page" sandbox="" srcDoc={shown.html} title={shown.name} />
    case 'sheets':
      return (
        <Tabs
          items={(shown.sheets ?? []).map(({ name, rows }) => ({ key: name, label: name, children: <Rows name={name} rows={rows} /> }))}
        />
      )
    case 'text':
      return <pre className="zg-file-preview-text">{shown.text}</pre>
  }
}

function Pages({ id, count }: { readonly id: string; readonly count: number }) {
  const [open, setOpen] = useState(pagesAtOnce)
  const [failed, setFailed] = useState<ReadonlySet<number>>(new Set())
  const pages = Array.from({ length: Math.min(open, count) }, (_one, at) => at + 1)
  return (
    <>
      {pages.map(page =>
        failed.has(page) ? (
          <Alert key={page} type="warning" showIcon message={t('第 {page} 页不能显示', { page })} />
        ) : (
          <img
            key={page}
            className="zg-file-preview-page"
            loading="lazy"
            src={callUrl('/fileUpload/down2/page', { id, page })}
            alt={t('第 {page} 页，共 {count} 页', { page, count })}
            onError={() => setFailed(new Set([...failed, page]))}
          />
        ),
      )}
      {open < count && (
        <Button block onClick={() => setOpen(open + pagesAtOnce)}>
          {t('后面的页（共 {count} 页）', { count })}
        </Button>
      )}
    </>
  )
}

const Rows = ({ name, rows }: { readonly name: string; readonly rows: readonly (readonly string[])[] }) => (
  <div className="zg-file-preview-rows">
    <table aria-label={name}>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, column) => (
              <td key={column}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
