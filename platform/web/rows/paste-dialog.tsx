/** What a pasted range would change, cell by cell, before anything is written; cells that must stay are named and left out. */
import { Alert, Skeleton, Tooltip } from 'antd'
import { useEffect, useState } from 'react'
import type { PasteResult } from '../../declare/wire-paste.ts'
import type { FieldDefinition, ListDefinition, Row } from '../../declare/wire.ts'
import { api, ApiError } from '../api/client.ts'
import { showBatchResult } from '../values/undo.ts'
import { t } from '../i18n/t.ts'
import { TabModal } from '../page/tab-modal.tsx'
import { rowName } from '../values/list-texts.ts'
import { pasteAsk, type PastePlan, type RefusedCell } from './paste-plan.ts'
import { showValue } from '../values/value.ts'
import './paste.css'

/** refused cells that the list of reasons names; all of them are marked in the table */
const namedMax = 50
const path = '/listField/paste'

interface PasteDialogProps {
  readonly definition: ListDefinition
  readonly plan: PastePlan
  /** columns of the list, whose first names a row */
  readonly columns: readonly FieldDefinition[]
  readonly onChanged: () => void
  readonly onClose: () => void
}

const nothing: PasteResult = { changed: [], refused: [], rows: [], batchId: null }

/** Asked for once: what would become of the cells as they are now. */
function usePreview({ definition, plan }: PasteDialogProps) {
  const [ask] = useState(() => pasteAsk(definition.type, plan, []))
  const [result, setResult] = useState<PasteResult | null>(ask.rows.length === 0 ? nothing : null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    if (ask.rows.length === 0) return
    const over = new AbortController()
    api.post<PasteResult>(path, { ...ask, preview: true }, { signal: over.signal, quiet: true }).then(setResult, (error: unknown) => {
      if (over.signal.aborted) return
      setProblem(error instanceof ApiError ? error.msg : t('预览加载失败'))
    })
    return () => over.abort()
  }, [ask])
  return { result, problem, setProblem }
}

export default function PasteDialog(props: PasteDialogProps) {
  const { definition, plan, columns, onChanged, onClose } = props
  const { result, problem, setProblem } = usePreview(props)
  const [busy, setBusy] = useState(false)
  const refused: readonly RefusedCell[] = [...plan.refused, ...(result?.refused ?? [])]
  const count = result?.changed.length ?? 0
  const paste = async (): Promise<void> => {
    if (busy || result === null) return
    setBusy(true)
    setProblem(null)
    try {
      const done = await api.write<PasteResult>(path, { ...pasteAsk(definition.type, plan, result.refused) }, { quiet: true })
      onChanged()
      showBatchResult(definition.calls, t('已粘贴 {n} 个单元格', { n: done.changed.length }), done, onChanged)
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.msg)
    } finally {
      setBusy(false)
    }
  }
  return (
    <TabModal
      title={t('粘贴到表格')}
      open
      width={960}
      mask={{ closable: false }}
      okText={
        refused.length === 0 ? t('粘贴 {n} 个单元格', { n: count }) : t('跳过 {m} 个，粘贴 {n} 个单元格', { m: refused.length, n: count })
      }
      okButtonProps={{ disabled: count === 0 }}
      cancelText={t('取消')}
      confirmLoading={busy}
      onOk={() => void paste()}
      onCancel={() => void (busy || onClose())}
    >
      <div className="zg-paste">
        {problem !== null && <Alert type="error" showIcon title={problem} />}
        {plan.beyond > 0 && <Alert type="warning" showIcon title={t('有 {n} 个单元格超出了本页的行或列，不粘贴', { n: plan.beyond })} />}
        {refused.length > 0 && <Refused refused={refused} plan={plan} columns={columns} definition={definition} />}
        {result === null ? (
          problem === null && <Skeleton active title={false} paragraph={{ rows: 6 }} />
        ) : (
          <Cells result={result} refused={refused} {...props} />
        )}
      </div>
    </TabModal>
  )
}

type RefusedProps = Pick<PasteDialogProps, 'definition' | 'plan' | 'columns'> & { readonly refused: readonly RefusedCell[] }

/** Each by its row and its column. */
function Refused({ refused, plan, columns, definition }: RefusedProps) {
  const rows = new Map(plan.rows.map(row => [row.id, row]))
  const titleOf = (field: string): string => definition.result.find(one => one.field === field)?.title ?? field
  const nameOf = (id: string): string => {
    const row = rows.get(id)
    return row === undefined ? id : rowName(columns, row)
  }
  return (
    <Alert
      type="warning"
      showIcon
      title={t('有 {n} 个单元格不能修改，会保持原样', { n: refused.length })}
      description={
        <ul className="zg-paste-refused" tabIndex={0} aria-label={t('不能修改的单元格')}>
          {refused.slice(0, namedMax).map(one => (
            <li key={`${one.id} ${one.field}`}>
              {t('{row} · {column}：{reason}', { row: nameOf(one.id), column: titleOf(one.field), reason: one.reason })}
            </li>
          ))}
          {refused.length > namedMax && <li>{t('另有 {n} 个，已在下表标出', { n: refused.length - namedMax })}</li>}
        </ul>
      }
    />
  )
}

interface CellsProps extends PasteDialogProps {
  readonly result: PasteResult
  readonly refused: readonly RefusedCell[]
}

function Cells({ definition, plan, columns, result, refused }: CellsProps) {
  const yesNo = [t('是'), t('否')] as const
  const fields = plan.fields.flatMap(name => definition.result.find(one => one.field === name) ?? [])
  const after = new Map(result.rows.map(row => [row.id, row]))
  const reasons = new Map(refused.map(one => [`${one.id} ${one.field}`, one.reason]))
  const shown = (field: FieldDefinition, row: Row): string => showValue(field, row, yesNo).text
  return (
    <div className="zg-paste-cells" tabIndex={0} role="region" aria-label={t('粘贴预览')}>
      <table className="zg-table">
        <thead>
          <tr>
            <th scope="col">{definition.title}</th>
            {fields.map(field => (
              <th scope="col" key={field.field}>
                {field.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {plan.rows.map((row, line) => (
            <tr key={row.id}>
              <th scope="row">{rowName(columns, row)}</th>
              {fields.map((field, at) => {
                const reason = reasons.get(`${row.id} ${field.field}`)
                const next = after.get(row.id)
                const [before, now] = [shown(field, row), next === undefined ? null : shown(field, next)]
                const typed = plan.cells[line]?.[at] ?? ''
                return (
                  <td key={field.field} className={reason === undefined ? undefined : 'zg-paste-fault'}>
                    {reason !== undefined ? (
                      <Tooltip title={reason}>
                        <span>{typed === '' ? before : typed}</span>
                      </Tooltip>
                    ) : now === null || now === before ? (
                      <span className="zg-paste-same">{before}</span>
                    ) : (
                      <>
                        <del>{before}</del> <ins>{now}</ins>
                      </>
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
