/** `npm run calls`: writes docs/added-calls.md and test/conformance/not-yet-served.txt from the route maps. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { areas } from '#areas/index.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { addedCalls, notYetServed } from './call-lists.ts'
import { root } from './run-step.ts'

const all = withHouseAreas(areas)
const { routes } = registryOf(all)
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const tsv = read('test/conformance/endpoints.tsv')
const listPath = 'test/conformance/not-yet-served.txt'
const bound = routes.map(route => `${route.method} ${route.path}`)
writeFileSync(join(root, listPath), notYetServed(tsv, bound, read(listPath)))
writeFileSync(join(root, 'docs/added-calls.md'), addedCalls(tsv, routes, new Map(all.map(area => [area.name, area.title[1]]))))
console.log('已更新 docs/added-calls.md 与 test/conformance/not-yet-served.txt')
