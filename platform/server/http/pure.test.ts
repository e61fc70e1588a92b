import { inWords } from '#platform/declare/sentence.ts'
import { Readable } from 'node:stream'
import { Array as List, Enum, Object as O, Optional, String as Text, Union, Number as Num } from 'typebox'
import { afterAll, describe, expect, test } from 'vitest'
import { signedIn } from '#platform/declare/operations.ts'
import { contentDisposition } from './answers.ts'
import { createApp } from './app.ts'
import { codingOf } from './compress.ts'
import { bearer, fakeHouse } from '../../../test/setup/fake-house.ts'
import { canonical } from './idempotency.ts'
import { languageOf } from '../calls/messages.ts'
import { fastifyPath } from './mount.ts'
import { checkOf } from './validate.ts'
import { call } from '../calls/verbs.ts'

test.each([
  ['a.xlsx', `attachment; filename="a.xlsx"; filename*=UTF-8''a.xlsx`],
  ['利润 (7月)*.xlsx', `attachment; filename="__ (7_)*.xlsx"; filename*=UTF-8''%E5%88%A9%E6%B6%A6%20%287%E6%9C%88%29%2A.xlsx`],
  ['../x\r\nset-cookie: a', `attachment; filename=".._x__set-cookie: a"; filename*=UTF-8''.._x__set-cookie%3A%20a`],
  ['𠮷\ud800.txt', `attachment; filename="___.txt"; filename*=UTF-8''%F0%A0%AE%B7%EF%BF%BD.txt`],
  ['', `attachment; filename="file"; filename*=UTF-8''file`],
])('content-disposition of %j', (name, header) => {
  expect(contentDisposition(name, false)).toBe(header)
  expect(contentDisposition(name, true)).toBe(header.replace('attachment', 'inline'))
  expect(header).toMatch(/^[\x20-\x7e]*$/)
})

test.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'br'],
  ['*;q=0', null],
  ['gzip;q=0, *', 'br'],
  ['BR;q=0.5', 'br'],
])('accept-encoding %j is answered in %j', (header, coding) => {
  expect(codingOf(header)).toBe(coding)
})

test.each([
  [undefined, 'zh'],
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
  ['en-US,en', 'en'],
  ['EN', 'en'],
  ['de', 'zh'],
  ['enq', 'zh'],
])('language of %j is %s', (header, language) => {
  expect(languageOf(header)).toBe(language)
})

test('canonical text: order of names does not count, order of items does', () => {
  expect(canonical({ b: [{ y: 1, x: null }], a: 'é' })).toBe(canonical({ a: 'é', b: [{ x: null, y: 1 }] }))
  expect(canonical({ a: [1, 2] })).not.toBe(canonical({ a: [2, 1] }))
  expect(canonical({ a: 1 })).not.toBe(canonical({ a: '1' }))
})

test('paths of the route map', () => {
  expect(fastifyPath('/noticeSetting/notice/{id}')).toBe('/noticeSetting/notice/:id')
  expect(fastifyPath('/a:b/{x}/{y}')).toBe('/a::b/:x/:y')
})

describe('complaints', () => {
  const schema = O({
    name: Text({ title: '名称', minLength: 1 }),
    when: Optional(Text({ title: '日期', format: 'date' })),
    way: Optional(Enum(['ASC', 'DESC'], { title: '方向' })),
    lines: Optional(List(O({ qty: Num({ minimum: 1 }), n: Optional(Num({ title: '数量', maximum: 9 })) }), { title: '明细', minItems: 1 })),
    either: Optional(Union([Text(), Num()], { title: '值' })),
  })
  const check = checkOf(schema, undefined)
  test.each([
    [{}, 'zh', [['name', '请填写名称']]],
    [{}, 'en', [['name', '名称 is required']]],
    [{ name: '' }, 'zh', [['name', '名称不能为空']]],
    [{ name: 'a', when: '2026-02-31' }, 'zh', [['when', '日期应为日期，例如 2026-01-31']]],
    [{ name: 'a', way: 'UP' }, 'zh', [['way', '方向只能是 ASC、DESC 之一']]],
    [{ name: 'a', lines: [] }, 'zh', [['lines', '明细至少 1 项']]],
    [{ name: 'a', lines: [{ qty: 1 }, { qty: 0 }] }, 'zh', [['lines.1.qty', '明细第 2 项的 qty 不能小于 1']]],
    [{ name: 'a', lines: [{}] }, 'zh', [['lines.0.qty', '第 1 项：请填写 qty']]],
    [{ name: 'a', lines: [{ qty: 1, n: 10 }] }, 'zh', [['lines.0.n', '明细第 1 项的数量不能大于 9']]],
    [{ name: 'a', lines: [{ qty: 1, n: 10 }] }, 'en', [['lines.0.n', '明细 item 1 数量 must be at most 9']]],
    [{ name: 'a', either: true }, 'zh', [['either', '值应为文字']]],
  ] as const)('%j in %s', (input, language, errors) => {
    const found = check(structuredClone(input) as Record<string, unknown>).errors
    expect(found?.map(e => [e.field, inWords(e.message, language, {})])).toEqual(errors)
  })
})

describe('odd requests', () => {
  const app = createApp(
    fakeHouse({
      'GET /one/{id}': call({ demand: signedIn, summary: '一件' }, async (_context, ask) => ask.params),
      'GET /empty': call({ demand: signedIn, summary: '空文件' }, async () => ({
        blob: Readable.from([]),
        fileName: '空.txt',
        contentType: 'text/plain',
        inline: true,
      })),
    }),
    { webFolder: null },
  )
  afterAll(() => app.close())
  test.each([
    ['a broken escape', '/api-2024/one/%zz', 200, 1002],
    ['a long id', `/api-2024/one/${'x'.repeat(301)}`, 200, 1002],
    ['another method', '/api-2024/one', 404, 1004],
    ['a folder above', '/api-2024/../etc/passwd', 404, 1004],
  ])('%s', async (_name, url, status, code) => {
    const answer = await app.inject({ url, headers: bearer('clerk') })
    expect([answer.statusCode, answer.json().code]).toEqual([status, code])
  })
  test('an empty file is a file', async () => {
    const answer = await app.inject({ url: '/api-2024/empty', headers: bearer('clerk') })
    expect([answer.statusCode, answer.body, answer.headers['content-security-policy']?.toString().includes('sandbox')]).toEqual([
      200,
      '',
      true,
    ])
  })
})
