/** A selector stands once in its stylesheet: the second place silently overrules the first, and a sheet merged badly stands there twice. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const sheets = ['areas', 'platform', 'web'].flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.css'))
    .map(name => `${folder}/${name}`),
)

/** Selectors of the rules outside of @media and its like, as often as they stand there. */
function selectorsOf(css: string): string[] {
  const found: string[] = []
  let [depth, from] = [0, 0]
  const bare = css.replaceAll(/\/\*[\s\S]*?\*\//g, '')
  for (const { 0: sign, index } of bare.matchAll(/[{}]/g)) {
    if (sign === '{') {
      if (depth === 0) found.push(bare.slice(from, index).trim().replaceAll(/\s+/g, ' '))
      depth += 1
    } else depth -= 1
    if (depth === 0) from = index + 1
  }
  return found.filter(selector => !selector.startsWith('@'))
}

test.each(sheets)('%s', sheet => {
  const all = selectorsOf(readFileSync(join(root, sheet), 'utf8'))
  expect(all.filter((selector, at) => all.indexOf(selector) !== at)).toEqual([])
})

test('a class has its rule in one stylesheet: all are loaded together, and two parts that take the same name draw each other', () => {
  const places = new Map<string, Set<string>>()
  for (const sheet of sheets)
    for (const selector of selectorsOf(readFileSync(join(root, sheet), 'utf8')).flatMap(list => list.split(/,\s*/)))
      if (/^\.zg-[\w-]+$/.test(selector)) places.set(selector, (places.get(selector) ?? new Set()).add(sheet))
  expect([...places].filter(([, where]) => where.size > 1).map(([selector, where]) => [selector, ...where])).toEqual([])
})

test('a rule inside @media may say it again', () => {
  expect(selectorsOf('.a { x: y } /* .b {} */ @media (p) { .a { x: z } } .a,\n.b { x: y } .a{}')).toEqual(['.a', '.a, .b', '.a'])
})
