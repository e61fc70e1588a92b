/** What stands around the pages at an address: the frame, the modules to go to, and the menu at the side. */
import { useEffect, useMemo, useState } from 'react'
import { localStore } from '../api/storage.ts'
import { t } from '../i18n/t.ts'
import { leavesOf, moduleAt, type ResolvedPage } from './routes.ts'
import type { PageRoute } from './page-route.ts'
import type { Module } from './profile.ts'
import { isBackOffice, layoutAt, ownSide, type LayoutName } from './layouts.ts'

const moduleKey = 'navigation.module'

export interface FrameParts {
  readonly layout: LayoutName
  /** those the top menu, 全部应用 and the search offer here */
  readonly modules: readonly Module[]
  readonly moduleId: string | null
  /** whose pages stand at the side; null: nothing does */
  readonly side: Module | null
}

/** The module of the address; on pages of no module the last one stays. */
function useModule(shownModule: string | null, known: readonly string[]): string | null {
  const [chosen, setChosen] = useState(() => localStore.get(moduleKey))
  if (shownModule !== null && shownModule !== chosen) setChosen(shownModule)
  useEffect(() => {
    if (chosen !== null) localStore.set(moduleKey, chosen)
  }, [chosen])
  const moduleId = shownModule ?? chosen
  return moduleId !== null && known.includes(moduleId) ? moduleId : (known[0] ?? null)
}

interface Place {
  readonly modules: readonly Module[]
  readonly routes: readonly PageRoute[]
  readonly resolved: ResolvedPage | null
  readonly pathname: string
}

/** The same value as long as the address stays in one module and one frame. */
export function useFrame({ modules, routes, resolved, pathname }: Place): FrameParts {
  // a module whose pages are all behind gears or records has no entry; one without pages leads to its home
  const front = useMemo(
    () => modules.filter(module => !isBackOffice(module) && (module.menus.length === 0 || leavesOf(module.menus).length > 0)),
    [modules],
  )
  const moduleId = useModule(
    moduleAt(front, resolved, pathname),
    front.map(module => module.moduleId),
  )
  const office = useMemo(() => modules.find(isBackOffice), [modules])
  const wanted = layoutAt(pathname)
  // whoever has no back office gets the page that says so inside his usual frame
  const layout = wanted === 'admin' && office === undefined ? 'basic' : wanted
  return useMemo(() => {
    if (layout === 'admin' && office !== undefined) return { layout, modules: [office], moduleId: office.moduleId, side: office }
    if (layout === 'menuless') return { layout, modules: front, moduleId, side: null }
    if (layout === 'account' || layout === 'help') {
      const side = ownSide(layout, layout === 'account' ? t('个人中心') : t('帮助中心'), routes)
      return { layout, modules: front, moduleId, side: side.menus.length > 0 ? side : null }
    }
    return { layout: 'basic', modules: front, moduleId, side: front.find(module => module.moduleId === moduleId) ?? null }
  }, [layout, office, front, moduleId, routes])
}
