/** Buttons of the company's providers, and the way back from one: `?sso=` is changed for the session, or for what went wrong. */
import { Button, Divider } from 'antd'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ApiError, api } from '../../api/client.ts'
import { browser } from '../../api/sign-in-again.ts'
import { t } from '../../i18n/t.ts'
import type { LoginAnswer } from './login-answer.ts'

interface Provider {
  readonly id: string
  readonly name: string
}
interface CompanyButtonsProps {
  readonly onDone: (answer: LoginAnswer) => Promise<void>
  /** a refusal, or the second step that is asked (code 1017) */
  readonly onRefused: (error: ApiError) => void
}

export function CompanyButtons({ onDone, onRefused }: CompanyButtonsProps) {
  const [parameters, setParameters] = useSearchParams()
  const [providers, setProviders] = useState<readonly Provider[]>([])
  const ticket = parameters.get('sso')
  const settle = (work: Promise<void>): void =>
    void work.catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      onRefused(error)
    })
  useEffect(() => {
    const abort = new AbortController()
    api.get<Provider[]>('/auth/sso/providers', undefined, { quiet: true, signal: abort.signal }).then(setProviders, (error: unknown) => {
      // without them one can still sign in
      if (!(error instanceof ApiError) && !abort.signal.aborted) throw error
    })
    return () => abort.abort()
  }, [])
  useEffect(() => {
    if (ticket === null) return
    // it serves once: a page that is loaded again begins anew
    setParameters({}, { replace: true })
    settle(api.post<LoginAnswer>('/auth/sso/finish', { ticket }, { quiet: true }).then(onDone))
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for a ticket
  }, [ticket])

  if (providers.length === 0) return null
  const begin = (providerId: string): void =>
    settle(api.post<{ url: string }>('/auth/sso/begin', { providerId }, { quiet: true }).then(({ url }) => browser.goTo(url)))
  return (
    <div className="zg-user-company">
      <Divider plain>{t('企业登录')}</Divider>
      {providers.map(({ id, name }) => (
        <Button key={id} block onClick={() => begin(id)}>
          {name}
        </Button>
      ))}
    </div>
  )
}
