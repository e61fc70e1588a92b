import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { addedCalls, notYetServed } from '../../scripts/call-lists.ts'
import { differenceOf, listedCalls, specifiedCalls } from '../../scripts/served-calls.ts'

const file = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8')

test('every call of the specification is served, or stands in not-yet-served.txt, which only shrinks', () => {
  const specified = specifiedCalls(file('endpoints.tsv'))
  const bound = withHouseAreas(areas).flatMap(area => Object.keys(area.routes))
  const notYet = listedCalls(file('not-yet-served.txt'))
  const { nowServed, missing, unknown } = differenceOf(specified, bound, notYet)
  expect(nowServed, 'served now: remove these lines from not-yet-served.txt').toEqual([])
  expect(missing, 'served no more: put the routes back').toEqual([])
  expect(unknown, 'not-yet-served.txt names calls that the specification does not know').toEqual([])
  console.info(
    `calls of the specification: ${specified.length}, served ${specified.length - notYet.length}, not yet served ${notYet.length}`,
  )
})

test('docs/added-calls.md and not-yet-served.txt are what the route maps make them: `npm run calls` writes them', () => {
  const all = withHouseAreas(areas)
  const { routes } = registryOf(all)
  const bound = routes.map(route => `${route.method} ${route.path}`)
  const titles = new Map(all.map(area => [area.name, area.title[1]]))
  expect(file('../../docs/added-calls.md')).toBe(addedCalls(file('endpoints.tsv'), routes, titles))
  expect(file('not-yet-served.txt')).toBe(notYetServed(file('endpoints.tsv'), bound, file('not-yet-served.txt')))
})

test('a call that was served is never written into the list of those that are not', () => {
  const tsv = 'POST\t/a\tb\t\nPOST\t/c\tb\t\n'
  expect(notYetServed(tsv, ['POST /a'], 'POST /a\nPOST /c\nGET /gone\n')).toMatch(/\n?POST \/c\n$/)
  expect(() => notYetServed(tsv, [], 'POST /c\n')).toThrow('served no more: put the routes back: POST /a')
})
