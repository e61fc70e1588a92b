/** Addresses of the menus as the browser resolves them. */
import type { Module } from '#platform/web/page/menu-node.ts'
import { resolvePage, routesOf, type ResolvedPage } from '#platform/web/page/routes.ts'

const known = new WeakMap<readonly Module[], ReturnType<typeof routesOf>>()

export function routeAt(modules: readonly Module[], url: string): ResolvedPage | null {
  const routes = known.get(modules) ?? routesOf(modules)
  known.set(modules, routes)
  const [path = '', search = ''] = url.split('?', 2)
  return resolvePage(routes, path, search)
}

/** An address of a pattern: `/x/:id` -> `/x/1`. */
export const recordKeyed = (pattern: string): string => pattern.replace(/:\w+/g, '1')
