/**
 * Views of lists in Chromium, from the production build: a board of 2,000 cards and a Gantt of 1,000 tasks, opened and dragged. Rows are
 * answered in the browser, so that what is measured is the page: `node bench/views.ts <address of a running product>`.
 */
import { chromium, type Page } from 'playwright-core'
import { ensureChromium } from '../scripts/chromium.ts'
import { median, ms, quantile } from './figures.ts'
import { browserArgs, signIn } from './web.ts'

const [cardCount, taskCount, columnCount] = [2_000, 1_000, 8]
const rounds = 5
const [openMsMax, frameMsMax] = [300, 50]
const dragSteps = 60
const dayMs = 86_400_000

const say = (line: string): void => console.log(line)
const day = (at: number): string => new Date(Date.UTC(2026, 0, 1) + at * dayMs).toISOString().slice(0, 10)
const cards = Array.from({ length: cardCount }, (_, at) => ({
  id: String(at + 1),
  version: 1,
  title: `第 ${at + 1} 张工单`,
  no: `GD${at}`,
  priority: 1 + (at % 4),
  state: 1 + (at % columnCount),
  may: [],
}))
const tasks = Array.from({ length: taskCount }, (_, at) => ({
  id: String(at + 1),
  version: 1,
  title: `任务 ${at + 1}`,
  planDate: day(at),
  antipateDeliveryDate: day(at + 5 + (at % 9)),
  stars: at % 100,
  state: 2,
  may: ['edit'],
  watcherIds: at % 4 === 0 ? [] : [String(at)],
}))
const gantt = { from: 'planDate', to: 'antipateDeliveryDate', progress: 'stars', dependsOn: 'watcherIds', parent: null }
const item = (field: string) => ({ field, title: field, type: 'date', kind: 'date', required: false, editDisabled: false, options: [] })

/** The list of work orders with rows of our own. */
async function withRows(page: Page): Promise<void> {
  await page.route('**/listField/getByType', async route => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: Record<string, unknown> & { type?: string; shownAs?: object } }
    if (body.data.type === 'workOrder')
      Object.assign(body.data, {
        shownAs: { ...body.data.shownAs, views: ['table', 'board', 'gantt'], gantt },
        states: { field: 'state', steps: [], editable: [2], removable: [] },
        form: ['planDate', 'antipateDeliveryDate'].map(item),
      })
    await route.fulfill({ json: body })
  })
  await page.route('**/workOrderManagement/list', async route => {
    const asked = route.request().postDataJSON() as {
      conditionList?: { field: string; condList?: string[] }[]
      pageSize?: number
      next?: string
    }
    const code = asked.conditionList?.find(one => one.field === 'state')?.condList?.[0]
    const all: readonly object[] = code === undefined ? tasks : cards.filter(one => String(one.state) === code)
    const from = Number(asked.next ?? 0)
    const list = all.slice(from, from + (asked.pageSize ?? 50))
    const next = from + list.length < all.length ? String(from + list.length) : null
    await route.fulfill({
      json: { code: 0, msg: '', data: { list, total: all.length, pageNum: 1, pageSize: list.length, next, totalExact: true } },
    })
  })
}

/** From the click on the view to its last column, or its bars, and the frame that shows them. Text: it runs in the page. */
const opened = (page: Page, name: string, drawn: string): Promise<number> =>
  page.evaluate<number>(`(async () => {
    const option = [...document.querySelectorAll('.zg-view-switch .ant-segmented-item')].find(one => one.textContent === '${name}')
    const began = performance.now()
    option.querySelector('input').click()
    while (document.querySelector('${drawn}') === null) await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    return performance.now() - began
  })()`)

/** Lengths of the frames while a pointer drags this across the page. */
async function dragged(page: Page, selector: string, by: number): Promise<number[]> {
  const box = await page.locator(selector).first().boundingBox()
  if (box === null) throw new Error(`nothing to drag at ${selector}`)
  const [x, y] = [box.x + box.width / 2, box.y + Math.min(10, box.height / 2)]
  await page.evaluate(`
    globalThis.frames = []
    let last = performance.now()
    requestAnimationFrame(function note() {
      const now = performance.now()
      frames.push(now - last)
      last = now
      requestAnimationFrame(note)
    })`)
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let step = 1; step <= dragSteps; step += 1) await page.mouse.move(x + (by * step) / dragSteps, y + step)
  const frames = await page.evaluate<number[]>('frames.splice(0)')
  await page.keyboard.press('Escape')
  await page.mouse.up()
  return frames.slice(1)
}

async function part(page: Page, what: string, name: string, drawn: string, held: string, by: number): Promise<void> {
  const took: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    await page.locator('.zg-view-switch .ant-segmented-item').first().click()
    await page.locator('.zg-grid').first().waitFor()
    took.push(await opened(page, name, drawn))
  }
  const [first = 0, ...rest] = took
  const frames = await dragged(page, held, by)
  say(`${what}: opened in ${ms(median(rest))} (with its program and its rows for the first time ${ms(first)}), aim < ${openMsMax} ms`)
  say(
    `${what}: dragged, p95 of a frame ${ms(quantile(frames, 0.95))}, the longest ${ms(Math.max(...frames))}, ` +
      `${frames.filter(one => one > frameMsMax).length} of ${frames.length} above ${frameMsMax} ms`,
  )
}

const browser = await chromium.launch({ executablePath: ensureChromium(say), args: [...browserArgs], headless: true })
try {
  const page = await browser.newPage({ baseURL: process.argv[2] ?? 'http://localhost:8000', viewport: { width: 1280, height: 800 } })
  await withRows(page)
  await page.goto('/user/login')
  await signIn(page)
  await page.goto('/work-order/list')
  await page.locator('.zg-view-switch').waitFor()
  const [first, last] = ['.zg-column:nth-child(1) .zg-card', `.zg-column:nth-child(${columnCount}) .zg-card`]
  await part(page, `board of ${cardCount} cards`, '看板', last, first, 700)
  await part(page, `Gantt of ${taskCount} tasks`, '甘特图', '.zg-gantt-bar', '.zg-gantt-bar', 300)
} finally {
  await browser.close()
}
