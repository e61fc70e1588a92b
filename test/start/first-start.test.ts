/** The first start: the port answers before there is anybody who could sign in. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { freePort } from '#platform/server/base/free-port.ts'
import { demoPassword } from '../setup/calls.ts'
import { startProduct } from '../setup/product.ts'

const waitMsMax = 300_000
const anew = '上次建立演示公司时中断，没有建完：已清空，重新建立'

interface Said {
  readonly status: number
  readonly code: number
  readonly msg: string
  readonly retryAfter: string | null
}

async function tokenOf(url: string, username = 'employee'): Promise<string> {
  const answer = await fetch(`${url}/api-2024/auth/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: demoPassword }),
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

test(
  'people sign in before the demo company is there; cut at any moment it is made anew, and never taken for one',
  { timeout: 900_000 },
  async () => {
    const environment: Record<string, string> = {}
    const product = await startProduct(environment)
    const ready = async (): Promise<string> => (await fetch(`${product.url}/readyz`)).text()
    const until = async (condition: () => Promise<boolean> | boolean): Promise<void> => {
      for (const end = Date.now() + waitMsMax; !(await condition()); await pause(100))
        if (Date.now() > end) throw new Error(`it did not come to that:\n${product.output()}`)
    }
    const isFilling = (): Promise<void> => until(async () => Number(/\d+/.exec(await ready())?.[0] ?? 0) >= 5)
    const rows = async <T extends pg.QueryResultRow>(statement: string): Promise<T[]> => {
      const client = new pg.Client(product.ownerUrl)
      await client.connect()
      try {
        return (await client.query<T>(statement)).rows
      } finally {
        await client.end()
      }
    }
    let printed = 0
    /** what it has printed since this was asked last */
    const said = (): string => product.output().slice(printed)
    const startAgain = async (changes: Record<string, string> = {}): Promise<void> => {
      printed = product.output().length
      Object.assign(environment, changes)
      await product.start()
      await until(() => said().includes('按 Ctrl-C 停止'))
    }
    const companies = async () => (await rows<{ n: number }>('select count(*)::int as n from organisation'))[0]?.n
    const files = (): string[] =>
      readdirSync(join(product.dataDir, 'files'), { recursive: true, withFileTypes: true }).flatMap(one => (one.isFile() ? [one.name] : []))
    try {
      await until(() => product.output().includes('演示账号（密码 demo1234）：admin、boss'))
      expect(product.output()).toContain(`掌柜已启动：${product.url}`)
      expect(product.output()).not.toMatch(/演示公司已建好|正在导入演示数据/)
      expect(await ready()).toMatch(/^ready, the demo company is being made: \d+ %\n$/)
      const headers = { authorization: `Bearer ${await tokenOf(product.url)}`, 'content-type': 'application/json' }
      const told = await fetch(`${product.url}/api-2024/system/userprofile`, { headers })
      const { data } = (await told.json()) as { data: { firstFill: { percent: number; doing: string; failed: null } } }
      expect(data.firstFill).toEqual({ percent: expect.any(Number), doing: expect.stringContaining('正在建立'), failed: null })
      await isFilling()
      expect(files()).not.toEqual([])

      // a stop in the middle is a stop; whoever only signed in has written nothing
      await product.stop()
      expect(product.output()).toContain('正在停止')
      expect(product.output()).not.toContain('演示公司没有建完')
      // bytes that were written when it stopped may lack their row: nobody finds them
      const left = (await rows<{ key: string }>('select storage_key as key from stored_file')).map(row => row.key)
      expect(files()).toEqual(expect.arrayContaining(left))

      // killed while its first people are made, of what was emptied
      printed = product.output().length
      const starting = product.start().catch(() => undefined)
      const marked = `select 1 where obj_description(to_regclass('schema_migration'), 'pg_class') is not null`
      await until(async () => said().includes('正在建立演示公司') && (await rows(marked)).length > 0)
      await product.stop('SIGKILL')
      await starting
      expect(said()).toContain(anew)
      expect(files().filter(name => left.includes(name))).toEqual([])

      // killed when somebody has written into it: it is kept, and told as what it is
      await startAgain()
      expect(said()).toContain(anew)
      expect(await companies()).toBe(2)
      await isFilling()
      const admin = { authorization: `Bearer ${await tokenOf(product.url, 'admin')}`, 'content-type': 'application/json' }
      const written = await fetch(`${product.url}/api-2024/supplierManage/insert`, {
        method: 'POST',
        headers: admin,
        body: JSON.stringify({ code: 'P1', name: '人写的' }),
      })
      expect(await written.json()).toMatchObject({ code: 0 })
      await product.stop('SIGKILL')
      await startAgain()
      expect(said()).not.toContain(anew)
      expect(said()).toContain('演示公司没有建完：上次建立时中断，其间已有人写入')
      expect(await ready()).toMatch(/^ready, the demo company was not finished: .*DEMO=anew/)
      expect(await rows("select name from supplier where name = '人写的'")).toHaveLength(1)
      await product.stop()

      // emptied because somebody asks for it; then what is made to the end is a company, and stays one
      await startAgain({ DEMO: 'anew' })
      expect(said()).toContain(anew)
      await product.stop('SIGKILL')
      await startAgain({ DEMO: 'people' })
      expect(said()).toContain(anew)
      await until(async () => (await ready()) === 'ready\n')
      const whole = await rows('select id, username from account order by id')
      expect(
        await rows(
          "select (select count(*)::int from import_run) as imports, (select count(*)::int from supplier where name = '人写的') as written",
        ),
      ).toEqual([{ imports: 0, written: 0 }])
      await product.stop('SIGKILL')
      await startAgain({ DEMO: '' })
      expect(said()).not.toContain(anew)
      expect(await ready()).toBe('ready\n')
      expect(await rows('select id, username from account order by id')).toEqual(whole)
    } finally {
      await product.remove()
    }
  },
)
