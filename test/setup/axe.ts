/** Accessibility of a page as axe sees it. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** what still moves or loads at one look has come to rest by another, later on a slow machine */
const settledMs = 700
const looksMax = 8

/** the rules that a page style can break; what a screen says and how it is built is the same in all of them */
const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * What is serious or worse: rule, and where. Empty where nothing is. Looks again and again before it complains.
 * `coloursOnly` for a screen that was scanned whole in another page style.
 */
export async function seriousViolations(page: Page, coloursOnly = false): Promise<string[]> {
  await page.evaluate(source)
  const options = JSON.stringify({ resultTypes: ['violations'], ...(coloursOnly ? { runOnly: colourRules } : {}) })
  for (let look = 1; ; look += 1) {
    const found = await scan(page, options)
    if (found.length === 0 || look === looksMax) return found
    await page.waitForTimeout(settledMs)
  }
}

async function scan(page: Page, options: string): Promise<string[]> {
  const { violations } = (await page.evaluate(`axe.run(document, ${options})`)) as AxeResults
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html.slice(0, 150)} ${node.failureSummary ?? ''}`))
}
