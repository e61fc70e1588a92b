/** The pinned modules, at most five, and all others behind 更多. */
import { AppstoreOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import { homePath } from '../guard.ts'
import { firstPath, leavesOf } from '../menu/routes.ts'
import type { Module } from '../profile.ts'
import { useShell } from '../shell-context.ts'

const pinnedMax = 5
/** Where a module without pages leads. */
const withoutMenus = '/culture/home'

/** Opens a module: its first page, or the fallback where it has none. */
function useOpenModule(): (module: Module) => void {
  const { open, routes } = useShell()
  const fallback = routes.some(route => route.path === withoutMenus) ? withoutMenus : homePath
  return module => open(firstPath(module.menus) ?? fallback)
}

export function ModuleMenu() {
  const { modules, moduleId } = useShell()
  const openModule = useOpenModule()
  return (
    <nav className="zg-modules" aria-label={t('模块')}>
      {modules.slice(0, pinnedMax).map(module => (
        <button
          key={module.moduleId}
          type="button"
          className="zg-module"
          aria-current={module.moduleId === moduleId ? 'true' : undefined}
          onClick={() => openModule(module)}
        >
          {module.title}
        </button>
      ))}
      {modules.length > pinnedMax && <AllApplications />}
    </nav>
  )
}

function AllApplications() {
  const [open, setOpen] = useState(false)
  const { modules } = useShell()
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomLeft"
      arrow={false}
      title={t('全部应用')}
      content={
        <div className="zg-applications">
          {modules.map(module => (
            <ModulePages key={module.moduleId} module={module} onOpen={() => setOpen(false)} />
          ))}
        </div>
      }
    >
      <Button type="text" icon={<AppstoreOutlined />} aria-expanded={open}>
        {t('更多')}
      </Button>
    </Popover>
  )
}

/** A module's title and its pages as links. */
export function ModulePages({ module, onOpen }: { module: Module; onOpen?: () => void }) {
  const { open } = useShell()
  const openModule = useOpenModule()
  const follow = (go: () => void) => (event: { preventDefault(): void }) => {
    event.preventDefault()
    onOpen?.()
    go()
  }
  return (
    <section className="zg-module-pages">
      <h2>
        <button type="button" onClick={follow(() => openModule(module))}>
          {module.title}
        </button>
      </h2>
      {leavesOf(module.menus)
        .filter(menu => !menu.path.includes('/:'))
        .map(menu => (
          <a key={menu.path} href={menu.path} onClick={follow(() => open(menu.path))}>
            {menu.meta.title}
          </a>
        ))}
    </section>
  )
}
