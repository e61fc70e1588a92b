import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Array as List, Integer, Object as O, Optional, String as Text } from 'typebox'
import { afterAll, describe, expect, test } from 'vitest'
import { anyone, needs, operations, signedIn, systemAdmin } from '#platform/declare/operations.ts'
import { createApp } from './app.ts'
import { bearer, fakeHouse } from '../../../test/setup/fake-house.ts'
import { refuse } from '../calls/refusal.ts'
import { call, AnswerWithHeaders } from '../calls/verbs.ts'
import type { Blob, RouteMap } from '../contract/route.ts'

const lines: Record<string, unknown>[] = []
const input = O(
  {
    id: Optional(Text()),
    pageSize: Optional(Integer({ title: '每页条数', maximum: 1000 })),
    ids: Optional(List(Text())),
    name: Optional(Text({ title: '名称', maxLength: 3 })),
    conditionList: Optional(List(O({ field: Text() }))),
  },
  { additionalProperties: false },
)
const brokenStream = (): Readable =>
  Readable.from(
    (async function* () {
      yield Buffer.alloc(70_000, 'a')
      throw new Error('the disk is gone')
    })(),
  )
const blob = (stream: Readable, more: Partial<Blob> = {}): Blob => ({
  blob: stream,
  fileName: '结算 2026"1.xlsx',
  contentType: 'application/octet-stream',
  ...more,
})

const routes: RouteMap = {
  'POST /gift/list': call({ demand: needs('gift', operations.view), summary: '礼品', input }, async (_context, ask) => ask.input),
  'GET /gift/list': call({ demand: needs('gift', operations.view), summary: '礼品', input }, async (_context, ask) => ask.input),
  'POST /gift/add': call({ demand: needs('gift', operations.add), summary: '新增' }, async () => null),
  'GET /gift/{id}': call({ demand: signedIn, summary: '一件' }, async (_context, ask) => ask.params),
  'POST /loose': call({ demand: signedIn, summary: '无模式' }, async (context, ask) => ({
    input: ask.input,
    who: context.caller.accountId,
    language: context.language,
  })),
  'POST /auth/user/login': call(
    { demand: anyone, summary: '登录' },
    async (context, ask) => new AnswerWithHeaders({ context, address: ask.address }, { 'set-cookie': 'file=1; HttpOnly' }),
  ),
  'GET /system/userprofile': call({ demand: signedIn, summary: '用户' }, async context => context.caller.loginState),
  'POST /manage': call({ demand: systemAdmin, summary: '管理' }, async () => 'done'),
  'POST /fail/rule': call({ demand: signedIn, summary: '拒绝' }, async () => {
    throw refuse.conflict(['李雷已于 10:00 修改', '李雷 changed it at 10:00'], { version: 3 })
  }),
  'POST /fail/defect': call({ demand: signedIn, summary: '缺陷' }, async () => {
    throw new Error('secret detail')
  }),
  'POST /fail/slow': call({ demand: signedIn, summary: '超时' }, async () => {
    throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
  }),
  'POST /long': call({ demand: signedIn, summary: '长' }, async () => '礼'.repeat(2_000)),
  'GET /file': call({ demand: signedIn, summary: '文件', tokenCookie: 'file_session' }, async () =>
    blob(Readable.from([Buffer.from('abc'), Buffer.from('def')])),
  ),
  'GET /file/broken': call({ demand: signedIn, summary: '中断' }, async () => blob(brokenStream())),
  'GET /file/none': call({ demand: signedIn, summary: '打不开' }, async () =>
    blob(
      new Readable({
        read() {
          this.destroy(refuse.unknown(['文件', 'File']))
        },
      }),
    ),
  ),
  'POST /upload': call({ demand: signedIn, summary: '上传', multipart: true }, async (_context, ask) => {
    const names: string[] = []
    for await (const part of ask.raw.parts())
      names.push(part.type === 'file' ? `${part.filename}:${(await part.toBuffer()).length}` : part.fieldname)
    return names
  }),
}
const app = createApp(fakeHouse(routes, { logged: line => lines.push(JSON.parse(line) as Record<string, unknown>) }), { webFolder: null })
afterAll(() => app.close())

