/** Below the sign-in form: what this installation offers beside it. Its place is kept, so that nothing jumps when it is known. */
import { useEffect, useState } from 'react'
import { Button } from 'antd'
import { Link } from 'react-router'
import { ApiError, api } from '../../api/client.ts'
import { currentLanguage } from '../../i18n/language.ts'
import { languageNames, switchLanguage } from '../../api/switch-language.ts'
import { t } from '../../i18n/t.ts'
import { recoverPath, registerPath } from '../../page/guard.ts'

interface Offered {
  readonly registration: boolean
  readonly recovery: boolean
}

export function LoginLinks() {
  const other = currentLanguage() === 'zh-CN' ? 'en-US' : 'zh-CN'
  const [offered, setOffered] = useState<Offered | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    api.get<Offered>('/auth/user/options', undefined, { quiet: true, signal: abort.signal }).then(setOffered, (error: unknown) => {
      // without them one can still sign in
      if (!(error instanceof ApiError) && !abort.signal.aborted) throw error
    })
    return () => abort.abort()
  }, [])
  return (
    <div className="zg-user-links">
      <span>{offered?.registration === true && <Link to={registerPath}>{t('注册账号')}</Link>}</span>
      <span>{offered?.recovery === true && <Link to={recoverPath}>{t('忘记密码')}</Link>}</span>
      <Button type="link" size="small" lang={other} onClick={() => switchLanguage(other)}>
        {languageNames[other]}
      </Button>
    </div>
  )
}
