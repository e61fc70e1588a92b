/** After registering: a mail is on its way. Opened by that mail's link: the account is activated. */
import { Alert, Button, Spin } from 'antd'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { ApiError, api } from '../../api/client.ts'
import { t } from '../../i18n/t.ts'
import { loginPath, registerPath } from '../../page/guard.ts'
import { UserLayout } from './user-layout.tsx'

type Activation = { readonly username: string } | { readonly refusal: string }

/** One call a link, however often React mounts the page. */
const activations = new Map<string, Promise<Activation>>()
function activate(token: string): Promise<Activation> {
  const known = activations.get(token)
  if (known !== undefined) return known
  const asked = api.write<{ username: string }>('/auth/user/activate', { token }, { quiet: true }).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    return { refusal: error.msg }
  })
  activations.set(token, asked)
  return asked
}

function Activated({ token }: { token: string }) {
  const navigate = useNavigate()
  const [result, setResult] = useState<Activation | null>(null)
  useEffect(() => void activate(token).then(setResult), [token])
  if (result === null) return <Spin />
  const isDone = 'username' in result
  return (
    <>
      <Alert
        type={isDone ? 'success' : 'error'}
        showIcon
        title={isDone ? t('账号 {username} 已激活', { username: result.username }) : result.refusal}
        description={isDone ? t('系统管理员分配组织和权限后即可登录。') : undefined}
      />
      <Button type="primary" size="large" block onClick={() => void navigate(isDone ? loginPath : registerPath)}>
        {isDone ? t('去登录') : t('重新注册')}
      </Button>
    </>
  )
}

const emailIn = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string' ? state.email : null

function Registered({ email }: { email: string | null }) {
  const navigate = useNavigate()
  return (
    <>
      <Alert
        type="success"
        showIcon
        title={email === null ? t('注册成功') : t('您的账号 {email} 注册成功', { email })}
        description={t('激活邮件已发送到您的邮箱，24小时内有效。请及时登录邮箱，打开邮件中的链接激活账号。')}
      />
      <Button type="primary" size="large" block onClick={() => void navigate(loginPath)}>
        {t('返回登录')}
      </Button>
    </>
  )
}

export default function RegisterResultPage() {
  const [parameters] = useSearchParams()
  const { state } = useLocation()
  const token = parameters.get('token')
  return (
    <UserLayout title={token === null ? t('注册结果') : t('激活账号')}>
      <div className="zg-user-result">{token === null ? <Registered email={emailIn(state)} /> : <Activated token={token} />}</div>
    </UserLayout>
  )
}