const post = (path: string, payload: unknown = {}, headers: Record<string, string> = bearer('clerk')) =>
  app.inject({ method: 'POST', url: `/api-2024${path}`, headers, payload: payload as object })
const get = (path: string, headers: Record<string, string> = bearer('clerk')) =>
  app.inject({ method: 'GET', url: `/api-2024${path}`, headers })

describe('who may', () => {
  test.each([
    ['no token', '/gift/list', {}, 401, 1001, '已过期，请重新登录'],
    ['an unknown token', '/gift/list', { authorization: 'Bearer nobody' }, 401, 1001, '已过期，请重新登录'],
    ['another scheme', '/gift/list', { authorization: 'Basic clerk' }, 401, 1001, '已过期，请重新登录'],
    ['no permission at all', '/gift/list', bearer('stranger'), 403, 1003, '没有权限进行此操作'],
    ['another operation', '/gift/add', bearer('clerk'), 403, 1003, '没有权限进行此操作'],
    ['a foreign organisation', '/gift/list', { ...bearer('clerk'), orgid: '99' }, 403, 1003, '没有该组织的权限'],
    ['not the system administrator', '/manage', bearer('clerk'), 403, 1003, '没有权限进行此操作'],
    ['the password must change first', '/loose', bearer('fresh'), 403, 1003, '请先修改初始密码'],
    ['an unknown path', '/gift/lists', bearer('clerk'), 404, 1004, '接口不存在'],
    ['an unknown path, in English', '/gift/lists', { 'accept-language': 'en-US,en' }, 404, 1004, 'No such call'],
    ['no token, in English', '/gift/list', { 'accept-language': 'en-US' }, 401, 1001, 'The session has expired, please sign in again'],
  ])('%s', async (_name, path, headers, status, code, msg) => {
    const answer = await post(path, {}, headers as Record<string, string>)
    expect([answer.statusCode, answer.json()]).toEqual([status, { code, msg, data: null }])
  })
  test('the administrator may everything, the newcomer reads his profile, anyone signs in', async () => {
    expect((await post('/gift/add', {}, bearer('admin'))).json()).toEqual({ code: 0, msg: '', data: null })
    expect((await get('/system/userprofile', bearer('fresh'))).json().data).toBe('1')
    const login = await post('/auth/user/login', {}, {})
    expect([login.json().data.context, login.headers['set-cookie']]).toEqual([null, 'file=1; HttpOnly'])
  })
  test('the cookie opens the file on GET alone', async () => {
    expect((await get('/file', { cookie: 'a=b; file_session=clerk' })).statusCode).toBe(200)
    expect((await get('/system/userprofile', { cookie: 'file_session=clerk' })).statusCode).toBe(401)
  })
})

