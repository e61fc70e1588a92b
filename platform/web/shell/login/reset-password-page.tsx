/** The forced change of a first password. */
import { Alert, Button, Form } from 'antd'
import { useState } from 'react'
import { ApiError, api } from '../../api/client.ts'
import { feedback } from '../../api/feedback.ts'
import { t } from '../../i18n/t.ts'
import { signOut } from '../sign-out.ts'
import { NewPasswordItems, type NewPassword } from './new-password-items.tsx'
import { signOutAfterMs } from './password-rules.ts'
import { UserLayout } from './user-layout.tsx'

export default function ResetPasswordPage() {
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const change = async ({ newPassword }: NewPassword): Promise<void> => {
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
      <Form<NewPassword> layout="vertical" size="large" requiredMark={false} onFinish={values => void change(values)}>
        <NewPasswordItems extra={t('6-10位，首尾空格不计')} />
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
