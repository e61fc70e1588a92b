/** The first start: the port answers before there is anybody who could sign in. */
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { freePort } from '#platform/server/base/free-port.ts'
import { demoPassword } from '../setup/calls.ts'
import { startProduct } from '../setup/product.ts'
import { isWhole as triesAll } from '../setup/shapes.ts'

interface Said {
  readonly status: number
  readonly code: number
  readonly msg: string
  readonly retryAfter: string | null
}

async function tokenOf(url: string): Promise<string> {
  const answer = await fetch(`${url}/api-2024/auth/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'employee', password: demoPassword }),
  })
  return ((await answer.json()) as { data: { access_token: string } }).data.access_token
}

/** One try with the right password; null while nobody listens. */
async function signIn(url: string): Promise<Said | null> {
  try {
    const answer = await fetch(`${url}/api-2024/auth/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'finance', password: 'demo1234' }),
    })
    const { code, msg } = (await answer.json()) as { code: number; msg: string }
    return { status: answer.status, code, msg, retryAfter: answer.headers.get('retry-after') }
  } catch (error) {
    // fetch throws TypeError for whatever keeps it from connecting
    if (error instanceof TypeError) return null
    throw error
  }
}

test('a right password is told to wait until the demo people exist, and is never called wrong', { timeout: 300_000 }, async () => {
  const port = await freePort()
  const starting = startProduct({ PORT: String(port), DEMO: 'people' })
  const said: Said[] = []
  while (said.at(-1)?.code !== 0) {
    const one = await signIn(`http://127.0.0.1:${port}`)
    if (one !== null) said.push(one)
    if (one !== null && ![0, 1053].includes(one.code)) break
    await pause(5)
  }
  const product = await starting
  try {
    expect(said.at(-1)).toMatchObject({ status: 200, code: 0 })
    expect(said.length, 'nobody asked before the people were there').toBeGreaterThan(1)
    expect(new Set(said.slice(0, -1).map(one => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify({ status: 503, code: 1053, msg: '系统正在首次启动，正在建立数据，请稍后再试', retryAfter: '3' })]),
    )
    // what an operator watches, the long work of people included
    expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toContain('tasks{state="queued"}')
    // a later start knows its people before it listens
    await product.stop()
    const again = product.start()
    let first: Said | null = null
    while (first === null) first = await signIn(`http://127.0.0.1:${port}`)
    await again
    expect(first).toMatchObject({ status: 200, code: 0 })
  } finally {
    await product.remove()
  }
})

test('with the whole demo company people sign in before it is there, and are told how far it is', { timeout: 300_000 }, async () => {
  const product = await startProduct()
  const ready = async (): Promise<string> => (await fetch(`${product.url}/readyz`)).text()
  const isWhole = async (): Promise<boolean> => (await ready()) === 'ready\n'
  const until = async (condition: () => Promise<boolean> | boolean): Promise<void> => {
    while (!(await condition())) await pause(200)
  }
  try {
    await until(() => product.output().includes('演示账号（密码 demo1234）：admin、boss'))
    expect(product.output()).toContain(`掌柜已启动：${product.url}`)
    expect(product.output()).not.toMatch(/演示公司已建好|正在导入演示数据/)
    expect(await ready()).toMatch(/^ready, the demo company is being made: \d+ %\n$/)
    const token = await tokenOf(product.url)
    const told = await fetch(`${product.url}/api-2024/system/userprofile`, { headers: { authorization: `Bearer ${token}` } })
    const { data } = (await told.json()) as { data: { firstFill: { percent: number; doing: string; failed: null } } }
    expect(data.firstFill).toEqual({ percent: expect.any(Number), doing: expect.stringContaining('正在建立'), failed: null })
    // it goes on, and a stop in the middle is a stop
    await until(async () => Number(/\d+/.exec(await ready())?.[0] ?? 0) >= 5)
    if (!triesAll) return
    await until(isWhole)
    expect(product.output()).toContain('演示公司已建好')
  } finally {
    await product.stop()
    expect(product.output()).toContain('正在停止')
    expect(product.output()).not.toContain('演示公司没有建完')
    await product.remove()
  }
})
