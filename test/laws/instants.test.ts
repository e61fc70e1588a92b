/**
 * No text is read as a time in the zone of the process. `Date.parse` is left out by lint (no-restricted-properties); `new Date(…)` takes
 * numbers, and of texts only one that is written out with its offset. The parts of a Date by the clock of the process are not asked for
 * either.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const sources = globSync(['*.ts', '{areas,platform,web,scripts,bench}/**/*.{ts,tsx,mjs}'], { cwd: root }).filter(
  file => !/\.test\.tsx?$/.test(file),
)

/** Arguments of every `new Date(…)` of a source, comments left out. */
function datesMade(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  return [...code.matchAll(/\bnew Date\(/g)].map(({ index }) => {
    const from = index + 'new Date('.length
    let depth = 1
    let to = from
    for (; depth > 0 && to < code.length; to++) depth += code[to] === '(' ? 1 : code[to] === ')' ? -1 : 0
    return code.slice(from, to - 1).trim()
  })
}
const withOffset = /^['"`]\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)['"`]$/
/** a name that says milliseconds or an instant in them, a sum, or a call that answers a number */
const isNumber = (argument: string): boolean =>
  /^(?:\w+\.)*(?:\w*[mM]s|now|local|0)$/.test(argument) ||
  /^(?:Date\.(?:now|UTC)|\w+Ms|Math\.\w+|instantMs|instantOf|instantInZone|failuresSince)\(/.test(argument) ||
  /\.getTime\(\)|[*+-] \w/.test(argument)
const readsText = (argument: string): boolean => argument !== '' && !withOffset.test(argument) && !isNumber(argument)

const ofTheProcess =
  /\.(?:get(?:FullYear|Month|Date|Day|Hours|Minutes|TimezoneOffset)|set(?:FullYear|Month|Date|Hours|Minutes)|toDateString|toLocale(?:Date|Time)String)\(/

describe('times are read with their offset', () => {
  test('everywhere', () => {
    expect(sources.length).toBeGreaterThan(500)
    const found = sources.flatMap(file => {
      const source = readFileSync(join(root, file), 'utf8')
      return [
        ...datesMade(source)
          .filter(readsText)
          .map(argument => `${file}: new Date(${argument})`),
        ...(ofTheProcess.test(source) ? [`${file}: ${ofTheProcess.exec(source)?.[0]}`] : []),
      ]
    })
    expect(found).toEqual([])
  })
  test.each([
    ["new Date('2026-03-01')", true],
    ["new Date('2026-03-01T08:00:00')", true],
    ['new Date(row.created_at)', true],
    ['new Date(`${day}T00:00:00`)', true],
    ["new Date('2026-03-01T08:00:00+08:00')", false],
    ['new Date()', false],
    ['new Date(now.getTime() + 5)', false],
    ['new Date(nowMs)', false],
  ])('the law itself: %s', (source, isBreach) => expect(datesMade(source).some(readsText)).toBe(isBreach))
})
