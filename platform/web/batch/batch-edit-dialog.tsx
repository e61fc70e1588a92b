/**
 * Dialog of a batch edit: which rows, which fields, which values; the server counts first, then writes, then says what became of each row.
 */
import { Alert, Form, Radio, Select } from 'antd'
import { useState } from 'react'
import type { BatchResult, BatchTask, FormItem, ListDefinition, ListQuery, Row } from '../../declare/wire.ts'
import { fieldErrors } from '../api/client.ts'
import { FormControl } from '../form/form-control.tsx'
import { bodyOf, firstValues, formStatus, splitErrors, type FormValues } from '../form/form-values.ts'
import { itemError } from '../values/item-rules.ts'
import { t } from '../i18n/t.ts'
import { change, read } from '../values/call.ts'
import { TabModal } from '../page/tab-modal.tsx'
import { BatchOutcome } from './batch-result.tsx'
import { BatchSample } from './batch-sample.tsx'
import { isTask, showBatchResult } from '../values/undo.ts'
import { useSteps } from './use-steps.ts'
import './batch.css'

interface BatchEditDialogProps {
  readonly definition: ListDefinition
  readonly items: readonly FormItem[]
  readonly rows: readonly Row[]
  readonly query: ListQuery
  readonly onChanged: () => void
  readonly onClose: () => void
}
type Over = 'rows' | 'query'

/** The preview is of exactly these rows and values: any change forgets it. */
function useBatch({ definition: { calls }, items, rows, query, onChanged, onClose }: BatchEditDialogProps) {
  const [form] = Form.useForm<Record<string, unknown>>()
  // the rows and the filter the dialog was opened over: the list behind it may go on changing
  const [chosen] = useState(rows)
  const [filter] = useState(query)
  const [over, setOver] = useState<Over>(rows.length > 0 ? 'rows' : 'query')
  const [fields, setFields] = useState<readonly string[]>([])
  const [preview, setPreview] = useState<BatchResult | null>(null)
  const [result, setResult] = useState<BatchResult | null>(null)
  const shown = items.filter(item => fields.includes(item.field))
  const { busy, problem, setProblem, go } = useSteps(t('保存失败，请重试'), error => {
    setPreview(null)
    const split = splitErrors(shown, fieldErrors(error))
    form.setFields(split.fields.map(one => ({ ...one })))
    if (split.fields.length === 0 || split.others.length > 0) setProblem(split.others.join(t('；')) || error.msg)
    return true
  })
  const forget = (): void => {
    setPreview(null)
    setProblem(null)
  }

  async function ask(): Promise<void> {
    const call = calls.batchUpdate
    if (call === undefined) return
    const values: FormValues = await form.validateFields()
    const body = {
      ...(over === 'rows'
        ? { ids: chosen.map(({ id, version }) => ({ id, ...(version === undefined ? {} : { version }) })) }
        : { query: filter }),
      changes: bodyOf(shown, values, formStatus.edit),
    }
    if (preview === null) {
      setPreview(await read<BatchResult>(call, { ...body, preview: true }, { quiet: true }))
      return
    }
    const done = await change<BatchResult | BatchTask>(
      call,
      { ...body, ...(over === 'query' ? { expected: preview.total } : {}) },
      { quiet: true },
    )
    onChanged()
    showBatchResult(calls, isTask(done) ? '' : t('已修改 {n} 行', { n: done.changed }), done, onChanged)
    if (isTask(done) || done.reasons.length === 0) onClose()
    else setResult(done)
  }

  return { form, chosen, over, setOver, fields, setFields, shown, preview, result, problem, busy, forget, go: () => go(ask) }
}

async function check(item: FormItem, value: unknown): Promise<void> {
  const fault = itemError(item, value)
  if (fault !== null) throw new Error(fault)
}

const optionsOf = (items: readonly FormItem[]) => items.map(item => ({ value: item.field, label: item.title }))
const rangesOf = (n: number) => [
  { value: 'rows', label: t('所选 {n} 行', { n }), disabled: n === 0 },
  { value: 'query', label: t('全部符合筛选的行') },
]
const noCancel = { cancelButtonProps: { style: { display: 'none' } } }

export default function BatchEditDialog(props: BatchEditDialogProps) {
  const { items, onClose, definition } = props
  const batch = useBatch(props)
  const { form, chosen, preview, result, problem, busy, shown } = batch
  const isDone = result !== null
  return (
    <TabModal
      title={t('批量修改{title}', { title: definition.title })}
      open
      width={preview?.sample === undefined ? 560 : 760}
      mask={{ closable: false }}
      okText={isDone ? t('关闭') : preview === null ? t('预览') : t('修改 {n} 行', { n: preview.changed })}
      okButtonProps={{ disabled: !isDone && (shown.length === 0 || preview?.changed === 0) }}
      cancelText={t('取消')}
      {...(isDone ? noCancel : {})}
      confirmLoading={busy}
      onOk={() => (isDone ? onClose() : void batch.go())}
      onCancel={() => void (busy || onClose())}
    >
      <div className="zg-batch">
        {!isDone && (
          <>
            <Radio.Group
              aria-label={t('修改范围')}
              disabled={busy}
              value={batch.over}
              onChange={event => {
                batch.setOver(event.target.value as Over)
                batch.forget()
              }}
              options={rangesOf(chosen.length)}
            />
            <Select
              mode="multiple"
              aria-label={t('要修改的字段')}
              placeholder={t('选择要修改的字段')}
              disabled={busy}
              value={[...batch.fields]}
              options={optionsOf(items)}
              showSearch={{ optionFilterProp: 'label' }}
              onChange={next => {
                batch.setFields(next)
                batch.forget()
              }}
            />
            <Form form={form} layout="vertical" initialValues={firstValues(items, null)} onValuesChange={batch.forget}>
              {shown.map(item => (
                <Form.Item
                  key={item.field}
                  name={item.field}
                  label={item.title}
                  required={item.required && item.type !== 'switch'}
                  extra={item.help}
                  rules={[{ validator: (_, value: unknown) => check(item, value) }]}
                >
                  <FormControl item={item} disabled={busy} />
                </Form.Item>
              ))}
            </Form>
          </>
        )}
        {problem !== null && <Alert type="error" showIcon title={problem} />}
        {preview?.sample && !isDone && <BatchSample definition={definition} items={shown} sample={preview.sample} />}
        {(result ?? preview) !== null && <BatchOutcome result={(result ?? preview) as BatchResult} isDone={isDone} verb="edit" />}
      </div>
    </TabModal>
  )
}
