/** The component that a page or a card of home names is a file of the browser, by the key that menus and help articles have stored. */
import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { storedKeyOf } from '../../web/stored-keys.ts'

const registry = registryOf(withHouseAreas(areas))
const keys = (pattern: string): Set<string> =>
  new Set(
    globSync(pattern).map(file =>
      storedKeyOf(
        file
          .replaceAll('\\', '/')
          .replace(/^areas\//, '')
          .replace(/\.(page|card)\.tsx$/, ''),
      ),
    ),
  )

test('pages of finance keep their keys, whichever floor they stand on', () => {
  const pages = keys('areas/**/*.page.tsx')
  const named = registry.modules.flatMap(module => module.groups.flatMap(group => group.pages.map(page => page.component)))
  const own = [...new Set(named.filter(component => component.startsWith('finance/')))]
  expect(own.length).toBeGreaterThan(6)
  expect(own.filter(component => !pages.has(component))).toEqual([])
  for (const key of ['finance/amazon/type-map', 'finance/matching/reconcile', 'finance/months']) expect(own).toContain(key)
})

test('cards of finance keep theirs', () => {
  const cards = keys('areas/**/*.card.tsx')
  const own = registry.homeCards.map(card => card.component).filter(component => component.startsWith('finance/'))
  expect(own.toSorted()).toEqual(['finance/amazon/mapping/mapping-queue', 'finance/amazon/profit/profit-trend'])
  expect(own.filter(component => !cards.has(component))).toEqual([])
})
