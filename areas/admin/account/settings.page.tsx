/** 账号设置: what one signs in with, one's own information, the password. One page, its sections by address. */
import { Menu } from 'antd'
import { useEffect } from 'react'
import { useLocation, useParams } from 'react-router'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { t } from '#platform/web/i18n/t.ts'
import { accountSettingsPath } from '#platform/web/page/own-pages.ts'
import { usePage } from '#platform/web/page/page-context.ts'
import { StatusPage } from '#platform/web/page/status-page.tsx'
import { useShell } from '#platform/web/page/shell-context.ts'
import { useOwnAccount } from './own-data.tsx'
import { OwnFactors } from './own-factors.tsx'
import { OwnInfo } from './own-info.tsx'
import { OwnKeys } from './own-keys.tsx'
import { OwnPassword, SignInSettings } from './settings-sections.tsx'
import './account.css'

const sections = [
  { path: accountSettingsPath, index: undefined, title: () => t('账号设置') },
  { path: `${accountSettingsPath}/info/1`, index: '1', title: () => t('个人信息') },
  { path: `${accountSettingsPath}/info/2`, index: '2', title: () => t('修改密码') },
  { path: `${accountSettingsPath}/info/3`, index: '3', title: () => t('安全') },
] as const

export default function AccountSettingsPage() {
  const { open } = useShell()
  const { pathname } = useLocation()
  const { index } = useParams()
  const { setTitle } = usePage()
  const { data, error, refetch } = useOwnAccount()
  const section = sections.find(one => one.index === index)
  const title = section?.title()
  useEffect(() => {
    if (title !== undefined) setTitle(title)
  }, [title, setTitle])
  if (section === undefined) return <StatusPage status="404" />

  return (
    <div className="zg-own">
      <Menu
        className="zg-own-sections"
        mode="inline"
        selectedKeys={[section.path]}
        items={sections.map(one => ({ key: one.path, label: one.title() }))}
        onClick={({ key }) => key !== pathname && open(key)}
      />
      <section className="zg-own-section" aria-label={title}>
        <h1>{title}</h1>
        {section.index === '2' ? (
          <OwnPassword />
        ) : section.index === '3' ? (
          <>
            <OwnFactors />
            <OwnKeys />
          </>
        ) : data === undefined ? (
          error === null ? (
            <RowsLoading />
          ) : (
            <RowsFailed error={error} onRetry={() => void refetch()} />
          )
        ) : section.index === '1' ? (
          <OwnInfo key={data.employee?.id} account={data} />
        ) : (
          <SignInSettings account={data} />
        )}
      </section>
    </div>
  )
}
