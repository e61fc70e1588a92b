/** The second step of signing in: figures or a recovery code; where one is demanded and there is none, it is set up here. */
import { Alert, Button, Checkbox, Form } from 'antd'
import Input from 'antd/es/input/Input'
import { useEffect, useState } from 'react'
import { ApiError, api } from '../../api/client.ts'
import type { Ways } from '../../api/proof.ts'
import { t } from '../../i18n/t.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { hasPasskeys } from './used-passkey.ts'
import { useRefusable } from './use-refusable.ts'
import type { LoginAnswer } from './login-answer.ts'

/** What the right password answers where more is asked (code 1017). */
export interface HalfIn {
  readonly ticket: string
  readonly setUp: boolean
  readonly ways: Ways
  readonly mayTrust: boolean
}
interface Begun {
  readonly key: string
  readonly picture: string
  readonly begun: string
}
interface Typed {
  readonly code: string
  readonly trust?: boolean
}
interface FactorStepProps {
  readonly half: HalfIn
  readonly onDone: (answer: LoginAnswer) => void
  /** back to the password; a sentence where the time is over */
  readonly onBack: (why: string | null) => void
}

const isOver = (error: unknown): error is ApiError =>
  error instanceof ApiError && typeof error.data === 'object' && error.data !== null && 'ticketOver' in error.data

/** What was begun, what is refused, and the codes of who has set a factor up. */
function useFactor({ half: { ticket, setUp }, onDone, onBack }: FactorStepProps) {
  const [form] = Form.useForm<Typed>()
  const { refusal, busy, attempt, setRefusal } = useRefusable(form)
  const [begun, setBegun] = useState<Begun | null>(null)
  const [entered, setEntered] = useState<(LoginAnswer & { codes: readonly string[] }) | null>(null)
  useEffect(() => {
    if (!setUp) return
    api.post<Begun>('/auth/user/factor', { ticket, begin: true }, { quiet: true }).then(setBegun, (error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      onBack(error.msg)
    })
    // once for a ticket
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [ticket, setUp])

  const come = (answer: LoginAnswer & { codes?: readonly string[] }): void => {
    if (answer.codes === undefined) onDone(answer)
    else setEntered({ ...answer, codes: answer.codes })
  }
  const send = async ({ code, trust }: Typed): Promise<void> => {
    const body = { ticket, code, ...(trust === true ? { trust } : {}), ...(begun === null ? {} : { begun: begun.begun }) }
    await attempt(async () => {
      try {
        come(await api.post<LoginAnswer & { codes?: readonly string[] }>('/auth/user/factor', body, { quiet: true }))
      } catch (error) {
        if (!isOver(error)) throw error
        onBack(error.msg)
      }
    })
    form.resetFields(['code'])
    form.getFieldInstance('code')?.focus()
  }
  return { form, refusal, setRefusal, busy, begun, entered, come, send }
}

export default function FactorStep(props: FactorStepProps) {
  const { form, refusal, setRefusal, busy, begun, entered, come, send } = useFactor(props)
  const { half, onDone, onBack } = props
  const { setUp } = half
  if (entered !== null)
    return (
      <>
        <RecoveryCodes codes={entered.codes} />
        <Button type="primary" size="large" block onClick={() => onDone(entered)}>
          {t('已保存，进入系统')}
        </Button>
      </>
    )
  return (
    <Form form={form} layout="vertical" size="large" requiredMark={false} onFinish={typed => void send(typed)}>
      {setUp && <Scan begun={begun} />}
      <Form.Item
        name="code"
        label={t('验证码')}
        extra={setUp ? t('验证器上的 6 位数字') : t('验证器上的 6 位数字，或一个恢复码')}
        rules={[{ required: true, whitespace: true, message: t('请输入验证码') }]}
      >
        <Input autoFocus autoComplete="one-time-code" maxLength={40} />
      </Form.Item>
      {half.mayTrust && (
        <Form.Item name="trust" valuePropName="checked" noStyle>
          <Checkbox>{t('30 天内信任这台设备')}</Checkbox>
        </Form.Item>
      )}
      <div className="zg-user-refusal" role="alert">
        {refusal !== null && <Alert type="error" showIcon title={refusal} />}
      </div>
      <Button type="primary" htmlType="submit" block loading={busy}>
        {t('验证')}
      </Button>
      {(setUp || half.ways.passkeys > 0) && hasPasskeys() && (
        <PasskeyButton<LoginAnswer & { codes?: readonly string[] }>
          isFirst={false}
          {...(setUp ? { title: t('改用通行密钥') } : {})}
          by={passkeys => (setUp ? passkeys.setUpByPasskey(half.ticket) : passkeys.signInByPasskey(half.ticket))}
          onDone={async answer => come(answer)}
          onRefused={setRefusal}
        />
      )}
      <div className="zg-user-links">
        <Button type="link" size="small" onClick={() => onBack(null)}>
          {t('返回登录')}
        </Button>
      </div>
    </Form>
  )
}

/** The picture for the authenticator, and its key for who types it. */
function Scan({ begun }: { begun: Begun | null }) {
  return (
    <div className="zg-factor-scan">
      <p>{t('您的角色要求第二步验证。请用手机上的验证器应用扫描，再输入它显示的 6 位数字。')}</p>
      {begun !== null && (
        <>
          <img src={begun.picture} alt={t('验证器二维码')} width={180} height={180} />
          <p>
            {t('无法扫描时输入密钥：')}
            <code>{begun.key}</code>
          </p>
        </>
      )}
    </div>
  )
}
