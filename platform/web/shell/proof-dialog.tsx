/** 验证身份: the figures of the authenticator, a recovery code, or of who has no factor the password. */
import { Button, Form, Input, Modal } from 'antd'
import { api } from '../api/client.ts'
import type { Ways } from '../api/proof.ts'
import { t } from '../i18n/t.ts'
import { answerOfPasskey, PasskeyLeft } from './login/passkey.ts'
import { hasPasskeys } from './login/used-passkey.ts'
import { useRefusable } from './login/use-refusable.ts'

interface Typed {
  readonly code?: string
  readonly password?: string
}

export default function ProofDialog({ ways, onDone }: { ways: Ways; onDone: (isProved: boolean) => void }) {
  const [form] = Form.useForm<Typed>()
  const { refusal, busy, attempt, setRefusal } = useRefusable(form)
  const byCode = ways.authenticator || ways.passkeys > 0
  const send = async (typed: Typed): Promise<void> => {
    if (await attempt(() => api.post('/auth/user/fresh', typed, { quiet: true }))) onDone(true)
  }
  const sendPasskey = async (): Promise<void> => {
    try {
      const passkey = await answerOfPasskey()
      if (await attempt(() => api.post('/auth/user/fresh', { passkey }, { quiet: true }))) onDone(true)
    } catch (error) {
      if (!(error instanceof PasskeyLeft)) throw error
      setRefusal(error.message)
    }
  }
  return (
    <Modal
      open
      title={t('验证身份')}
      width={400}
      okText={t('验证')}
      cancelText={t('取消')}
      confirmLoading={busy}
      mask={{ closable: false }}
      onCancel={() => onDone(false)}
      onOk={() => form.submit()}
    >
      <p>{t('这一步涉及账号安全或敏感信息，请确认是您本人。验证后 10 分钟内不再询问。')}</p>
      {ways.passkeys > 0 && hasPasskeys() && (
        <Button block className="zg-proof-passkey" onClick={() => void sendPasskey()}>
          {t('用通行密钥验证')}
        </Button>
      )}
      <Form form={form} layout="vertical" requiredMark={false} onFinish={typed => void send(typed)}>
        {byCode ? (
          <CodeItem help={refusal} />
        ) : (
          <Form.Item
            name="password"
            label={t('密码')}
            {...(refusal === null ? {} : { validateStatus: 'error' as const, help: refusal })}
            rules={[{ required: true, message: t('请输入密码') }]}
          >
            <Input.Password autoFocus autoComplete="current-password" maxLength={200} />
          </Form.Item>
        )}
      </Form>
    </Modal>
  )
}

function CodeItem({ help }: { help: string | null }) {
  return (
    <Form.Item
      name="code"
      label={t('验证码')}
      extra={t('验证器上的 6 位数字，或一个恢复码')}
      {...(help === null ? {} : { validateStatus: 'error' as const, help })}
      rules={[{ required: true, whitespace: true, message: t('请输入验证码') }]}
    >
      <Input autoFocus autoComplete="one-time-code" inputMode="text" maxLength={40} />
    </Form.Item>
  )
}
