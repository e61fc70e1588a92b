/** The module's pages at the side; on a phone a drawer that also chooses the module. */
import { MenuFoldOutlined, MenuUnfoldOutlined, SearchOutlined, StarOutlined } from '@ant-design/icons'
import { Badge, Button, Drawer, Menu, type MenuProps } from 'antd'
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import type { UnreadKind } from '../../../declare/wire.ts'
import { localStore } from '../../api/storage.ts'
import { t } from '../../i18n/t.ts'
import { useUnread } from '../../realtime/use-unread.ts'
import { useFavourites } from '../../home/common-menu.ts'
import { inMenu, isSubject, pagesIn, pathOf, visibleMenus } from '../../page/routes.ts'
import type { MenuNode, Module } from '../../page/profile.ts'
import { PageSearch } from '../search/page-search.tsx'
import { usePlace, useShell } from '../../page/shell-context.ts'
import { keyOfMenu, selectedKey } from '../../page/layouts.ts'
import { menuIcon } from './menu-icon.tsx'
import { useEntryPath } from '../../home/module-pages.tsx'

const collapsedKey = 'navigation.collapsed'
type Items = NonNullable<MenuProps['items']>

/** Unread ones behind entries of the menu, by kind. */
type Badges = Readonly<Partial<Record<UnreadKind, number>>>

const none: Items = []
const generalManager = '总经理'

function useBadges(): Badges {
  const { profile } = useShell()
  const manager = useUnread('manager', profile.roleNames.includes(generalManager)) ?? 0
  const employee = useUnread('employee', !profile.isManager) ?? 0
  return useMemo((): Badges => ({ manager, employee }), [manager, employee])
}

const countOf = (menu: MenuNode, badges: Badges): number =>
  [menu, ...(menu.children ?? [])].reduce((sum, { meta: { badge } }) => sum + (badge === undefined ? 0 : (badges[badge] ?? 0)), 0)

function labelOf(menu: MenuNode, count: number) {
  if (count === 0) return menu.meta.title
  return (
    <span className="zg-menu-label">
      {menu.meta.title} <Badge size="small" count={count} title={t('{count} 条未读消息', { count })} />
    </span>
  )
}

interface Look {
  readonly isTop: boolean
  readonly folded: boolean
  /** how many unread ones stand behind an entry */
  readonly count: (menu: MenuNode) => number
}

function itemsOf(menus: readonly MenuNode[], look: Look): Items {
  const { isTop, folded, count } = look
  return menus.map(menu => {
    const icon = isTop ? menuIcon(menu.meta.icon, menu.meta.title, folded) : undefined
    const children = menu.children ?? []
    if (children.length > 0)
      return { key: `group:${keyOfMenu(menu)}`, label: menu.meta.title, icon, children: itemsOf(children, { ...look, isTop: false }) }
    return { key: keyOfMenu(menu), label: labelOf(menu, count(menu)), icon, title: menu.meta.title, disabled: menu.menuId === null }
  })
}

function groupKeys(menus: readonly MenuNode[]): string[] {
  return menus.flatMap(menu => ((menu.children ?? []).length > 0 ? [`group:${keyOfMenu(menu)}`, ...groupKeys(menu.children ?? [])] : []))
}

/** Entries under the headings of their module; folded there is no room for these. */
function withSections({ sections = [] }: Module, menus: readonly MenuNode[], look: Look): Items {
  if (sections.length === 0 || look.folded) return itemsOf(menus, look)
  const beside = menus.filter(menu => sections.every(([id]) => id !== menu.meta.section))
  return [
    ...sections.flatMap(([id, label]) => {
      const own = menus.filter(menu => menu.meta.section === id)
      return own.length === 0 ? [] : [{ type: 'group' as const, key: `section:${id}`, label, children: itemsOf(own, look) }]
    }),
    ...itemsOf(beside, look),
  ]
}

const favouritesKey = 'group:favourites'
const favouritePrefix = 'favourite:'
const favouritesMax = 8
/** above so many entries the favourites begin folded: the menu shall not scroll */
const unfoldedMax = 12

/** What a person has marked, of all modules. */
function useFavouriteItems(): Items {
  const { modules } = useShell()
  const marked = useFavourites()
  return useMemo(() => {
    const all = modules.flatMap(({ menus }) => [...menus.filter(isSubject), ...pagesIn(menus)])
    const entries = new Map(all.map(menu => [menu.menuId, menu]))
    const children = marked.flatMap(id => {
      const menu = entries.get(id)
      return menu === undefined ? [] : [{ key: favouritePrefix + pathOf(menu), label: menu.meta.title, title: menu.meta.title }]
    })
    if (children.length === 0) return []
    return [{ key: favouritesKey, label: t('常用'), icon: <StarOutlined aria-hidden />, children: children.slice(0, favouritesMax) }]
  }, [modules, marked])
}

