/** Top bar: the modules, what other parts put here, the organisation, the person. */
import { MenuOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense } from 'react'
import { t } from '../../i18n/t.ts'
import { homePath } from '../guard.ts'
import { SearchButton } from '../search/search-button.tsx'
import { useShell } from '../shell-context.ts'
import { useTopBarSlots } from '../top-bar-slots.ts'
import { AvatarMenu } from './avatar-menu.tsx'
import { ModuleMenu } from './module-menu.tsx'
import { OrganisationSelect } from './organisation-select.tsx'
import { SettingsButton } from './settings-button.tsx'

export function TopBar({ onMenu, className }: { onMenu: (() => void) | null; className: string }) {
  const { open } = useShell()
  const slots = useTopBarSlots()
  return (
    <header className={`zg-top ${className}`}>
      {onMenu !== null && <Button type="text" icon={<MenuOutlined />} aria-label={t('打开菜单')} onClick={onMenu} />}
      <button type="button" className="zg-brand" onClick={() => open(homePath)}>
        {t('掌柜')}
      </button>
      {onMenu === null ? <ModuleMenu /> : <span className="zg-space" />}
      <div className="zg-top-right">
        <SearchButton />
        {slots.map(({ key, component: Slot }) => (
          <Suspense key={key} fallback={null}>
            <Slot />
          </Suspense>
        ))}
        <SettingsButton />
        <OrganisationSelect />
        <AvatarMenu />
      </div>
    </header>
  )
}
