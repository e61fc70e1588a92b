/** 导出: the current filter or the selected rows, the shown columns, exact values. */
import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import type { FieldDefinition, ListDefinition } from '../../declare/wire.ts'
import { ApiError } from '../api/client.ts'
import { NotAFile, fetchFile, saveFile } from '../api/download.ts'
import { feedback } from '../api/feedback.ts'
import { t } from '../i18n/t.ts'
import { pathOf } from './call.ts'
import { exportBody } from './list-query.ts'
import type { ListState } from './list-state.ts'
import { today } from './today.ts'

/** From so many rows on the server makes the file in the background (decisions.md, Wire format). */
const backgroundRowsMin = 100_000

interface ExportButtonProps {
  readonly definition: ListDefinition
  readonly columns: readonly FieldDefinition[]
  readonly state: ListState
  readonly fixed: Readonly<Record<string, string>>
  readonly selectedIds: readonly string[]
  /** rows of the filter; undefined while unknown */
  readonly total: number | undefined
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

export function ExportButton({ definition, columns, state, fixed, selectedIds, total }: ExportButtonProps) {
  const [busy, setBusy] = useState(false)
  const call = definition.calls.export
  if (call === undefined) return null
  const run = async (): Promise<void> => {
    if (total === 0 && selectedIds.length === 0) {
      feedback.warning(t('没有数据，无法导出'))
      return
    }
    setBusy(true)
    const body = exportBody(definition, columns, state, selectedIds, fixed, today())
    const inBackground = selectedIds.length === 0 && (total ?? 0) >= backgroundRowsMin
    try {
      await download(pathOf(call), inBackground ? { ...body, async: true } : body, `${definition.title}.xlsx`)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={<DownloadOutlined />} loading={busy} onClick={() => void run()}>
      {selectedIds.length === 0 ? t('导出') : t('导出所选 {count} 行', { count: selectedIds.length })}
    </Button>
  )
}
