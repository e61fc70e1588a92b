/** Top bar: the modules, what other parts put here, the organisation, the person. */
import { HomeOutlined, LogoutOutlined, MenuOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, memo } from 'react'
import { t } from '../../i18n/t.ts'
import { homePath } from '../../page/guard.ts'
import { SearchButton } from '../search/search-button.tsx'
import { useShell } from '../../page/shell-context.ts'
import { useTopBarSlots } from '../top-bar-slots.ts'
import { AvatarMenu } from './avatar-menu.tsx'
import { ModuleMenu } from './module-menu.tsx'
import { OrganisationSelect } from './organisation-select.tsx'
import { SettingsButton } from './settings-button.tsx'
import { useAskSignOut } from './use-ask-sign-out.ts'

/** Leaving the back office, by either door. */
function OfficeDoors() {
  const { open } = useShell()
  const askSignOut = useAskSignOut()
  return (
    <>
      <Button type="text" className="zg-door" icon={<HomeOutlined aria-hidden />} title={t('返回首页')} onClick={() => open(homePath)}>
        <span className="zg-wide-only">{t('返回首页')}</span>
      </Button>
      <Button type="text" className="zg-door zg-way-out" icon={<LogoutOutlined aria-hidden />} title={t('退出系统')} onClick={askSignOut}>
        <span className="zg-wide-only">{t('退出系统')}</span>
      </Button>
    </>
  )
}

interface TopBarProps {
  /** opens the menu of a narrow window; null where the menu stands at the side */
  readonly onMenu: (() => void) | null
  readonly className: string
}

export const TopBar = memo(function TopBar({ onMenu, className }: TopBarProps) {
  const { open, layout } = useShell()
  const slots = useTopBarSlots()
  const isOffice = layout === 'admin'
  return (
    <header className={`zg-top ${className}`} data-office={isOffice || undefined}>
      {onMenu !== null && <Button type="text" icon={<MenuOutlined aria-hidden />} aria-label={t('打开菜单')} onClick={onMenu} />}
      <button type="button" className="zg-brand" onClick={() => open(homePath)}>
        {t('掌柜')}
      </button>
      {isOffice && <span className="zg-office-title">{t('管理后台')}</span>}
      {onMenu === null && !isOffice ? <ModuleMenu /> : <span className="zg-space" />}
      <div className="zg-top-right">
        <SearchButton />
        {slots.map(({ key, component: Slot }) => (
          <Suspense key={key} fallback={null}>
            <Slot />
          </Suspense>
        ))}
        <SettingsButton />
        {isOffice && <OfficeDoors />}
        <OrganisationSelect />
        <AvatarMenu />
      </div>
    </header>
  )
})
