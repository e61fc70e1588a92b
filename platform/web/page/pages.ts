/** Which component draws a menu entry. The composition root registers; the shell looks up. */
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { lazyPart, type LazyPart } from './lazy-part.tsx'
import type { MenuNode } from './profile.ts'

/** What every page receives. */
export interface PageProps {
  readonly menu: MenuNode
  /** for generic pages what follows the slash: `list/culturalGift` -> `culturalGift` */
  readonly type: string
}

/** Where the first page of a session stands. */
export interface FirstAt {
  readonly type: string
  /** query values of the menu entry itself */
  readonly query: Readonly<Record<string, string>>
  readonly search: string
}
/** Asks what the page asks first, so that it is drawn with the answers at once instead of once for each. */
export type Prepare = (client: QueryClient, at: FirstAt) => Promise<void>

interface PageModule {
  readonly default: ComponentType<PageProps>
  readonly prepare?: Prepare
}
interface Registered {
  readonly Page: PageComponent
  readonly prepare: Prepare
}
export type PageComponent = LazyPart<PageProps>
export type PageLoader = () => Promise<unknown>

const generics = new Map<string, Registered>()
const pages = new Map<string, Registered>()

function lazyPage(load: PageLoader): Registered {
  const loadPage = load as () => Promise<PageModule>
  return { Page: lazyPart(loadPage), prepare: async (client, at) => (await loadPage()).prepare?.(client, at) }
}

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
export function findPage(component: string): (Registered & { readonly type: string }) | null {
  const page = pages.get(component)
  if (page !== undefined) return { ...page, type: component }
  const slash = component.indexOf('/')
  const generic = slash < 0 ? undefined : generics.get(component.slice(0, slash))
  return generic === undefined ? null : { ...generic, type: component.slice(slash + 1) }
}
