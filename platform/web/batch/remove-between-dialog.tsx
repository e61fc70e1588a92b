/**
 * Dialog of a deletion by period, and by shop or site where the list has one: the server counts first, then deletes that many, then says
 * what stayed and why.
 */
import { Alert, Form } from 'antd'
import type dayjs from 'dayjs'
import { useState } from 'react'
import type { BatchResult, BatchTask, FormItem, ListDefinition } from '../../declare/wire.ts'
import { fieldErrors } from '../api/client.ts'
import { FormControl } from '../form/form-control.tsx'
import { itemError } from '../values/item-rules.ts'
import { t } from '../i18n/t.ts'
import { change, read } from '../values/call.ts'
import { TabModal } from '../page/tab-modal.tsx'
import { DatePicker, RangePicker } from '../widgets/date-pickers.tsx'
import { BatchOutcome } from './batch-result.tsx'
import { isTask, showBatchResult } from '../values/undo.ts'
import { useSteps } from './use-steps.ts'
import './batch.css'

interface RemoveBetweenDialogProps {
  readonly definition: ListDefinition
  readonly onChanged: () => void
  readonly onClose: () => void
}
interface Values {
  readonly days?: readonly [dayjs.Dayjs, dayjs.Dayjs]
  readonly year?: dayjs.Dayjs
  readonly [by: string]: unknown
}

/** The form's own name of a field that the server names: both ends of a period stand in one control. */
const nameOf = (field: string, rule: ListDefinition['batchDelete']): string =>
  field === rule?.by?.field ? field : rule?.period === 'year' ? 'year' : 'days'

function periodOf({ days, year }: Values): Record<string, string> {
  if (year) return { year: year.format('YYYY') }
  const [from, to] = days ?? []
  return from && to ? { startDate: from.format('YYYY-MM-DD'), endDate: to.format('YYYY-MM-DD') } : {}
}

/** Whose, and when. */
function Which({ by, period, busy }: { by: FormItem | null; period: 'date' | 'year'; busy: boolean }) {
  const check = async (item: FormItem, value: unknown): Promise<void> => {
    const fault = itemError(item, value)
    if (fault !== null) throw new Error(fault)
  }
  return (
    <>
      {by !== null && (
        <Form.Item name={by.field} label={by.title} required rules={[{ validator: (_, value: unknown) => check(by, value) }]}>
          <FormControl item={by} disabled={busy} />
        </Form.Item>
      )}
      {period === 'year' ? (
        <Form.Item name="year" label={t('年份')} required rules={[{ required: true, message: t('请选择年份') }]}>
          <DatePicker picker="year" className="zg-form-wide" disabled={busy} />
        </Form.Item>
      ) : (
        <Form.Item name="days" label={t('日期范围')} required rules={[{ required: true, message: t('请选择日期范围') }]}>
          <RangePicker className="zg-form-wide" disabled={busy} />
        </Form.Item>
      )}
    </>
  )
}

const losing = { danger: true, type: 'default' } as const

export default function RemoveBetweenDialog({ definition, onChanged, onClose }: RemoveBetweenDialogProps) {
  const { title, calls, batchDelete } = definition
  const [form] = Form.useForm<Values>()
  const [preview, setPreview] = useState<BatchResult | null>(null)
  const [result, setResult] = useState<BatchResult | null>(null)
  const { busy, problem, setProblem, go } = useSteps(t('删除失败，请重试'), error => {
    setPreview(null)
    const faults = fieldErrors(error).map(({ field, message }) => ({ name: nameOf(field, batchDelete), errors: [message] }))
    form.setFields(faults)
    return faults.length > 0
  })
  const call = calls.removeBetween
  if (call === undefined || batchDelete === undefined) return null
  const { by, period } = batchDelete

  async function ask(): Promise<void> {
    const values = await form.validateFields()
    const body = { ...(by === null ? {} : { [by.field]: values[by.field] }), ...periodOf(values) }
    if (call === undefined) return
    if (preview === null) {
      setPreview(await read<BatchResult>(call, { ...body, preview: true }, { quiet: true }))
      return
    }
    const done = await change<(BatchResult & { readonly deleted: number }) | BatchTask>(
      call,
      { ...body, expected: preview.total },
      { quiet: true },
    )
    onChanged()
    showBatchResult(calls, isTask(done) ? '' : t('已删除 {n} 行', { n: done.deleted }), done, onChanged)
    if (isTask(done) || done.reasons.length === 0) onClose()
    else setResult(done)
  }

  const isDone = result !== null
  const shown = result ?? preview
  return (
    <TabModal
      title={t('按期间删除{title}', { title })}
      open
      width={520}
      mask={{ closable: false }}
      okText={isDone ? t('关闭') : preview === null ? t('查看行数') : t('删除 {n} 行', { n: preview.changed })}
      okButtonProps={{ ...(!isDone && preview !== null ? losing : {}), disabled: !isDone && preview?.changed === 0 }}
      cancelText={t('取消')}
      {...(isDone ? { cancelButtonProps: { style: { display: 'none' } } } : {})}
      confirmLoading={busy}
      onOk={() => (isDone ? onClose() : void go(ask))}
      onCancel={() => void (busy || onClose())}
    >
      <div className="zg-batch">
        {!isDone && (
          <Form
            form={form}
            layout="vertical"
            onValuesChange={() => {
              setPreview(null)
              setProblem(null)
            }}
          >
            <Which by={by} period={period} busy={busy} />
          </Form>
        )}
        {problem !== null && <Alert type="error" showIcon title={problem} />}
        {shown !== null && <BatchOutcome result={shown} isDone={isDone} verb="remove" />}
      </div>
    </TabModal>
  )
}
