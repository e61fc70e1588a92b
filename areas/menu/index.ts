/**
 * The menus of the house: what work there is (subjects), by module, and the pages of each. A page is named by its menu id. Areas declare
 * pages, this says where a person finds them; an area may also bring subjects of its own (`menu`) or add to one of these (`tabsFor`).
 */
import type { Area } from '#platform/server/area.ts'
import { business } from './dashboards.ts'
import { sales } from './sales.ts'
import { supply, goods } from './goods.ts'
import { finance } from './finance.ts'
import { roleCards } from './home-cards.ts'
import { presets } from './presets.ts'
import { people, office, system, administration } from './office.ts'

export const menu: Area = {
  name: 'menu',
  title: ['菜单', 'Menus'],
  resources: [],
  routes: {},
  menu: [business, sales, supply, goods, finance, people, office, system, administration],
  presets,
  homeCards: roleCards,
}
