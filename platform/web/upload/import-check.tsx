/** Second step of a list's import: columns of the file and their fields, then the first rows as they would be stored, with their faults. */
import { DownloadOutlined } from '@ant-design/icons'
import { Alert, Button, Collapse, Select, Skeleton, Spin, Tooltip } from 'antd'
import { useState } from 'react'
import { showNumber } from '#platform/format/numbers.ts'
import type { ImportPreview, ImportPreviewRow } from '../../declare/import-preview.ts'
import { fetchFile, saveFile } from '../api/download.ts'
import { t } from '../i18n/t.ts'
import { ignoreShownRefusal } from '../api/ignore-shown-refusal.ts'
import { ColumnMapping } from './column-mapping.tsx'
import { isPartial, mappingOf, type FileCheck } from './use-import-check.ts'
import './import-check.css'

function Mapping({ check, preview }: { check: FileCheck; preview: ImportPreview }) {
  const options = preview.fields.map(field => ({ value: field.name, label: field.required ? `${field.title} *` : field.title }))
  const columns = preview.columns.map(column => ({
    ...column,
    placeholder: column.by === 'system' ? t('由系统填写，不导入') : t('不导入'),
  }))
  return <ColumnMapping columns={columns} options={options} onAssign={check.assign} />
}

function stateText(state: ImportPreviewRow['state']): string {
  switch (state) {
    case 'inserted':
      return t('新增')
    case 'updated':
      return t('更新')
    case 'unchanged':
      return t('无变化')
    case 'refused':
      return t('有误')
  }
}

/** A cell with a fault is corrected where it stands; leaving it, or Enter, checks the file again. */
function FaultyCell({
  title,
  text,
  reason,
  onCorrect,
}: {
  title: string
  text: string
  reason: string
  onCorrect: (text: string) => void
}) {
  const [typed, setTyped] = useState(text)
  const done = (): void => {
    if (typed !== text) onCorrect(typed)
  }
  return (
    <Tooltip title={reason}>
      <input
        className="zg-preview-input"
        aria-label={t('修正{title}：{reason}', { title, reason })}
        aria-invalid
        placeholder={t('（空）')}
        value={typed}
        onChange={event => setTyped(event.target.value)}
        onBlur={done}
        onKeyDown={event => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) done()
          if (event.key === 'Escape' && typed !== text) {
            event.stopPropagation()
            setTyped(text)
          }
        }}
      />
    </Tooltip>
  )
}

