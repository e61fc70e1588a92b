/** A new phone or e-mail: a code is sent to it, typed here, and then it is saved. */
import { Alert, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { contactOf } from '#platform/format/contact.ts'
import { ApiError, api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { CodeField } from '#platform/web/shell/account/code-field.tsx'
import type { OwnEmployee } from './answers.ts'
import { useSaveOwn } from './own-data.tsx'

interface ContactDialogProps {
  readonly field: 'phone' | 'email'
  readonly employee: OwnEmployee
  readonly onClose: () => void
}
interface ContactForm {
  readonly target: string
  readonly code: string
}

const textsOf = (field: ContactDialogProps['field']) =>
  field === 'phone'
    ? ({ kind: 'phone', title: t('修改手机'), label: t('新手机'), wrong: t('手机格式不正确，例如 13800001001') } as const)
    : ({ kind: 'mail', title: t('修改邮箱'), label: t('新邮箱'), wrong: t('邮箱格式不正确，例如 name@example.com') } as const)

export function ContactDialog({ field, employee, onClose }: ContactDialogProps) {
  const [form] = Form.useForm<ContactForm>()
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const save = useSaveOwn()
  const { kind, title, label, wrong } = textsOf(field)

  /** Whether it was done; what the server refuses stands below the form. */
  const done = async (work: () => Promise<unknown>): Promise<boolean> => {
    setRefusal(null)
    try {
      await work()
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setRefusal(error.msg)
      return false
    }
  }
  const send = async (): Promise<boolean> => {
    // what is wrong is shown in the form
    const typed = await form.validateFields(['target']).catch(() => null)
    return typed !== null && done(() => api.write('/account/sms', { target: typed.target }, { quiet: true }))
  }
  const finish = async ({ target, code }: ContactForm): Promise<void> => {
    setBusy(true)
    const saved = await done(async () => {
      await api.write('/sms/smsVerification', { target, code }, { quiet: true })
      await save.employee(employee.version, { [field]: target })
    })
    setBusy(false)
    if (saved) onClose()
  }
  return (
    <Modal
      open
      title={title}
      width={420}
      okText={t('保存')}
      cancelText={t('取消')}
      confirmLoading={busy}
      onCancel={onClose}
      onOk={() => form.submit()}
    >
      <Form<ContactForm> form={form} layout="vertical" requiredMark={false} onFinish={values => void finish(values)}>
        <Form.Item name="target" label={label} rules={[{ validator: fits(kind, wrong) }]} validateTrigger="onBlur">
          <Input
            autoFocus
            inputMode={kind === 'phone' ? 'tel' : 'email'}
            autoComplete={kind === 'phone' ? 'tel' : 'email'}
            maxLength={100}
          />
        </Form.Item>
        <CodeField onSend={send} />
        {refusal !== null && <Alert type="error" showIcon title={refusal} />}
      </Form>
    </Modal>
  )
}

const fits = (kind: 'phone' | 'mail', wrong: string) => (_: unknown, typed: string | undefined) =>
  contactOf(typed ?? '')?.kind === kind ? Promise.resolve() : Promise.reject(new Error(wrong))
