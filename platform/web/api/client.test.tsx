import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fetchFrom, mockServer, ok, refused, type MockAnswer, type MockHandler } from '../gallery/mock-api.ts'
import { ApiError, api, prefetch, fieldErrors } from './client.ts'
import { fetchFile, fileNameOf } from './download.ts'
import { installFeedback } from './feedback.ts'
import { session } from './session.ts'
import { browser, forgetSignInAgain, loginUrl } from './sign-in-again.ts'

const said: string[] = []
const goTo = vi.spyOn(browser, 'goTo').mockImplementation(() => undefined)

beforeEach(() => {
  said.length = 0
  goTo.mockClear()
  session.end()
  forgetSignInAgain()
  installFeedback({
    success: text => void said.push(`success ${text}`),
    undoable: text => void said.push(`undoable ${text}`),
    undone: text => void said.push(`undone ${text}`),
    warning: text => void said.push(`warning ${text}`),
    error: text => void said.push(`error ${text}`),
    defect: (text, requestId) => void said.push(`defect ${text} ${requestId}`),
    notify: (title, text) => void said.push(`notify ${title} ${text}`),
    unread: title => void said.push(`unread ${title}`),
  })
})
afterEach(() => vi.unstubAllGlobals())

function serve(handler: MockHandler) {
  const server = mockServer({ 'POST /thing': handler, 'PUT /thing': handler, 'GET /thing': handler })
  vi.stubGlobal('fetch', vi.fn(fetchFrom(server)))
  return server.calls
}

const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'no failure',
    (error: unknown) => error,
  )

describe('what an answer means', () => {
  const cases: readonly [name: string, answer: MockAnswer, code: number | 'ok', said: readonly string[], leaves: boolean][] = [
    ['code 0', ok({ a: 1 }), 'ok', [], false],
    ["code '0'", { body: { code: '0', msg: '', data: { a: 1 } } }, 'ok', [], false],
    ['code 0 decides before an odd status', { status: 500, body: { code: 0, msg: '', data: { a: 1 } } }, 'ok', [], false],
    ['refusal with status 200', refused(1002, '名称不能为空'), 1002, ['warning 名称不能为空'], false],
    ['refusal with status 403', refused(1003, '没有权限', null, 403), 1003, ['warning 没有权限'], false],
    ['unknown record with status 404', refused(1004, '礼品不存在', null, 404), 1004, ['warning 礼品不存在'], false],
    ['too many with status 429', refused(1029, '请稍后再试', null, 429), 1029, ['warning 请稍后再试'], false],
    ['code as text', { body: { code: '1009', msg: '已被修改', data: null } }, 1009, ['warning 已被修改'], false],
    ['HTTP 401 with a message', refused(1001, '您已被管理员下线', null, 401), 1001, ['warning 您已被管理员下线'], true],
    ['code 1001 with status 200 and no message', refused(1001, ''), 1001, ['warning 已过期，请重新登录'], true],
    ['HTTP 401 without envelope', { status: 401, body: 'nothing' }, 1001, ['warning 已过期，请重新登录'], true],
    ['HTTP 500', refused(1, 'internal', null, 500), 1, ['defect 服务器内部错误 r-1'], false],
    ['HTTP 500 without envelope', { status: 500, body: '<html>' }, 1, ['defect 服务器内部错误 r-1'], false],
    ['not uploaded yet', refused(10101, '尚未上传'), 10101, [], false],
    ['no envelope from a proxy', { status: 502, body: '<html>bad gateway</html>' }, -1, [], false],
    ['no envelope with status 200', { body: '<html>sign in to the wifi</html>' }, -1, [], false],
    ['JSON that is no envelope', { body: { hello: 1 } }, -1, [], false],
  ]
  test.each(cases)('%s', async (_, answer, code, expected, leaves) => {
    serve(() => answer)
    session.begin('secret', '0')
    const result = await api.post('/thing').then(
      data => data,
      (error: unknown) => error,
    )
    if (code === 'ok') expect(result).toEqual({ a: 1 })
    else expect((result as ApiError).code).toBe(code)
    expect(said).toEqual(expected)
    expect(goTo).toHaveBeenCalledTimes(leaves ? 1 : 0)
    expect(session.token()).toBe(leaves ? null : 'secret')
  })

  test('the network fails: the call rejects and nothing is shown', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    expect(await failure(api.get('/thing'))).toMatchObject({ code: -1, status: 0 })
    expect(said).toEqual([])
  })

  test('many calls of an ended session: one toast a second, one way to the login page', async () => {
    serve(() => refused(1001, '', null, 401))
    vi.useFakeTimers({ toFake: ['Date'] })
    await Promise.all([failure(api.post('/thing')), failure(api.get('/thing')), failure(api.post('/thing', { a: 1 }))])
    expect(said).toHaveLength(1)
    vi.advanceTimersByTime(1000)
    await failure(api.get('/thing'))
    expect(said).toHaveLength(2)
    expect(goTo).toHaveBeenCalledTimes(1)
    vi.useRealTimers()
  })

  test('a quiet call leaves the words to its caller', async () => {
    serve(() => refused(1002, '不行', { errors: [{ field: 'name', message: '不能为空' }] }))
    const error = await failure(api.post('/thing', {}, { quiet: true }))
    expect(said).toEqual([])
    expect(fieldErrors(error)).toEqual([{ field: 'name', message: '不能为空' }])
  })
})

