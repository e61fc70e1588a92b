/** The pages that say why there is nothing to see. */
import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { t } from '../i18n/t.ts'
import { homePath } from './guard.ts'

export type Status = '403' | '404' | '500'

interface StatusPageProps {
  readonly status: Status
  readonly detail?: string
  readonly onRetry?: () => void
  readonly requestId?: string | null
  /** pages that may have been meant */
  readonly near?: readonly { readonly url: string; readonly title: string }[]
}

function textsOf(status: Status): { title: string; text: string } {
  if (status === '403') return { title: t('没有访问权限'), text: t('需要此页面时，请把地址发给系统管理员开通。') }
  if (status === '404') return { title: t('页面不存在'), text: t('地址可能写错，或页面不在您的菜单中。按 Ctrl K 可以搜索页面。') }
  return { title: t('页面出错'), text: t('服务器内部错误，请稍后重试。') }
}

export function StatusPage({ status, detail, onRetry, requestId, near = [] }: StatusPageProps) {
  const navigate = useNavigate()
  const { title, text } = textsOf(status)
  return (
    <section className="zg-status">
      <div className="zg-status-code" aria-hidden>
        {status}
      </div>
      <h1>{title}</h1>
      <p>{detail ?? text}</p>
      {requestId != null && <p className="zg-request-id">{t('请求编号 {id}', { id: requestId })}</p>}
      {near.length > 0 && (
        <nav className="zg-status-near" aria-label={t('可能要找的页面')}>
          {t('可能要找：')}
          {near.map(({ url, title }) => (
            <Link key={url} to={url}>
              {title}
            </Link>
          ))}
        </nav>
      )}
      <div className="zg-status-actions">
        {onRetry !== undefined && (
          <Button type="primary" onClick={onRetry}>
            {t('重试')}
          </Button>
        )}
        <Button onClick={() => void navigate(homePath)}>{t('返回首页')}</Button>
      </div>
    </section>
  )
}

/** A menu entry whose component this version doesn't have. The rest of the program works. */
export function UnknownComponentPage({ component }: { component: string }) {
  return <StatusPage status="404" detail={t('菜单指向的页面组件“{component}”不存在，请联系系统管理员检查菜单设置。', { component })} />
}
