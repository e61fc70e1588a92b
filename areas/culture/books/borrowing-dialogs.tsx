/** Dialogs of one's own loans: a delay is asked for, a note is written. */
import { Form, Input, InputNumber } from 'antd'
import { useState } from 'react'
import type { Row } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { t } from '#platform/web/i18n/t.ts'
import { TabModal } from '#platform/web/page/tab-modal.tsx'
import { useShelfWrite } from './use-books.tsx'

const [delayUsual, delayMax] = [7, 30]
interface Props {
  readonly row: Row
  onClose(): void
}

export function DelayDialog({ row, onClose }: Props) {
  const [form] = Form.useForm<{ days: number; reason: string }>()
  const [isBusy, setBusy] = useState(false)
  const write = useShelfWrite()
  const save = async (): Promise<void> => {
    // what is wrong is shown in the form
    const values = await form.validateFields().catch(() => null)
    if (values === null) return
    setBusy(true)
    const body = { borrowingId: row.id, days: values.days, reason: values.reason.trim() }
    if (await write('cultureBookDelay/insert', body, () => t('已提交延期申请，等管理员审核'))) onClose()
    else setBusy(false)
  }
  return (
    <TabModal
      open
      title={t('申请延期：{title}', { title: asText(row['bookIdLabel'] ?? '') })}
      okText={t('提交申请')}
      confirmLoading={isBusy}
      onOk={() => void save()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <Form form={form} layout="vertical" initialValues={{ days: delayUsual }}>
        <Form.Item
          name="days"
          label={t('延期天数')}
          extra={t('从应还日期起算，已逾期的从今天起算')}
          rules={[{ required: true, message: t('请填写 1 到 {n} 天', { n: delayMax }) }]}
        >
          <InputNumber controls={false} min={1} max={delayMax} precision={0} />
        </Form.Item>
        <Form.Item name="reason" label={t('原因')} rules={[{ required: true, whitespace: true, message: t('请填写原因') }]}>
          <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 3, maxRows: 6 }} />
        </Form.Item>
      </Form>
    </TabModal>
  )
}

export function NoteDialog({ row, onClose }: Props) {
  const [note, setNote] = useState(asText(row['note'] ?? ''))
  const [isBusy, setBusy] = useState(false)
  const write = useShelfWrite()
  const save = async (): Promise<void> => {
    setBusy(true)
    if (await write('cultureBook/note', { id: row.id, note }, () => t('已保存'))) onClose()
    else setBusy(false)
  }
  return (
    <TabModal
      open
      title={t('读后感：{title}', { title: asText(row['bookIdLabel'] ?? '') })}
      okText={t('保存')}
      confirmLoading={isBusy}
      onOk={() => void save()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <Input.TextArea
        autoFocus
        value={note}
        maxLength={2_000}
        showCount
        autoSize={{ minRows: 5, maxRows: 12 }}
        placeholder={t('写给同事看：最打动您的一句话，或者推荐给谁读')}
        aria-label={t('读后感')}
        onChange={event => setNote(event.target.value)}
      />
    </TabModal>
  )
}
