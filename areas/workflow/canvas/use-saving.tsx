/** Saving and publishing of a flow as it is edited. */
import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useState } from 'react'
import type { FlowDefinition } from '#platform/declare/flow.ts'
import { ApiError, api } from '#platform/web/api/client.ts'
import { feedback } from '#platform/web/api/feedback.ts'
import { t } from '#platform/web/i18n/t.ts'
import { askFirst } from '#platform/web/widgets/confirm.tsx'

const runningTold = 1_000

export interface OneFlow {
  readonly id: string
  readonly version: number
  readonly formCode: string
  readonly name: string
  readonly versionNo: number
  readonly status: 0 | 1 | 2
  readonly running: number
  readonly definition: FlowDefinition
}

interface Edited {
  readonly name: string
  readonly now: FlowDefinition
  readonly isDirty: boolean
  readonly onChanged: () => void
}

export function useSaving(flow: OneFlow, { name, now, isDirty, onChanged }: Edited) {
  const client = useQueryClient()
  const { modal } = App.useApp()
  const [busy, setBusy] = useState(false)
  const send = async (run: () => Promise<void>): Promise<void> => {
    setBusy(true)
    try {
      await run()
    } catch (error) {
      // the refusal was shown
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
    }
  }
  const save = async (): Promise<number> => {
    if (!isDirty) return flow.version
    const body = { id: flow.id, version: flow.version, name: name.trim(), definition: now }
    const { version } = await api.write<{ version: number }>('/workflowSetting/update', body)
    return version
  }
  const after = async (text: string): Promise<void> => {
    feedback.success(text)
    onChanged()
    await client.invalidateQueries({ queryKey: ['flow', flow.id] })
  }
  const publish = (): void =>
    askFirst(modal, {
      loses: false,
      title: t('发布第 {version} 版', { version: flow.versionNo }),
      content: (
        <>
          <p>{t('发布后，新的申请按这一版审批。')}</p>
          <p>
            {flow.running === 0
              ? t('现在没有正在审批的记录。')
              : t('正在审批的 {count} 条记录继续按提交时的版本走完，不受影响。', {
                  count: flow.running < runningTold ? flow.running : `${runningTold}+`,
                })}
          </p>
        </>
      ),
      okText: t('发布'),
      onOk: () =>
        send(async () => {
          const version = await save()
          await api.write('/workflowSetting/publish', { id: flow.id, version })
          await after(t('已发布'))
        }),
    })
  const saveAlone = (): Promise<void> =>
    send(async () => {
      await save()
      await after(t('已保存'))
    })
  return { busy, publish, save: saveAlone }
}
