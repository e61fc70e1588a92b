/** What the shell and its first page will ask, asked before their programs have come. */
import { askAhead } from '../api/client.ts'
import { homeCardsPath } from '../home/cards-path.ts'
import { askSettingsAhead } from '../theme/settings-call.ts'
import { homePath } from './guard.ts'
import { askProfileMeanwhile, type MenuNode, type UserProfile } from './profile.ts'

/** Asked beside the profile, so that the layout appears with its pins and tabs. */
export const pinsPath = '/myCommonMenu/list'
export const tabsPath = '/userTab/query'
export const definitionPath = '/listField/getByType'
const listPrefix = 'list/'

/** Type of the list at an address; null: another page. */
function listAt({ modules }: UserProfile, pathname: string): string | null {
  const find = (menus: readonly MenuNode[]): MenuNode | undefined => {
    for (const menu of menus) {
      const found = menu.path.split('?')[0] === pathname && menu.component ? menu : find(menu.children ?? [])
      if (found !== undefined) return found
    }
    return undefined
  }
  const component = find(modules.flatMap(({ menus }) => menus))?.component
  return component?.startsWith(listPrefix) === true ? component.slice(listPrefix.length) : null
}

export function askShellAhead(pathname: string): void {
  askSettingsAhead()
  askAhead.post(pinsPath)
  askAhead.post(tabsPath)
  if (pathname === homePath) askAhead.get(homeCardsPath)
  askProfileMeanwhile(profile => {
    const type = listAt(profile, pathname)
    if (type !== null) askAhead.post(definitionPath, { type })
  })
}
