/**
 * A file that nobody knows is taught once: the server suggests which column is what, a person mends it and sees the lines as they would be
 * imported; kept, the layout is known for all later files of the owner.
 */
import { Alert, Button, Form, Input, InputNumber, Select, Skeleton, Spin } from 'antd'
import { useState } from 'react'
import { MISSING, showNumber } from '#platform/format/numbers.ts'
import type { LayoutSuggestion } from '../../declare/import-preview.ts'
import type { UploadDefinition } from '../../declare/wire.ts'
import type { UploadedFile } from '../../declare/wire-values.ts'
import { feedback } from '../api/feedback.ts'
import { t } from '../i18n/t.ts'
import { change } from '../values/call.ts'
import { ignoreShownRefusal } from '../api/ignore-shown-refusal.ts'
import { ReferenceSelect } from '../values/reference-select.tsx'
import { TabModal } from '../page/tab-modal.tsx'
import { ColumnMapping } from './column-mapping.tsx'
import { Money } from './money.tsx'
import { assigned, layoutError, useLayout, type TaughtLayout, type Teach } from './use-layout.ts'
import './import-check.css'
import './teach-layout.css'

interface TeachLayoutProps {
  readonly teach: Teach
  readonly owner: NonNullable<UploadDefinition['select']>
  readonly file: UploadedFile
  readonly chosen: string | null
  readonly width: number
  readonly onClose: () => void
  readonly onKept: (as: NonNullable<UploadedFile['recognised']>, ownerId: string) => void
}

/** Settings of the layout that are no columns, as far as they mean something now. */
function Settings({ layout, suggestion }: { layout: TaughtLayout; suggestion: LayoutSuggestion }) {
  const { values, set } = layout
  const has = (field: string): boolean => (values[field] ?? '') !== ''
  const applies = (field: string): boolean =>
    field === 'outIsPositive' ? has('amountHead') && !has('sideHead') : field === 'inWord' || field === 'outWord' ? has('sideHead') : true
  return (
    <div className="zg-teach-settings">
      {suggestion.items
        .filter(item => !item.isHead && applies(item.field))
        .map(({ field, title, help, options }) => (
          <Form.Item key={field} label={title} {...(help === null ? {} : { tooltip: help })}>
            {options.length > 0 ? (
              <Select
                aria-label={title}
                value={values[field] ?? String(options[0]?.value)}
                options={options.map(one => ({ value: String(one.value), label: one.label }))}
                onChange={value => set({ ...values, [field]: value })}
              />
            ) : (
              <Input
                aria-label={title}
                maxLength={30}
                value={values[field] ?? ''}
                onChange={event => set({ ...values, [field]: event.target.value })}
              />
            )}
          </Form.Item>
        ))}
    </div>
  )
}