function Rows({ check, preview }: { check: FileCheck; preview: ImportPreview }) {
  const titles = new Map(preview.fields.map(field => [field.name, field.title]))
  const names = preview.columns.flatMap(column => (column.field === null ? [] : [column.field]))
  const placeOf = (name: string): number => preview.columns.findIndex(column => column.field === name)
  const corrected = new Set(check.corrections.map(one => `${one.line} ${one.column}`))
  return (
    <div className="zg-preview" tabIndex={0} role="region" aria-label={t('导入预览')}>
      <table className="zg-table">
        <thead>
          <tr>
            <th scope="col">{t('行')}</th>
            <th scope="col">{t('结果')}</th>
            {names.map(name => (
              <th scope="col" key={name}>
                {titles.get(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.rows.map(row => (
            <tr key={row.line} data-state={row.state}>
              <td>{row.line}</td>
              <td className="zg-preview-state">
                <Tooltip title={row.faults.map(fault => fault.reason).join(t('；'))}>{stateText(row.state)}</Tooltip>
              </td>
              {names.map(name => {
                const reasons = row.faults.filter(fault => fault.field === name).map(fault => fault.reason)
                return (
                  <td key={name} className={reasons.length > 0 ? 'zg-preview-fault' : undefined}>
                    {reasons.length > 0 || corrected.has(`${row.line} ${placeOf(name)}`) ? (
                      <FaultyCell
                        key={row.cells[name]}
                        title={titles.get(name) ?? name}
                        text={row.cells[name] ?? ''}
                        reason={reasons.join(t('；'))}
                        onCorrect={text => check.correct(row.line, placeOf(name), text)}
                      />
                    ) : (
                      row.cells[name]
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Counts({ counts }: { counts: NonNullable<ImportPreview['counts']> }) {
  const figures = [
    [t('新增'), counts.inserted],
    [t('更新'), counts.updated],
    [t('无变化'), counts.unchanged],
    [t('有误'), counts.refused],
  ] as const
  return (
    <p className="zg-preview-counts" aria-live="polite">
      {t('共 {count} 行', { count: showNumber(String(counts.read)) })}
      {figures.map(([title, value]) => (
        <span key={title}>
          {title} <strong>{showNumber(String(value))}</strong>
        </span>
      ))}
    </p>
  )
}

/** With the value, unless the reason names it itself. */
const reasonOf = ({ reason, value }: ImportPreview['errors'][number]): string =>
  value === null || reason.includes(value) ? reason : t('{reason}（{value}）', { reason, value })

/** The file with its faults, or of its rows those that have one. */
export async function saveAnnotated(type: string, { file, preview, corrections }: FileCheck, refusedOnly: boolean): Promise<void> {
  const ask = {
    type,
    fileId: file.id,
    ...(preview ? { mapping: mappingOf(preview) } : {}),
    ...(corrections.length === 0 ? {} : { corrections }),
    ...(refusedOnly ? { refusedOnly } : {}),
  }
  const name = refusedOnly ? t('{name}-未导入.xlsx', { name: file.name }) : t('{name}-标注错误.xlsx', { name: file.name })
  saveFile(await fetchFile('/fileImport/annotated', ask, name))
}

function Faults({ check, preview, type }: { check: FileCheck; preview: ImportPreview; type: string }) {
  const [busy, setBusy] = useState(false)
  if (preview.errorsTotal === 0) return null
  const download = async (): Promise<void> => {
    setBusy(true)
    try {
      await saveAnnotated(type, check, false)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Alert
      type="error"
      title={
        isPartial(preview)
          ? t('有 {count} 处错误，可以在下面的单元格里直接修正', { count: showNumber(String(preview.errorsTotal)) })
          : t('有 {count} 处错误，修正后才能导入', { count: showNumber(String(preview.errorsTotal)) })
      }
      description={
        <>
          <ul className="zg-preview-faults" tabIndex={0} aria-label={t('错误明细')}>
            {preview.errors.map((error, at) => (
              <li key={`${at} ${error.line ?? ''}`}>
                {error.line === null ? '' : `${t('第 {n} 行', { n: error.line })} `}
                {reasonOf(error)}
              </li>
            ))}
          </ul>
          <Button size="small" icon={<DownloadOutlined aria-hidden />} loading={busy} onClick={() => void ignoreShownRefusal(download())}>
            {t('下载标注文件')}
          </Button>
        </>
      }
    />
  )
}

function Checked({ check, type }: { check: FileCheck; type: string }) {
  const { preview } = check
  const [isOpen, setOpen] = useState<boolean | null>(null)
  if (check.refusal !== null)
    return (
      <Alert
        type="error"
        title={check.refusal}
        action={
          <Button size="small" onClick={check.retry}>
            {t('重试')}
          </Button>
        }
      />
    )
  if (!preview) return <Skeleton active title={false} paragraph={{ rows: 8 }} />
  const ignored = preview.columns.filter(column => column.field === null)
  // what a person should look at stands open: something is missing, or a column that nobody knows
  const needsLook = preview.headFaults.length > 0 || ignored.some(column => column.by === null && column.head !== '')
  return (
    <Spin spinning={check.isChecking}>
      <div className="zg-check">
        {preview.headFaults.length > 0 && <Alert type="warning" title={preview.headFaults.join(t('；'))} />}
        <Collapse
          size="small"
          activeKey={(isOpen ?? needsLook) ? ['mapping'] : []}
          onChange={keys => setOpen(keys.length > 0)}
          items={[
            {
              key: 'mapping',
              label: t('列对应：{count} 列导入，{ignored} 列不导入', {
                count: preview.columns.length - ignored.length,
                ignored: ignored.length,
              }),
              children: <Mapping check={check} preview={preview} />,
            },
          ]}
        />
        {preview.counts !== null && <Counts counts={preview.counts} />}
        <Faults check={check} preview={preview} type={type} />
        {preview.rows.length > 0 && <Rows check={check} preview={preview} />}
        {preview.counts !== null && preview.counts.read > preview.rows.length && (
          <small className="zg-import-hint">{t('以上是前 {count} 行，检查的是全部', { count: preview.rows.length })}</small>
        )}
      </div>
    </Spin>
  )
}

/** One file alone, or the chosen one of several. */
export function ImportCheck({ checks, type }: { checks: readonly FileCheck[]; type: string }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const current = checks.find(check => check.file.id === chosen) ?? checks[0]
  if (!current) return null
  return (
    <div className="zg-upload">
      {checks.length > 1 && (
        <Select
          value={current.file.id}
          aria-label={t('附件')}
          options={checks.map(({ file, preview, refusal }) => ({
            value: file.id,
            label:
              refusal !== null || (preview?.errorsTotal ?? 0) > 0 || (preview?.headFaults.length ?? 0) > 0
                ? `${file.name}（${t('有误')}）`
                : file.name,
          }))}
          onChange={setChosen}
        />
      )}
      <Checked key={current.file.id} check={current} type={type} />
    </div>
  )
}
