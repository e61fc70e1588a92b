/** 导出 and 重新计算 of a report, when the caller may. */
import { DownOutlined, DownloadOutlined, SyncOutlined } from '@ant-design/icons'
import { Button, Dropdown, Space } from 'antd'
import { useState } from 'react'
import type { Call, ReportDefinition } from '../../declare/wire.ts'
import { ApiError } from '../api/client.ts'
import { NotAFile, fetchFile, saveFile } from '../api/download.ts'
import { feedback } from '../api/feedback.ts'
import { t } from '../i18n/t.ts'
import { change, pathOf } from '../list/call.ts'
import { ignoreShownRefusal } from '../list/ignore-shown-refusal.ts'
import { usePage } from '../shell/page/page-context.ts'
import { tellIfSynced } from '../shell/use-usage.ts'
import { exportBody, periodOf } from './report-query.ts'
import type { ReportState } from './report-state.ts'

interface ReportActionsProps {
  readonly definition: ReportDefinition
  readonly state: ReportState
  readonly measures: readonly string[]
  readonly isEmpty: boolean
  readonly onComputing: () => void
}

async function download(path: string, body: object, name: string): Promise<void> {
  try {
    saveFile(await fetchFile(path, body, name))
    feedback.success(t('导出成功'))
  } catch (error) {
    if (error instanceof NotAFile) feedback.success(t('导出已转入后台，完成后在任务中心下载'))
    else if (!(error instanceof ApiError)) throw error
    // a refusal has been shown already; an answer that never came has not
    else if (error.code === -1) feedback.warning(error.msg)
  }
}

function useBusy(): [boolean, (work: () => Promise<void>) => Promise<void>] {
  const [busy, setBusy] = useState(false)
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    try {
      await work()
    } finally {
      setBusy(false)
    }
  }
  return [busy, run]
}

function ComputeButton({ call, state, onComputing }: { call: Call; state: ReportState; onComputing: () => void }) {
  const [busy, run] = useBusy()
  const { menu } = usePage()
  const { shop = [] } = state.where
  const compute = async (): Promise<void> => {
    await change(call, { ...periodOf(state), ...(shop.length === 0 ? {} : { shopIds: shop }) })
    feedback.success(t('已开始重新计算，完成后自动更新'))
    tellIfSynced(call.path, menu.component)
    onComputing()
  }
  return (
    <Button icon={<SyncOutlined aria-hidden />} loading={busy} onClick={() => void run(() => ignoreShownRefusal(compute()))}>
      {t('重新计算')}
    </Button>
  )
}

export function ReportActions({ definition, state, measures, isEmpty, onComputing }: ReportActionsProps) {
  const [busy, run] = useBusy()
  const { compute, export: exported } = definition.calls
  const save = async (call: Call, format: 'xlsx' | 'csv'): Promise<void> => {
    if (isEmpty) feedback.warning(t('没有数据，无法导出'))
    else {
      const body = { ...exportBody(definition, state, measures), ...(format === 'xlsx' ? {} : { format }) }
      await download(pathOf(call), body, `${definition.title}.${format}`)
    }
  }
  return (
    <>
      {compute !== undefined && <ComputeButton call={compute} state={state} onComputing={onComputing} />}
      {exported !== undefined && (
        <Space.Compact>
          <Button icon={<DownloadOutlined aria-hidden />} loading={busy} onClick={() => void run(() => save(exported, 'xlsx'))}>
            {t('导出')}
          </Button>
          <Dropdown
            trigger={['click']}
            menu={{ items: [{ key: 'csv', label: 'CSV', onClick: () => void run(() => save(exported, 'csv')) }] }}
          >
            <Button icon={<DownOutlined aria-hidden />} aria-label={t('其他格式')} />
          </Dropdown>
        </Space.Compact>
      )}
    </>
  )
}
