/** One import: its progress while it runs, its report when it has ended. */
import { CheckCircleFilled, CloseCircleFilled, DownloadOutlined } from '@ant-design/icons'
import { Alert, Button, Progress, Statistic, Table, Tag } from 'antd'
import { useState } from 'react'
import { MISSING, showNumber } from '#platform/format/numbers.ts'
import type { ImportDetails } from '../../declare/wire.ts'
import { api } from '../api/client.ts'
import { fetchFile, saveFile } from '../api/download.ts'
import { currentLanguage } from '../i18n/language.ts'
import { t } from '../i18n/t.ts'
import { ignoreShownRefusal } from '../api/ignore-shown-refusal.ts'
import { Doubts } from './doubts.tsx'
import { Money } from './money.tsx'
import { isListImport, isNothing, queueText, resultText, stateColour, stateText } from './import-texts.ts'
import { NextSteps } from './next-steps.tsx'
import { UnmappedSkus, UnmappedTypes } from './unmapped.tsx'
import { isEnded } from './use-import.ts'
import { pageSteps } from '../widgets/page-steps.tsx'

const rowsBeside = 5

function CancelButton({ id, onCancelled }: { id: string; onCancelled: () => void }) {
  const [busy, setBusy] = useState(false)
  const cancel = async (): Promise<void> => {
    setBusy(true)
    try {
      await api.write('/fileImportHistory/cancel', { id })
      onCancelled()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="small" loading={busy} onClick={() => void ignoreShownRefusal(cancel())}>
      {t('取消导入')}
    </Button>
  )
}

function Running({ details, onCancelled }: { details: ImportDetails; onCancelled: () => void }) {
  const percent = details.progress === null ? 0 : Math.floor(details.progress * 100)
  return (
    <div className="zg-import-running">
      <Progress percent={percent} status="active" showInfo={details.progress !== null} aria-label={t('导入进度')} />
      <div className="zg-import-step">
        <span aria-live="polite">{details.step || stateText(details.state)}</span>
        {details.queue !== undefined && details.queue.files > 0 && <span>{queueText(details.queue)}</span>}
        {details.lines.read > 0 && <span>{t('已读取 {count} 行', { count: showNumber(String(details.lines.read)) })}</span>}
        <CancelButton id={details.id} onCancelled={onCancelled} />
      </div>
    </div>
  )
}

function Lines({ details }: { details: ImportDetails }) {
  const { lines } = details
  const figures = [
    [t('读取'), lines.read],
    [isListImport(details) ? t('写入') : t('本次新增'), lines.merged],
    [t('无变化'), lines.unchanged],
    [t('有误'), lines.refused],
  ] as const
  return (
    <div className="zg-import-lines">
      {figures.map(([title, value]) => (
        <Statistic
          key={title}
          title={title}
          value={showNumber(String(value))}
          suffix={currentLanguage() === 'zh-CN' ? t('行') : undefined}
        />
      ))}
    </div>
  )
}

function Errors({ details }: { details: ImportDetails }) {
  const [busy, setBusy] = useState(false)
  if (details.errorsTotal === 0 && details.errors.length === 0) return null
  const download = async (): Promise<void> => {
    setBusy(true)
    try {
      saveFile(
        await fetchFile('/fileImportHistory/errorsExport', { id: details.id }, t('{name} 错误明细.xlsx', { name: details.fileName })),
      )
    } finally {
      setBusy(false)
    }
  }
  return (
    <section>
      <header className="zg-import-head">
        <h3>{t('错误明细')}</h3>
        <Button size="small" icon={<DownloadOutlined aria-hidden />} loading={busy} onClick={() => void ignoreShownRefusal(download())}>
          {t('下载全部 {count} 条', { count: showNumber(String(details.errorsTotal)) })}
        </Button>
      </header>
      <Table
        size="small"
        rowKey={error => `${error.line}|${error.column}|${error.reason}`}
        dataSource={[...details.errors]}
        pagination={
          details.errors.length > rowsBeside
            ? { pageSize: rowsBeside, size: 'small', showSizeChanger: false, itemRender: pageSteps }
            : false
        }
        columns={[
          { title: t('行'), width: 72, align: 'right', render: (_, error) => error.line ?? MISSING },
          { title: t('列'), width: 120, ellipsis: true, render: (_, error) => error.column ?? MISSING },
          { title: t('值'), width: 120, ellipsis: true, render: (_, error) => error.value ?? MISSING },
          { title: t('原因'), dataIndex: 'reason' },
        ]}
      />
    </section>
  )
}

/** Whether the file adds up to its own totals: the first thing to be read. */
function Verdict({ details: { controlTotals } }: { details: ImportDetails }) {
  if (controlTotals.length === 0) return null
  const wrong = controlTotals.filter(total => !isNothing(total.difference))
  if (wrong.length === 0)
    return (
      <p className="zg-import-verdict">
        <CheckCircleFilled aria-hidden /> {t('与文件的合计一致，差异 0.00')}
      </p>
    )
  return (
    <p className="zg-import-verdict" data-wrong>
      <CloseCircleFilled aria-hidden /> {t('与文件的合计不一致，差异')}
      {wrong.map(total => (
        <span key={`${total.name}|${total.currency}`}>
          {total.title} <Money value={total.difference} isWrong /> {total.currency}
        </span>
      ))}
    </p>
  )
}

function ControlTotals({ details }: { details: ImportDetails }) {
  if (details.controlTotals.length === 0) return null
  return (
    <section>
      <h3>{t('金额核对')}</h3>
      <Table
        size="small"
        rowKey={total => `${total.name}|${total.currency}`}
        dataSource={[...details.controlTotals]}
        pagination={false}
        scroll={{ x: 'max-content' }}
        columns={[
          { title: t('项目'), dataIndex: 'title' },
          { title: t('币种'), dataIndex: 'currency', width: 64 },
          { title: t('文件中'), align: 'right', render: (_, total) => <Money value={total.file} /> },
          { title: t('本次新增'), align: 'right', render: (_, total) => <Money value={total.merged} /> },
          { title: t('无变化'), align: 'right', render: (_, total) => <Money value={total.unchanged} /> },
          {
            title: t('差异'),
            align: 'right',
            render: (_, total) => <Money value={total.difference} isWrong={!isNothing(total.difference)} />,
          },
        ]}
      />
    </section>
  )
}

/** Head of an import: file, kind, shop, state. */
export function ImportHead({ details }: { details: ImportDetails }) {
  const about = [details.kindTitle, details.shopIdLabel ?? details.ownerName].filter(one => one !== null && one !== '')
  return (
    <div className="zg-import-title">
      <strong title={details.fileName}>{details.fileName}</strong>
      <Tag color={stateColour(details.state)}>{stateText(details.state)}</Tag>
      {about.length > 0 && <span className="zg-import-about">{about.join(' · ')}</span>}
    </div>
  )
}

/** Progress, then report. `onChanged`: it was cancelled, ask again. */
export function ImportReport({ details, onChanged }: { details: ImportDetails; onChanged: () => void }) {
  if (!isEnded(details.state)) return <Running details={details} onCancelled={onChanged} />
  const result = resultText(details)
  return (
    <div className="zg-import-report">
      {result !== null && (
        <Alert
          showIcon
          type={details.state === 'done' ? 'success' : details.state === 'cancelled' || details.state === 'waiting' ? 'warning' : 'error'}
          title={result}
        />
      )}
      <Doubts details={details} onDecided={onChanged} />
      <Verdict details={details} />
      <ControlTotals details={details} />
      {details.notes.length > 0 && (
        <ul className="zg-import-notes">
          {details.notes.map(one => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      )}
      <NextSteps details={details} />
      <Lines details={details} />
      <Errors details={details} />
      <UnmappedTypes details={details} />
      <UnmappedSkus details={details} />
    </div>
  )
}
