/** Registration: mail address, password with its strength, phone with its code. */
import { Alert, Button, Form, Input } from 'antd'
import { Link, useNavigate } from 'react-router'
import { isEmail, phoneOf } from '#platform/format/contact.ts'
import { passwordStrength } from '#platform/format/password-strength.ts'
import { api } from '../../api/client.ts'
import { t } from '../../i18n/t.ts'
import { CodeField } from '../account/code-field.tsx'
import { loginPath, registerResultPath } from '../../page/guard.ts'
import { newPasswordRefusal, rejectWith } from './password-rules.ts'
import { PasswordStrength } from './password-strength.tsx'
import { useRefusable } from './use-refusable.ts'
import { UserLayout } from './user-layout.tsx'

interface RegisterForm {
  readonly email: string
  readonly password: string
  readonly password2: string
  readonly mobile: string
  readonly code: string
}

function emailRefusal(typed: string): string | null {
  if (typed === '') return t('请输入账号名或邮箱')
  return isEmail(typed) ? null : t('邮箱格式不正确，例如 name@example.com')
}
function mobileRefusal(typed: string): string | null {
  if (typed === '') return t('请输入手机号')
  return phoneOf(typed) === null ? t('手机格式不正确，例如 13800001001') : null
}
function passwordRefusal(typed: string): string | null {
  if (typed === '') return t('请输入密码')
  if (newPasswordRefusal(typed) !== null) return t('请输入6-10位的密码')
  return passwordStrength(typed) === 'short' ? t('密码太容易被猜到，请换一个') : null
}
const trimmed = (typed: string | undefined): string => (typed ?? '').trim()

export default function RegisterPage() {
  const [form] = Form.useForm<RegisterForm>()
  const navigate = useNavigate()
  const { refusal, busy, attempt } = useRefusable(form)
  const password = trimmed(Form.useWatch('password', form))

  const sendCode = async (): Promise<boolean> => {
    // what is wrong is shown in the form
    const typed = await form.validateFields(['mobile']).catch(() => null)
    return typed !== null && attempt(() => api.write('/account/sms', { target: typed.mobile }, { quiet: true }))
  }
  const register = async (typed: RegisterForm): Promise<void> => {
    const done = await attempt(() => api.write('/auth/user/register', typed, { quiet: true }))
    if (done) await navigate(registerResultPath, { replace: true, state: { email: trimmed(typed.email) } })
  }
  return (
    <UserLayout title={t('注册')}>
      <Form<RegisterForm> form={form} layout="vertical" size="large" requiredMark={false} onFinish={values => void register(values)}>
        <Form.Item name="email" label={t('邮箱')} rules={[{ validator: (_, typed?: string) => rejectWith(emailRefusal(trimmed(typed))) }]}>
          <Input autoFocus inputMode="email" autoComplete="username" maxLength={100} />
        </Form.Item>
        <Form.Item
          name="password"
          label={t('密码')}
          rules={[{ validator: (_, typed?: string) => rejectWith(passwordRefusal(trimmed(typed))) }]}
          extra={<PasswordStrength password={password} />}
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
        <Form.Item
          name="password2"
          label={t('确认密码')}
          dependencies={['password']}
          rules={[
            ({ getFieldValue }) => ({
              validator: (_, typed?: string) =>
                rejectWith(trimmed(typed) === trimmed(getFieldValue('password') as string) ? null : t('两次输入的密码不一致')),
            }),
          ]}
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
        <Form.Item
          name="mobile"
          label={t('手机')}
          rules={[{ validator: (_, typed?: string) => rejectWith(mobileRefusal(trimmed(typed))) }]}
        >
          <Input inputMode="tel" autoComplete="tel" maxLength={30} />
        </Form.Item>
        <CodeField onSend={sendCode} />
        <div className="zg-user-refusal" role="alert">
          {refusal !== null && <Alert type="error" showIcon title={refusal} />}
        </div>
        <Button type="primary" htmlType="submit" block loading={busy}>
          {t('注册')}
        </Button>
        <div className="zg-user-links">
          <Link to={loginPath}>{t('使用已有账号登录')}</Link>
        </div>
      </Form>
    </UserLayout>
  )
}
