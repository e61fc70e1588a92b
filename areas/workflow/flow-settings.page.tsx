/** 审批流程: flows by form and version; drafts are edited, checked, tried with a record and published. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Button, Empty, Form, Input, Select, Space, Table, Tag } from 'antd'
import { useState } from 'react'
import type { Row } from '#platform/declare/wire.ts'
import type { FlowForm } from '#platform/declare/wire-approval.ts'
import { ApiError, api } from '#platform/web/api/client.ts'
import { feedback } from '#platform/web/api/feedback.ts'
import { t } from '#platform/web/i18n/t.ts'
import { bringUsual } from '#platform/web/list/bring-usual.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { showInstant } from '#platform/web/values/value.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import { TabModal } from '#platform/web/page/tab-modal.tsx'
import { pageSteps } from '#platform/web/widgets/page-steps.tsx'
import { FlowEditor } from './flow-editor.tsx'
import { askFirst } from '#platform/web/widgets/confirm.tsx'
import './workflow.css'

const flowsKey = ['flows']
const draft = 0
const published = 1
const pageSizeMax = 1_000

interface FlowRow extends Row {
  readonly formCode: string
  readonly name: string
  readonly versionNo: number
  readonly status: 0 | 1 | 2
  readonly publishedAt: string | null
  readonly version: number
}

const statuses = [
  { text: () => t('草稿'), color: 'default' },
  { text: () => t('已发布'), color: 'success' },
  { text: () => t('旧版'), color: 'default' },
] as const

const useFlows = () =>
  useQuery({
    queryKey: [...flowsKey, 'list'],
    queryFn: async ({ signal }) =>
      (await api.post<{ list: readonly FlowRow[] }>('/workflowSetting/list', { pageSize: pageSizeMax }, { signal, quiet: true })).list,
    throwOnError: (error, query) => isPageFailure(error, query.state.data !== undefined),
  })
const useForms = () =>
  useQuery({
    queryKey: [...flowsKey, 'forms'],
    queryFn: ({ signal }) => api.post<readonly FlowForm[]>('/workflowSetting/forms', {}, { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: false,
  })

export default function FlowSettings() {
  const client = useQueryClient()
  const flows = useFlows()
  const forms = useForms()
  const [isAdding, setAdding] = useState(false)
  const [edited, setEdited] = useState<string | null>(null)
  const titleOf = (code: string): string => forms.data?.find(one => one.formCode === code)?.name ?? code
  const refresh = (): void => void client.invalidateQueries({ queryKey: flowsKey })
  const send = async (path: string, body: object, done: string): Promise<void> => {
    try {
      await api.write(path, body)
      feedback.success(done)
    } catch (error) {
      // the refusal was shown
      if (!(error instanceof ApiError)) throw error
    }
    refresh()
  }
  return (
    <div className="zg-flows">
      <div className="zg-flows-head">
        <h1>{t('审批流程')}</h1>
        <Space>
          <Button onClick={() => void bringUsual('/workflowSetting/loadUsual').then(refresh)}>{t('载入常用流程')}</Button>
          <Button type="primary" onClick={() => setAdding(true)}>
            {t('新增流程')}
          </Button>
        </Space>
      </div>
      {flows.data === undefined ? (
        flows.error === null ? (
          <RowsLoading />
        ) : (
          <RowsFailed error={flows.error} onRetry={() => void flows.refetch()} />
        )
      ) : (
        <Table<FlowRow>
          size="small"
          rowKey="id"
          dataSource={[...flows.data]}
          pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false, itemRender: pageSteps }}
          scroll={{ x: 'max-content' }}
          locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('先选业务，再定谁按什么顺序审批')} /> }}
          columns={[
            { title: t('业务单据'), dataIndex: 'formCode', render: (code: string) => titleOf(code) },
            { title: t('流程名称'), dataIndex: 'name' },
            { title: t('版本'), dataIndex: 'versionNo' },
            {
              title: t('状态'),
              dataIndex: 'status',
              render: (status: 0 | 1 | 2) => <Tag color={statuses[status].color}>{statuses[status].text()}</Tag>,
            },
            { title: t('发布时间'), dataIndex: 'publishedAt', render: (at: string | null) => (at === null ? '' : showInstant(at)) },
            { title: t('操作'), key: 'actions', render: (_, row) => <RowButtons row={row} send={send} onEdit={setEdited} /> },
          ]}
        />
      )}
      {isAdding && <NewFlow forms={forms.data ?? []} onClose={() => setAdding(false)} onAdded={setEdited} onChanged={refresh} />}
      {edited !== null && <FlowEditor id={edited} forms={forms.data ?? []} onClose={() => setEdited(null)} onChanged={refresh} />}
    </div>
  )
}

interface RowButtonsProps {
  readonly row: FlowRow
  readonly send: (path: string, body: object, done: string) => Promise<void>
  readonly onEdit: (id: string) => void
}

function RowButtons({ row, send, onEdit }: RowButtonsProps) {
  const { modal } = App.useApp()
  const ask = (title: string, run: () => Promise<void>): void => askFirst(modal, { loses: false, title, onOk: run })
  return (
    <span className="zg-flow-buttons">
      <Button size="small" onClick={() => onEdit(row.id)}>
        {row.status === draft ? t('编辑') : t('查看')}
      </Button>
      {row.status === draft && (
        <>
          <Button
            size="small"
            type="primary"
            onClick={() =>
              ask(t('发布后，新的申请按这一版审批；正在审批的按提交时的版本走完。确定发布吗？'), () =>
                send('/workflowSetting/publish', { id: row.id, version: row.version }, t('已发布')),
              )
            }
          >
            {t('发布')}
          </Button>
          <Button
            size="small"
            danger
            onClick={() => ask(t('删除这个草稿，确定吗？'), () => send('/workflowSetting/delete', { id: row.id }, t('已删除')))}
          >
            {t('删除')}
          </Button>
        </>
      )}
      {row.status !== draft && (
        <Button
          size="small"
          onClick={() => void send('/workflowSetting/insert', { formCode: row.formCode, name: row.name, copyOf: row.id }, t('已新建草稿'))}
        >
          {t('新建版本')}
        </Button>
      )}
      {row.status === published && (
        <Button
          size="small"
          danger
          onClick={() =>
            ask(t('停用后新的申请不再需要审批，确定停用吗？'), () => send('/workflowSetting/retire', { id: row.id }, t('已停用')))
          }
        >
          {t('停用')}
        </Button>
      )}
    </span>
  )
}

interface NewFlowProps {
  readonly forms: readonly FlowForm[]
  readonly onClose: () => void
  readonly onAdded: (id: string) => void
  readonly onChanged: () => void
}

function NewFlow({ forms, onClose, onAdded, onChanged }: NewFlowProps) {
  const [form] = Form.useForm<{ formCode: string; name: string }>()
  const [busy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    // what is wrong is shown in the form
    const values = await form.validateFields().catch(() => null)
    if (values === null) return
    setBusy(true)
    try {
      const { id } = await api.write<{ id: string }>('/workflowSetting/insert', values)
      onChanged()
      onClose()
      onAdded(id)
    } catch (error) {
      // the refusal was shown
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
    }
  }
  return (
    <TabModal open title={t('新增流程')} confirmLoading={busy} onOk={() => void save()} onCancel={onClose}>
      <Form form={form} layout="vertical">
        <Form.Item name="formCode" label={t('业务单据')} rules={[{ required: true, message: t('请选择业务') }]}>
          <Select options={forms.map(one => ({ value: one.formCode, label: one.name }))} />
        </Form.Item>
        <Form.Item name="name" label={t('流程名称')} rules={[{ required: true, whitespace: true, message: t('请填写流程名称') }]}>
          <Input maxLength={100} />
        </Form.Item>
      </Form>
    </TabModal>
  )
}
