/** The client of programs: its types against the document of calls, and what it does with what the server says. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSigningSecret, signed } from '#areas/access/webhooks/sign.ts'
import type { BoundRoute } from '#platform/server/contract/registry.ts'
import { clientFolder, programRoutes, runTypeScript } from '../../scripts/client.ts'
import { clientCopy, type ClientCopy } from '../setup/client-copy.ts'
import { isWhole } from '../setup/shapes.ts'
import { wrongUses } from './wrong-uses.ts'

interface Calls {
  (path: string, input?: object, options?: object): Promise<ReturnType<typeof JSON.parse>>
}
interface Client {
  readonly get: Calls
  readonly post: Calls
  readonly file: Calls
  readonly each: (path: string, input?: object) => AsyncIterable<ReturnType<typeof JSON.parse>>
}
type Verify = (body: string, headers: Readonly<Record<string, string>>, secret: string, now?: Date) => { readonly type: string }

let copy: ClientCopy
let folder = ''
let built: { connect: (address: string, options: object) => Client; Refused: new () => Error; verifyWebhook: Verify }
let routes: readonly BoundRoute[] = []
let server: Server
/** what the server answers next; `cut`: nothing */
let say: (request: IncomingMessage, body: ReturnType<typeof JSON.parse>) => object | 'cut' | Buffer = () => ({})
const asked: { readonly method: string; readonly url: string; readonly headers: IncomingMessage['headers'] }[] = []

/** Of each kind of call the first; what the wrong uses name. With `--all` every call. */
function tried(): readonly BoundRoute[] {
  if (isWhole) return programRoutes
  const named = ({ path }: BoundRoute): boolean => /^\/(?:sysShopSetting|productManage|companyProfit|webhookEvent)\//.test(path)
  const firsts = new Map(programRoutes.toReversed().map(route => [`${route.method} ${route.verb}`, route]))
  return [...new Set([...programRoutes.filter(named), ...firsts.values()])]
}

