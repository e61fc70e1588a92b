/** Figures are written alike in cells, tooltips, checks and notes: separators, scale and the true minus come from platform/format. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const isTest = (file: string): boolean => /\.test\.tsx?$|\/gallery\//.test(file)
const filesIn = (folder: string, fits: (file: string) => boolean): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map(name => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter(file => fits(file) && !isTest(file))
const codeOf = (file: string): string => readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')

/** Ways of one's own to write a figure. */
const own = /toLocaleString\(|Intl\.NumberFormat|\.toFixed\(|\.toPrecision\(|withThousands\(\s*canonical\(|'\u2212'|\\u2212/
/** Lengths of time, and heights on an axis in a short unit, are no figures of the books. */
const mayOwn = new Set(['platform/web/chart/short-figure.ts', 'areas/admin/back-office/timed-runs.tsx'])

test('the browser writes figures by platform/format alone', () => {
  const files = [...filesIn('platform/web', file => /\.tsx?$/.test(file)), ...filesIn('areas', file => file.endsWith('.tsx'))]
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter(file => !mayOwn.has(file) && own.test(codeOf(file)))).toEqual([])
  // an exception that is none any more goes
  expect([...mayOwn].filter(file => !own.test(codeOf(file)))).toEqual([])
})

test('sentences of the server say money by the same words', () => {
  const files = [...filesIn('platform/server', file => file.endsWith('.ts')), ...filesIn('areas', file => file.endsWith('.ts'))]
  const raw = /sentence`[^`]*\$\{(?:moneyText|canonical|subtract|add|toFixedScale)\(/
  expect(files.filter(file => raw.test(codeOf(file)))).toEqual([])
})
