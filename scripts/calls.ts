/** `npm run calls`: writes docs/added-calls.md from the route maps. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { areas } from '#areas/index.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { addedCalls } from './call-lists.ts'
import { root } from './run-step.ts'

const all = withHouseAreas(areas)
const { routes } = registryOf(all)
const tsv = readFileSync(join(root, 'test/conformance/endpoints.tsv'), 'utf8')
writeFileSync(join(root, 'docs/added-calls.md'), addedCalls(tsv, routes, new Map(all.map(area => [area.name, area.title[1]]))))
console.log('已更新 docs/added-calls.md')
