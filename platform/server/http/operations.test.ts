/** What operators and browsers meet beside the calls: health, figures, the web build, the documentation, stopping. */
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { integer, money, reference, text } from '#platform/declare/fields.ts'
import { anyone, needs, operations, signedIn } from '#platform/declare/operations.ts'
import { resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import type { Area } from '../contract/area.ts'
import { multipart } from '../../../test/setup/multipart.ts'
import { createApp, type AppOptions } from './app.ts'
import { refuse } from '../calls/refusal.ts'
import { bearer, fakeHouse, type FakeOptions } from '../../../test/setup/fake-house.ts'
import { serverDatabase } from '../../../test/setup/server-database.ts'
import { asLost, MachineLate } from '../db/connection-lost.ts'
import { task } from '../db/house-tables.ts'
import { taskGauges } from './task-gauges.ts'
import { shutDown } from './shutdown.ts'
import { call } from '../calls/verbs.ts'
import type { RouteMap } from '../contract/route.ts'

const closing: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of closing) await close()
})
function appOf(routes: RouteMap, house: FakeOptions = {}, options: AppOptions = {}) {
  const made = fakeHouse(routes, house)
  const app = createApp(made, { webFolder: null, ...options })
  closing.push(() => app.close())
  return app
}

describe('health', () => {
  const answering = (newest: string | null) => async () => ({ rows: [{ newest }] })
  test.each([
    ['ready', answering('0002_b'), 200, 'ready\n'],
    ['an old schema', answering('0001_a'), 503, 'migrations are not current: 0001_a\n'],
    ['an empty schema', answering(null), 503, 'migrations are not current: none\n'],
    [
      'no database',
      async () => {
        throw new Error('refused')
      },
      503,
      'the database does not answer\n',
    ],
    ['a silent database', () => new Promise<never>(() => undefined), 503, 'the database does not answer\n'],
  ])('%s', async (_name, query, status, body) => {
    const app = appOf({}, { query }, { newestMigration: '0002_b' })
    const answer = await app.inject({ url: '/readyz' })
    expect([answer.statusCode, answer.body]).toEqual([status, body])
    expect((await app.inject({ url: '/healthz' })).body).toBe('ok\n')
  })

  test('a lost machine of a cluster is told, and calls that need it get a sentence and a time while others go on', async () => {
    const lost = 'connection to the remote node postgres@10.0.0.3:5432 failed with the following error: Connection refused'
    const query = async (statement: unknown) => {
      const of = String(statement)
      if (of.includes('pg_extension')) return { rows: [{ extversion: '13.2-1' }] }
      return { rows: of.includes('run_command') ? [{ result: 'failed to connect to 10.0.0.3:5432' }] : [{ newest: null }] }
    }
    const needsIt = call({ demand: signedIn, summary: '店铺' }, async () => {
      throw asLost(Object.assign(new Error(lost), { code: '08006' }))
    })
    const app = appOf({ 'GET /there': needsIt, 'GET /here': call({ demand: signedIn, summary: '其他' }, async () => 1) }, { query })
    const ready = await app.inject({ url: '/readyz' })
    expect([ready.statusCode, ready.body]).toEqual([
      200,
      'ready, but shops of lost machines are out of reach: failed to connect to 10.0.0.3:5432\n',
    ])
    const there = await app.inject({ url: '/api-2024/there', headers: bearer('clerk') })
    expect([there.statusCode, there.headers['retry-after'], there.json().code]).toEqual([503, '30', 1053])
    expect(there.json().msg).toContain('请 30 秒后重试')
    expect((await app.inject({ url: '/api-2024/here', headers: bearer('clerk') })).json().code).toBe(0)
  })

  test('a statement that was given up on several machines says that one may be lost, or that it was too much', async () => {
    const late = call({ demand: signedIn, summary: '店铺' }, async () => {
      throw new MachineLate('canceling statement due to statement timeout')
    })
    const answer = await appOf({ 'GET /late': late }).inject({ url: '/api-2024/late', headers: bearer('clerk') })
    expect([answer.statusCode, answer.headers['retry-after'], answer.json().code]).toEqual([503, '30', 1053])
    expect(answer.json().msg).toContain('可能暂时连不上')
  })

  test('machines are asked once at a time, and whoever comes from outside is told how many are lost, not where they are', async () => {
    let asked = 0
    let answer = (_found: { rows: unknown[] }): void => undefined
    const query = async (statement: unknown) => {
      const of = String(statement)
      if (of.includes('pg_extension')) return { rows: [{ extversion: '13.2-1' }] }
      if (!of.includes('run_command')) return { rows: [{ newest: null }] }
      asked += 1
      return new Promise<{ rows: unknown[] }>(resolve => (answer = resolve))
    }
    const app = appOf({}, { query })
    const ready = async (headers = {}) => (await app.inject({ url: '/readyz', headers })).body
    expect(await Promise.all([ready(), ready()])).toEqual(
      Array(2).fill('ready, but shops of lost machines are out of reach: a machine answers late\n'),
    )
    answer({ rows: [{ result: 'failed to connect to 10.0.0.3:5432' }] })
    expect(await ready({ 'x-forwarded-for': '1.2.3.4' })).toBe('ready, but shops of lost machines are out of reach: 1\n')
    expect(asked).toBe(1)
  })

  test.each([
    ['asking the machines fails', true, new Error('no such function'), 'ready\n'],
    ['the machines are not heard of in time', true, Object.assign(new Error('timeout'), { code: '57014' }), /late\n$/],
    ['the catalogue is slow', false, null, 'ready\n'],
  ])('%s', async (_what, isCluster, failing, body) => {
    const query = async (statement: unknown) => {
      const of = String(statement)
      if (of.includes('pg_extension')) return isCluster ? { rows: [{ extversion: '13.2-1' }] } : new Promise<never>(() => undefined)
      if (of.includes('run_command')) throw failing
      return { rows: [{ newest: null }] }
    }
    const answer = await appOf({}, { query }).inject({ url: '/readyz' })
    expect([answer.statusCode, answer.body]).toEqual([200, typeof body === 'string' ? body : expect.stringMatching(body)])
  })

  test.each([
    [{ percent: 42, doing: ['甲', 'A'] }, 'ready, the demo company is being made: 42 %\n'],
    [
      { percent: 42, doing: ['甲', 'A'], failed: ['磁盘已满', 'The disk is full'] },
      'ready, the demo company was not finished: The disk is full\n',
    ],
  ] as const)('while it answers and the company is not whole: %o', async (now, body) => {
    const house = fakeHouse({}, { query: answering(null) })
    house.filling.now = now
    const app = createApp(house, { webFolder: null })
    const answer = await app.inject({ url: '/readyz' })
    await app.close()
    expect([answer.statusCode, answer.body]).toEqual([200, body])
  })

  test('figures count requests by route and code, and are not for the public', async () => {
    const app = appOf(
      { 'GET /one/{id}': call({ demand: signedIn, summary: '一件' }, async () => 1) },
      {},
      { gauges: async () => ({ 'jobs{state="queued"}': 3, 'jobs{state="running"}': 1 }) },
    )
    await app.inject({ url: '/api-2024/one/5', headers: bearer('clerk') })
    await app.inject({ url: '/api-2024/one/6', headers: bearer('clerk') })
    await app.inject({ url: '/api-2024/one/6' })
    await app.inject({ url: '/api-2024/nothing' })
    const { body, headers } = await app.inject({ url: '/metrics' })
    expect(headers['content-type']).toContain('text/plain; version=0.0.4')
    for (const line of [
      'http_requests_total{route="GET /api-2024/one/:id",code="0",status="200"} 2',
      'http_requests_total{route="GET /api-2024/one/:id",code="1001",status="401"} 1',
      'http_requests_total{route="unknown",code="1004",status="404"} 1',
      'http_request_duration_seconds_bucket{route="GET /api-2024/one/:id",le="+Inf"} 3',
      'http_request_duration_seconds_count{route="GET /api-2024/one/:id"} 3',
      'db_pool_connections{pool="interactive",state="open"} 2',
      'jobs{state="queued"} 3',
    ])
      expect(body.split('\n')).toContain(line)
    const types = body.split('\n').filter(line => line.startsWith('# TYPE'))
    expect(types).toHaveLength(new Set(types).size)
    expect(types).toContain('# TYPE jobs gauge')
    expect(body).toMatch(/^process_resident_memory_bytes \d{7,}$/m)
    expect((await app.inject({ url: '/metrics', headers: { 'x-forwarded-for': '1.2.3.4' } })).statusCode).toBe(404)
  })
})

