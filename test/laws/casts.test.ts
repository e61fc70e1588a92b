/**
 * Casts that take a value for what the compiler does not know it to be are counted in the product, and may not become more. Nearly all of
 * those there were said nothing that the types do not know: leave one out first, and see what does not compile.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const isOfTests = (file: string): boolean => /\.test\.tsx?$|(?:^|\/)test(?:-[^/]*|\/.*)$/.test(file)
const withoutComments = (source: string): string => source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
const sources = globSync(['areas/**/*.{ts,tsx}', 'platform/**/*.{ts,tsx}', 'scripts/**/*.{ts,tsx}'], { cwd: root })
  .map(file => file.replaceAll('\\', '/'))
  .filter(file => !isOfTests(file))
  .map(file => ({ file, source: readFileSync(join(root, file), 'utf8') }))

const countOf = (cast: RegExp, source: string): number => withoutComments(source).match(cast)?.length ?? 0

test.each<[string, RegExp, number]>([
  ['as unknown as', /\bas unknown as\b/g, 50],
  ['as never', /\bas never\b/g, 50],
])('`%s` is written no more often than it was', (_what, cast, most) => {
  expect(sources.length).toBeGreaterThan(1_000)
  const found = sources.map(({ file, source }) => ({ file, count: countOf(cast, source) })).filter(({ count }) => count > 0)
  const sum = found.reduce((all, { count }) => all + count, 0)
  expect(sum, found.map(({ file, count }) => `${file} ${count}`).join('\n')).toBeLessThanOrEqual(most)
})

test.each([
  ['db as unknown as Tx', 1],
  ['// as unknown as they are', 0],
  ['/** as unknown as they are */ const a = b', 0],
  ['[a as unknown as A, b as unknown as B]', 2],
])('%s: %d', (source, count) => {
  expect(countOf(/\bas unknown as\b/g, source)).toBe(count)
})

/** Lines where an error is caught and dropped, without a word why: on the line, the one above, or the first of the block. */
const unsaid = (source: string): number[] => {
  const lines = source.split('\n')
  const says = (line: string | undefined): boolean => /\/\/|\*\//.test(line ?? '')
  return lines.flatMap((line, i) => {
    const drops =
      /\.catch\(\(\) => (?:undefined|null|false)\)/.test(line) ||
      (/\bcatch \{$/.test(line) && /^\s*(?:\}|return(?: null| undefined| false| \[\])?$)/.test(lines[i + 1] ?? ''))
    return drops && ![lines[i - 1], line, lines[i + 1]].some(says) ? [i + 1] : []
  })
}

test('an error that is caught and dropped says why', () => {
  expect(sources.flatMap(({ file, source }) => unsaid(source).map(line => `${file}:${line}`))).toEqual([])
})

test.each([
  ['await part().catch(() => undefined)', [1]],
  ['// the page tells it\nawait part().catch(() => undefined)', []],
  ['try {\n  part()\n} catch {\n  return null\n}', [3]],
  ['try {\n  part()\n} catch {\n  // the call has shown it\n}', []],
  ['try {\n  part()\n} catch (error) {\n  tell(error)\n}', []],
])('%j', (source, lines) => {
  expect(unsaid(source)).toEqual(lines)
})
