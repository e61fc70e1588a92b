/** 用通行密钥登录: first where the browser has used one here, else below the password. */
import { Button } from 'antd'
import { useState } from 'react'
import { ApiError } from '../../api/client.ts'
import { t } from '../../i18n/t.ts'
import type { LoginAnswer } from './login-answer.ts'

interface PasskeyButtonProps {
  readonly isFirst: boolean
  readonly onDone: (answer: LoginAnswer) => Promise<void>
  readonly onRefused: (why: string) => void
}

export function PasskeyButton({ isFirst, onDone, onRefused }: PasskeyButtonProps) {
  const [busy, setBusy] = useState(false)
  const enter = async (): Promise<void> => {
    setBusy(true)
    // loaded when it is pressed
    const { signInByPasskey, PasskeyLeft } = await import('./passkey.ts')
    try {
      await onDone(await signInByPasskey())
    } catch (error) {
      if (!(error instanceof ApiError) && !(error instanceof PasskeyLeft)) throw error
      onRefused(error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button className="zg-user-passkey" type={isFirst ? 'primary' : 'default'} block loading={busy} onClick={() => void enter()}>
      {t('用通行密钥登录')}
    </Button>
  )
}
