/** Filter schemes of a list: saved ones at the left; conditions, order and columns of one at the right. */
import { Button, Input, Popconfirm, Tabs } from 'antd'
import { useState } from 'react'
import type { ListDefinition } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { api } from '../api/client.ts'
import { useColumnLayout } from '../list/use-column-layout.ts'
import { TabModal } from '../shell/page/tab-modal.tsx'
import { ColumnTab } from './column-tab.tsx'
import { ConditionTab } from './condition-tab.tsx'
import { OrderTab } from './order-tab.tsx'
import { SchemeList } from './scheme-list.tsx'
import { appliedDraft, type Applied } from './scheme-rules.ts'
import { ShareDialog } from './share-dialog.tsx'
import { useSchemeWork, type SchemeWork } from './use-scheme-work.ts'
import './schemes.css'

/** specification, section 2 */
const dialogWidth = 1500

interface SchemeDialogProps {
  /** false: drawn ahead, out of sight, while the pointer is on its way to the button */
  readonly open?: boolean
  readonly definition: ListDefinition
  readonly state: Applied
  readonly onApply: (applied: Applied) => void
  readonly onClose: () => void
}

export default function SchemeDialog({ open = true, definition, state, onApply, onClose }: SchemeDialogProps) {
  const layout = useColumnLayout(definition)
  const work = useSchemeWork(definition, state, layout)
  const { draft, selected } = work
  const [isSharing, setSharing] = useState(false)
  const take = (): void => {
    layout.setColumns(draft.columns)
    onApply(appliedDraft(draft, selected?.profileId ?? null))
    onClose()
  }
  const confirm = async (): Promise<void> => {
    // another's scheme is applied as it stands: it can't be saved
    if ((selected !== null && !selected.isOwn) || (await work.save())) take()
  }
  return (
    <TabModal
      open={open}
      forceRender
      width={dialogWidth}
      className="zg-scheme"
      title={t('筛选方案')}
      onCancel={onClose}
      footer={
        <div className="zg-scheme-footer">
          <Button onClick={onClose}>{t('取消')}</Button>
          <Button onClick={take}>{t('应用不保存')}</Button>
          <Button type="primary" loading={work.isBusy} onClick={() => void confirm()}>
            {t('确定')}
          </Button>
        </div>
      }
    >
      <div className="zg-scheme-body">
        <SchemeList
          schemes={work.schemes}
          selected={selected?.profileId ?? null}
          isLoading={work.isLoading}
          onRetry={work.isFailed ? () => void work.refresh() : null}
          onSelect={work.select}
          onNew={work.begin}
        />
        <div className="zg-scheme-main">
          <div className="zg-scheme-tools">
            <Input
              className="zg-scheme-name"
              aria-label={t('方案名称')}
              placeholder={t('方案名称')}
              maxLength={50}
              value={draft.name}
              onChange={event => work.change({ name: event.target.value })}
            />
            <Operations work={work} onShare={() => work.hasSelection() && setSharing(true)} />
          </div>
          <SchemeTabs definition={definition} work={work} />
        </div>
      </div>
      {isSharing && selected !== null && (
        <ShareDialog
          scheme={selected}
          call={said => api.write('/ListProfile/share', { profileId: selected.profileId, ...said })}
          maySetDefaults={definition.maySetDefaults === true && selected.kind === 1}
          onShared={() => void work.refresh()}
          onClose={() => setSharing(false)}
        />
      )}
    </TabModal>
  )
}

function SchemeTabs({ definition, work }: { definition: ListDefinition; work: SchemeWork }) {
  const { draft } = work
  return (
    <Tabs
      items={[
        {
          key: 'conditions',
          label: t('条件'),
          children: (
            <ConditionTab fields={definition.filterList} rows={draft.conditions} onRows={conditions => work.change({ conditions })} />
          ),
        },
        {
          key: 'order',
          label: t('排序'),
          children: <OrderTab fields={definition.sortList} rows={draft.order} onRows={order => work.change({ order })} />,
        },
        {
          key: 'columns',
          label: t('显示列'),
          children: <ColumnTab definition={definition} rows={draft.columns} onRows={columns => work.change({ columns })} />,
        },
      ]}
    />
  )
}

/** What is done to the selected scheme. */
function Operations({ work, onShare }: { work: SchemeWork; onShare: () => void }) {
  const { selected } = work
  const name = selected?.name ?? ''
  const isForeign = selected !== null && !selected.isOwn
  return (
    <>
      <Button disabled={isForeign} onClick={() => void work.save()}>
        {t('保存')}
      </Button>
      <Button onClick={() => void work.copy()}>{t('复制')}</Button>
      <Asked title={t('确定要重置【{name}】该方案吗', { name })} text={t('重置')} disabled={isForeign} work={work} onDone={work.reset} />
      <Asked title={t('确定要删除【{name}】该方案吗', { name })} text={t('删除')} disabled={isForeign} work={work} onDone={work.remove} />
      {selected?.kind !== 2 && (
        <Button disabled={selected?.isDefault === 1} onClick={() => void work.setDefault()}>
          {selected?.isDefault === 1 ? t('已是默认方案') : t('设为默认')}
        </Button>
      )}
      <Button disabled={isForeign} onClick={onShare}>
        {t('共享')}
      </Button>
      <Button disabled={selected?.canUndo !== true} onClick={() => void work.undo()}>
        {t('撤销上次保存')}
      </Button>
    </>
  )
}

interface AskedProps {
  readonly title: string
  readonly text: string
  readonly disabled: boolean
  readonly work: SchemeWork
  readonly onDone: () => Promise<void>
}

/** Asks once, and only about a scheme that is chosen. */
function Asked({ title, text, disabled, work, onDone }: AskedProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popconfirm
      title={title}
      okText={text}
      cancelText={t('取消')}
      open={isOpen}
      onOpenChange={open => setOpen(open && work.hasSelection())}
      onConfirm={() => void onDone()}
    >
      <Button disabled={disabled}>{text}</Button>
    </Popconfirm>
  )
}
