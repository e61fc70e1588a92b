/** A settlement of 300 MB passes, and the server needs no more memory for it than for a tenth of it. Minutes long: run with HUGE_FILE=1. */
import { openAsBlob } from 'node:fs'
import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWithPeople, type RunningProduct } from '../setup/product.ts'
import { writeBigSettlement } from './big-settlement.ts'

const ordersOf300Mb = 840_000
const linesOfOrder = 3
const minutesMax = 15
/** the aim for a million lines is 400; this file has two and a half */
const peakMbMax = 450
/** ten times the lines may cost this much more: the collector waits longer, nothing is kept */
const flatMax = 1.3
const pieceCharactersMin = 1 << 20

let product: RunningProduct
let folder = ''
let token = ''
beforeAll(async () => {
  if (!process.env['HUGE_FILE']) return
  folder = await mkdtemp(join(tmpdir(), 'zhanggui-huge-'))
  product = await startWithPeople({ WEB: '0' })
  token = (await call('/auth/user/login', { username: 'finance', password: 'demo1234' })).access_token
})
afterAll(async () => {
  if (!process.env['HUGE_FILE']) return
  await product.remove()
  await rm(folder, { recursive: true })
})

async function call(path: string, body: object | FormData): Promise<ReturnType<typeof JSON.parse>> {
  const isForm = body instanceof FormData
  const answer = await fetch(`${product.url}/api-2024${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...(isForm ? {} : { 'content-type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  })
  const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: unknown }
  expect(code, msg).toBe(0)
  return data
}

async function written(settlementId: string, orders: number): Promise<string> {
  const path = join(folder, `${settlementId}.txt`)
  const file = await open(path, 'w')
  let text = ''
  for (const piece of writeBigSettlement(settlementId, orders)) {
    text += piece
    if (text.length < pieceCharactersMin) continue
    await file.write(text)
    text = ''
  }
  await file.write(text)
  await file.close()
  return path
}

/** Resident memory of the server process, worker threads included, as it tells itself. */
async function residentMb(): Promise<number> {
  const text = await (await fetch(`${product.url}/metrics`)).text()
  return Number(/^process_resident_memory_bytes ([\d.e+]+)/m.exec(text)?.[1]) / 1_048_576
}

async function imported(
  settlementId: string,
  orders: number,
): Promise<{ mb: number; seconds: number; peakMb: number; secondsAt: Record<string, number> }> {
  const path = await written(settlementId, orders)
  const form = new FormData()
  form.append('file', await openAsBlob(path), `${settlementId}.txt`)
  const began = Date.now()
  let peakMb = 0
  const watch = setInterval(() => void residentMb().then(mb => (peakMb = Math.max(peakMb, mb))), 250)
  const { importIds } = await call('/AmazonTransactionReport/importData', form)
  const secondsAt: Record<string, number> = {}
  let told = await call('/fileImportHistory/details', { id: importIds[0] })
  while (['queued', 'running'].includes(told.state)) {
    secondsAt[told.step] ??= Math.round((Date.now() - began) / 1_000)
    await pause(500)
    told = await call('/fileImportHistory/details', { id: importIds[0] })
  }
  clearInterval(watch)
  expect(told, JSON.stringify(told.errors)).toMatchObject({
    state: 'done',
    lines: { read: orders * linesOfOrder, merged: orders * linesOfOrder, refused: 0 },
  })
  return {
    mb: Math.round((await stat(path)).size / 1_048_576),
    seconds: Math.round((Date.now() - began) / 1_000),
    peakMb: Math.round(peakMb),
    secondsAt,
  }
}

test.runIf(process.env['HUGE_FILE'])(
  '300 MB',
  async () => {
    const small = await imported('81001', ordersOf300Mb / 10)
    const large = await imported('81002', ordersOf300Mb)
    console.log({ small, large })
    expect(large.mb).toBeGreaterThanOrEqual(300)
    expect(large.peakMb).toBeLessThan(peakMbMax)
    expect(large.peakMb).toBeLessThan(small.peakMb * flatMax)
  },
  minutesMax * 60_000,
)
