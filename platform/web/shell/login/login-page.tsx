/** Sign-in: account, password and, when the server asks for it, a verification code. */
import { Alert, Button, Form } from 'antd'
// by their own files: the whole family brings text areas and one-time codes to the page that must load first
import Input from 'antd/es/input/Input'
import Password from 'antd/es/input/Password'
import { Suspense, lazy, useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { ApiError, api } from '../../api/client.ts'
import { codes } from '../../api/envelope.ts'
import { loginNotice, session } from '../../api/session.ts'
import { t } from '../../i18n/t.ts'
import { homePath, ownPath, resetPath } from '../../page/guard.ts'
import { prefetchProfile } from '../../page/profile.ts'
import { CaptchaField } from './captcha-field.tsx'
import type { HalfIn } from './factor-step.tsx'
import type { LoginAnswer } from './login-answer.ts'
import { CompanyButtons } from './company-buttons.tsx'
import { LoginLinks } from './login-links.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { hasPasskeys, usedPasskey } from './used-passkey.ts'
import { UserLayout } from './user-layout.tsx'

// loaded for who has a second factor
const FactorStep = lazy(() => import('./factor-step.tsx'))

interface LoginForm {
  readonly username: string
  readonly password: string
  readonly captcha?: string
}

/** The server asks for a verification code by its own code, or beside another refusal. */
function asksForCaptcha(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  if (error.code === codes.captcha) return true
  return typeof error.data === 'object' && error.data !== null && 'captchaRequired' in error.data && error.data.captchaRequired === true
}

function useSignIn() {
  const navigate = useNavigate()
  const [parameters] = useSearchParams()
  const [refusal, setRefusal] = useState<string | null>(null)
  const [captchaFor, setCaptchaFor] = useState<string | null>(null)
  const [tries, setTries] = useState(0)
  const [busy, setBusy] = useState(false)
  const [half, setHalf] = useState<HalfIn | null>(null)

  const enter = async (answer: LoginAnswer): Promise<void> => {
    session.begin(answer.access_token, answer.loginState)
    // a failure is the shell's to tell
    if (answer.loginState === '0') await Promise.allSettled([prefetchProfile(), import('../shell.tsx')])
    const back = ownPath(parameters.get('redirect')) ?? homePath
    await navigate(answer.loginState === '1' ? resetPath : back, { replace: true })
  }
  const signIn = async (values: LoginForm): Promise<void> => {
    const username = values.username.trim()
    setBusy(true)
    setRefusal(null)
    try {
      await enter(await api.post<LoginAnswer>('/auth/user/login', { ...values, username }, { quiet: true }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      refused(error)
      if (error.code === codes.factor) return
      setTries(before => before + 1)
      if (asksForCaptcha(error)) setCaptchaFor(username)
    } finally {
      setBusy(false)
    }
  }
  const refused = (error: ApiError): void => {
    if (error.code === codes.factor) setHalf(error.data as HalfIn)
    else setRefusal(error.msg)
  }
  const back = (why: string | null): void => {
    setHalf(null)
    setRefusal(why)
  }
  return { refusal, captchaFor, tries, busy, half, signIn, enter, refused, back }
}

export default function LoginPage() {
  const [form] = Form.useForm<LoginForm>()
  const { refusal, captchaFor, tries, busy, half, signIn, enter, refused, back } = useSignIn()
  // the picture is asked of one name: whoever types another at this desk is not asked
  const named = Form.useWatch('username', form)?.trim()
  const [notice] = useState(() => loginNotice.take())
  const passkey = hasPasskeys() ? <PasskeyButton isFirst={usedPasskey()} onDone={enter} onRefused={back} /> : null
  const shown = refusal ?? notice

  // a refused password is typed anew: the cursor goes where it is needed
  useEffect(() => {
    if (tries === 0) return
    form.resetFields(['captcha'])
    form.getFieldInstance('password')?.focus()
  }, [tries, form])

  if (half !== null)
    return (
      <UserLayout title={half.setUp ? t('设置第二步验证') : t('第二步验证')}>
        <Suspense fallback={null}>
          <FactorStep half={half} onDone={answer => void enter(answer)} onBack={back} />
        </Suspense>
      </UserLayout>
    )
  return (
    <UserLayout title={t('登录')}>
      <Form form={form} layout="vertical" size="large" requiredMark={false} onFinish={values => void signIn(values)}>
        {usedPasskey() && passkey}
        <Form.Item name="username" label={t('账号')} rules={[{ required: true, whitespace: true, message: t('请输入账号') }]}>
          <Input autoFocus autoComplete="username" maxLength={100} />
        </Form.Item>
        <Form.Item name="password" label={t('密码')} rules={[{ required: true, message: t('请输入密码') }]}>
          <Password autoComplete="current-password" maxLength={200} />
        </Form.Item>
        {captchaFor !== null && captchaFor === named && <CaptchaField username={captchaFor} tries={tries} />}
        <div className="zg-user-refusal" role="alert">
          {shown !== null && <Alert type={refusal === null ? 'info' : 'error'} showIcon title={shown} />}
        </div>
        <Button type={passkey !== null && usedPasskey() ? 'default' : 'primary'} htmlType="submit" block loading={busy}>
          {t('登录')}
        </Button>
        {!usedPasskey() && passkey}
        <CompanyButtons onDone={enter} onRefused={refused} />
        <LoginLinks />
      </Form>
    </UserLayout>
  )
}
