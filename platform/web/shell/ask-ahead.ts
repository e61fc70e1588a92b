/** What the shell and its first page will ask, asked before their programs have come. */
import type { ListDefinition } from '../../declare/wire.ts'
import { askAhead } from '../api/client.ts'
import { homeCardsPath } from '../home/cards-path.ts'
import { askRowsAhead } from '../list/first-rows.ts'
import { askSettingsAhead } from '../theme/settings-call.ts'
import { homePath } from './guard.ts'
import { resolvePage, routesOf } from './menu/routes.ts'
import { askProfileMeanwhile, type UserProfile } from './profile.ts'

/** Asked beside the profile, so that the layout appears with its pins and tabs. */
export const pinsPath = '/myCommonMenu/list'
export const tabsPath = '/userTab/query'
export const definitionPath = '/listField/getByType'
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
  const definition = await askAhead.post(definitionPath, { type: component.slice(listPrefix.length) })
  askRowsAhead(definition as ListDefinition, { query: route.query, search })
}

export function askShellAhead(address: Address): void {
  askSettingsAhead()
  void askAhead.post(pinsPath)
  void askAhead.post(tabsPath)
  if (address.pathname === homePath) void askAhead.get(homeCardsPath)
  askProfileMeanwhile(profile => {
    // a refusal is told by whoever takes the answer
    if (profile.loginState === '0') askListAhead(profile, address).catch(() => undefined)
  })
}
