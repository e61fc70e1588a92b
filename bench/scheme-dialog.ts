/** How long the scheme dialog takes from the click, over a list of 80 fields. */
import type { Page } from 'playwright-core'
import type { FieldDefinition, ListDefinition } from '#platform/declare/wire.ts'
import { median } from './figures.ts'

const fieldsMin = 80
const openings = 5
/** The pointer rests on the button before it presses. */
const hoverMs = 600

/** The list's definition with its fields said again under other names until there are enough. */
function widened(definition: ListDefinition): ListDefinition {
  const all = definition.result
  const result = Array.from({ length: Math.max(fieldsMin, all.length) }, (_, at): FieldDefinition => {
    const field = all[at % all.length] as FieldDefinition
    return at < all.length ? field : { ...field, field: `${field.field}${at}`, title: `${field.title}${at}` }
  })
  return { ...definition, result, filterList: result, sortList: result, showList: result }
}

/** Milliseconds from the click to the drawn dialog: of the first opening, and the median of the next ones. */
export async function dialogTimes(page: Page, path: string, isUsable: () => Promise<void>): Promise<{ first: number; next: number }> {
  await page.route('**/listField/getByType', async route => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: ListDefinition }
    await route.fulfill({ response: answer, json: { ...body, data: widened(body.data) } })
  })
  await page.goto(path)
  await isUsable()
  const button = page.getByRole('button', { name: '筛选方案' })
  const took: number[] = []
  for (let i = 0; i < openings; i += 1) {
    await button.hover()
    await page.waitForTimeout(hoverMs)
    took.push(await button.evaluate(openedAfter))
    await page.locator('.zg-scheme-footer button').first().click()
    await page.locator('.zg-scheme-footer').waitFor({ state: 'hidden' })
  }
  await page.unroute('**/listField/getByType')
  const [first = 0, ...next] = took
  return { first, next: median(next) }
}

/** Runs in the page: presses, and waits for the frame in which the dialog is seen. */
const openedAfter = (button: { click(): void }): Promise<number> => {
  const { document, requestAnimationFrame } = globalThis as unknown as {
    document: { querySelector(selector: string): { getBoundingClientRect(): { height: number } } | null }
    requestAnimationFrame(next: () => void): void
  }
  return new Promise(done => {
    const began = performance.now()
    button.click()
    const look = (): void => {
      const isSeen = (document.querySelector('.zg-scheme-body')?.getBoundingClientRect().height ?? 0) > 0
      requestAnimationFrame(isSeen ? () => setTimeout(() => done(performance.now() - began)) : look)
    }
    look()
  })
}
