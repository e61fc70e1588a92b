/** The verification code: a picture for the account that is being signed in; a click brings another one. */
import { Button, Form } from 'antd'
import Input from 'antd/es/input/Input'
import { useCallback, useEffect, useState } from 'react'
import { ApiError, api } from '../../api/client.ts'
import { t } from '../../i18n/t.ts'

interface CaptchaFieldProps {
  readonly username: string
  /** counts the tries: each uses its picture up */
  readonly tries: number
}

/** The picture of an account, null while it is on its way, '' when it could not be had. */
function usePicture(username: string, tries: number): { readonly picture: string | null; another(): void } {
  const [wanted, setWanted] = useState(0)
  const [shown, setShown] = useState({ wish: '', picture: '' })
  const wish = `${username} ${tries} ${wanted}`
  useEffect(() => {
    const abort = new AbortController()
    api.get<{ readonly image: string }>('/auth/user/captcha', { username }, { quiet: true, signal: abort.signal }).then(
      ({ image }) => setShown({ wish, picture: image }),
      (error: unknown) => {
        if (error instanceof ApiError) setShown({ wish, picture: '' })
        else if (!abort.signal.aborted) throw error
      },
    )
    return () => abort.abort()
  }, [username, wish])
  return { picture: shown.wish === wish ? shown.picture : null, another: useCallback(() => setWanted(before => before + 1), []) }
}

export function CaptchaField({ username, tries }: CaptchaFieldProps) {
  const { picture, another } = usePicture(username, tries)
  return (
    <Form.Item label={t('验证码')}>
      <div className="zg-captcha">
        <Form.Item name="captcha" noStyle rules={[{ required: true, whitespace: true, message: t('请输入验证码') }]}>
          <Input autoComplete="off" maxLength={10} aria-label={t('验证码')} />
        </Form.Item>
        <Button className="zg-captcha-picture" title={t('看不清，换一张')} aria-label={t('看不清，换一张')} onClick={another}>
          {picture === '' ? t('重新获取') : picture !== null && <img src={picture} alt="" width={120} height={40} />}
        </Button>
      </div>
    </Form.Item>
  )
}