interface PageMenuProps {
  readonly module: Module
  readonly collapsed: boolean
  readonly mode?: 'inline' | 'horizontal'
  readonly favourites?: Items
  readonly onOpen: () => void
}

function PageMenu({ module, collapsed, mode = 'inline', favourites = none, onOpen }: PageMenuProps) {
  const { open } = useShell()
  const entry = useEntryPath()
  const { pathname, menuPath, subjectId } = usePlace()
  const badges = useBadges()
  const menus = useMemo(() => inMenu(visibleMenus(module.menus), subjectId), [module, subjectId])
  const items = useMemo(() => {
    const counts = new Map(module.menus.map(menu => [keyOfMenu(menu), countOf(menu, badges)]))
    const look = { isTop: true, folded: collapsed, count: (menu: MenuNode) => counts.get(keyOfMenu(menu)) ?? countOf(menu, badges) }
    return [...favourites, ...withSections(module, menus, look)]
  }, [module, menus, collapsed, badges, favourites])
  const selected = selectedKey(menus, subjectId, menuPath, pathname)
  const place = useRef<HTMLDivElement>(null)
  // the page that opens stands in sight, however long the menu is
  useEffect(() => {
    if (selected !== null) place.current?.querySelector('.ant-menu-item-selected')?.scrollIntoView?.({ block: 'nearest' })
  }, [selected])
  const unfolded = [...(menus.length > unfoldedMax ? [] : [favouritesKey]), ...groupKeys(menus)]
  return (
    <div ref={place} className="zg-page-menu">
      <Menu
        mode={mode}
        {...(mode === 'inline' ? { inlineIndent: 20, inlineCollapsed: collapsed, defaultOpenKeys: collapsed ? [] : unfolded } : {})}
        items={items}
        selectedKeys={selected === null ? [] : [selected]}
        onClick={({ key }) => {
          onOpen()
          const subject = menus.find(menu => isSubject(menu) && keyOfMenu(menu) === key)
          open(subject === undefined ? key.replace(favouritePrefix, '') : entry(subject))
        }}
      />
    </div>
  )
}

/** Only the menu of a narrow window closes when a page opens. */
const stayOpen = (): void => undefined

interface DrawerProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** On a phone: the search, the favourites, all modules with their subjects; in a frame with a menu of its own that alone. */
function MenuDrawer({ open: isOpen, onClose }: DrawerProps) {
  const { layout, modules, side, open } = useShell()
  const { subjectId } = usePlace()
  const favourites = useFavouriteItems()
  const [isSearching, setSearching] = useState(false)
  const sections = layout === 'basic' || layout === 'menuless' || side === null ? modules : [side]
  return (
    <>
      <Drawer open={isOpen} onClose={onClose} placement="left" size={288} title={t('菜单')} styles={{ body: { padding: 8 } }}>
        <Button
          block
          className="zg-drawer-search"
          icon={<SearchOutlined aria-hidden />}
          onClick={() => {
            onClose()
            setSearching(true)
          }}
        >
          {t('搜索页面和记录')}
        </Button>
        {favourites.length > 0 && (
          <Menu
            mode="inline"
            items={favourites}
            selectedKeys={[]}
            defaultOpenKeys={[favouritesKey]}
            onClick={({ key }) => {
              onClose()
              open(key.replace(favouritePrefix, ''))
            }}
          />
        )}
        {sections
          .filter(module => inMenu(visibleMenus(module.menus), subjectId).length > 0)
          .map(module => (
            <section key={module.moduleId} className="zg-drawer-module">
              <h2>{module.title}</h2>
              <PageMenu module={module} collapsed={false} onOpen={onClose} />
            </section>
          ))}
      </Drawer>
      {isSearching && <PageSearch onClose={() => setSearching(false)} />}
    </>
  )
}

interface SideMenuProps extends DrawerProps {
  readonly isMobile: boolean
  readonly className: string
}

export const SideMenu = memo(function SideMenu({ isMobile, open, onClose, className }: SideMenuProps) {
  const { layout, side } = useShell()
  const [collapsed, setCollapsed] = useState(() => localStore.get(collapsedKey) === '1')
  const favourites = useFavouriteItems()
  if (isMobile) return <MenuDrawer open={open} onClose={onClose} />
  if (side === null) return null
  const toggle = (): void => {
    localStore.set(collapsedKey, collapsed ? '0' : '1')
    setCollapsed(!collapsed)
  }
  return (
    <aside className={`zg-side ${className}`} data-collapsed={collapsed || undefined}>
      <nav className="zg-side-menu" aria-label={side.title}>
        {/* a module opens with all its groups unfolded */}
        <PageMenu
          key={side.moduleId}
          module={side}
          collapsed={collapsed}
          favourites={collapsed || layout === 'admin' ? none : favourites}
          onOpen={stayOpen}
        />
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