describe('input', () => {
  test('query string and body are one', async () => {
    expect((await post('/gift/list?pageSize=20&ids=a&ids=b', { name: '杯' })).json().data).toEqual({
      pageSize: 20,
      ids: ['a', 'b'],
      name: '杯',
    })
    expect((await post('/gift/list?pageSize=20&ids=a', { pageSize: 20 })).json().data).toEqual({ pageSize: 20, ids: ['a'] })
    expect((await post('/loose?n=5', { n: 5 })).json().data.input).toEqual({ n: 5 })
    expect((await get(`/gift/list?conditionList=${encodeURIComponent('[{"field":"name"}]')}`)).json().data).toEqual({
      conditionList: [{ field: 'name' }],
    })
    expect((await get('/gift/a%2Fb')).json().data).toEqual({ id: 'a/b' })
  })
  test.each([
    [
      'different values',
      '/gift/list?pageSize=20',
      { pageSize: 30 },
      [{ field: 'pageSize', message: 'pageSize 在地址和请求内容中的值不一致，请只保留一个' }],
    ],
    [
      'every failing field',
      '/gift/list',
      { pageSize: 1001, name: '很长的名称', extra: 1, ids: [1] },
      [
        { field: 'pageSize', message: '每页条数不能大于 1000' },
        { field: 'name', message: '名称最多 3 个字' },
        { field: 'extra', message: '未知的字段 extra，请去掉' },
        { field: 'ids.0', message: 'ids 第 1 项应为文字' },
      ],
    ],
    ['broken JSON text', '/gift/list?conditionList=%5B', {}, [{ field: 'conditionList', message: 'conditionList 应为 JSON 文本' }]],
    ['a number that is none', '/gift/list?pageSize=abc', {}, [{ field: 'pageSize', message: '每页条数应为整数' }]],
  ])('%s', async (_name, path, body, errors) => {
    const answer = await post(path, body)
    const { code, msg, data } = answer.json() as { code: number; msg: string; data: { errors: { field: string; message: string }[] } }
    expect([answer.statusCode, code]).toEqual([200, 1002])
    expect(data.errors.toSorted((a, b) => (a.field < b.field ? -1 : 1))).toEqual(errors.toSorted((a, b) => (a.field < b.field ? -1 : 1)))
    expect(data.errors.map(e => e.message)).toContain(msg)
  })
  const json = { ...bearer('clerk'), 'content-type': 'application/json' }
  test.each([
    ['malformed JSON', '{"a":', json, 200, 1002, '请求内容不是有效的 JSON，请检查格式'],
    ['an array', '[1]', json, 200, 1002, '请求内容应为 JSON 对象'],
    ['__proto__', '{"__proto__":{"x":1}}', json, 200, 1002, '请求内容不是有效的 JSON，请检查格式'],
    ['plain text', 'hello', { ...bearer('clerk'), 'content-type': 'text/plain' }, 415, 1015, '不支持的内容类型，请使用 JSON'],
    [
      'a form',
      '--x--',
      { ...bearer('clerk'), 'content-type': 'multipart/form-data; boundary=x' },
      415,
      1015,
      '不支持的内容类型，请使用 JSON',
    ],
    ['more than 1 MB', `{"a":"${'a'.repeat(1024 * 1024)}"}`, json, 413, 1013, '请求内容过大，请减少后重试'],
  ])('%s', async (_name, payload, headers, status, code, msg) => {
    const answer = await app.inject({ method: 'POST', url: '/api-2024/loose', headers, payload })
    expect([answer.statusCode, answer.json().code, answer.json().msg]).toEqual([status, code, msg])
  })
  test('an empty body is no input', async () => {
    expect((await app.inject({ method: 'POST', url: '/api-2024/loose', headers: json, payload: '' })).json().data).toEqual({
      input: {},
      who: '7',
      language: 'zh',
    })
  })
  test('a form of files reaches the handler as a stream', async () => {
    const form =
      '--x\r\ncontent-disposition: form-data; name="type"\r\n\r\nIMPORT\r\n--x\r\ncontent-disposition: form-data; name="file"; ' +
      'filename="a.txt"\r\ncontent-type: text/plain\r\n\r\nabc\r\n--x--\r\n'
    const answer = await app.inject({
      method: 'POST',
      url: '/api-2024/upload',
      headers: { ...bearer('clerk'), 'content-type': 'multipart/form-data; boundary=x' },
      payload: form,
    })
    expect(answer.json()).toEqual({ code: 0, msg: '', data: ['type', 'a.txt:3'] })
  })
})

