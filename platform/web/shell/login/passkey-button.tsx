/** 用通行密钥登录: first where the browser has used one here, else below the password. */
import { Button } from 'antd'
import { useState } from 'react'
import { ApiError } from '../../api/client.ts'
import { t } from '../../i18n/t.ts'
import type { LoginAnswer } from './login-answer.ts'
import type * as Passkeys from './passkey.ts'

interface PasskeyButtonProps<A extends LoginAnswer> {
  readonly isFirst: boolean
  readonly title?: string
  /** what is done by it, where it is not the whole sign-in */
  readonly by?: (passkeys: typeof Passkeys) => Promise<A>
  readonly onDone: (answer: A | LoginAnswer) => Promise<void>
  readonly onRefused: (why: string) => void
}

export function PasskeyButton<A extends LoginAnswer>({ isFirst, title, by, onDone, onRefused }: PasskeyButtonProps<A>) {
  const [busy, setBusy] = useState(false)
  const enter = async (): Promise<void> => {
    setBusy(true)
    // loaded when it is pressed
    const passkeys = await import('./passkey.ts')
    try {
      await onDone(await (by === undefined ? passkeys.signInByPasskey() : by(passkeys)))
    } catch (error) {
      if (!(error instanceof ApiError) && !(error instanceof passkeys.PasskeyLeft)) throw error
      onRefused(error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button className="zg-user-passkey" type={isFirst ? 'primary' : 'default'} block loading={busy} onClick={() => void enter()}>
      {title ?? t('用通行密钥登录')}
    </Button>
  )
}
