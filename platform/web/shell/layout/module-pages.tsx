/** A module and its pages, to go to. */
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { UnreadKind } from '../../../declare/wire.ts'
import { unreadKey } from '../../realtime/use-unread.ts'
import { homePath } from '../guard.ts'
import { chosenIn } from '../menu/chosen-values.ts'
import { isSubject, leavesOf } from '../menu/routes.ts'
import { entryPath, subjectView } from '../menu/subjects.ts'
import { personKey, type MenuNode, type Module } from '../profile.ts'
import { useShell } from '../shell-context.ts'

/** Where a module without pages leads. */
const withoutMenus = '/culture/home'

/** Opens a module: its first page, or the fallback where it has none. */
export function useOpenModule(): (module: Module) => void {
  const { open, routes } = useShell()
  const entry = useEntryPath()
  const fallback = routes.some(route => route.path === withoutMenus) ? withoutMenus : homePath
  return module => {
    const first = leavesOf(module.menus).find(menu => !menu.path.includes('/:'))
    open(first === undefined ? fallback : entry(first))
  }
}

/** Where an entry leads this person: a subject to its first page, with the values he chose last. */
export function useEntryPath(): (menu: MenuNode) => string {
  const { profile } = useShell()
  const queryClient = useQueryClient()
  const person = personKey(profile)
  // what is known when one clicks: nobody waits for a number
  const unread = (kind: UnreadKind): number => queryClient.getQueryData<number>(unreadKey(kind)) ?? 0
  return menu => entryPath(menu, { chosenIn: subject => chosenIn(person, subject), unread })
}

/** What an entry holds, for who hovers over it. */
const tabsIn = (menu: MenuNode): string | undefined => {
  const { tabs } = subjectView(menu)
  return isSubject(menu) && tabs.length > 1 ? tabs.map(tab => tab.title).join(' · ') : undefined
}

/** The page that the name of a module opens, where it has one beside its menu. */
const centreOf = ({ moduleId, menus }: Module): MenuNode | undefined =>
  menus.flatMap(menu => menu.children ?? []).find(page => page.meta.at === 'beside' && page.moduleId === moduleId)

/** A module's title and its pages as links. */
export function ModulePages({ module, onOpen, extra }: { module: Module; onOpen?: () => void; extra?: ReactNode }) {
  const { open } = useShell()
  const entry = useEntryPath()
  const openModule = useOpenModule()
  const centre = centreOf(module)
  const follow = (go: () => void) => (event: { preventDefault(): void }) => {
    event.preventDefault()
    onOpen?.()
    go()
  }
  return (
    <section className="zg-module-pages">
      <h2>
        <button
          type="button"
          title={centre?.meta.title}
          onClick={follow(() => (centre === undefined ? openModule(module) : open(centre.path)))}
        >
          {module.title}
        </button>
        {extra}
      </h2>
      {leavesOf(module.menus)
        .filter(menu => !menu.path.includes('/:'))
        .map(menu => (
          <a key={menu.menuId ?? menu.path} href={entry(menu)} title={tabsIn(menu)} onClick={follow(() => open(entry(menu)))}>
            {menu.meta.title}
          </a>
        ))}
    </section>
  )
}
