import { describe, expect, test } from 'vitest'
import { callPolicy, commonHeaders } from './security-headers.ts'

const policyOf = (text: string | undefined): Map<string, string[]> =>
  new Map(
    (text ?? '').split('; ').map(rule => {
      const [name = '', ...values] = rule.split(' ')
      return [name, values]
    }),
  )

describe('content policy', () => {
  const policy = policyOf(commonHeaders(false)['content-security-policy'])
  test('scripts come from our own files alone: neither inline nor evaluated', () => expect(policy.get('script-src')).toEqual(["'self'"]))
  test.each([
    ['object-src', ["'none'"]],
    ['base-uri', ["'self'"]],
    ['form-action', ["'self'"]],
    ['frame-ancestors', ["'self'"]],
    ['connect-src', ["'self'"]],
    ['default-src', ["'self'"]],
  ])('%s is %j', (rule, values) => expect(policy.get(rule)).toEqual(values))
  test('no rule lets another host in', () => {
    const known = /^'(?:self|none|unsafe-inline)'$|^(?:data|blob):$/
    const rules = [...policy].filter(([rule]) => !rule.startsWith('report-'))
    expect(rules.flatMap(([, values]) => values).filter(value => !known.test(value))).toEqual([])
    expect([...policy].filter(([, values]) => values.includes("'unsafe-inline'")).map(([rule]) => rule)).toEqual(['style-src'])
  })
  test('what is refused is told to ourselves alone', () => {
    expect([policy.get('report-uri'), policy.get('report-to')]).toEqual([['/policy-reports'], ['policy']])
    expect(commonHeaders(false)['reporting-endpoints']).toBe('policy="/policy-reports"')
  })
  test('an answer in JSON is never a page', () => expect(callPolicy).toBe("default-src 'none'; frame-ancestors 'none'"))
})

test.each([
  [true, 'max-age=31536000'],
  [false, undefined],
])('behind TLS (%s) browsers are told to stay there: %s', (https, expected) =>
  expect(commonHeaders(https)['strict-transport-security']).toBe(expected),
)

test('what is sent is what it says and tells others no address; codes are scanned and positions of punches read by itself alone', () =>
  expect(commonHeaders(false)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(self), microphone=(), geolocation=(self), payment=()',
  }))