function Lines({ suggestion }: { suggestion: LayoutSuggestion }) {
  const texts = suggestion.texts.filter(({ name }) => suggestion.rows.some(row => (row.texts[name] ?? '') !== ''))
  const money = (value: string | null) => <td className="zg-teach-money">{value === null ? '' : <Money value={value} />}</td>
  const hasNeutral = suggestion.rows.some(row => row.neutral !== null)
  const hasBalance = suggestion.rows.some(row => row.balance !== null)
  return (
    <div className="zg-preview" tabIndex={0} role="region" aria-label={t('导入预览')}>
      <table className="zg-table">
        <thead>
          <tr>
            <th scope="col">{t('行')}</th>
            <th scope="col">{t('日期')}</th>
            <th scope="col" className="zg-teach-money">
              {t('收入')}
            </th>
            <th scope="col" className="zg-teach-money">
              {t('支出')}
            </th>
            {hasNeutral && (
              <th scope="col" className="zg-teach-money">
                {t('不计收支')}
              </th>
            )}
            {hasBalance && (
              <th scope="col" className="zg-teach-money">
                {t('余额')}
              </th>
            )}
            <th scope="col">{t('币种')}</th>
            {texts.map(one => (
              <th scope="col" key={one.name}>
                {one.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {suggestion.rows.map(row => (
            <tr key={row.line}>
              <td>{row.line}</td>
              <td>{row.day}</td>
              {money(row.income)}
              {money(row.outgo)}
              {hasNeutral && money(row.neutral)}
              {hasBalance && money(row.balance)}
              <td>{row.currency}</td>
              {texts.map(one => (
                <td key={one.name} title={row.texts[one.name]}>
                  {row.texts[one.name] || MISSING}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** What the layout makes of the whole file. */
function Outcome({ suggestion }: { suggestion: LayoutSuggestion }) {
  const { read, faults, faultsTotal, doubts, notes, rows } = suggestion
  if (read === null) return <Alert type="info" title={t('指出日期和金额在哪一列，这里就显示读出的行')} />
  return (
    <>
      {faultsTotal > 0 && (
        <Alert
          type="error"
          title={t('有 {count} 处读不出，请检查列对应和日期写法', { count: showNumber(String(faultsTotal)) })}
          description={
            <ul className="zg-preview-faults" tabIndex={0} aria-label={t('错误明细')}>
              {faults.map((fault, at) => (
                <li key={`${at} ${fault.line ?? ''}`}>
                  {[fault.line === null ? '' : t('第 {n} 行', { n: fault.line }), fault.column, fault.value, fault.reason]
                    .filter(Boolean)
                    .join(' ')}
                </li>
              ))}
            </ul>
          }
        />
      )}
      {doubts.length > 0 && (
        <Alert
          type="warning"
          title={t('有 {count} 处余额或合计对不上，可能选错了列，也可能文件缺行', { count: showNumber(String(doubts.length)) })}
        />
      )}
      <p className="zg-preview-counts" aria-live="polite">
        <span>{t('共 {count} 行', { count: showNumber(String(read)) })}</span>
        {notes.map(note => (
          <span key={note}>{note}</span>
        ))}
      </p>
      {rows.length > 0 && <Lines suggestion={suggestion} />}
      {read > rows.length && rows.length > 0 && (
        <small className="zg-import-hint">{t('以上是前 {count} 行，检查的是全部', { count: rows.length })}</small>
      )}
    </>
  )
}

function Columns({ layout, suggestion }: { layout: TaughtLayout; suggestion: LayoutSuggestion }) {
  const items = suggestion.items.filter(item => item.isHead)
  const heads = items.map(item => item.field)
  const fieldOf = (head: string): string | null => heads.find(field => head !== '' && layout.values[field] === head) ?? null
  return (
    <ColumnMapping
      columns={suggestion.columns.map(column => ({ ...column, field: fieldOf(column.head) }))}
      options={items.map(item => ({ value: item.field, label: item.required ? `${item.title} *` : item.title }))}
      onAssign={(at, field) => layout.set(assigned(layout.values, heads, suggestion.columns[at]?.head ?? '', field))}
    />
  )
}

const headLineMax = 60

function Layout({ layout }: { layout: TaughtLayout }) {
  const { suggestion, refusal } = layout
  return (
    <Spin spinning={layout.isTrying && suggestion !== undefined}>
      <div className="zg-check">
        <Form.Item label={t('表头在第几行')} className="zg-teach-line">
          <InputNumber
            controls={false}
            min={1}
            max={headLineMax}
            precision={0}
            aria-label={t('表头在第几行')}
            value={layout.headLine ?? suggestion?.headLine ?? null}
            onChange={line => layout.setHeadLine(line)}
          />
        </Form.Item>
        {refusal !== null ? (
          <Alert
            type="error"
            title={refusal}
            action={
              <Button size="small" onClick={layout.retry}>
                {t('重试')}
              </Button>
            }
          />
        ) : suggestion === undefined ? (
          <Skeleton active title={false} paragraph={{ rows: 8 }} />
        ) : (
          <>
            <Columns layout={layout} suggestion={suggestion} />
            <Settings layout={layout} suggestion={suggestion} />
            <Outcome suggestion={suggestion} />
          </>
        )}
      </div>
    </Spin>
  )
}

export function TeachLayout({ teach, owner, file, chosen, width, onClose, onKept }: TeachLayoutProps) {
  const [ownerId, setOwnerId] = useState(chosen)
  const [name, setName] = useState(() => file.name.replace(/\.[^.]+$/, '').slice(0, nameMax))
  const [busy, setBusy] = useState(false)
  const layout = useLayout(teach, file, ownerId)

  const keep = async (): Promise<void> => {
    const error = layoutError(layout, name, ownerId, owner.title)
    if (error !== null || ownerId === null) {
      feedback.warning(error ?? '')
      return
    }
    setBusy(true)
    try {
      const choices = new Set(layout.suggestion?.items.flatMap(item => (item.options.length > 0 ? [item.field] : [])))
      const filled = Object.entries(layout.values).filter(([, value]) => value.trim() !== '')
      const values = Object.fromEntries(filled.map(([field, value]) => [field, choices.has(field) ? Number(value) : value.trim()]))
      await change(teach.save, { ...values, name: name.trim(), [teach.ownerField]: ownerId })
      feedback.success(t('已记住这种版式，以后这样的文件自动识别'))
      onKept({ kind: 'taught', kindTitle: name.trim(), month: null, shopId: null, owner: { type: owner.target, id: ownerId } }, ownerId)
    } finally {
      setBusy(false)
    }
  }
  return (
    <TabModal
      title={t('教一次版式')}
      open
      width={width}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={[
        <Button key="back" onClick={onClose}>
          {t('上一步')}
        </Button>,
        <Button key="ok" type="primary" loading={busy} onClick={() => void ignoreShownRefusal(keep())}>
          {t('记住版式')}
        </Button>,
      ]}
    >
      <div className="zg-upload">
        <Form layout="vertical" requiredMark className="zg-teach-head">
          <Form.Item label={owner.title} required>
            <ReferenceSelect
              aria-label={owner.title}
              target={owner.target}
              value={ownerId}
              placeholder={t('请选择{title}', { title: owner.title })}
              onChange={ids => setOwnerId(ids[0] ?? null)}
            />
          </Form.Item>
          <Form.Item label={t('名称')} required>
            <Input aria-label={t('名称')} maxLength={nameMax} value={name} onChange={event => setName(event.target.value)} />
          </Form.Item>
        </Form>
        <Form layout="vertical">
          <Layout layout={layout} />
        </Form>
      </div>
    </TabModal>
  )
}
const nameMax = 60