test('what a call carries', async () => {
  const calls = serve(() => ok(null))
  session.begin('secret', '0')
  session.setOrganisationId('7')
  await api.get('/thing', { pageNum: 2, name: '甲 乙', empty: undefined })
  const [call] = calls
  expect(call?.headers.get('authorization')).toBe('Bearer secret')
  expect(call?.headers.get('orgId')).toBe('7')
  expect(call?.headers.get('accept-language')).toBe('zh-CN')
  expect(call?.headers.get('idempotency-key')).toBeNull()
  expect(Object.fromEntries(call?.query ?? [])).toEqual({ pageNum: '2', name: '甲 乙' })
})

describe('changes are done once', () => {
  test('a double click and a quick second one send one request', async () => {
    let served = 0
    const calls = serve(() => ok((served += 1)))
    expect(await Promise.all([api.write('/thing', { name: '甲' }), api.write('/thing', { name: '甲' })])).toEqual([1, 1])
    expect(await api.write('/thing', { name: '甲' })).toBe(1)
    expect(await api.write('/thing', { name: '乙' })).toBe(2)
    expect(await api.write('/thing', { name: '甲' })).toBe(3)
    expect(new Set(calls.map(call => call.headers.get('idempotency-key'))).size).toBe(3)
  })

  test('after a broken connection the next try carries the same key, after a refusal a new one', async () => {
    const keys: (string | null)[] = []
    const outcomes = [
      () => Promise.reject(new TypeError('offline')),
      fetchFrom(mockServer({ 'PUT /thing': () => refused(1002, '不行') })),
      fetchFrom(mockServer({ 'PUT /thing': () => ok(1) })),
    ]
    vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
      // asked after a call without an answer: whether the server answers at all
      if (input === '/healthz') return Promise.resolve(new Response(''))
      keys.push(new Headers(init.headers).get('idempotency-key'))
      return outcomes[keys.length - 1]?.(input, init)
    })
    await failure(api.put('/thing', { id: '1' }))
    await failure(api.put('/thing', { id: '1' }))
    await api.put('/thing', { id: '1' })
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })

  test('reads are not merged', async () => {
    const calls = serve(() => ok(null))
    await Promise.all([api.post('/thing'), api.post('/thing')])
    expect(calls).toHaveLength(2)
  })
})

test.each([
  [`attachment; filename="a.xlsx"; filename*=UTF-8''%E5%88%A9%E6%B6%A6.xlsx`, '利润.xlsx'],
  ['attachment; filename="a \\"b\\".xlsx"', 'a "b".xlsx'],
  ['attachment; filename=plain.csv', 'plain.csv'],
  ['attachment; filename="%E5%88%A9.xlsx"', '利.xlsx'],
  ['attachment; filename="../../etc/x"', '.._.._etc_x'],
  [`attachment; filename*=UTF-8''%ZZ`, '导出.xlsx'],
  [null, '导出.xlsx'],
])('file name of %s', (disposition, name) => expect(fileNameOf(disposition, '导出.xlsx')).toBe(name))

test('an export is a file, or the refusal as by any other call', async () => {
  serve(() => ({ body: new Blob(['x'], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }) }))
  expect((await fetchFile('/thing', {}, '利润.xlsx')).name).toBe('利润.xlsx')
  serve(() => refused(1002, '没有数据，无法导出'))
  expect(await failure(fetchFile('/thing', {}, '利润.xlsx'))).toBeInstanceOf(ApiError)
  expect(said).toEqual(['warning 没有数据，无法导出'])
})

test.each([
  ['/', '/user/login'],
  ['/user/resetPassword', '/user/login'],
  ['/finance/x?kind=1', '/user/login?redirect=%2Ffinance%2Fx%3Fkind%3D1'],
])('login address after %s', (path, url) => expect(loginUrl(path)).toBe(url))

test('a browser that forbids storage keeps the session as long as the page lives', () => {
  const forbidden = vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  session.begin('secret', '1')
  expect(session.token()).toBe('secret')
  expect(session.loginState()).toBe('1')
  session.end()
  expect(session.token()).toBeNull()
  forbidden.mockRestore()
})

describe('a question put ahead', () => {
  test('is answered once by the same call, which need not wait; another question is asked anew', async () => {
    let count = 0
    const calls = serve(() => ok((count += 1)))
    session.begin('secret', '0')
    void prefetch.post('/thing', { type: 'a' })
    void prefetch.get('/thing', { device: '1' })
    await vi.waitFor(() => expect(calls).toHaveLength(2), { timeout: 60_000 })
    expect(await api.post('/thing', { type: 'b' })).toBe(3)
    expect(await api.post('/thing', { type: 'a' }, { quiet: true })).toBe(1)
    expect(await api.get('/thing', { device: '1' })).toBe(2)
    expect(await api.post('/thing', { type: 'a' })).toBe(4)
  })

  test("is nobody else's, and not an old one's", async () => {
    let count = 0
    const calls = serve(() => ok((count += 1)))
    session.begin('secret', '0')
    void prefetch.post('/thing')
    await vi.waitFor(() => expect(calls).toHaveLength(1), { timeout: 60_000 })
    session.begin('other', '0')
    expect(await api.post('/thing')).toBe(2)
    vi.useFakeTimers()
    void prefetch.post('/thing')
    await vi.advanceTimersByTimeAsync(10_000)
    vi.useRealTimers()
    expect(await api.post('/thing')).toBe(4)
  })

  test('a refusal is told to whoever takes the answer, and to nobody else', async () => {
    const calls = serve(() => refused(1003, '没有权限'))
    void prefetch.post('/thing')
    await vi.waitFor(() => expect(calls).toHaveLength(1), { timeout: 60_000 })
    expect(said).toEqual([])
    expect(await failure(api.post('/thing', {}, { quiet: true }))).toMatchObject({ msg: '没有权限' })
    expect(calls).toHaveLength(1)
  })
})
