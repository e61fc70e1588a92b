/** 生成 SQL: the question of a list or report as SQL, run read-only, kept, shared, exported. */
import { feedback } from '#platform/web/api/feedback.ts'
import { CopyOutlined, DownloadOutlined, PlayCircleOutlined, SaveOutlined } from '@ant-design/icons'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Empty, Form, Input, Select, Space, Table } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ListAnswer, Row } from '#platform/declare/wire.ts'
import { MISSING } from '#platform/format/numbers.ts'
import { asText } from '#platform/format/text.ts'
import { api } from '#platform/web/api/client.ts'
import { exportFile } from '#platform/web/api/export-file.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { ReferenceSelect } from '#platform/web/values/reference-select.tsx'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import { usePage } from '#platform/web/page/page-context.ts'
import { TabModal } from '#platform/web/page/tab-modal.tsx'
import type { MadeSql, RanSql, SqlAsk } from './sql/answers.ts'
import './generate-sql.css'

/** of operations.ts, which is the server's */
const [addOperation, exportOperation] = [1, 6]

/** What the address asks for: a question of its own, or a kept one; null: nothing yet. */
function askedBy(search: URLSearchParams): SqlAsk | null {
  const source = search.get('source')
  if (source === null) return null
  try {
    const query: unknown = JSON.parse(search.get('query') ?? '{}')
    return { source, query: typeof query === 'object' && query !== null ? (query as SqlAsk['query']) : {} }
  } catch (error) {
    if (error instanceof SyntaxError) return { source, query: {} }
    throw error
  }
}

