import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { addedCalls } from '../../scripts/call-lists.ts'
import { missingCalls, specifiedCalls } from '../../scripts/served-calls.ts'

const file = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8')

test('every call of the specification is served', () => {
  const specified = specifiedCalls(file('endpoints.tsv'))
  const bound = withHouseAreas(areas).flatMap(area => Object.keys(area.routes))
  expect(missingCalls(specified, bound), 'served no more: put the routes back').toEqual([])
})

test('docs/added-calls.md is what the route maps make it: `npm run calls` writes it', () => {
  const all = withHouseAreas(areas)
  const { routes } = registryOf(all)
  const titles = new Map(all.map(area => [area.name, area.title[1]]))
  expect(file('../../docs/added-calls.md')).toBe(addedCalls(file('endpoints.tsv'), routes, titles))
})
