/** The module's pages at the side; on a phone a drawer that also chooses the module. */
import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { Badge, Button, Drawer, Menu, type MenuProps } from 'antd'
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { localStore } from '../../api/storage.ts'
import { t } from '../../i18n/t.ts'
import { useUnread } from '../../realtime/use-unread.ts'
import { visibleMenus } from '../menu/routes.ts'
import type { MenuNode, Module } from '../profile.ts'
import { usePlace, useShell } from '../shell-context.ts'
import { selectedPath } from './layouts.ts'
import { menuIcon } from './menu-icon.tsx'

const collapsedKey = 'navigation.collapsed'
type Items = NonNullable<MenuProps['items']>

/** Key of a group: its id, because groups of one path may stand in two modules. */
const keyOf = (menu: MenuNode): string => menu.path || menu.menuId || menu.name

/** Numbers that stand behind entries of the menu, by path. */
type Badges = Readonly<Record<string, number>>

const noBadges: Badges = {}
const managerMailbox = '/contribute/boss/1'
const generalManager = '总经理'

function useBadges(): Badges {
  const { profile } = useShell()
  const unread = useUnread('manager', profile.roleNames.includes(generalManager))
  return useMemo((): Badges => (unread === null ? noBadges : { [managerMailbox]: unread }), [unread])
}

function labelOf(menu: MenuNode, badges: Badges) {
  const count = badges[menu.path] ?? 0
  if (count === 0) return menu.meta.title
  return (
    <span className="zg-menu-label">
      {menu.meta.title} <Badge size="small" count={count} title={t('{count} 条未读消息', { count })} />
    </span>
  )
}

function itemsOf(menus: readonly MenuNode[], isTop: boolean, folded: boolean, badges: Badges): Items {
  return menus.map(menu => {
    const icon = isTop ? menuIcon(menu.meta.icon, menu.meta.title, folded) : undefined
    const children = menu.children ?? []
    if (children.length > 0)
      return { key: `group:${keyOf(menu)}`, label: menu.meta.title, icon, children: itemsOf(children, false, folded, badges) }
    return { key: keyOf(menu), label: labelOf(menu, badges), icon, title: menu.meta.title, disabled: menu.menuId === null }
  })
}

function groupKeys(menus: readonly MenuNode[]): string[] {
  return menus.flatMap(menu => ((menu.children ?? []).length > 0 ? [`group:${keyOf(menu)}`, ...groupKeys(menu.children ?? [])] : []))
}

interface PageMenuProps {
  readonly module: Module
  readonly collapsed: boolean
  readonly mode?: 'inline' | 'horizontal'
  readonly onOpen: () => void
}

function PageMenu({ module, collapsed, mode = 'inline', onOpen }: PageMenuProps) {
  const { open } = useShell()
  const { pathname, menuPath } = usePlace()
  const badges = useBadges()
  const menus = useMemo(() => visibleMenus(module.menus), [module])
  const items = useMemo(() => itemsOf(menus, true, collapsed, badges), [menus, collapsed, badges])
  const selected = selectedPath(menus, menuPath, pathname)
  const place = useRef<HTMLDivElement>(null)
  // the page that opens stands in sight, however long the menu is
  useEffect(() => {
    if (selected !== null) place.current?.querySelector('.ant-menu-item-selected')?.scrollIntoView?.({ block: 'nearest' })
  }, [selected])
  return (
    <div ref={place} className="zg-page-menu">
      <Menu
        mode={mode}
        {...(mode === 'inline' ? { inlineIndent: 20, inlineCollapsed: collapsed, defaultOpenKeys: collapsed ? [] : groupKeys(menus) } : {})}
        items={items}
        selectedKeys={selected === null ? [] : [selected]}
        onClick={({ key }) => {
          onOpen()
          open(key)
        }}
      />
    </div>
  )
}

/** Only the menu of a narrow window closes when a page opens. */
const stayOpen = (): void => undefined

interface SideMenuProps {
  readonly isMobile: boolean
  readonly open: boolean
  readonly onClose: () => void
  readonly className: string
}

export const SideMenu = memo(function SideMenu({ isMobile, open, onClose, className }: SideMenuProps) {
  const { layout, modules, side } = useShell()
  const [collapsed, setCollapsed] = useState(() => localStore.get(collapsedKey) === '1')
  if (isMobile) {
    const sections = layout === 'basic' || layout === 'menuless' || side === null ? modules : [side]
    return (
      <Drawer open={open} onClose={onClose} placement="left" size={288} title={t('菜单')} styles={{ body: { padding: 8 } }}>
        {sections.map(module => (
          <section key={module.moduleId} className="zg-drawer-module">
            <h2>{module.title}</h2>
            <PageMenu module={module} collapsed={false} onOpen={onClose} />
          </section>
        ))}
      </Drawer>
    )
  }
  if (side === null) return null
  const toggle = (): void => {
    localStore.set(collapsedKey, collapsed ? '0' : '1')
    setCollapsed(!collapsed)
  }
  return (
    <aside className={`zg-side ${className}`} data-collapsed={collapsed || undefined}>
      <nav className="zg-side-menu" aria-label={side.title}>
        {/* a module opens with all its groups unfolded */}
        <PageMenu key={side.moduleId} module={side} collapsed={collapsed} onOpen={stayOpen} />
      </nav>
      <Button
        type="text"
        className="zg-side-fold"
        icon={collapsed ? <MenuUnfoldOutlined aria-hidden /> : <MenuFoldOutlined aria-hidden />}
        aria-label={collapsed ? t('展开菜单') : t('收起菜单')}
        onClick={toggle}
      />
    </aside>
  )
})

/** The module's pages in a row below the modules, where the navigation stands at the top. */
export const TopNavigation = memo(function TopNavigation({ className }: { className: string }) {
  const { side } = useShell()
  if (side === null) return null
  return (
    <nav className={`zg-top-pages ${className}`} aria-label={side.title}>
      <PageMenu key={side.moduleId} module={side} collapsed={false} mode="horizontal" onOpen={stayOpen} />
    </nav>
  )
})
