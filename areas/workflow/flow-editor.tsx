/** A version of a flow: drawn, checked while it is drawn, tried with a record, saved and published. */
import { ApartmentOutlined, BranchesOutlined, PlusOutlined, RedoOutlined, UndoOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { App, Button, Segmented, Skeleton, Tooltip } from 'antd'
import { Suspense, lazy, useEffect, useState, type ReactNode } from 'react'
import type { FlowForm } from '#platform/declare/wire-approval.ts'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed } from '#platform/web/values/list-notices.tsx'
import { useIsMobile } from '#platform/web/page/use-is-mobile.ts'
import { withReload } from '#platform/web/page/chunk-load.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import { TabDrawer } from '#platform/web/page/tab-modal.tsx'
import { layOutAnew } from './canvas/flow-graph.tsx'
import { FlowSide } from './canvas/flow-side.tsx'
import { StepList } from './canvas/step-list.tsx'
import { useDraft, type Draft } from './canvas/use-draft.tsx'
import { useFaults } from './canvas/use-faults.tsx'
import { useSaving, type OneFlow } from './canvas/use-saving.tsx'
import { askFirst } from '#platform/web/widgets/confirm.tsx'
import './canvas/canvas.css'

const FlowCanvas = lazy(withReload(() => import('./canvas/flow-canvas.tsx')))
const draftStatus = 0

interface FlowEditorProps {
  readonly id: string
  readonly forms: readonly FlowForm[]
  readonly onClose: () => void
  readonly onChanged: () => void
}

export function FlowEditor({ id, forms, onClose, onChanged }: FlowEditorProps) {
  const { modal } = App.useApp()
  const [isDirty, setDirty] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['flow', id],
    queryFn: ({ signal }) => api.post<OneFlow>('/workflowSetting/get', { id }, { signal, quiet: true }),
    throwOnError: (failure, query) => isPageFailure(failure, query.state.data !== undefined),
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  const form = forms.find(one => one.formCode === data?.formCode)
  const title = data === undefined ? t('审批流程') : t('{name}（第 {version} 版）', { name: data.name, version: data.versionNo })
  const close = (): void => {
    if (isDirty) askFirst(modal, { loses: true, title: t('还有没保存的修改，确定关闭吗？'), okText: t('不保存，关闭'), onOk: onClose })
    else onClose()
  }
  return (
    <TabDrawer open title={title} size="100%" onClose={close} keyboard={false} className="zg-flow-drawer">
      {data !== undefined ? (
        <Editor key={`${data.id} ${data.version} ${data.status}`} flow={data} form={form} onChanged={onChanged} onDirty={setDirty} />
      ) : error === null ? (
        <Skeleton active paragraph={{ rows: 6 }} />
      ) : (
        <RowsFailed error={error} onRetry={() => void refetch()} />
      )}
    </TabDrawer>
  )
}

interface EditorProps {
  readonly flow: OneFlow
  readonly form: FlowForm | undefined
  readonly onChanged: () => void
  readonly onDirty: (isDirty: boolean) => void
}
type Shown = 'canvas' | 'list'

function Editor({ flow, form, onChanged, onDirty }: EditorProps) {
  const isMobile = useIsMobile()
  const isOpen = flow.status === draftStatus
  const draft = useDraft(flow.definition, isOpen)
  const [name, setName] = useState(flow.name)
  const [shown, setShown] = useState<Shown>(isMobile ? 'list' : 'canvas')
  const isDirty = draft.now !== flow.definition || name !== flow.name
  const saving = useSaving(flow, { name, now: draft.now, isDirty, onChanged })
  const checked = useFaults(flow.formCode, draft.now)
  const faults = checked.faults ?? []
  const mayPublish = checked.faults !== null && name.trim() !== '' && faults.every(one => one.level !== 'error')
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  return (
    <div className="zg-flow-editor">
      <Bar {...{ draft, saving, shown, isOpen, isDirty, mayPublish, name }} onShown={setShown} />
      <div className="zg-flow-main" data-shown={shown}>
        <div className="zg-flow-drawing">
          {shown === 'list' ? (
            <StepList
              flow={draft.now}
              form={form}
              faults={faults}
              found={draft.found}
              selection={draft.selection}
              onSelect={draft.select}
              {...(isOpen ? { onAdd: (id: string) => draft.add('step', { after: id }) } : {})}
            />
          ) : (
            <Suspense fallback={<Skeleton active paragraph={{ rows: 6 }} />}>
              <FlowCanvas
                flow={draft.now}
                form={form}
                {...(isOpen ? { onChange: draft.put } : {})}
                selection={draft.selection}
                onSelect={draft.select}
                faults={faults}
                found={draft.found}
                jump={draft.jump}
              />
            </Suspense>
          )}
        </div>
        <FlowSide {...{ form, draft, checked, isOpen, name }} formCode={flow.formCode} onName={setName} />
      </div>
    </div>
  )
}

interface BarProps {
  readonly draft: Draft
  readonly saving: ReturnType<typeof useSaving>
  readonly shown: Shown
  readonly onShown: (shown: Shown) => void
  readonly isOpen: boolean
  readonly isDirty: boolean
  readonly mayPublish: boolean
  readonly name: string
}

function Bar({ draft, saving, shown, onShown, isOpen, isDirty, mayPublish, name }: BarProps) {
  return (
    <div className="zg-flow-bar">
      <Segmented<Shown>
        aria-label={t('显示为')}
        value={shown}
        onChange={onShown}
        options={[
          { value: 'canvas', label: t('画布') },
          { value: 'list', label: t('列表') },
        ]}
      />
      {isOpen && (
        <>
          <Button icon={<PlusOutlined aria-hidden />} onClick={() => draft.add('step', draft.where())}>
            {t('添加步骤')}
          </Button>
          <Button icon={<BranchesOutlined aria-hidden />} onClick={() => draft.add('gate', draft.where())}>
            {t('添加分支')}
          </Button>
          <Tool
            label={t('撤销')}
            icon={<UndoOutlined aria-hidden />}
            disabled={draft.history.past.length === 0}
            onClick={() => draft.travel('undo')}
          />
          <Tool
            label={t('重做')}
            icon={<RedoOutlined aria-hidden />}
            disabled={draft.history.future.length === 0}
            onClick={() => draft.travel('redo')}
          />
          <Tool
            label={t('自动排版')}
            icon={<ApartmentOutlined aria-hidden />}
            disabled={draft.now.nodes.every(node => node.at === undefined)}
            onClick={() => draft.put(layOutAnew(draft.now))}
          />
        </>
      )}
      <span className="zg-flow-bar-end">
        {isOpen ? (
          <>
            <Button disabled={!isDirty || name.trim() === ''} loading={saving.busy} onClick={() => void saving.save()}>
              {t('保存')}
            </Button>
            <Button type="primary" disabled={!mayPublish} loading={saving.busy} onClick={saving.publish}>
              {t('发布')}
            </Button>
          </>
        ) : (
          <span className="zg-approval-quiet">{t('已发布的版本只能查看；要修改请新建版本')}</span>
        )}
      </span>
    </div>
  )
}

interface ToolProps {
  readonly label: string
  readonly icon: ReactNode
  readonly disabled: boolean
  readonly onClick: () => void
}
function Tool({ label, ...rest }: ToolProps) {
  return (
    <Tooltip title={label}>
      <Button aria-label={label} {...rest} />
    </Tooltip>
  )
}
