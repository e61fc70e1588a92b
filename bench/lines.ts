/**
 * A document of 500 lines in Chromium: its form opened, and 500 rows pasted into another one, each until the frame that shows them:
 * `node bench/lines.ts <address of a running product>`. Adds a purchase price list and deletes it.
 */
import { chromium, type Page } from 'playwright-core'
import { ensureChromium } from '../scripts/chromium.ts'
import { median, ms } from './figures.ts'
import { browserArgs, pageMsMax, signIn } from './web.ts'

const lineCount = 500
const rounds = 5
/** no two prices of a supplier hold for one quantity on a day: what an earlier run left is not in the way */
const firstQty = 100_000 + (Date.now() % 1_000_000) * 1_000
const [openMsMax, pasteMsMax] = [200, 300]
const family = '/api-2024/purchasePriceListManage'

const say = (line: string): void => console.log(line)
const url = process.argv[2] ?? ''
if (url === '') throw new Error('node bench/lines.ts <address of a running product>')

const browser = await chromium.launch({ executablePath: ensureChromium(say), args: [...browserArgs], headless: true })
try {
  const context = await browser.newContext({
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    baseURL: url,
  })
  context.setDefaultTimeout(pageMsMax)
  const page = await context.newPage()
  await page.goto('/user/login')
  await signIn(page)
  const token = await page.evaluate<string>(`localStorage.getItem('token')`)
  const post = async <T>(path: string, data: object): Promise<T> => {
    const answer = await context.request.post(path, { data, headers: { authorization: `Bearer ${token}` } })
    const { code, msg, data: got } = (await answer.json()) as { code: number; msg: string; data: T }
    if (code !== 0) throw new Error(`${path}: ${msg}`)
    return got
  }
  const of = async (path: string, pageSize: number) => (await post<{ list: { id: string; sku: string }[] }>(path, { pageSize })).list
  const [supplier] = await of('/api-2024/supplierManage/list', 1)
  const products = await of('/api-2024/productManage/list', 50)
  const line = (at: number) => [products[at % products.length]?.sku ?? '', String(firstQty + at), '12.5', 'CNY', '2036-01-01'] as const
  const lines = Array.from({ length: lineCount }, (_, at) => line(at))
  const added = lines.map(([sku, minQty, price, currency, validFrom]) => ({ sku, minQty: Number(minQty), price, currency, validFrom }))
  const { id } = await post<{ id: string }>(`${family}/insert`, { businessOn: '2026-01-01', supplierId: supplier?.id, lines: { added } })
  try {
    const text = lines.map(([sku, minQty, ...rest]) => [sku, String(Number(minQty) + lineCount), ...rest].join('\t')).join('\r\n')
    const [opened, pasted]: [number[], number[]] = [[], []]
    const editing = `[...document.querySelectorAll('button')].find(one => one.textContent.trim() === '编辑').click()`
    for (let round = 0; round <= rounds; round += 1) {
      await page.goto(`/supply/purchasePriceList/detail?id=${id}`)
      const edit = page.getByRole('button', { name: '编辑' }).first()
      await edit.hover()
      await page.waitForLoadState('networkidle')
      const openMs = await drawn(page, editing, 1)
      await page.goto('/supply/purchasePriceList')
      await page.getByRole('button', { name: '新增' }).first().click()
      const cell = page.locator('.zg-lines .zg-grid-row [aria-colindex="3"]').first()
      await cell.click()
      await page.waitForLoadState('networkidle')
      const paste = `{
        const data = new DataTransfer()
        data.setData('text/plain', ${JSON.stringify(text)})
        const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
        document.querySelector('.zg-lines [role=grid]').dispatchEvent(event)
      }`
      const pasteMs = await drawn(page, paste, 5)
      // the first round fetches the parts of the program
      if (round === 0) continue
      opened.push(openMs)
      pasted.push(pasteMs)
    }
    say(`a document of ${lineCount} lines opens: ${ms(median(opened))} (aim ${openMsMax} ms)`)
    say(`${lineCount} rows pasted: ${ms(median(pasted))} (aim ${pasteMsMax} ms)`)
  } finally {
    await post(`${family}/delete`, { id })
  }
} finally {
  await browser.close()
}

/** From the deed to the frame that shows at least so many lines with a SKU. */
function drawn(page: Page, deed: string, rows: number): Promise<number> {
  return page.evaluate<number>(`(async () => {
    const shown = () =>
      [...document.querySelectorAll('.zg-lines .zg-grid-row [aria-colindex="3"]')].filter(one => one.textContent.trim() !== '').length
    const began = performance.now();
    ${deed};
    while (shown() < ${rows}) await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    return performance.now() - began
  })()`)
}
