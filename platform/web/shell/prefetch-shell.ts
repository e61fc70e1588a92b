/** What the shell and its first page will ask, asked before their programs have come. */
import type { ListDefinition } from '../../declare/wire.ts'
import { prefetch } from '../api/client.ts'
import { homeCardsPath } from '../cards/cards-path.ts'
import { prefetchRows } from '../views/first-rows.ts'
import { prefetchSettings } from '../theme/settings-call.ts'
import { homePath } from '../page/guard.ts'
import { resolvePage, routesOf } from '../page/routes.ts'
import { definitionPath, pinsPath, tabsBody, tabsPath } from '../page/first-paths.ts'
import { askProfileMeanwhile, type UserProfile } from '../page/profile.ts'

const listPrefix = 'list/'

interface Address {
  readonly pathname: string
  readonly search: string
}

/** The list at an address: its description, and as soon as that is known its rows. */
async function askListAhead({ modules }: UserProfile, { pathname, search }: Address): Promise<void> {
  const route = resolvePage(routesOf(modules), pathname, search)?.route
  const component = route?.menu.component ?? ''
  if (route === undefined || !component.startsWith(listPrefix)) return
  const definition = await prefetch.post(definitionPath, { type: component.slice(listPrefix.length) })
  prefetchRows(definition as ListDefinition, { query: route.query, search })
}

export function prefetchShell(address: Address): void {
  prefetchSettings()
  void prefetch.post(pinsPath)
  void prefetch.post(tabsPath, tabsBody())
  if (address.pathname === homePath) void prefetch.get(homeCardsPath)
  askProfileMeanwhile(profile => {
    // a refusal is told by whoever takes the answer
    if (profile.loginState === '0') askListAhead(profile, address).catch(() => undefined)
  })
}
