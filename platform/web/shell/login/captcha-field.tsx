/** The verification code: sent to the account's phone or e-mail on request, once a minute at most. */
import { Button, Form, Input, Space } from 'antd'
import { useEffect, useState } from 'react'
import { ApiError, api } from '../../api/client.ts'
import { feedback } from '../../api/feedback.ts'
import { t } from '../../i18n/t.ts'

const sendAgainAfterSeconds = 60

export function CaptchaField() {
  const form = Form.useFormInstance<{ username: string }>()
  const [waitSeconds, setWaitSeconds] = useState(0)

  useEffect(() => {
    if (waitSeconds === 0) return
    const timer = setTimeout(() => setWaitSeconds(waitSeconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [waitSeconds])

  const send = async (): Promise<void> => {
    const { username } = await form.validateFields(['username'])
    try {
      await api.write('/account/sms', { username: username.trim() })
      setWaitSeconds(sendAgainAfterSeconds)
      feedback.success(t('验证码已发送'))
    } catch (error) {
      // the client has shown why
      if (!(error instanceof ApiError)) throw error
    }
  }

  return (
    <Form.Item label={t('验证码')} required>
      <Space.Compact block>
        <Form.Item name="captcha" noStyle rules={[{ required: true, whitespace: true, message: t('请输入验证码') }]}>
          <Input autoComplete="one-time-code" maxLength={10} aria-label={t('验证码')} />
        </Form.Item>
        <Button disabled={waitSeconds > 0} onClick={() => void send()}>
          {waitSeconds > 0 ? t('{seconds} 秒后可重发', { seconds: waitSeconds }) : t('发送验证码')}
        </Button>
      </Space.Compact>
    </Form.Item>
  )
}
