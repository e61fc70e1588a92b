/**
 * The canvas of a flow of 100 steps in Chromium, from the production build: opened, and a step dragged. The flow is answered in the
 * browser, so that what is measured is the page. Then one confirms, and the badge of the next person changes in his open page: of a running
 * product with the demo company, whose suppliers are asked for by this: `node bench/flows.ts <address>`.
 */
import { chromium, type Page } from 'playwright-core'
import { ensureChromium } from '../scripts/chromium.ts'
import { median, ms, quantile } from './figures.ts'
import { signIn as tokenOf } from './http.ts'
import { browserArgs, signIn } from './web.ts'

const [stepCount, wide] = [100, 5]
const rounds = 5
const frameMsMax = 50
const dragSteps = 60
const say = (line: string): void => console.log(line)

const step = (at: number) => ({
  id: `s${at}`,
  kind: 'step',
  name: `步骤 ${at}`,
  approvers: [{ by: 'departmentHead' }],
  mode: 'any',
  leave: 'all',
  allowBack: true,
  allowBackStart: true,
})
const steps = Array.from({ length: stepCount }, (_, at) => step(at))
const definition = {
  nodes: [{ id: 'start', kind: 'start', name: '开始', leave: 'all' }, ...steps, { id: 'end', kind: 'end', name: '结束' }],
  edges: steps.flatMap((_, at) => [
    { from: at < wide ? 'start' : `s${at - wide}`, to: `s${at}` },
    ...(at >= stepCount - wide ? [{ from: `s${at}`, to: 'end' }] : []),
  ]),
  samePerson: 'pass',
  ownRequest: false,
}
const row = { id: '1', version: 1, formCode: 'supplier', name: '一百步', versionNo: 1, status: 0, publishedAt: null }

async function withFlow(page: Page): Promise<void> {
  const answer = (data: unknown) => ({ json: { code: 0, msg: '', data } })
  const list = { list: [row], total: 1, pageNum: 1, pageSize: 1, next: null, totalExact: true }
  await page.route('**/workflowSetting/list', route => route.fulfill(answer(list)))
  await page.route('**/workflowSetting/get', route => route.fulfill(answer({ ...row, running: 0, definition })))
}

/** From the click on the button to the last node, and the frame that shows it. Text: it runs in the page. */
const opened = (page: Page): Promise<number> =>
  page.evaluate<number>(`(async () => {
    const button = [...document.querySelectorAll('.zg-flows button')].find(one => one.textContent === '编辑')
    const began = performance.now()
    button.click()
    while (document.querySelectorAll('.zg-canvas-node').length < ${stepCount + 2}) await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    return performance.now() - began
  })()`)

/** Lengths of the frames while a pointer drags a step about. */
async function dragged(page: Page): Promise<number[]> {
  const box = await page.locator('.react-flow__node', { hasText: '步骤 42' }).boundingBox()
  if (box === null) throw new Error('no step to drag')
  const [x, y] = [box.x + box.width / 4, box.y + box.height / 2]
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
  for (let at = 1; at <= dragSteps; at += 1) await page.mouse.move(x + at * 2, y + 20 * Math.sin(at / 5))
  await page.mouse.up()
  return (await page.evaluate<number[]>('frames.splice(0)')).slice(1)
}

const badges = 20
const badgeMsMax = 1_000
const badge = '[aria-label^="消息通知"]'

/** ms from the answer of one person being sent to the badge of the next in his open page. */
async function badgeTimes(page: Page, base: string): Promise<number[]> {
  const port = Number(new URL(base).port)
  const tokens = { admin: await tokenOf(port, 'admin'), keeper: await tokenOf(port, 'keeper') }
  const call = async (who: keyof typeof tokens, path: string, body: object): Promise<Record<string, unknown>> => {
    const headers = { authorization: `Bearer ${tokens[who]}`, 'content-type': 'application/json' }
    const answer = await fetch(`${base}/api-2024${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: Record<string, unknown> }
    if (code !== 0) throw new Error(`${path}: ${msg}`)
    return data
  }
  await page.goto('/user/login')
  await signIn(page, 'finance')
  await page.locator(badge).waitFor()
  const took: number[] = []
  for (let at = 0; at < badges; at += 1) {
    const { id } = await call('admin', '/supplierManage/insert', { code: `BENCH${Date.now()}`, name: `供应商 ${at}` })
    const which = { formCode: 'supplier', keyValue: id }
    const { currentProcessId, round } = await call('keeper', '/workflow/getAuditProcess', which)
    const before = await page.locator(badge).getAttribute('aria-label')
    const began = performance.now()
    const shown = page.locator(`${badge}:not([aria-label="${before ?? ''}"])`).waitFor()
    await call('keeper', '/workflow/confirmProcess', { ...which, currentProcessId, round, opinion: null })
    await shown
    took.push(performance.now() - began)
  }
  return took
}

const base = process.argv[2] ?? 'http://localhost:8000'
const browser = await chromium.launch({ executablePath: ensureChromium(say), args: [...browserArgs], headless: true })
try {
  const page = await browser.newPage({ baseURL: base, viewport: { width: 1280, height: 800 } })
  await withFlow(page)
  await page.goto('/user/login')
  await signIn(page)
  const took: number[] = []
  const frames: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    await page.goto('/admin/workflow/setting')
    await page.getByRole('button', { name: '编辑' }).waitFor()
    took.push(await opened(page))
    // the view settles, the first check is answered
    await page.waitForTimeout(1_000)
    frames.push(...(await dragged(page)))
  }
  say(`canvas of ${stepCount} steps: opened in ${ms(median(took))}`)
  say(
    `canvas of ${stepCount} steps: dragged, p95 of a frame ${ms(quantile(frames, 0.95))}, the longest ${ms(Math.max(...frames))}, ` +
      `${frames.filter(one => one > frameMsMax).length} of ${frames.length} above ${frameMsMax} ms`,
  )
  const other = await browser.newContext({ baseURL: base, viewport: { width: 1280, height: 800 } })
  const times = await badgeTimes(await other.newPage(), base)
  say(
    `confirmed to the badge of the next person: median ${ms(median(times))}, the longest ${ms(Math.max(...times))}, ` +
      `${times.filter(one => one > badgeMsMax).length} of ${times.length} above ${badgeMsMax} ms`,
  )
} finally {
  await browser.close()
}
