/**
 * `node scripts/pictures.ts <address>`: makes the pictures of the README in docs/pictures, of a running product with its demo company
 * (`npm start`), by its Chromium or the one of CHROMIUM.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import { findChromium } from '#platform/server/printing/find-chromium.ts'
import { demoPassword } from '#areas/admin/demo-people.ts'
import { root } from './run-step.ts'

const url = (process.argv[2] ?? 'http://127.0.0.1:8000').replace(/\/$/, '')
const desk = { width: 1280, height: 800 }
const phone = { width: 375, height: 812 }
const msMax = 60_000

async function answer(path: string, body: object, token = ''): Promise<unknown> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/api-2024${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const { code, data } = (await response.json()) as { code: number; data: unknown }
  if (code !== 0) throw new Error(`${path} 返回 ${code}`)
  return data
}

const executablePath = findChromium()
if (executablePath === undefined) throw new Error('没有找到 Chromium，请用 CHROMIUM 指明')
const { access_token: token } = (await answer('/auth/user/login', { username: 'boss', password: demoPassword })) as { access_token: string }
const { list } = (await answer('/AmazonTransactionReport/list', { pageNum: 1, pageSize: 50 }, token)) as { list: { orderId?: string }[] }
// the oldest of a page: settled, shipped and paid out
const order = list.findLast(row => row.orderId)?.orderId ?? ''

const pictures = [
  ['home', '/home/workbenches', desk],
  ['profit', '/finance/profit', desk],
  ['order', `/finance/order?id=${encodeURIComponent(order)}`, desk],
  ['board', '/work-order/list?as=board', desk],
  ['phone', '/home/workbenches', phone],
] as const

const folder = join(root, 'docs/pictures')
mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  for (const [name, path, viewport] of pictures) {
    const origins = [
      {
        origin: url,
        localStorage: [
          { name: 'token', value: token },
          { name: 'loginState', value: '0' },
        ],
      },
    ]
    const context = await browser.newContext({
      viewport,
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      reducedMotion: 'reduce',
      storageState: { cookies: [], origins },
    })
    const page = await context.newPage()
    await page.goto(`${url}${path}`, { waitUntil: 'networkidle', timeout: msMax })
    await page.locator('.ant-spin-spinning, .ant-skeleton-active').first().waitFor({ state: 'detached', timeout: msMax })
    // the reminder of unread messages lies over the rows
    await page.addStyleTag({ content: '.zg-unread-bar { display: none !important }' })
    const webp = await sharp(await page.screenshot())
      .webp({ quality: 78 })
      .toBuffer()
    writeFileSync(join(folder, `${name}.webp`), webp)
    console.log(`docs/pictures/${name}.webp ${Math.round(webp.length / 1024)} KB`)
    await context.close()
  }
} finally {
  await browser.close()
}
