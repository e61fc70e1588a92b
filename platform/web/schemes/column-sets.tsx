/** Named sets of columns: one is taken over into the work, the columns as they stand are kept under a name, shared, removed. */
import { Button, Input, Popover, Select, Space } from 'antd'
import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ColumnSetting, ListDefinition, Scheme } from '../../declare/wire.ts'
import { api } from '../api/client.ts'
import { feedback } from '../api/feedback.ts'
import { t } from '../i18n/t.ts'
import { Asked } from '../widgets/confirm.tsx'
import { ignoreShownRefusal } from '../api/ignore-shown-refusal.ts'
import { columnList, draftOf } from '../table/scheme-rules.ts'
import { ShareDialog } from './share-dialog.tsx'
import { clearable } from '../widgets/clearable.tsx'

/** As the server takes it. */
const nameMax = 50

interface ColumnSetsProps {
  readonly definition: ListDefinition
  readonly columns: readonly ColumnSetting[]
  readonly onColumns: (columns: readonly ColumnSetting[]) => void
}

function useColumnSets(type: string) {
  const client = useQueryClient()
  const queryKey = ['columnSets', type]
  const { data = [], isError } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.post<readonly Scheme[]>('/dyColumns/list', { type }, { signal }),
    staleTime: 0,
    throwOnError: false,
  })
  return { sets: data, isError, refresh: () => client.invalidateQueries({ queryKey }) }
}

/** What is done to sets; each call refused by the server rejects. */
function setCalls(type: string, columns: readonly ColumnSetting[], refresh: () => Promise<void>, choose: (id: string | null) => void) {
  const said = { type, columnList: columnList(columns) }
  return {
    async insert(name: string): Promise<void> {
      const { profileId } = await api.write<{ profileId: string }>('/dyColumns/insert', { ...said, name })
      await refresh()
      choose(profileId)
      feedback.success(t('列方案已保存'))
    },
    async update({ profileId, version, name }: Scheme): Promise<void> {
      await api.write('/dyColumns/update', { ...said, id: profileId, version, name })
      await refresh()
      feedback.success(t('列方案已保存'))
    },
    async remove({ profileId }: Scheme): Promise<void> {
      await api.write('/dyColumns/delete', { id: profileId })
      choose(null)
      await refresh()
    },
  }
}

export function ColumnSets({ definition, columns, onColumns }: ColumnSetsProps) {
  const { type } = definition
  const { sets, isError, refresh } = useColumnSets(type)
  const [chosen, setChosen] = useState<string | null>(null)
  const [isSharing, setSharing] = useState(false)
  const set = sets.find(one => one.profileId === chosen) ?? null
  const take = (id: string): void => {
    setChosen(id)
    const next = sets.find(one => one.profileId === id)
    if (next === undefined) return
    if (next.removed.length > 0) feedback.warning(t('列方案中的 {titles} 已不存在，其余照常使用', { titles: next.removed.join(t('、')) }))
    onColumns(draftOf(definition, next, { columns, density: 'compact' }).columns)
  }
  const { insert, update, remove } = setCalls(type, columns, refresh, setChosen)
  return (
    <div className="zg-scheme-tools">
      <Select
        className="zg-scheme-field"
        aria-label={t('列方案')}
        placeholder={t('选择列方案')}
        allowClear={clearable()}
        value={set?.profileId ?? null}
        notFoundContent={isError ? t('选项加载失败，请重新打开') : t('还没有保存的列方案')}
        options={sets.map(one => ({
          value: one.profileId,
          label: one.isOwn ? one.name : t('{name}，来自 {owner}', { name: one.name, owner: one.ownerName }),
        }))}
        // the same set chosen again undoes what was changed since
        onSelect={(id: string) => take(id)}
        onClear={() => setChosen(null)}
      />
      <SaveSet onSave={insert} />
      {set?.isOwn === true && (
        <>
          <Button onClick={() => void ignoreShownRefusal(update(set))}>{t('更新列方案')}</Button>
          <Button onClick={() => setSharing(true)}>{t('共享列方案')}</Button>
          <Asked
            loses
            title={t('确定要删除列方案“{name}”吗？', { name: set.name })}
            okText={t('删除')}
            onConfirm={() => void ignoreShownRefusal(remove(set))}
          >
            <Button>{t('删除列方案')}</Button>
          </Asked>
        </>
      )}
      {isSharing && set !== null && (
        <ShareDialog
          scheme={set}
          call={said => api.write('/dyColumns/share', { id: set.profileId, ...said })}
          onShared={() => void refresh()}
          onClose={() => setSharing(false)}
        />
      )}
    </div>
  )
}

/** Asks for the name below the button. */
function SaveSet({ onSave }: { onSave: (name: string) => Promise<void> }) {
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const save = async (): Promise<void> => {
    if (name.trim() === '') return feedback.warning(t('列方案名称不能为空'))
    await ignoreShownRefusal(
      onSave(name.trim()).then(() => {
        setOpen(false)
        setName('')
      }),
    )
  }
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      open={isOpen}
      onOpenChange={setOpen}
      content={
        <Space.Compact>
          <Input
            autoFocus
            aria-label={t('列方案名称')}
            placeholder={t('列方案名称')}
            maxLength={nameMax}
            value={name}
            onChange={event => setName(event.target.value)}
            onPressEnter={() => void save()}
          />
          <Button type="primary" onClick={() => void save()}>
            {t('保存列方案')}
          </Button>
        </Space.Compact>
      }
    >
      <Button>{t('存为列方案')}</Button>
    </Popover>
  )
}
