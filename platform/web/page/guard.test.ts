import { describe, expect, test } from 'vitest'
import { ownPath, accessDecision } from './guard.ts'

describe('who may be where', () => {
  const visits: readonly [token: boolean, state: '0' | '1', path: string, search: string, result: string][] = [
    [false, '0', '/user/login', '', 'show login'],
    [false, '0', '/user/login/', '', 'show login'],
    [false, '0', '/', '', 'to /user/login'],
    [false, '0', '/user/resetPassword', '', 'to /user/login'],
    [false, '0', '/finance/x', '?kind=1', 'to /user/login?redirect=%2Ffinance%2Fx%3Fkind%3D1'],
    [true, '0', '/user/login', '', 'to /home/workbenches'],
    [true, '0', '/user/login', '?redirect=%2Ffinance%2Fx%3Fkind%3D1', 'to /finance/x?kind=1'],
    [true, '0', '/user/login', '?redirect=https%3A%2F%2Fevil.example', 'to /home/workbenches'],
    [true, '0', '/', '', 'to /home/workbenches'],
    [true, '0', '/finance/x', '', 'show shell'],
    [false, '0', '/custom/upload-mobile', '?id=x', 'show uploadMobile'],
    [true, '1', '/custom/upload-mobile', '?id=x', 'show uploadMobile'],
    [true, '1', '/user/login', '', 'show login'],
    [true, '1', '/user/resetPassword', '', 'show resetPassword'],
    [true, '1', '/home/workbenches', '', 'show changeFirst'],
    [true, '1', '/', '', 'to /user/resetPassword'],
    [true, '1', '/finance/x', '', 'to /user/resetPassword'],
  ]
  test.each(visits)('token %s, state %s, %s%s: %s', (hasToken, loginState, pathname, search, result) => {
    const decision = accessDecision({ pathname, search, hasToken, loginState })
    expect('to' in decision ? `to ${decision.to}` : `show ${decision.show}`).toBe(result)
  })
})

test.each([
  ['/finance/x?kind=1#a', '/finance/x?kind=1#a'],
  ['//evil.example/x', null],
  ['/\\evil.example', null],
  ['/\t/evil.example', null],
  ['https://evil.example', null],
  ['javascript:alert(1)', null],
  ['finance', null],
  ['/user/login?redirect=/x', null],
  ['', null],
  [null, null],
])('own path %s', (redirect, path) => expect(ownPath(redirect)).toBe(path))
