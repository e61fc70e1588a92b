/** Accessibility of a page as axe sees it. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** what still moved or loaded at the first look has come to rest by the second */
const settledMs = 700

/** What is serious or worse: rule, and where. Empty where nothing is. Looks a second time before it complains. */
export async function seriousViolations(page: Page): Promise<string[]> {
  await page.evaluate(source)
  const first = await scan(page)
  if (first.length === 0) return first
  await page.waitForTimeout(settledMs)
  return scan(page)
}

async function scan(page: Page): Promise<string[]> {
  const { violations } = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as AxeResults
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html.slice(0, 150)} ${node.failureSummary ?? ''}`))
}
