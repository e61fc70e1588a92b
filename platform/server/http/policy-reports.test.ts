/** Reports of the content policy: anybody sends them, little of them is kept, none of it secret. */
import { afterAll, expect, test } from 'vitest'
import { createApp } from './app.ts'
import { fakeHouse } from '../../../test/setup/fake-house.ts'
import { reportLine } from './policy-reports.ts'

const lines: string[] = []
const app = createApp(fakeHouse({}, { logged: line => void lines.push(line) }), { webFolder: null })
afterAll(() => app.close())

const told = (): Record<string, unknown>[] =>
  lines.map(line => JSON.parse(line) as Record<string, unknown>).filter(line => String(line['msg']).startsWith('the content policy'))
const report = (payload: string | object, type = 'application/csp-report', remoteAddress = '10.0.0.9') =>
  app.inject({
    method: 'POST',
    url: '/policy-reports',
    headers: { 'content-type': type },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    remoteAddress,
  })
const older = {
  'csp-report': {
    'document-uri': 'https://zg.example/user/recover?token=SECRET#x',
    'violated-directive': 'script-src',
    'blocked-uri': 'https://evil.example/a.js?who=SECRET',
    'line-number': 7,
    'script-sample': 'SECRET',
  },
}
const newer = {
  type: 'csp-violation',
  body: { documentURL: 'https://zg.example/home', effectiveDirective: 'img-src', blockedURL: 'inline' },
}

test('both ways of writing them are logged, addresses without what stands behind their path', async () => {
  expect((await report(older)).statusCode).toBe(204)
  expect((await report([newer, { type: 'deprecation' }], 'application/reports+json')).statusCode).toBe(204)
  expect(told()).toMatchObject([
    {
      address: '10.0.0.9',
      report: { directive: 'script-src', blocked: 'https://evil.example/a.js', page: 'https://zg.example/user/recover', line: '7' },
    },
    { report: { directive: 'img-src', blocked: 'inline', page: 'https://zg.example/home', line: '' } },
  ])
  expect(lines.join('\n')).not.toContain('SECRET')
})

test('what is none, too large, of another type or too often is not taken', async () => {
  const before = told().length
  expect((await report('{"x":')).json()).toMatchObject({ code: 1002 })
  expect((await report({ 'csp-report': { 'document-uri': 'x'.repeat(20_000) } })).statusCode).toBe(413)
  expect((await report(older, 'application/json')).statusCode).toBe(415)
  expect((await report('[]')).statusCode).toBe(204)
  expect(told()).toHaveLength(before)
  const statuses: number[] = []
  for (let n = 0; n < 32; n += 1) statuses.push((await report(older, 'application/csp-report', '10.0.0.10')).statusCode)
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 204), 429, 429])
  expect(reportLine({ 'csp-report': { 'blocked-uri': 'x'.repeat(999) } })?.blocked).toHaveLength(200)
  for (const none of [null, 'x', 7, {}, { body: 'x' }, []]) expect(reportLine(none)).toBeNull()
})
