/** Which component draws a menu entry. The composition root registers; the shell looks up. */
import type { ComponentType } from 'react'
import { lazyPart, type LazyPart } from './lazy-part.tsx'
import type { MenuNode } from './shell/profile.ts'

/** What every page receives. */
export interface PageProps {
  readonly menu: MenuNode
  /** for generic pages what follows the slash: `list/culturalGift` -> `culturalGift` */
  readonly type: string
}

type PageModule = { readonly default: ComponentType<PageProps> }
export type PageComponent = LazyPart<PageProps>
export type PageLoader = () => Promise<unknown>

const generics = new Map<string, PageComponent>()
const pages = new Map<string, PageComponent>()

const lazyPage = (load: PageLoader): PageComponent => lazyPart(load as () => Promise<PageModule>)

/** Pages drawn from metadata: `list/<type>` goes to the component registered as `list`. */
export function registerGeneric(prefix: string, load: PageLoader): void {
  generics.set(prefix, lazyPage(load))
}

/** A hand-written page under its key, such as `finance/amazon/profit`. */
export function registerPage(key: string, load: PageLoader): void {
  pages.set(key, lazyPage(load))
}

/** Key of a page file: `/areas/finance/amazon/profit.page.tsx` -> `finance/amazon/profit`. */
export const pageKeyOf = (file: string): string => file.replace(/^\/areas\//, '').replace(/\.page\.tsx$/, '')

/** The component of a menu entry, or null where nothing of that name exists. */
export function findPage(component: string): { readonly Page: PageComponent; readonly type: string } | null {
  const page = pages.get(component)
  if (page !== undefined) return { Page: page, type: component }
  const slash = component.indexOf('/')
  const generic = slash < 0 ? undefined : generics.get(component.slice(0, slash))
  return generic === undefined ? null : { Page: generic, type: component.slice(slash + 1) }
}
