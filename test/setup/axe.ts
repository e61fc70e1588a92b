/** Accessibility of a page as axe sees it. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** what still moved or loaded at the first look has come to rest by the second */
const settledMs = 700

/** the rules that a page style can break; what a screen says and how it is built is the same in all of them */
const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * What is serious or worse: rule, and where. Empty where nothing is. Looks a second time before it complains.
 * `coloursOnly` for a screen that was scanned whole in another page style.
 */
export async function seriousViolations(page: Page, coloursOnly = false): Promise<string[]> {
  await page.evaluate(source)
  const options = JSON.stringify({ resultTypes: ['violations'], ...(coloursOnly ? { runOnly: colourRules } : {}) })
  const first = await scan(page, options)
  if (first.length === 0) return first
  await page.waitForTimeout(settledMs)
  return scan(page, options)
}

async function scan(page: Page, options: string): Promise<string[]> {
  const { violations } = (await page.evaluate(`axe.run(document, ${options})`)) as AxeResults
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html.slice(0, 150)} ${node.failureSummary ?? ''}`))
}