beforeAll(async () => {
  routes = tried()
  copy = clientCopy(routes)
  folder = copy.folder
  built = (await import(/* @vite-ignore */ pathToFileURL(join(folder, 'dist/index.js')).href)) as typeof built
  server = createServer((request, reply) => {
    let body = ''
    request.on('data', part => (body += part))
    request.on('end', () => {
      asked.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers })
      const answer = say(request, body === '' ? undefined : JSON.parse(body))
      if (answer === 'cut') return request.socket.destroy()
      if (Buffer.isBuffer(answer)) return reply.setHeader('content-type', 'application/octet-stream').end(answer)
      reply.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.close()
  copy.remove()
})
const connected = (): Client => {
  asked.length = 0
  return built.connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { key: 'zg_live_test' })
}
const ok = (data: unknown): object => ({ code: 0, msg: '', data })

test('its types compile for every call, and 20 wrong uses do not', () => {
  const calls = routes.map(({ method, path }, n) => {
    const m = method.toLowerCase()
    return `export const c${n} = (input: InputOf<'${m}', '${path}'>) => zg.${m}('${path}', input)`
  })
  expect(wrongUses).toHaveLength(20)
  const uses = join(folder, 'uses')
  mkdirSync(uses)
  const head = `import { connect, Refused, verifyWebhook, type InputOf } from '../dist/index.js'
const zg = connect('http://localhost', { key: 'zg_live_' })
void [Refused, verifyWebhook]`
  const wrong = wrongUses.map((use, n) => `export async function w${n}() {\n// @ts-expect-error it is wrong\n${use}\n}`)
  const right = `export async function right() {
  for await (const row of zg.each('/sysShopSetting/list', { status: 1 })) {
    const [id, name]: [string, string | undefined] = [row.id, row.name]
    void [id, name]
  }
  const { sku } = await zg.get('/productManage/query/{id}', { id: '1' })
  const text: string | undefined = sku
  return text
}`
  writeFileSync(join(uses, 'uses.ts'), [head, ...calls, ...wrong, right].join('\n'))
  writeFileSync(
    join(folder, 'uses.json'),
    JSON.stringify({ extends: './tsconfig.json', compilerOptions: { noEmit: true, rootDir: '.' }, include: ['uses', 'src'] }),
  )
  expect(() => runTypeScript(folder, ['-p', 'uses.json'])).not.toThrow()
})

test('packed without types it has 25 KB at most', () => {
  const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json'], { cwd: folder, encoding: 'utf8' })
  const [packed] = JSON.parse(stdout) as { files: { path: string; size: number }[] }[]
  const files = packed?.files ?? []
  expect(files.map(one => one.path).toSorted()).toEqual(['dist/index.d.ts', 'dist/index.js', 'dist/types.d.ts', 'package.json'])
  const bytes = files.filter(one => one.path !== 'dist/types.d.ts').reduce((sum, one) => sum + one.size, 0)
  expect(bytes).toBeLessThan(25 * 1_024)
})

test('a call: key, path, query and body; data without envelope; a refusal is one class, with its fields', async () => {
  const zg = connected()
  say = () => ok({ id: '7' })
  expect(await zg.get('/productManage/query/{id}', { id: 'a/b' })).toEqual({ id: '7' })
  expect(asked[0]).toMatchObject({
    method: 'GET',
    url: '/api-2024/productManage/query/a%2Fb',
    headers: { authorization: 'Bearer zg_live_test' },
  })
  say = (_request, body) => ok(body)
  expect(await zg.post('/productManage/insert', { sku: 'A' })).toEqual({ sku: 'A' })
  say = () => ({ code: 1002, msg: '输入有误', data: { errors: [{ field: 'sku', message: '请填写' }] } })
  const refused = await zg.post('/productManage/insert', {}).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(built.Refused)
  expect(refused).toMatchObject({ code: 1002, status: 200, message: '输入有误', fields: { sku: '请填写' } })
})

test('a file comes as its bytes; a refusal in its place is one', async () => {
  const zg = connected()
  say = () => Buffer.from('a,b\n')
  expect(await new Response(await zg.file('/productManage/listExport')).text()).toBe('a,b\n')
  say = () => ({ code: 1003, msg: '没有权限', data: null })
  await expect(zg.file('/productManage/listExport')).rejects.toMatchObject({ code: 1003 })
})

test('a write that was cut off is made again under the same key; one of its own each time', async () => {
  const zg = connected()
  say = () => (asked.length < 2 ? 'cut' : ok(null))
  await zg.post('/productManage/insert', { sku: 'A' })
  await zg.post('/productManage/insert', { sku: 'A' })
  await zg.post('/productManage/insert', { sku: 'A' }, { idempotencyKey: 'mine' })
  const keys = asked.map(one => one.headers['idempotency-key'])
  expect(keys).toHaveLength(4)
  expect(keys[0]).toBe(keys[1])
  expect(new Set(keys).size).toBe(3)
  expect(keys[3]).toBe('mine')
})

test('all rows of a list, page by page: by the place that the last page gave, else by its number', async () => {
  const zg = connected()
  const rowsOf = async (): Promise<number[]> => {
    const rows: number[] = []
    for await (const row of zg.each('/productManage/list', { pageSize: 2 })) rows.push(row)
    return rows
  }
  say = (_request, body) => ok(body.next === undefined ? { list: [1, 2], next: 'p' } : { list: [3, 4], next: null })
  expect(await rowsOf()).toEqual([1, 2, 3, 4])
  say = (_request, body) => ok({ list: body.pageNum < 3 ? [body.pageNum, 0] : [9] })
  expect(await rowsOf()).toEqual([1, 0, 2, 0, 9])
})

test('webhooks are verified, as the library of Standard Webhooks does', () => {
  const { Webhook } = createRequire(join(clientFolder, 'package.json'))('standardwebhooks') as {
    Webhook: new (secret: string) => { verify: (body: string, headers: object) => unknown }
  }
  const [secret, other] = [newSigningSecret(), newSigningSecret()]
  const body = JSON.stringify({ type: 'shop.changed', timestamp: '2026-11-21T00:00:00Z', data: { id: '1' } })
  const now = Date.now()
  // while a secret is changed both hold
  for (const live of [[secret], [other, secret]]) {
    const headers = signed('msg_1', now, body, live)
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
    expect(built.verifyWebhook(body, headers, secret)).toEqual(JSON.parse(body))
  }
  const headers = signed('msg_1', now, body, [secret])
  const bad: [string, Readonly<Record<string, string>>, string, Date?][] = [
    [body, signed('msg_1', now, body, [other]), secret],
    [`${body} `, headers, secret],
    [body, { ...headers, 'webhook-id': 'msg_2' }, secret],
    [body, headers, secret, new Date(now + 301_000)],
    [body, {}, secret],
  ]
  for (const one of bad) expect(() => built.verifyWebhook(...one)).toThrow('Not a webhook')
  expect(() => new Webhook(secret).verify(body, signed('msg_1', now, body, [other]))).toThrow(/signature/i)
})
