/** Lines of code and comment have at most 140 characters. What the formatter can not break stands in a list by file that only shrinks. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const charactersMax = 140
const folders = ['areas', 'bench', 'platform', 'public', 'scripts', 'test', 'web']
const isSource = (file: string): boolean => /\.(?:tsx?|m?js|css)$/.test(file)
/** Files of marketplaces and their heads, written as data. */
const isData = (file: string): boolean => file.startsWith('test/fixtures/')

const isImport = (line: string): boolean => /^(?:import|export) .* from '[^']+'$/.test(line) || /^import '[^']+'$/.test(line)
const isAddress = (line: string): boolean => /https?:\/\/\S{60,}/.test(line)

export const tooLong = (source: string): number =>
  source.split('\n').filter(line => line.length > charactersMax && !isImport(line.trim()) && !isAddress(line)).length

const files = [
  ...readdirSync(root).filter(isSource),
  ...folders.flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(isSource)
      .map(file => `${folder}/${file.replaceAll('\\', '/')}`),
  ),
].filter(file => !isData(file))

test('lines have at most 140 characters, but for those counted in long-lines.json, which only shrinks', () => {
  expect(files.length).toBeGreaterThan(1_000)
  const found = Object.fromEntries(
    files
      .map(file => [file, tooLong(readFileSync(join(root, file), 'utf8'))] as const)
      .filter(([, count]) => count > 0)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
  const listed = JSON.parse(readFileSync(join(import.meta.dirname, 'long-lines.json'), 'utf8')) as Record<string, number>
  expect(found, 'break the lines that came, and take those that went out of the list').toEqual(listed)
})

test.each([
  ['a long line', `const a = '${'x'.repeat(140)}'`, 1],
  ['a long comment', `// ${'word '.repeat(30)}`, 1],
  ['as long as may be', 'x'.repeat(140), 0],
  ['an import', `import { ${'name, '.repeat(30)} } from './a.ts'`, 0],
  ['an address', `// https://example.com/${'x'.repeat(140)}`, 0],
])('%s', (_, line, count) => expect(tooLong(line)).toBe(count))
