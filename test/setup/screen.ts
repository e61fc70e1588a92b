/** What journeys do to the controls of a screen. Each step ends with what a person sees: a slow machine makes it later, not different. */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

const isFocused = (one: Locator): Promise<boolean> => one.evaluate(element => element.matches(':focus'))

async function typeInto(input: Locator, text: string): Promise<void> {
  await input.fill(text)
  await expect.poll(() => input.inputValue()).toBe(text)
  await input.press('Enter')
}

/** Types both days of the range inside; its calendar is gone afterwards. */
export async function typeRange(within: Locator, from: string, until: string): Promise<void> {
  const [first, last] = [within.getByPlaceholder('开始日期'), within.getByPlaceholder('结束日期')]
  await typeInto(first, from)
  // the cursor goes on by itself
  await expect.poll(() => isFocused(last)).toBe(true)
  await typeInto(last, until)
  await within.page().locator('.ant-picker-dropdown:visible').waitFor({ state: 'hidden' })
  expect([await first.inputValue(), await last.inputValue()]).toEqual([from, until])
}

/** Types a day, month or year; its calendar is gone afterwards. */
export async function typeDate(input: Locator, text: string): Promise<void> {
  await typeInto(input, text)
  await input.page().locator('.ant-picker-dropdown:visible').waitFor({ state: 'hidden' })
  expect(await input.inputValue()).toBe(text)
}

/** Chooses an option by its whole text; the list is gone afterwards. What is typed narrows the options first. */
export async function choose(control: Locator, option: string, typed?: string): Promise<void> {
  await control.click()
  if (typed !== undefined) await control.fill(typed)
  const list = control.page().locator('.ant-select-dropdown:visible')
  await list.getByText(option, { exact: true }).last().click()
  // where several may be chosen the list waits for more; the key closes the list alone
  if (await control.evaluate(element => element.closest('.ant-select-multiple') !== null)) await control.press('Escape')
  await list.waitFor({ state: 'hidden' })
}

/** Opens 界面设置 and chooses a page style; the server knows it and the drawer stands open afterwards. */
export async function choosePageStyle(page: Page, style: string): Promise<void> {
  await page.getByRole('button', { name: '界面设置' }).click()
  const choice = page
    .getByRole('dialog')
    .getByRole('radiogroup')
    .locator('.ant-segmented-item', { hasText: new RegExp(`^${style}$`) })
  if (await choice.evaluate(element => element.classList.contains('ant-segmented-item-selected'))) return
  const saved = page.waitForResponse(answer => answer.url().endsWith('/userSetting/save'))
  await choice.click()
  await saved
}

/** Closes the dialog or drawer in front by its key, and sees it gone. */
export async function closeDialog(page: Page): Promise<void> {
  const dialogs = page.getByRole('dialog').filter({ visible: true })
  const before = await dialogs.count()
  await page.keyboard.press('Escape')
  await expect.poll(() => dialogs.count()).toBeLessThan(before)
}