describe('answers', () => {
  test('a refusal keeps its code, status and data', async () => {
    const answer = await post('/fail/rule')
    expect([answer.statusCode, answer.json()]).toEqual([200, { code: 1009, msg: '李雷已于 10:00 修改', data: { version: 3 } }])
  })
  test('a statement that took too long says what to do', async () => {
    const answer = await post('/fail/slow')
    expect([answer.statusCode, answer.json().code, answer.json().msg]).toEqual([
      200,
      1002,
      '查询用时过长，请缩小日期范围或增加筛选条件后重试',
    ])
  })
  test('a defect shows its request id and nothing else', async () => {
    const answer = await post('/fail/defect', {}, { ...bearer('clerk'), 'x-request-id': 'from-the-proxy-1' })
    expect([answer.statusCode, answer.json()]).toEqual([500, { code: 1, msg: '服务器内部错误', data: { requestId: 'from-the-proxy-1' } }])
    expect(answer.headers['x-request-id']).toBe('from-the-proxy-1')
    expect(lines.some(line => line['msg'] === 'a defect' && line['requestId'] === 'from-the-proxy-1')).toBe(true)
  })
  test('headers', async () => {
    const { headers } = await post('/loose')
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-type': 'application/json; charset=utf-8',
      'referrer-policy': 'same-origin',
    })
    expect(headers['x-request-id']).toMatch(/^[\w-]{36}$/)
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })
  test.each([
    ['br', (b: Buffer) => brotliDecompressSync(b)],
    ['gzip', (b: Buffer) => gunzipSync(b)],
  ] as const)('long answers are compressed: %s', async (coding, unpack) => {
    const answer = await post('/long', {}, { ...bearer('clerk'), 'accept-encoding': coding })
    expect([answer.headers['content-encoding'], answer.headers['vary']]).toEqual([coding, 'accept-encoding'])
    expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length)
    expect(JSON.parse(String(unpack(answer.rawPayload))).data).toHaveLength(2_000)
  })
  test('short answers and clients without a coding get plain text', async () => {
    expect((await post('/loose', {}, { ...bearer('clerk'), 'accept-encoding': 'br' })).headers['content-encoding']).toBeUndefined()
    expect(
      (await post('/long', {}, { ...bearer('clerk'), 'accept-encoding': 'br;q=0, gzip;q=0' })).headers['content-encoding'],
    ).toBeUndefined()
  })
  test('a log line holds path and account, never the query string', async () => {
    await post('/auth/user/login?username=x&password=hidden1', {}, {})
    const text = lines.map(line => JSON.stringify(line)).join('\n')
    expect(text).toContain('"path":"/api-2024/auth/user/login"')
    expect(text).not.toContain('hidden1')
    expect(lines.at(-1)).toMatchObject({ route: 'POST /api-2024/auth/user/login', status: 200, code: 0, accountId: null })
  })
})

describe('files', () => {
  test('stream with the name in Chinese', async () => {
    const answer = await get('/file')
    expect(answer.payload).toBe('abcdef')
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="__ 2026_1.xlsx"; filename*=UTF-8''%E7%BB%93%E7%AE%97%202026%221.xlsx`,
    )
    expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-cache', 'x-content-type-options': 'nosniff' })
  })
  test('an error before the first byte answers the envelope', async () => {
    const answer = await get('/file/none')
    expect([answer.statusCode, answer.json()]).toEqual([404, { code: 1004, msg: '文件不存在或已删除', data: null }])
  })
  test('an error in the middle cuts the connection: no short file looks whole', async () => {
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const answer = await fetch(`${address}/api-2024/file/broken`, { headers: bearer('clerk') })
    expect(answer.status).toBe(200)
    await expect(answer.arrayBuffer()).rejects.toThrow('terminated')
    const whole = await fetch(`${address}/api-2024/file`, { headers: bearer('clerk') })
    expect(await whole.text()).toBe('abcdef')
  })
})

describe('limits', () => {
  test('a session that calls too often is told when to come back; another is not', async () => {
    const limited = createApp(fakeHouse(routes), { webFolder: null, callsPerMinute: 2 })
    const ask = (who: 'clerk' | 'other') => limited.inject({ method: 'POST', url: '/api-2024/loose', headers: bearer(who), payload: {} })
    await ask('clerk')
    await ask('clerk')
    const third = await ask('clerk')
    expect([third.statusCode, third.json()]).toEqual([429, { code: 1029, msg: '操作过于频繁，请稍后再试', data: null }])
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask('other')).statusCode).toBe(200)
    await limited.close()
  })
})
