/** A module and its pages, to go to. */
import type { ReactNode } from 'react'
import { homePath } from '../guard.ts'
import { firstPath, leavesOf } from '../menu/routes.ts'
import type { Module } from '../profile.ts'
import { useShell } from '../shell-context.ts'

/** Where a module without pages leads. */
const withoutMenus = '/culture/home'

/** Opens a module: its first page, or the fallback where it has none. */
export function useOpenModule(): (module: Module) => void {
  const { open, routes } = useShell()
  const fallback = routes.some(route => route.path === withoutMenus) ? withoutMenus : homePath
  return module => open(firstPath(module.menus) ?? fallback)
}

/** A module's title and its pages as links. */
export function ModulePages({ module, onOpen, extra }: { module: Module; onOpen?: () => void; extra?: ReactNode }) {
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
        {extra}
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