test('figures of tasks; without the database the others stay', async () => {
  const database = await serverDatabase([task])
  const house = fakeHouse({}, { db: database.db })
  const line = { org_id: '1', account_id: '7', kind: 'import', title: 'x' }
  await database.db
    .insertInto('task')
    .values([
      { ...line, state: 0 },
      { ...line, state: 1 },
      { ...line, state: 1 },
      { ...line, state: 2 },
    ])
    .execute()
  expect(await taskGauges(house)()).toEqual({ 'tasks{state="queued"}': 1, 'tasks{state="running"}': 2 })
  await database.drop()
  const answer = await appOf({}, {}, { gauges: taskGauges(house) }).inject({ url: '/metrics' })
  expect([answer.statusCode, answer.body.includes('tasks{'), answer.body.includes('process_uptime_seconds')]).toEqual([200, false, true])
})

describe('the web build', () => {
  const folder = mkdtempSync(join(tmpdir(), 'web-'))
  mkdirSync(join(folder, 'assets'))
  mkdirSync(join(folder, '.vite'))
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><title>掌柜</title><script type="module" crossorigin src="/assets/main-abc123.js"></script>',
  )
  writeFileSync(join(folder, 'assets', 'main-abc123.js'), 'export {}')
  writeFileSync(join(folder, 'assets', 'main-abc123.js.br'), brotliCompressSync('export {}'))
  writeFileSync(join(folder, '.vite', 'manifest.json'), '{}')
  closing.push(async () => rmSync(folder, { recursive: true }))
  const ping: RouteMap = { 'GET /ping': call({ demand: anyone, summary: 'ping' }, async () => 'pong') }
  const app = appOf(ping, {}, { webFolder: folder })

  test('every call names the build that is served, so that an open page notices a newer one', async () => {
    expect((await app.inject({ url: '/api-2024/ping' })).headers['x-build']).toBe('main-abc123.js')
    expect((await appOf(ping).inject({ url: '/api-2024/ping' })).headers['x-build']).toBeUndefined()
  })

  test.each(['/', '/user/login', '/finance/profit?shop=1'])('%s is the page, always asked for anew', async url => {
    const answer = await app.inject({ url, headers: { accept: 'text/html' } })
    expect([answer.statusCode, answer.headers['cache-control'], answer.body.includes('掌柜')]).toEqual([200, 'no-cache', true])
    expect(answer.headers['content-security-policy']).toContain("script-src 'self';")
  })
  test('hashed files are kept for ever and come compressed where they are', async () => {
    const answer = await app.inject({ url: '/assets/main-abc123.js', headers: { 'accept-encoding': 'br' } })
    expect([answer.statusCode, answer.headers['cache-control'], answer.headers['content-encoding']]).toEqual([
      200,
      'public, max-age=31536000, immutable',
      'br',
    ])
    expect(answer.headers['content-type']).toContain('javascript')
  })
  test.each(['/assets/main-old.js', '/.vite/manifest.json', '/..%2f..%2fetc/passwd.txt', '/api-2024', '/api-2024/x'])(
    '%s is no page',
    async url => {
      expect((await app.inject({ url, headers: { accept: 'text/html' } })).statusCode).toBe(404)
    },
  )
})

