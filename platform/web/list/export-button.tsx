/**
 * 导出: the current filter or the selected rows, the shown columns or all, as workbook or CSV, exact values; while it comes it says how much,
 * and can be cancelled.
 */
import { DownOutlined, DownloadOutlined } from '@ant-design/icons'
import { Button, Dropdown, Space } from 'antd'
import { useState } from 'react'
import { showFileSize } from '#platform/format/numbers.ts'
import type { FieldDefinition, ListDefinition } from '../../declare/wire.ts'
import { exportFile } from '../api/export-file.ts'
import { feedback } from '../api/feedback.ts'
import { t } from '../i18n/t.ts'
import { pathOf } from '../values/call.ts'
import { exportBody } from '../values/list-query.ts'
import type { ListState } from '../values/list-state.ts'
import { useQueryPage } from '../page/query-page.ts'
import { today } from '../page/today.ts'

/** From so many rows on the server makes the file in the background (docs/api.md). */
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

type Format = 'xlsx' | 'csv'

export function ExportButton({ definition, columns, state, fixed, selectedIds, total }: ExportButtonProps) {
  const [running, setRunning] = useState<{ readonly abort: AbortController; readonly received: number } | null>(null)
  const openQuery = useQueryPage()
  const call = definition.calls.export
  if (call === undefined) return null
  const run = async (format: Format, chosen: readonly FieldDefinition[], lines = false): Promise<void> => {
    if (total === 0 && selectedIds.length === 0) {
      feedback.warning(t('没有数据，无法导出'))
      return
    }
    const abort = new AbortController()
    setRunning({ abort, received: 0 })
    const body = {
      ...exportBody(definition, chosen, state, selectedIds, fixed, today()),
      ...(format === 'xlsx' ? {} : { format }),
      ...(lines ? { lines } : {}),
    }
    const inBackground = selectedIds.length === 0 && (total ?? 0) >= backgroundRowsMin
    try {
      await exportFile(pathOf(call), inBackground ? { ...body, async: true } : body, `${definition.title}.${format}`, {
        signal: abort.signal,
        onReceived: received => setRunning({ abort, received }),
      })
    } finally {
      setRunning(null)
    }
  }
  if (running !== null)
    return (
      <Button icon={<DownloadOutlined aria-hidden />} onClick={() => running.abort.abort()}>
        {running.received === 0 ? t('取消导出') : t('取消导出（已收到 {size}）', { size: showFileSize(running.received) })}
      </Button>
    )
  const all = definition.result
  const toSql = (): void => {
    const { fields, query } = exportBody(definition, columns, state, [], fixed, today())
    openQuery?.(`list:${definition.type}`, { fields, ...query })
  }
  const hasLines = definition.lines !== undefined && definition.lines.apart !== true
  return (
    <Space.Compact>
      <Button icon={<DownloadOutlined aria-hidden />} onClick={() => void run('xlsx', columns)}>
        {selectedIds.length === 0 ? t('导出') : t('导出所选 {count} 行', { count: selectedIds.length })}
      </Button>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            { key: 'shown-xlsx', label: t('Excel，显示的列'), onClick: () => void run('xlsx', columns) },
            { key: 'all-xlsx', label: t('Excel，全部列'), onClick: () => void run('xlsx', all) },
            ...(hasLines
              ? [{ key: 'lines-xlsx', label: t('Excel，含明细（可再导入）'), onClick: () => void run('xlsx', columns, true) }]
              : []),
            { key: 'shown-csv', label: t('CSV，显示的列'), onClick: () => void run('csv', columns) },
            { key: 'all-csv', label: t('CSV，全部列'), onClick: () => void run('csv', all) },
            ...(openQuery === null ? [] : [{ key: 'sql', label: t('生成 SQL'), onClick: toSql }]),
          ],
        }}
      >
        <Button icon={<DownOutlined aria-hidden />} aria-label={t('格式和列')} />
      </Dropdown>
    </Space.Compact>
  )
}
