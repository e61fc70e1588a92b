/** The page behind `record/<type>`: one record of any list the server describes, by the id in its address. */
import { Button, Result } from 'antd'
import { Suspense, createElement, useLayoutEffect } from 'react'
import { useSearchParams } from 'react-router'
import { ApiError } from '../api/client.ts'
import { codes } from '../api/envelope.ts'
import { t } from '../i18n/t.ts'
import { RowsFailed } from '../values/list-notices.tsx'
import { definitionQuery, useListDefinition } from '../values/use-list-definition.ts'
import type { PageProps, Prepare } from '../page/pages.ts'
import { listUrl } from '../page/record-routes.ts'
import { Loading } from '../page/loading.tsx'
import { usePage } from '../page/page-context.ts'
import { useShell } from '../page/shell-context.ts'
import { RecordView } from './record-view.tsx'
import { recordViewOf } from '../rows/record-views.ts'
import { recordQuery } from '../values/record-query.ts'
import { useRecord } from './use-record.ts'
import '../history/openers.tsx'
import '../upload/openers.ts'
import '../table/list.css'
import './record.css'

export const prepare: Prepare = async (client, { type, search }) => {
  const id = new URLSearchParams(search).get('id')
  const record = id === null ? null : client.fetchQuery(recordQuery(type, id))
  await Promise.all([client.fetchQuery(definitionQuery(type)), record, recordViewOf(type)?.ahead()])
}

export default function RecordPage({ type }: PageProps) {
  const [search] = useSearchParams()
  const id = search.get('id')
  return id === null || id === '' ? <NoRecord /> : <OneRecord key={id} type={type} id={id} />
}

function OneRecord({ type, id }: { readonly type: string; readonly id: string }) {
  const definition = useListDefinition(type)
  const record = useRecord(type, id)
  const error = record.error ?? definition.error
  if (error instanceof ApiError && error.code === codes.unknown) return <NoRecord />
  if (definition.data !== undefined && record.data !== undefined) {
    const described = definition.data.record
    if (described === undefined) return <NoRecord />
    const view = { definition: definition.data, record: described, row: record.data }
    const own = recordViewOf(type)
    return own === null ? <RecordView {...view} /> : <Suspense fallback={<Loading />}>{createElement(own, view)}</Suspense>
  }
  if (error === null) return <Loading />
  const again = (): void => {
    void definition.refetch()
    void record.refetch()
  }
  return <RowsFailed error={error} onRetry={again} />
}

/** Gone, or of somebody else: nobody is told which of the two. */
function NoRecord() {
  const { menu, setTitle } = usePage()
  const { open } = useShell()
  const [search] = useSearchParams()
  useLayoutEffect(() => setTitle(t('记录不存在')), [setTitle])
  return (
    <Result
      className="zg-record-none"
      status="404"
      title={t('记录不存在或没有权限')}
      subTitle={t('它可能已被删除，或不在您的数据范围内。')}
      extra={
        <Button type="primary" onClick={() => open(listUrl(menu.path, search))}>
          {t('返回列表')}
        </Button>
      }
    />
  )
}
