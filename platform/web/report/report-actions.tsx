/** 导出, 打印 and 重新计算 of a report, when the caller may. */
import {
  CodeOutlined,
  DownOutlined,
  DownloadOutlined,
  EllipsisOutlined,
  FilePdfOutlined,
  LineChartOutlined,
  PrinterOutlined,
  SyncOutlined,
} from '@ant-design/icons'
import { Button, Dropdown, Space } from 'antd'
import { useState } from 'react'
import type { Call, ReportDefinition } from '../../declare/wire.ts'
import { exportFile } from '../api/export-file.ts'
import { feedback } from '../api/feedback.ts'
import { t } from '../i18n/t.ts'
import { change, pathOf } from '../values/call.ts'
import { ignoreShownRefusal } from '../api/ignore-shown-refusal.ts'
import type { PaperTools } from '../paper/use-paper.tsx'
import { useIsMobile } from '../page/use-is-mobile.ts'
import { usePage } from '../page/page-context.ts'
import { useQueryPage } from '../page/query-page.ts'
import { tellIfSynced } from '../page/use-usage.ts'
import { exportBody, periodOf } from './report-query.ts'
import type { ReportState } from './report-state.ts'

interface ReportActionsProps {
  readonly definition: ReportDefinition
  readonly state: ReportState
  readonly measures: readonly string[]
  readonly isEmpty: boolean
  readonly onComputing: () => void
  readonly charts: { readonly isShown: boolean; readonly toggle: () => void }
  readonly paper: PaperTools
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

interface Compute {
  readonly call: Call | undefined
  readonly owner: ReportDefinition['owner']
  readonly state: ReportState
  readonly onComputing: () => void
}

/** Computing the period and the chosen owners anew. */
function useCompute({ call, owner, state, onComputing }: Compute): () => Promise<void> {
  const { menu } = usePage()
  const { [owner.dimension ?? '']: owners = [] } = state.where
  return async () => {
    if (call === undefined) return
    await change(call, { ...periodOf(state), ...(owners.length === 0 ? {} : { [owner.field]: owners }) })
    feedback.success(t('已开始重新计算，完成后自动更新'))
    tellIfSynced(call.path, menu.component)
    onComputing()
  }
}

/** What is on the page, as it stands; a PDF is a file, and takes the right to export. */
function onPaper(mayExport: boolean, isEmpty: boolean, paper: PaperTools, run: (work: () => Promise<void>) => void) {
  if (isEmpty) return []
  const pdf = { key: 'pdf', icon: <FilePdfOutlined aria-hidden />, label: 'PDF', onClick: () => run(paper.pdf) }
  return [
    ...(mayExport ? [pdf] : []),
    { key: 'print', icon: <PrinterOutlined aria-hidden />, label: t('打印'), onClick: () => run(paper.print) },
  ]
}

/** Export at hand, the rest behind 更多; on a phone all of it there. */
export function ReportActions({ definition, state, measures, isEmpty, onComputing, charts, paper }: ReportActionsProps) {
  const [busy, run] = useBusy()
  const isMobile = useIsMobile()
  const openQuery = useQueryPage()
  const { compute: call, export: exported } = definition.calls
  const compute = useCompute({ call, owner: definition.owner, state, onComputing })
  const save = async (exportCall: Call, format: 'xlsx' | 'csv'): Promise<void> => {
    if (isEmpty) feedback.warning(t('没有数据，无法导出'))
    else {
      const body = { ...exportBody(definition, state, measures), ...(format === 'xlsx' ? {} : { format }) }
      await exportFile(pathOf(exportCall), body, `${definition.title}.${format}`)
    }
  }
  const csv = exported && { key: 'csv', label: isMobile ? `${t('导出')} CSV` : 'CSV', onClick: () => void run(() => save(exported, 'csv')) }
  const items = [
    ...(isMobile && exported && csv
      ? [
          { key: 'xlsx', icon: <DownloadOutlined aria-hidden />, label: t('导出'), onClick: () => void run(() => save(exported, 'xlsx')) },
          csv,
        ]
      : []),
    ...onPaper(exported !== undefined, isEmpty, paper, work => void run(() => ignoreShownRefusal(work()))),
    ...(call === undefined
      ? []
      : [
          {
            key: 'compute',
            icon: <SyncOutlined aria-hidden />,
            label: t('重新计算'),
            onClick: () => void run(() => ignoreShownRefusal(compute())),
          },
        ]),
    {
      key: 'charts',
      icon: <LineChartOutlined aria-hidden />,
      label: charts.isShown ? t('收起图表') : t('展开图表'),
      onClick: charts.toggle,
    },
    ...(openQuery === null
      ? []
      : [
          {
            key: 'sql',
            icon: <CodeOutlined aria-hidden />,
            label: t('生成 SQL'),
            onClick: () => openQuery(`report:${definition.name}`, { ...exportBody(definition, state, measures).query, measures }),
          },
        ]),
  ]
  return (
    <>
      {!isMobile && exported !== undefined && csv !== undefined && (
        <Space.Compact>
          <Button icon={<DownloadOutlined aria-hidden />} loading={busy} onClick={() => void run(() => save(exported, 'xlsx'))}>
            {t('导出')}
          </Button>
          <Dropdown trigger={['click']} menu={{ items: [csv] }}>
            <Button icon={<DownOutlined aria-hidden />} aria-label={t('其他格式')} />
          </Dropdown>
        </Space.Compact>
      )}
      <Dropdown trigger={['click']} menu={{ items }}>
        <Button icon={<EllipsisOutlined aria-hidden />} loading={busy && isMobile} aria-label={t('更多操作')} title={t('更多操作')} />
      </Dropdown>
    </>
  )
}
