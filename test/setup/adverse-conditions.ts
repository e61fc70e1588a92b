/** What E2E_SLOW, E2E_LAG, E2E_PAUSE and E2E_STUMBLE do to the windows of end-to-end tests (slow.ts says what each is for). */
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { TestRunner } from 'vitest'
import { lagMsMax, pauseMs, stumbleAt, timesSlower } from './slow.ts'

const rest = (ms: number): Promise<void> => new Promise(next => setTimeout(next, ms))

/** What a journey does to an element or asks of it. */
const steps = [
  'allInnerTexts',
  'allTextContents',
  'boundingBox',
  'check',
  'click',
  'count',
  'dblclick',
  'evaluate',
  'fill',
  'focus',
  'getAttribute',
  'hover',
  'innerText',
  'inputValue',
  'isChecked',
  'isDisabled',
  'press',
  'setInputFiles',
  'textContent',
  'waitFor',
] as const satisfies readonly (keyof Locator)[]
const keys = ['press', 'type'] as const satisfies readonly (keyof Page['keyboard'])[]

/** Steps taken by the try that runs: tries of a file run one after the other. */
let taken = 0
let counted: unknown

async function beforeStep(): Promise<void> {
  const test = TestRunner.getCurrentTest()
  if (test !== undefined && stumbleAt > 0) {
    const isFirstTry = (test.result?.retryCount ?? 0) === 0
    if (counted !== test) [counted, taken] = [test, 0]
    if (isFirstTry) taken += 1
    if (isFirstTry && taken >= stumbleAt) throw new Error(`the first try stumbles at step ${stumbleAt}`)
  }
  if (pauseMs > 0 && Math.random() < 0.5) await rest(pauseMs)
}

type Step = (this: unknown, ...given: unknown[]) => Promise<unknown>

function hinder(prototype: object, names: readonly string[]): void {
  const methods = prototype as Record<string, Step>
  for (const name of names) {
    const step = methods[name]
    if (step === undefined) throw new Error(`no step is called ${name}`)
    methods[name] = async function hindered(...given) {
      await beforeStep()
      return step.apply(this, given)
    }
  }
}

let isHindered = false
function hinderSteps(page: Page): void {
  if (isHindered) return
  isHindered = true
  hinder(Object.getPrototypeOf(page.locator('body')) as object, steps)
  hinder(Object.getPrototypeOf(page.keyboard) as object, keys)
}

async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: timesSlower })
}

/** Adds the delays and failures that the environment asks for to the windows of a context. */
export async function addAdverseConditions(context: BrowserContext): Promise<void> {
  if (timesSlower > 1) context.on('page', page => void slowDown(page))
  if (pauseMs > 0 || stumbleAt > 0) context.on('page', hinderSteps)
  if (lagMsMax === 0) return
  await context.route('**/api-2024/**', async route => {
    await rest(Math.random() * lagMsMax)
    await route.continue().catch((error: unknown) => {
      // the window was closed meanwhile
      if (!/closed/.test(String(error))) throw error
    })
  })
}
