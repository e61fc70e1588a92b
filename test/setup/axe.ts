/** Accessibility of a page as axe sees it. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** transitions of a page take half a second: half-faded text has half the contrast */
const settledMs = 700

/** What is serious or worse: rule, and where. Empty where nothing is. */
export async function seriousViolations(page: Page): Promise<string[]> {
  await page.waitForTimeout(settledMs)
  await page.evaluate(source)
  const { violations } = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as AxeResults
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html.slice(0, 150)} ${node.failureSummary ?? ''}`))
}
