/** Bringing a record back to an earlier version: what would change is shown first; refused in the server's own words. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert } from 'antd'
import { useState } from 'react'
import type { HistoryEntry, Restoring } from '../../declare/history.ts'
import { ApiError, api } from '../api/client.ts'
import { showBatchResult } from '../values/undo.ts'
import { t } from '../i18n/t.ts'
import { RowsLoading } from '../values/list-notices.tsx'
import { useListDefinition } from '../values/use-list-definition.ts'
import { showInstant } from '../values/value.ts'
import { TabModal } from '../page/tab-modal.tsx'
import { Changes } from './history-entries.tsx'

interface RestoreDialogProps {
  readonly type: string
  readonly id: string
  readonly entry: HistoryEntry
  readonly onClose: () => void
}

const path = '/auditTrail/restore'
const reasonOf = (error: unknown): string => (error instanceof ApiError ? error.msg : t('读取失败，请重试'))

export default function RestoreDialog({ type, id, entry, onClose }: RestoreDialogProps) {
  const client = useQueryClient()
  const { data: definition } = useListDefinition(type)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const body = { type, id, entryId: entry.id }
  const preview = useQuery({
    queryKey: ['restore', type, id, entry.id],
    queryFn: ({ signal }) => api.post<Restoring>(path, { ...body, preview: true }, { signal, quiet: true }),
    gcTime: 0,
    retry: false,
    throwOnError: false,
  })
  const at = showInstant(entry.at)
  const shown = preview.data
  const refresh = (): void => {
    for (const key of ['list', 'record', 'history', 'neighbours', 'related']) void client.invalidateQueries({ queryKey: [key, type] })
  }
  async function restore(): Promise<void> {
    if (shown === undefined || isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      const version = shown.version === null ? {} : { version: shown.version }
      const done = await api.write<Restoring>(path, { ...body, ...version }, { quiet: true })
      refresh()
      showBatchResult(definition?.calls ?? {}, t('已恢复到 {at} 的版本', { at }), done, refresh)
      onClose()
    } catch (error) {
      setProblem(reasonOf(error))
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
    }
  }
  const told = problem ?? (preview.error === null ? null : reasonOf(preview.error))
  return (
    <TabModal
      open
      title={t('恢复到 {at} 的版本', { at })}
      width={560}
      okText={t('恢复')}
      cancelText={t('取消')}
      okButtonProps={{ disabled: shown === undefined }}
      confirmLoading={isBusy}
      onOk={() => void restore()}
      onCancel={onClose}
    >
      {told !== null && <Alert type="warning" showIcon title={told} />}
      {preview.isPending && <RowsLoading />}
      {shown !== undefined && (
        <>
          <p className="zg-history-about">{t('将改回这些字段')}</p>
          <Changes changes={shown.changes} />
          {shown.kept.length > 0 && <p className="zg-history-about">{t('不会恢复：{fields}', { fields: shown.kept.join(t('、')) })}</p>}
        </>
      )}
    </TabModal>
  )
}
