/** The code that was sent to a phone or mail address, with the button that sends it: once a minute, as the server allows. */
import { Button, Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import { t } from '../../i18n/t.ts'

const pauseSeconds = 60

interface CodeFieldProps {
  /** sends a code; false: none was sent, another may be asked for at once */
  readonly onSend: () => Promise<boolean>
}

export function CodeField({ onSend }: CodeFieldProps) {
  const [left, setLeft] = useState(0)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  const send = async (): Promise<void> => {
    setBusy(true)
    try {
      if (await onSend()) setLeft(pauseSeconds)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Form.Item label={t('验证码')} htmlFor="code">
      <div style={{ display: 'flex', gap: 8 }}>
        <Form.Item name="code" noStyle rules={[{ required: true, whitespace: true, message: t('请输入验证码') }]}>
          <Input id="code" inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
        </Form.Item>
        <Button disabled={left > 0} loading={busy} onClick={() => void send()}>
          {left > 0 ? t('{left} 秒后重发', { left }) : t('获取验证码')}
        </Button>
      </div>
    </Form.Item>
  )
}
