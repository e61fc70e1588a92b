/** Filter schemes of a list: saved ones at the left; conditions, order and columns of one at the right. */
import { Button, Input, Modal, Tabs } from 'antd'
import { useState, type ReactNode } from 'react'
import type { ListDefinition } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { Asked, askFirst } from '../widgets/confirm.tsx'
import { api } from '../api/client.ts'
import { useColumnLayout } from '../table/use-column-layout.ts'
import { TabModal } from '../page/tab-modal.tsx'
import { ColumnTab } from './column-tab.tsx'
import { ConditionTab } from './condition-tab.tsx'
import { OrderTab } from './order-tab.tsx'
import { SchemeList } from './scheme-list.tsx'
import { appliedDraft, type Applied } from '../table/scheme-rules.ts'
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

/** Closing by Esc, the cross or 取消 asks where something would be lost. */
function useLeaving(isChanged: boolean, onClose: () => void): [leave: () => void, questions: ReactNode] {
  const [modal, questions] = Modal.useModal()
  const leave = (): void => {
    if (!isChanged) return onClose()
    const title = t('方案有未保存的修改，确定要放弃吗？')
    askFirst(modal, { loses: true, title, okText: t('放弃修改'), cancelText: t('继续修改'), onOk: onClose })
  }
  return [leave, questions]
}

export default function SchemeDialog({ open = true, definition, state, onApply, onClose }: SchemeDialogProps) {
  const layout = useColumnLayout(definition)
  const work = useSchemeWork(definition, state, layout)
  const { draft, selected } = work
  const [isSharing, setSharing] = useState(false)
  const [leave, questions] = useLeaving(work.isChanged, onClose)
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
      onCancel={leave}
      footer={<Footer isBusy={work.isBusy} onLeave={leave} onTake={take} onConfirm={() => void confirm()} />}
    >
      {questions}
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

interface FooterProps {
  readonly isBusy: boolean
  readonly onLeave: () => void
  readonly onTake: () => void
  readonly onConfirm: () => void
}

const Footer = ({ isBusy, onLeave, onTake, onConfirm }: FooterProps) => (
  <div className="zg-scheme-footer">
    <Button onClick={onLeave}>{t('取消')}</Button>
    <Button onClick={onTake}>{t('应用不保存')}</Button>
    <Button type="primary" loading={isBusy} onClick={onConfirm}>
      {t('确定')}
    </Button>
  </div>
)

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
      <AskedOfScheme
        title={t('确定要重置【{name}】该方案吗', { name })}
        text={t('重置')}
        disabled={isForeign}
        work={work}
        onDone={work.reset}
      />
      <AskedOfScheme
        title={t('确定要删除【{name}】该方案吗', { name })}
        text={t('删除')}
        disabled={isForeign}
        work={work}
        onDone={work.remove}
      />
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

interface AskedOfSchemeProps {
  readonly title: string
  readonly text: string
  readonly disabled: boolean
  readonly work: SchemeWork
  readonly onDone: () => Promise<void>
}

/** Asks once, and only about a scheme that is chosen. */
function AskedOfScheme({ title, text, disabled, work, onDone }: AskedOfSchemeProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Asked
      loses
      title={title}
      okText={text}
      open={isOpen}
      onOpenChange={open => setOpen(open && work.hasSelection())}
      onConfirm={() => void onDone()}
    >
      <Button disabled={disabled}>{text}</Button>
    </Asked>
  )
}
