/** Kept reports of one's own: opened, kept, shared, deleted, as the filter schemes of lists are. */
import { feedback } from '#platform/web/api/feedback.ts'
import { DeleteOutlined, SaveOutlined, ShareAltOutlined } from '@ant-design/icons'
import { App, Button, Input, Select, Space } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { KeptReport } from '#platform/declare/wire-pivot.ts'
import type { Scheme } from '#platform/declare/wire.ts'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { ignoreShownRefusal } from '#platform/web/api/ignore-shown-refusal.ts'
import { ShareDialog } from '#platform/web/schemes/share-dialog.tsx'
import { useRefreshSchemes, useSchemes } from '#platform/web/schemes/use-schemes.ts'
import { TabModal } from '#platform/web/page/tab-modal.tsx'
import { askFirst } from '#platform/web/widgets/confirm.tsx'

import '#platform/web/schemes/schemes.css'

export const schemeType = 'ownReport'

interface OwnSchemesProps {
  /** the scheme that was opened; null: none */
  readonly opened: string | null
  /** what is shown now; null: nothing that could be kept */
  readonly shown: KeptReport | null
  /** nothing is chosen yet: the default one opens */
  readonly isFresh: boolean
  readonly onOpen: (scheme: Scheme | null) => void
}

export function OwnSchemes({ opened, shown, isFresh, onOpen }: OwnSchemesProps) {
  const { data = [], isLoading } = useSchemes(schemeType)
  const refresh = useRefreshSchemes(schemeType)
  const [isNaming, setNaming] = useState(false)
  const [isSharing, setSharing] = useState(false)
  const scheme = data.find(one => one.profileId === opened) ?? null
  const setDefault = useDefault(data, isLoading, isFresh, onOpen)
  const keep = async (name: string, over: Scheme | null): Promise<void> => {
    const said = {
      type: schemeType,
      kind: 1,
      name,
      report: shown,
      ...(over === null ? {} : { profileId: over.profileId, version: over.version }),
    }
    const { profileId } = await api.write<{ profileId: string }>('/ListProfile/saveListProfile', said)
    const fresh = await api.get<readonly Scheme[]>('/ListProfile/profileList', { type: schemeType })
    await refresh()
    onOpen(fresh.find(one => one.profileId === profileId) ?? null)
    feedback.success(t('已保存'))
  }
  const remove = useRemove(async () => {
    await refresh()
    onOpen(null)
  })
  return (
    <Space wrap>
      <Select
        className="zg-own-schemes"
        aria-label={t('保存的报表')}
        placeholder={t('保存的报表')}
        loading={isLoading}
        value={scheme?.profileId ?? null}
        options={data.map(one => ({ value: one.profileId, label: labelOf(one) }))}
        showSearch={{ optionFilterProp: 'label' }}
        notFoundContent={t('还没有保存的报表')}
        onChange={id => onOpen(data.find(one => one.profileId === id) ?? null)}
      />
      {scheme?.isOwn === true && shown !== null && (
        <Button icon={<SaveOutlined aria-hidden />} onClick={() => void ignoreShownRefusal(keep(scheme.name, scheme))}>
          {t('保存')}
        </Button>
      )}
      {shown !== null && (
        <Button icon={scheme?.isOwn === true ? undefined : <SaveOutlined aria-hidden />} onClick={() => setNaming(true)}>
          {t('另存为')}
        </Button>
      )}
      {scheme !== null && (
        <Button onClick={() => void ignoreShownRefusal(setDefault(scheme))}>
          {scheme.isDefault === 1 ? t('取消默认') : t('设为默认')}
        </Button>
      )}
      {scheme?.isOwn === true && <OwnButtons onShare={() => setSharing(true)} onRemove={() => remove(scheme)} />}
      {isNaming && <NameDialog onName={name => keep(name, null)} onClose={() => setNaming(false)} />}
      {isSharing && scheme !== null && (
        <ShareDialog
          scheme={scheme}
          call={said => api.write('/ListProfile/share', { profileId: scheme.profileId, ...said })}
          onShared={() => void refresh()}
          onClose={() => setSharing(false)}
        />
      )}
    </Space>
  )
}

function OwnButtons({ onShare, onRemove }: { readonly onShare: () => void; readonly onRemove: () => void }) {
  return (
    <Space>
      <Button icon={<ShareAltOutlined aria-hidden />} onClick={onShare}>
        {t('共享')}
      </Button>
      <Button icon={<DeleteOutlined aria-hidden />} aria-label={t('删除')} title={t('删除')} onClick={onRemove} />
    </Space>
  )
}

const labelOf = (one: Scheme): string => {
  const named = one.isOwn ? one.name : t('{name}（{owner}共享）', { name: one.name, owner: one.ownerName })
  return one.isDefault === 1 ? t('{name}（默认）', { name: named }) : named
}

/** The default one opens first; sets it, or takes it away. */
function useDefault(data: readonly Scheme[], isLoading: boolean, isFresh: boolean, onOpen: OwnSchemesProps['onOpen']) {
  const refresh = useRefreshSchemes(schemeType)
  const standard = data.find(one => one.isDefault === 1) ?? null
  const begun = useRef(false)
  useEffect(() => {
    if (isLoading || begun.current) return
    begun.current = true
    if (isFresh && standard !== null) onOpen(standard)
  }, [isLoading, isFresh, standard, onOpen])
  return async (of: Scheme): Promise<void> => {
    await api.write('/ListProfile/udpate', { id: of.profileId, listType: schemeType, isDefault: of.isDefault === 1 ? 0 : 1 })
    await refresh()
    feedback.success(of.isDefault === 1 ? t('已取消默认') : t('打开自助报表时先显示它'))
  }
}

/** Asks first, then deletes. */
function useRemove(onRemoved: () => Promise<void>): (of: Scheme) => void {
  const { modal } = App.useApp()
  return of => {
    askFirst(modal, {
      loses: true,
      title: t('确定要删除报表【{name}】吗？', { name: of.name }),
      okText: t('删除'),
      onOk: () => ignoreShownRefusal(api.write('/ListProfile/deleteListProfile', { profileId: of.profileId }).then(onRemoved)),
    })
  }
}

function NameDialog({ onName, onClose }: { readonly onName: (name: string) => Promise<void>; readonly onClose: () => void }) {
  const [name, setName] = useState('')
  const [isBusy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    await ignoreShownRefusal(onName(name.trim()).then(onClose)).finally(() => setBusy(false))
  }
  return (
    <TabModal
      open
      title={t('保存报表')}
      okText={t('保存')}
      cancelText={t('取消')}
      confirmLoading={isBusy}
      okButtonProps={{ disabled: name.trim() === '' }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Input
        aria-label={t('名称')}
        placeholder={t('名称')}
        maxLength={50}
        value={name}
        onChange={event => setName(event.target.value)}
        onPressEnter={() => name.trim() !== '' && void save()}
      />
    </TabModal>
  )
}
