/** The law of line lengths, as `npm run check` holds it too (`scripts/line-length.ts`). */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { longLines, tooLong } from '../../scripts/line-length.ts'

test('lines have at most 140 characters, but for those counted in long-lines.json, which only shrinks', () => {
  const { read, found, listed } = longLines(join(import.meta.dirname, '../..'))
  expect(read).toBeGreaterThan(1_000)
  expect(found, 'break the lines that came, and take those that went out of the list').toEqual(listed)
})

test.each([
  ['a long line', `const a = '${'x'.repeat(140)}'`, 1],
  ['a long comment', `// ${'word '.repeat(30)}`, 1],
  ['as long as may be', 'x'.repeat(140), 0],
  ['an import', `import { ${'name, '.repeat(30)} } from './a.ts'`, 0],
  ['an address', `// https://example.com/${'x'.repeat(140)}`, 0],
])('%s', (_, line, count) => expect(tooLong(line)).toBe(count))
