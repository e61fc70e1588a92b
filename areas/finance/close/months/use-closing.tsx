/** Closing a month after one question that lists what was said instead of done; opening it again with a reason. */
import { Form, Input, Modal } from 'antd'
import { useState, type ReactElement } from 'react'
import { api } from '#platform/web/api/client.ts'
import { feedback } from '#platform/web/api/feedback.ts'
import { t } from '#platform/web/i18n/t.ts'
import { ignoreShownRefusal } from '#platform/web/api/ignore-shown-refusal.ts'
import { askFirst } from '#platform/web/widgets/confirm.tsx'
import type { BookMonth, ListedItem } from '../../base/answers.ts'

interface Closing {
  readonly close: () => void
  readonly reopen: () => void
}

/** A refusal is shown by the api client, and the months are read anew either way. */
export function useClosing(
  { month, id }: BookMonth,
  said: readonly ListedItem[],
  onChanged: () => Promise<unknown>,
): [Closing, ReactElement] {
  const [modal, questions] = Modal.useModal()
  const [isReopening, setReopening] = useState(false)
  const send = async (path: string, body: object, done: string): Promise<void> => {
    try {
      const answer = await api.write<object | null>(path, body)
      feedback.success(answer !== null && 'approval' in answer ? t('已提交审批，通过后生效') : done)
    } finally {
      await onChanged()
    }
  }
  const close = (): void =>
    askFirst(modal, {
      loses: false,
      title: t('确定要结 {month} 的账吗？', { month }),
      content: (
        <>
          <p>{t('结账后这个月的金额、汇率、成本和映射不再改变；之后到的单据记入下一个未结账的月份。')}</p>
          {said.length > 0 && (
            <>
              <p>{t('以下 {count} 项没有完成，只有说明：', { count: said.length })}</p>
              <ul className="zg-month-told">
                {said.map(one => (
                  <li key={`${one.code} ${one.company?.id ?? ''}`}>
                    {one.title}
                    {one.company?.name == null ? '' : ` · ${one.company.name}`}：{one.reason}（{one.saidBy}）
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      ),
      okText: t('结账'),
      onOk: () => ignoreShownRefusal(send('/financeMonth/close', { month }, t('{month} 已结账', { month }))),
    })
  const reopened = (reason: string): Promise<unknown> =>
    ignoreShownRefusal(
      send('/financeMonth/reopen', { id, reason }, t('{month} 已重新打开', { month })).then(() => setReopening(false)),
    ) as Promise<unknown>
  return [
    { close, reopen: () => setReopening(true) },
    <>
      {questions}
      {isReopening && <Reopen month={month} onReopen={reopened} onLeave={() => setReopening(false)} />}
    </>,
  ]
}

interface ReopenProps {
  readonly month: string
  readonly onReopen: (reason: string) => Promise<unknown>
  readonly onLeave: () => void
}

function Reopen({ month, onReopen, onLeave }: ReopenProps) {
  const [form] = Form.useForm<{ reason: string }>()
  const [isBusy, setBusy] = useState(false)
  const sent = ({ reason }: { reason: string }): void => {
    setBusy(true)
    void onReopen(reason).finally(() => setBusy(false))
  }
  return (
    <Modal
      open
      title={t('确定要重新打开 {month} 吗？', { month })}
      okText={t('反结账')}
      okButtonProps={{ danger: true, type: 'default' }}
      confirmLoading={isBusy}
      onCancel={onLeave}
      onOk={() => form.submit()}
    >
      <p>{t('之后的导入、成本和映射会改变它的利润，结账时的数字留在操作记录中。')}</p>
      <Form form={form} layout="vertical" onFinish={sent}>
        <Form.Item name="reason" label={t('原因')} rules={[{ required: true, whitespace: true, message: t('请填写反结账的原因') }]}>
          <Input.TextArea autoFocus maxLength={300} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