describe('documentation', () => {
  const gift = resource('doc_gift', {
    type: 'docGift',
    title: ['礼品', 'Gift'],
    access: { scope: ownOrganisation },
    fields: {
      name: text('名称', 'Name', { max: 50, filter: 'contains' }),
      points: integer('积分', 'Points', { min: 1 }),
      price: money('价格', 'Price', { optional: true }),
      secret: text('密', 'Secret', { hidden: true }),
      brandId: reference('品牌', 'Brand', 'doc_gift'),
    },
  })
  const area: Area = {
    name: 'doc',
    title: ['文档', 'Doc'],
    resources: [gift],
    routes: {
      'POST /docGift/list': {
        verb: 'list',
        demand: needs('docGift', operations.view),
        summary: '礼品列表',
        resource: gift,
        handler: async () => null,
      },
      'GET /docGift/list': {
        verb: 'list',
        demand: needs('docGift', operations.view),
        summary: '礼品列表',
        resource: gift,
        handler: async () => null,
      },
      'POST /docGift/add': {
        verb: 'add',
        demand: needs('docGift', operations.add),
        summary: '新增礼品',
        resource: gift,
        handler: async () => null,
      },
      'GET /docGift/query/{id}': {
        verb: 'one',
        demand: needs('docGift', operations.view),
        summary: '一件礼品',
        resource: gift,
        handler: async () => null,
      },
    },
  }
  test('the document is drawn from the declarations', async () => {
    const document = (await appOf({}, { areas: [area] }).inject({ url: '/api-2024/openapi.json' })).json()
    expect(document.openapi).toBe('3.1.0')
    expect(Object.keys(document.paths)).toEqual(['/api-2024/docGift/list', '/api-2024/docGift/add', '/api-2024/docGift/query/{id}'])
    const row = document.components.schemas.DocGift
    expect(Object.keys(row.properties)).toEqual(['id', 'name', 'points', 'price', 'brandId', 'brandIdLabel', 'version'])
    expect(row.properties.price.anyOf[0].type).toBe('string')
    const add = document.paths['/api-2024/docGift/add'].post
    expect(add.requestBody.content['application/json'].schema.required).toEqual(['name', 'points', 'brandId'])
    expect([add.summary, add.description, add.tags]).toEqual(['新增礼品', '需要权限 docGift 的操作 1', ['doc']])
    const names = document.paths['/api-2024/docGift/list'].get.parameters.map((p: { name?: string }) => p.name)
    expect(names).toEqual(expect.arrayContaining(['pageNum', 'conditionList', 'name']))
    // every reference leads somewhere
    for (const [, name] of JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(?:schemas|parameters)\/([^"]+)"/g))
      expect({ ...document.components.schemas, ...document.components.parameters }).toHaveProperty(name ?? '')
  })
  test('open in development, for signed-in people in production', async () => {
    const app = appOf({}, { settings: { production: true } })
    expect((await app.inject({ url: '/api-2024/openapi.json' })).statusCode).toBe(401)
    expect((await app.inject({ url: '/api-2024/openapi.json', headers: bearer('clerk') })).statusCode).toBe(200)
  })
  test('the explorer needs nothing from elsewhere and no inline script', async () => {
    const app = appOf({})
    const page = await app.inject({ url: '/docs' })
    expect(page.headers['content-security-policy']).toContain("script-src 'self';")
    const sources = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)]
      .map(([, source]) => source ?? '')
      .filter(source => !source.startsWith('data:'))
    expect(sources).toHaveLength(3)
    for (const url of sources) expect([url, (await app.inject({ url })).statusCode]).toEqual([url, 200])
    expect(page.body).not.toMatch(/<script>|https?:/)
  })
})

