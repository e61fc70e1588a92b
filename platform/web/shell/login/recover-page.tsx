/** A forgotten password: asks for the mail; opened by its link, asks for the new password. */
import { Alert, Button, Form, Input, Typography } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { api } from '../../api/client.ts'
import { loginNotice } from '../../api/session.ts'
import { t } from '../../i18n/t.ts'
import { loginPath } from '../../page/guard.ts'
import { NewPasswordItems, type NewPassword } from './new-password-items.tsx'
import { PasswordStrength } from './password-strength.tsx'
import { useRefusable } from './use-refusable.ts'
import { UserLayout } from './user-layout.tsx'

function AskMail() {
  const [form] = Form.useForm<{ username: string }>()
  const [sent, setSent] = useState(false)
  const { refusal, busy, attempt } = useRefusable(form)
  const ask = async (typed: { username: string }): Promise<void> => {
    if (await attempt(() => api.write('/auth/user/recover', typed, { quiet: true }))) setSent(true)
  }
  if (sent)
    return (
      <div className="zg-user-result">
        <Alert
          type="success"
          showIcon
          title={t('请查看邮箱')}
          description={t('如果这个账号存在并且登记了邮箱，找回密码的邮件已经发出，30分钟内有效。')}
        />
      </div>
    )
  return (
    <Form form={form} layout="vertical" size="large" requiredMark={false} onFinish={values => void ask(values)}>
      <Form.Item name="username" label={t('账号或邮箱')} rules={[{ required: true, whitespace: true, message: t('请输入账号名或邮箱') }]}>
        <Input autoFocus autoComplete="username" maxLength={100} />
      </Form.Item>
      <div className="zg-user-refusal" role="alert">
        {refusal !== null && <Alert type="error" showIcon title={refusal} />}
      </div>
      <Button type="primary" htmlType="submit" block loading={busy}>
        {t('发送找回邮件')}
      </Button>
    </Form>
  )
}

function SetPassword({ token }: { token: string }) {
  const [form] = Form.useForm<NewPassword>()
  const navigate = useNavigate()
  const { refusal, busy, attempt } = useRefusable(form)
  const password = (Form.useWatch('newPassword', form) ?? '').trim()
  const set = async ({ newPassword }: NewPassword): Promise<void> => {
    const done = await attempt(() => api.write('/auth/user/recover', { token, newPassword: newPassword.trim() }, { quiet: true }))
    if (!done) return
    loginNotice.leave(t('密码修改成功，请重新登录'))
    await navigate(loginPath, { replace: true })
  }
  return (
    <Form<NewPassword> form={form} layout="vertical" size="large" requiredMark={false} onFinish={values => void set(values)}>
      <NewPasswordItems extra={<PasswordStrength password={password} />} />
      <Typography.Paragraph type="secondary">{t('此前匿名写的信、帖子和回复不再显示为本人所写，也不能再撤回。')}</Typography.Paragraph>
      <div className="zg-user-refusal" role="alert">
        {refusal !== null && <Alert type="error" showIcon title={refusal} />}
      </div>
      <Button type="primary" htmlType="submit" block loading={busy}>
        {t('修改密码')}
      </Button>
    </Form>
  )
}

export default function RecoverPage() {
  const [parameters] = useSearchParams()
  const token = parameters.get('token')
  return (
    <UserLayout title={t('找回密码')}>
      {token === null ? <AskMail /> : <SetPassword token={token} />}
      <div className="zg-user-links">
        <Link to={loginPath}>{t('返回登录')}</Link>
      </div>
    </UserLayout>
  )
}
