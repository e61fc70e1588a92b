/** Nobody reads a name of the program in the trail: every verb that the sources write has its title. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { verbOf, verbTitle } from './verbs.ts'

const root = join(import.meta.dirname, '../../..')
/** of route maps, which say verb too */
const routeVerbs: ReadonlySet<string> = new Set(['list', 'one', 'call', 'action'])

test('every verb of the trail has a title in both languages, and is found by either', () => {
  const files = globSync(['areas/**/*.ts', 'platform/server/**/*.ts'], { cwd: root }).filter(name => !name.endsWith('.test.ts'))
  const written = new Set(
    files
      .map(name => readFileSync(join(root, name), 'utf8'))
      .filter(source => /writeAudit|insertEntries|images/.test(source))
      .flatMap(source => [...source.matchAll(/\bverb: '(\w+)'/g)].map(found => found[1] ?? '')),
  )
  const verbs = [...written].filter(verb => !routeVerbs.has(verb))
  expect(verbs.length).toBeGreaterThan(15)
  for (const verb of verbs) {
    const [zh, en] = [verbTitle(verb, 'zh'), verbTitle(verb, 'en')]
    expect(zh, verb).toMatch(/[\u4e00-\u9fff]/)
    expect([verbOf(zh), verbOf(en)]).toEqual([verb, verb])
  }
})
