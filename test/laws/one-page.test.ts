/** What stands in several menus under one name is one page: the same screen with the same right and operations, by whichever entry. */
import { expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import type { Page } from '#platform/declare/page.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { registryOf } from '#platform/server/registry-of.ts'

const pages = registryOf(withHouseAreas(areas)).modules.flatMap(module => module.groups.flatMap(group => group.pages))
const shared = [...Map.groupBy(pages, page => page.name)].filter(([, all]) => all.length > 1)

test('several menus lead to employees, roles and departments', () =>
  expect(shared.map(([name]) => name)).toEqual(expect.arrayContaining(['employee', 'role', 'department'])))

test.each(shared)('%s is one page', (_name, all) => {
  const [first] = all
  for (const one of all) {
    const said = (page: Page | undefined) => [
      page?.component,
      page?.title,
      page?.permission,
      [...(page?.operations ?? [])].sort((a, b) => a - b),
    ]
    expect(said(one)).toEqual(said(first))
  }
})
