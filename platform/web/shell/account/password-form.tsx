/**
 * Changing one's own password: the old one and the new one, then out after a second. The modal and the account settings hold the same form.
 */
import { Alert, Form, Input, type FormInstance } from 'antd'
import { useState } from 'react'
import { ApiError, api } from '../../api/client.ts'
import { feedback } from '../../api/feedback.ts'
import { t } from '../../i18n/t.ts'
import { newPasswordRefusal, oldPasswordRefusal, rejectWith, signOutAfterMs } from '../login/password-rules.ts'
import { signOut } from '../sign-out.ts'

export interface Passwords {
  readonly oldPassword: string
  readonly newPassword: string
}

/** State of one change: what the server refused, and whether it is under way. */
export function usePasswordChange() {
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const change = async ({ oldPassword, newPassword }: Passwords): Promise<void> => {
    setBusy(true)
    setRefusal(null)
    try {
      const passwords = { oldPassword: oldPassword.trim(), newPassword: newPassword.trim() }
      await api.write('/auth/user/modifyPassword', passwords, { quiet: true })
      feedback.success(t('密码修改成功，请重新登录'))
      setTimeout(() => void signOut(), signOutAfterMs)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setRefusal(error.msg)
      setBusy(false)
    }
  }
  return { refusal, busy, change }
}

interface PasswordFormProps {
  readonly form: FormInstance<Passwords>
  readonly refusal: string | null
  readonly onChange: (passwords: Passwords) => Promise<void>
  readonly autoFocus?: boolean
}

export function PasswordForm({ form, refusal, onChange, autoFocus = false }: PasswordFormProps) {
  return (
    <Form<Passwords> form={form} layout="vertical" requiredMark={false} onFinish={values => void onChange(values)}>
      <Form.Item
        name="oldPassword"
        label={t('原密码')}
        rules={[{ validator: (_, value: string | undefined) => rejectWith(oldPasswordRefusal(value)) }]}
      >
        <Input.Password autoFocus={autoFocus} autoComplete="current-password" onPressEnter={() => form.submit()} />
      </Form.Item>
      <Form.Item
        name="newPassword"
        label={t('新密码')}
        extra={t('6-10位，首尾空格不计')}
        rules={[
          ({ getFieldValue }) => ({
            validator: (_, value: string | undefined) =>
              rejectWith(newPasswordRefusal(value, getFieldValue('oldPassword') as string | undefined)),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" onPressEnter={() => form.submit()} />
      </Form.Item>
      {refusal !== null && <Alert type="error" showIcon title={refusal} />}
    </Form>
  )
}
