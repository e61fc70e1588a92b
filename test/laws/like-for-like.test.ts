/**
 * One way of comparing: two periods are set against each other by `platform/format/like-for-like.ts` alone, a figure against the one
 * before by `changeOf` alone, and every call that offers a comparison hands it on to a report.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const sources = globSync('{platform,areas,web}/**/*.{ts,tsx}', { cwd: root })
  .filter(file => !/\.test\.tsx?$/.test(file))
  .map(file => ({ file, text: readFileSync(join(root, file), 'utf8') }))

/** What makes an earlier period. */
const ofPeriods = /\b(?:periodBefore|ownLength|movedFor|dayBefore|sidesUntil)\(/
const mayMakePeriods = [
  'platform/format/like-for-like.ts',
  'platform/format/periods.ts',
  'platform/server/reports/answer/like.ts',
  'platform/server/reports/ask/comparison-period.ts',
  'platform/web/report/change-note.tsx',
]
/** A figure of before, and arithmetic of decimals beside it. */
const isArithmetic = (text: string): boolean => {
  const names = /import \{([^}]*)\} from '[^']*\/decimal\.ts'/.exec(text)?.[1] ?? ''
  const own = ['subtract', 'divide'].filter(name => new RegExp(`\\b${name}\\b`).test(names))
  return own.some(name => new RegExp(`\\b${name}\\([^\\n]*\\b(?:was|before|yearBefore)\\b`).test(text))
}
/** Effects that add up to the difference; of one period: parts of a funnel, versions of a record, a file and what is stored. */
const mayReckon = [
  'platform/format/change.ts',
  'platform/format/why.ts',
  'areas/dashboards/looks.tsx',
  'areas/finance/profit/claims/values.ts',
  'areas/finance/profit/calculations/record.ts',
]

test('the law is seen when it is broken', () => {
  expect(ofPeriods.test('const earlier = periodBefore(period, moved)')).toBe(true)
  const planted = "import { subtract } from '#platform/format/decimal.ts'\nconst delta = subtract(row.values.sales, row.was.sales)"
  expect(isArithmetic(planted)).toBe(true)
  expect(isArithmetic("import { add } from '#platform/format/decimal.ts'\nconst total = add(now, before)")).toBe(false)
})

test('two periods are set against each other in one place', () => {
  expect(sources.length).toBeGreaterThan(1_000)
  expect(
    sources
      .filter(({ text }) => ofPeriods.test(text))
      .map(({ file }) => file)
      .toSorted(),
  ).toEqual(mayMakePeriods)
})

test('no product code reckons the difference of two periods by itself', () => {
  expect(sources.filter(({ file, text }) => !mayReckon.includes(file) && isArithmetic(text)).map(({ file }) => file)).toEqual([])
})

test('a call that offers a comparison hands it on to a report', () => {
  const offers = sources.filter(({ text }) => /\bcompare: Optional\(|\bcompare = Optional\(/.test(text)).map(({ file }) => file)
  expect(offers.toSorted()).toEqual([
    // what a card of a dashboard keeps, and the browser asks of the report's own call
    'areas/dashboards/content.ts',
    'areas/statistics/ask.ts',
    'platform/server/reports/ask/pivot-input.ts',
    'platform/server/verbs/report-calls.ts',
  ])
  expect(sources.find(({ file }) => file === 'areas/statistics/answers.ts')?.text).toContain('readReport(context, report, queryOf(')
})
