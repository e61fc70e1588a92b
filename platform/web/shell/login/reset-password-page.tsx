/** The forced change of a first password. */
import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { ApiError, api } from '../../api/client.ts'
import { feedback } from '../../api/feedback.ts'
import { t } from '../../i18n/t.ts'
import { signOut } from '../sign-out.ts'
import { newPasswordRefusal, signOutAfterMs } from './password-rules.ts'
import { UserLayout } from './user-layout.tsx'

interface PasswordForm {
  readonly newPassword: string
  readonly again: string
}

export default function ResetPasswordPage() {
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const change = async ({ newPassword }: PasswordForm): Promise<void> => {
    setBusy(true)
    setRefusal(null)
    try {
      await api.write('/auth/user/modifyInitPassword', { newPassword: newPassword.trim() }, { quiet: true })
      feedback.success(t('密码修改成功，请重新登录'))
      setTimeout(() => void signOut(), signOutAfterMs)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setRefusal(error.msg)
      setBusy(false)
    }
  }

  return (
    <UserLayout title={t('修改初始密码')}>
      <Form<PasswordForm> layout="vertical" size="large" requiredMark={false} onFinish={values => void change(values)}>
        <Form.Item
          name="newPassword"
          label={t('新密码')}
          extra={t('6-10位，首尾空格不计')}
          rules={[{ validator: (_, value: string) => rejectWith(newPasswordRefusal(value)) }]}
        >
          <Input.Password autoFocus autoComplete="new-password" />
        </Form.Item>
        <Form.Item
          name="again"
          label={t('再次输入新密码')}
          dependencies={['newPassword']}
          rules={[
            ({ getFieldValue }) => ({
              validator: (_, value: string) => rejectWith(value === getFieldValue('newPassword') ? null : t('两次输入的密码不一致')),
            }),
          ]}
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
        <div className="zg-user-refusal" role="alert">
          {refusal !== null && <Alert type="error" showIcon title={refusal} />}
        </div>
        <Button type="primary" htmlType="submit" block loading={busy}>
          {t('修改密码')}
        </Button>
        <Button type="link" block onClick={() => void signOut()}>
          {t('退出登录')}
        </Button>
      </Form>
    </UserLayout>
  )
}

const rejectWith = (reason: string | null): Promise<void> => (reason === null ? Promise.resolve() : Promise.reject(new Error(reason)))
