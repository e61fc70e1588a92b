/** What journeys do to the controls of a screen. Each step ends with what a person sees: a slow machine makes it later, not different. */
import { isDeepStrictEqual } from 'node:util'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Whether keys go to it. */
export const isFocused = (one: Locator): Promise<boolean> => one.evaluate(element => element.matches(':focus'))

async function typeInto(input: Locator, text: string): Promise<void> {
  await input.fill(text)
  await expect.poll(() => input.inputValue()).toBe(text)
  await input.press('Enter')
}

/** What is read once it no longer changes: something may still come between two parts of it. */
export async function steady<Value>(read: () => Promise<Value>): Promise<Value> {
  let before = await read()
  await expect
    .poll(
      async () => {
        const now = await read()
        const isSame = isDeepStrictEqual(now, before)
        before = now
        return isSame
      },
      { interval: 150 },
    )
    .toBe(true)
  return before
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Where something stands, once it stands still. */
export async function boxOf(one: Locator): Promise<Box> {
  await one.waitFor()
  const box = await steady(() => one.boundingBox())
  if (box === null) throw new Error(`not to be seen: ${String(one)}`)
  return box
}

/** What can be done with a row stands in its menu. */
export async function actOnRow(row: Locator, action: string): Promise<void> {
  await row.locator('.zg-row-more').click()
  const item = row.page().getByRole('menuitem', { name: action, exact: true })
  await item.click()
  await closed(item)
}

/** The person has been told so since the page was loaded; the message itself may be gone again. */
export async function messageShown(page: Page, words: string | RegExp): Promise<void> {
  const says = expect.stringMatching(typeof words === 'string' ? RegExp.escape(words) : words) as unknown
  await expect.poll(() => page.evaluate<string[]>('window.zgTold')).toContainEqual(says)
}

/** Nothing of this kind is open any more: one that closes may stand beside one that opens. */
async function closed(all: Locator): Promise<void> {
  await expect.poll(() => all.count()).toBe(0)
}

/** Types both days of the range inside; its calendar is gone afterwards. */
export async function typeRange(within: Locator, from: string, until: string): Promise<void> {
  const [first, last] = [within.getByPlaceholder('开始日期'), within.getByPlaceholder('结束日期')]
  await typeInto(first, from)
  // the cursor goes on by itself
  await expect.poll(() => isFocused(last)).toBe(true)
  await typeInto(last, until)
  await closed(within.page().locator('.ant-picker-dropdown:visible'))
  await expect.poll(async () => [await first.inputValue(), await last.inputValue()]).toEqual([from, until])
}

/** Types a day, month or year; its calendar is gone afterwards. */
export async function typeDate(input: Locator, text: string): Promise<void> {
  await typeInto(input, text)
  await closed(input.page().locator('.ant-picker-dropdown:visible'))
  await expect.poll(() => input.inputValue()).toBe(text)
}

/** Chooses an option by its whole text; the list is gone afterwards. What is typed narrows the options first. */
export async function choose(control: Locator, option: string, typed?: string): Promise<void> {
  await control.click()
  if (typed !== undefined) await control.fill(typed)
  const list = control.page().locator('.ant-select-dropdown:visible')
  await list.getByText(option, { exact: true }).last().click()
  // where several may be chosen the list waits for more; the key closes the list alone
  if (await control.evaluate(element => element.closest('.ant-select-multiple') !== null)) await control.press('Escape')
  await closed(list)
}

/** Opens 界面设置 and chooses a page style; the server knows it and the drawer stands open afterwards. */
export async function choosePageStyle(page: Page, style: string): Promise<void> {
  await page.getByRole('button', { name: '界面设置' }).click()
  const choice = page
    .getByRole('dialog')
    .getByRole('radiogroup')
    .locator('.ant-segmented-item', { hasText: new RegExp(`^${style}$`) })
  const isChosen = (): Promise<boolean> => choice.evaluate(element => element.classList.contains('ant-segmented-item-selected'))
  if (await isChosen()) return
  await Promise.all([page.waitForResponse(answer => answer.url().endsWith('/userSetting/save')), choice.click()])
  await expect.poll(isChosen).toBe(true)
}

/** Closes the dialog or drawer in front by its key, and sees it gone. */
export async function closeDialog(page: Page): Promise<void> {
  const dialogs = page.getByRole('dialog').filter({ visible: true })
  const before = await dialogs.count()
  await page.keyboard.press('Escape')
  await expect.poll(() => dialogs.count()).toBeLessThan(before)
}

/** Opens a page as a menu does: the address changes, the program stays. */
export const openWithin = (page: Page, path: string): Promise<void> =>
  page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))`)
