/** A module and its pages, to go to. */
import { StarFilled, StarOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { UnreadKind } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { unreadKey } from '../realtime/use-unread.ts'
import { homePath } from '../page/guard.ts'
import { chosenIn } from './chosen-values.ts'
import { useFavourites, useStar } from './common-menu.ts'
import { firstLeaf, isSubject, leavesOf } from '../page/routes.ts'
import { entryPath, subjectView } from '../page/subjects.ts'
import { personKey, type MenuNode, type Module } from '../page/profile.ts'
import { useShell } from '../page/shell-context.ts'

/** Where a module without pages leads. */
const withoutMenus = '/culture/home'

/** Opens a module: its first page, or the fallback where it has none. */
export function useOpenModule(): (module: Module) => void {
  const { open, routes } = useShell()
  const entry = useEntryPath()
  const fallback = routes.some(route => route.path === withoutMenus) ? withoutMenus : homePath
  return module => {
    const first = firstLeaf(module.menus)
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

const isEntry = ({ path, meta }: MenuNode, withMore: boolean): boolean => !path.includes('/:') && (withMore || meta.more !== true)
/** Whether it has an entry beside what stands in no menu. */
export const isListed = ({ menus }: Module): boolean => leavesOf(menus).some(menu => isEntry(menu, false))

interface ModulePagesProps {
  readonly module: Module
  readonly onOpen?: () => void
  readonly extra?: ReactNode
  /** also what stands in no menu */
  readonly withMore?: boolean
}

/** A module's title and its pages as links. */
export function ModulePages({ module, onOpen, extra, withMore = false }: ModulePagesProps) {
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
        .filter(menu => isEntry(menu, withMore))
        .map(menu => {
          const link = (
            <a key={menu.menuId ?? menu.path} href={entry(menu)} title={tabsIn(menu)} onClick={follow(() => open(entry(menu)))}>
              {menu.meta.title}
            </a>
          )
          return menu.meta.more === true && menu.menuId !== null ? (
            <span key={menu.menuId} className="zg-more">
              {link}
              <Star id={menu.menuId} title={menu.meta.title} />
            </span>
          ) : (
            link
          )
        })}
    </section>
  )
}

/** Puts an entry that is in no menu among one's favourites. */
function Star({ id, title }: { readonly id: string; readonly title: string }) {
  const isMarked = useFavourites().includes(id)
  const star = useStar()
  return (
    <Button
      type="text"
      size="small"
      icon={isMarked ? <StarFilled aria-hidden /> : <StarOutlined aria-hidden />}
      aria-pressed={isMarked}
      aria-label={t('{title}加入常用', { title })}
      onClick={() => star(id)}
    />
  )
}