describe('stopping', () => {
  /** A product whose one call says when it has begun and goes on until it is let go. */
  async function started() {
    const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const house = fakeHouse({
      'POST /slow': call({ demand: signedIn, summary: '慢' }, async () => {
        begun.resolve()
        await over.promise
        return 'done'
      }),
    })
    const app = createApp(house, { webFolder: null })
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const ask = () => fetch(`${address}/api-2024/slow`, { method: 'POST', headers: bearer('clerk') })
    return { app, address, log: house.log, ask, begun: begun.promise, letGo: over.resolve }
  }
  test('a running request and jobs are finished, then the database is closed', async () => {
    const { app, log, ask, begun, letGo } = await started()
    const order: string[] = []
    const answer = ask()
      .then(async r => ((await r.json()) as { data: string }).data)
      .then(data => order.push(data))
    await begun
    const inTime = await shutDown({
      app,
      log,
      stop: [
        async () => {
          await setImmediate()
          order.push('jobs')
          letGo()
        },
      ],
      close: [async () => void order.push('pools')],
    })
    await answer
    expect([inTime, order.toSorted(), order.at(0)]).toEqual([true, ['done', 'jobs', 'pools'], 'jobs'])
    await expect(ask()).rejects.toThrow('fetch failed')
  })
  test('after the deadline what still runs is cut', async () => {
    const { app, log, ask, begun, letGo } = await started()
    const answer = ask()
    answer.catch(() => undefined)
    await begun
    expect(await shutDown({ app, log, stop: [], close: [] }, 100)).toBe(false)
    await expect(answer).rejects.toThrow('fetch failed')
    letGo()
  })
  test('an upload that was refused before it was read does not hold its connection', async () => {
    const house = fakeHouse({
      'POST /refuse': call({ demand: signedIn, summary: '拒绝', multipart: true }, async (_context, ask) => {
        for await (const part of ask.raw.parts()) throw refuse.rule([`${part.fieldname}不要`, `no ${part.fieldname}`])
        return null
      }),
    })
    const app = createApp(house, { webFolder: null })
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const { type, payload } = multipart({}, [{ name: 'a.bin', content: Buffer.alloc(20_000_000) }])
    const answer = await fetch(`${address}/api-2024/refuse`, {
      method: 'POST',
      headers: { ...bearer('clerk'), 'content-type': type },
      body: new Uint8Array(payload),
    })
    expect(await answer.json()).toMatchObject({ code: 1002, msg: 'file不要' })
    expect(await shutDown({ app, log: house.log, stop: [], close: [] }, 20_000)).toBe(true)
  })
  test('a connection that a browser opened in advance and never used is not waited for', async () => {
    const { app, address, log } = await started()
    const accepted = once(app.server, 'connection')
    const early = connect(Number(new URL(address).port), '127.0.0.1')
    await Promise.all([once(early, 'connect'), accepted])
    const ended = once(early.resume(), 'close')
    expect(await shutDown({ app, log, stop: [], close: [] }, 20_000)).toBe(true)
    await ended
  })
})