export default function GenerateSqlPage() {
  const { menu } = usePage()
  const [search] = useSearchParams()
  const id = search.get('id')
  const kept = useQuery<SqlAsk & { readonly name: string }>({
    queryKey: ['generateSql', 'kept', id],
    queryFn: ({ signal }) => api.post('/generateSql/kept', { id }, { signal, quiet: true }),
    enabled: id !== null,
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
  const ask = id === null ? askedBy(search) : (kept.data ?? null)
  return (
    <div className="zg-sql">
      <header>
        <h1>{menu.meta.title}</h1>
        <KeptSelect id={id} />
      </header>
      {id !== null && kept.error !== null ? (
        <RowsFailed error={kept.error} onRetry={() => void kept.refetch()} />
      ) : id !== null && ask === null ? (
        <RowsLoading />
      ) : ask === null ? (
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description={t('在任一列表或报表里设好筛选和列，再从“导出”菜单选“生成 SQL”；也可以打开保存的查询')}
        />
      ) : (
        <Question key={JSON.stringify(ask)} ask={{ source: ask.source, query: ask.query }} />
      )}
    </div>
  )
}

function KeptSelect({ id }: { readonly id: string | null }) {
  const [, setSearch] = useSearchParams()
  const { data } = useQuery<ListAnswer>({
    queryKey: ['generateSql', 'all'],
    queryFn: ({ signal }) => api.post<ListAnswer>('/generateSql/list', { pageSize: 200 }, { signal, quiet: true }),
  })
  const options = (data?.list ?? []).map((row: Row) => ({ value: row.id, label: `${asText(row['name'])} · ${asText(row['sourceTitle'])}` }))
  return (
    <Select
      aria-label={t('保存的查询')}
      placeholder={t('保存的查询')}
      value={id}
      options={options}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={one => setSearch(one === null ? {} : { id: one })}
      notFoundContent={t('还没有保存的查询')}
    />
  )
}

function Question({ ask }: { readonly ask: SqlAsk }) {
  const { can } = usePage()
  const [isKeeping, setKeeping] = useState(false)
  const made = useQuery<MadeSql>({
    queryKey: ['generateSql', 'made', ask],
    queryFn: ({ signal }) => api.post<MadeSql>('/generateSql/generate', ask, { signal, quiet: true }),
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
  const ran = useMutation({ mutationFn: () => api.write<RanSql>('/generateSql/run', ask) })
  if (made.data === undefined)
    return made.error === null ? <RowsLoading /> : <RowsFailed error={made.error} onRetry={() => void made.refetch()} />
  const { title, text } = made.data
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text)
    feedback.success(t('复制成功!'))
  }
  const save = (): Promise<void> => exportFile('/generateSql/resultExport', ask, `${title}.xlsx`)
  return (
    <>
      <div className="zg-sql-tools">
        <strong>{title}</strong>
        <Space wrap>
          <Button type="primary" icon={<PlayCircleOutlined aria-hidden />} loading={ran.isPending} onClick={() => ran.mutate()}>
            {t('运行')}
          </Button>
          <Button icon={<CopyOutlined aria-hidden />} onClick={() => void copy()}>
            {t('复制')}
          </Button>
          {can(addOperation) && (
            <Button icon={<SaveOutlined aria-hidden />} onClick={() => setKeeping(true)}>
              {t('保存')}
            </Button>
          )}
          {can(exportOperation) && (
            <Button icon={<DownloadOutlined aria-hidden />} onClick={() => void save()}>
              {t('导出结果')}
            </Button>
          )}
        </Space>
      </div>
      <pre aria-label="SQL">{text}</pre>
      <p className="zg-sql-note">{t('文字按您的数据权限生成，只读运行，最多 10 秒、1000 行，每次运行都有记录')}</p>
      {ran.data !== undefined && <Result of={ran.data} />}
      {isKeeping && <KeepDialog ask={ask} onClose={() => setKeeping(false)} />}
    </>
  )
}

function Result({ of: { columns, rows, tookMs, isCut } }: { readonly of: RanSql }) {
  return (
    <section aria-label={t('结果')}>
      <p className="zg-sql-note" aria-live="polite">
        {isCut
          ? t('只显示前 {count} 行，用时 {ms} 毫秒；全部请导出结果', { count: rows.length, ms: tookMs })
          : t('{count} 行，用时 {ms} 毫秒', { count: rows.length, ms: tookMs })}
      </p>
      <Table
        size="small"
        rowKey={row => rows.indexOf(row)}
        dataSource={rows as (readonly (string | null)[])[]}
        columns={columns.map((column, at) => ({
          title: column.title,
          key: column.name,
          render: (_: unknown, row: readonly (string | null)[]) => row[at] ?? MISSING,
          ellipsis: true,
          width: 140,
        }))}
        scroll={{ x: 'max-content' }}
        pagination={{ pageSize: 20, showSizeChanger: false, hideOnSinglePage: true }}
        locale={{ emptyText: t('没有符合条件的数据') }}
      />
    </section>
  )
}

interface Kept {
  readonly name: string
  readonly sharedWithIds?: readonly string[]
  readonly remark?: string
}
function KeepDialog({ ask, onClose }: { readonly ask: SqlAsk; readonly onClose: () => void }) {
  const [form] = Form.useForm<Kept>()
  const client = useQueryClient()
  const [, setSearch] = useSearchParams()
  const keep = useMutation({
    mutationFn: (values: Kept) => api.write<{ id: string }>('/generateSql/keep', { ...ask, ...values }),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: ['generateSql', 'all'] })
      onClose()
      setSearch({ id })
    },
  })
  return (
    <TabModal
      open
      title={t('保存查询')}
      okText={t('保存')}
      cancelText={t('取消')}
      confirmLoading={keep.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" onFinish={values => keep.mutate(values)}>
        <Form.Item
          name="name"
          label={t('名称')}
          rules={[{ required: true, whitespace: true, max: 80, message: t('请填写名称，最多 80 字') }]}
        >
          <Input maxLength={80} />
        </Form.Item>
        <Form.Item name="sharedWithIds" label={t('共享给')} extra={t('对方按自己的数据权限运行')}>
          <ReferenceSelect target="employee" multiple />
        </Form.Item>
        <Form.Item name="remark" label={t('备注')}>
          <Input maxLength={200} />
        </Form.Item>
      </Form>
    </TabModal>
  )
}
