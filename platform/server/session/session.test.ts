import type crypto from 'node:crypto'
import { argon2 } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { isAnswer, newCaptcha } from './captcha.ts'
import { fileCookie, noFileCookie } from './cookie.ts'
import { eachInTurn, queuePerKey, limitConcurrency } from './concurrency-limit.ts'
import { lockedUntil, lockLimits, needsCaptcha } from './lockout.ts'
import { hashPassword, hasPasswordLength, isPassword, randomPassword, trimmedPassword } from './passwords.ts'
import { ageMsMax, hashOfToken, idleMsMax, isAlive, looksLikeToken, newToken } from './tokens.ts'

// the real thing, watched
vi.mock('node:crypto', async original => {
  const real = await original<typeof crypto>()
  return { ...real, argon2: vi.fn<typeof argon2>(real.argon2) }
})

describe('passwords', () => {
  test('a hash is a PHC string of argon2id, salted anew, and knows its password', async () => {
    const [one, other] = await Promise.all([hashPassword('demo1234'), hashPassword('demo1234')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]{22}\$[^$]{43}$/)
    expect(one).not.toBe(other)
    expect(await isPassword('demo1234', one)).toBe(true)
    expect(await isPassword('demo1235', one)).toBe(false)
    // the same letters typed on another keyboard
    expect(await isPassword('caf\u00e912', await hashPassword('cafe\u030112'))).toBe(true)
  })
  test('an unknown account is never right and costs what a known one does', async () => {
    const hash = await hashPassword('demo1234')
    const work = async (stored: string | null) => {
      vi.mocked(argon2).mockClear()
      expect(await isPassword('wrong', stored)).toBe(false)
      return vi.mocked(argon2).mock.calls.map(([kind, { memory, passes, parallelism, tagLength, nonce }]) => ({
        kind,
        memory,
        passes,
        parallelism,
        tagLength,
        nonce: Buffer.from(nonce as Buffer).length,
      }))
    }
    const known = await work(hash)
    expect(known).toEqual([{ kind: 'argon2id', memory: 19_456, passes: 2, parallelism: 1, tagLength: 32, nonce: 16 }])
    expect(await work(null)).toEqual(known)
  })
  test('a broken stored hash is a defect, not a wrong password', async () => {
    await expect(isPassword('x', 'plain')).rejects.toThrow('PHC')
  })
  test.each([
    ['12345', false],
    ['123456', true],
    ['1234567890', true],
    ['12345678901', false],
    ['掌柜掌柜掌柜', true],
    ['🔑🔑🔑🔑🔑🔑', true],
  ])('length of %s', (password, right) => expect(hasPasswordLength(password)).toBe(right))
  test('trimmed, and nothing but text', () =>
    expect([trimmedPassword('  a b '), trimmedPassword(7), trimmedPassword(undefined)]).toEqual(['a b', '', '']))
  test('a random password has 10 readable characters', () => {
    const made = Array.from({ length: 50 }, randomPassword)
    for (const p of made) expect(p).toMatch(/^[a-zA-Z2-9]{10}$/)
    expect(new Set(made).size).toBe(50)
  })
})

describe('lockout', () => {
  const minute = 60_000
  const now = 1_000 * minute
  test.each<[string, number[], number, number | null]>([
    ['none', [], 5, null],
    ['four', [1, 2, 3, 4], 5, null],
    ['five within 15 minutes', [1, 2, 3, 4, 5], 5, 14],
    ['five, the last 14 minutes ago', [14, 15, 16, 17, 18], 5, 1],
    ['five, the last 15 minutes ago', [15, 16, 17, 18, 19], 5, null],
    ['five spread over 16 minutes', [1, 5, 9, 13, 17], 5, null],
    ['the lock lasts 15 minutes from the fifth, though the first has aged out', [3, 4, 5, 6, 17], 5, 12],
    ['two of two', [0, 0], 2, 15],
  ])('%s', (_name, minutesAgo, limit, minutesLeft) => {
    expect(
      lockedUntil(
        minutesAgo.map(m => now - m * minute),
        limit,
        now,
      ),
    ).toBe(minutesLeft === null ? null : now + minutesLeft * minute)
  })
  test('a picture is asked from the third failure on', () => {
    const asked = (n: number): boolean =>
      needsCaptcha(
        Array.from({ length: n }, () => now - minute),
        lockLimits,
        now,
      )
    expect([asked(0), asked(2), asked(3), asked(5)]).toEqual([false, false, true, true])
    expect(
      needsCaptcha(
        [1, 2, 3].map(() => now - 16 * minute),
        lockLimits,
        now,
      ),
    ).toBe(false)
  })
})

describe('sessions', () => {
  const now = Date.UTC(2026, 10, 21, 12)
  const at = (ms: number): string => new Date(now + ms).toISOString()
  test.each([
    ['fresh', { lastSeenAt: at(0), expiresAt: at(ageMsMax), revokedAt: null }, true],
    ['idle just below 12 hours', { lastSeenAt: at(1 - idleMsMax), expiresAt: at(1), revokedAt: null }, true],
    ['idle for 12 hours', { lastSeenAt: at(-idleMsMax), expiresAt: at(1), revokedAt: null }, false],
    ['older than 7 days', { lastSeenAt: at(0), expiresAt: at(0), revokedAt: null }, false],
    ['revoked', { lastSeenAt: at(0), expiresAt: at(1), revokedAt: at(-1) }, false],
  ])('%s', (_name, times, alive) => expect(isAlive(times, now)).toBe(alive))
  test('a token is random, looks like one, and its hash is not it', () => {
    const token = newToken()
    expect(looksLikeToken(token)).toBe(true)
    expect(newToken()).not.toBe(token)
    expect(hashOfToken(token)).toMatch(/^[0-9a-f]{64}$/)
    expect(['', 'x', `${token}=`, `${token.slice(1)} `].map(looksLikeToken)).toEqual([false, false, false, false])
  })
  test('the cookie is for the download path alone and out of reach of scripts', () => {
    expect(fileCookie('t', false)).toBe('zg_files=t; Path=/api-2024/fileUpload/down2; Max-Age=604800; HttpOnly; SameSite=Strict')
    expect(fileCookie('t', true)).toMatch(/; Secure$/)
    expect(noFileCookie(false)).toContain('Max-Age=0')
  })
})

test('a verification picture shows its answer as strokes only', () => {
  const { answer, svg } = newCaptcha()
  expect(answer).toMatch(/^[A-Z0-9]{4}$/)
  expect(svg).toMatch(/^<svg [^>]+>.*<\/svg>$/)
  expect(svg).not.toContain('<text')
  expect([isAnswer(` ${answer.toLowerCase()} `, answer), isAnswer(`${answer}X`, answer), isAnswer('', answer)]).toEqual([
    true,
    false,
    false,
  ])
})

describe('work in turn', () => {
  const pause = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 1))
  test('no more than so many at once, all of them done, a failure gives its place back', async () => {
    const inTurn = limitConcurrency(2)
    let running = 0
    let most = 0
    const works = Array.from({ length: 10 }, (_, i) =>
      inTurn(async () => {
        most = Math.max(most, ++running)
        await pause()
        running--
        if (i === 3) throw new Error('broken')
        return i
      }),
    )
    const done = await Promise.allSettled(works)
    expect([most, done.filter(d => d.status === 'fulfilled').length]).toEqual([2, 9])
  })
  test('two at once, and after one failed no further begins; what is under way ends first', async () => {
    const said: string[] = []
    const gate = Promise.withResolvers<void>()
    const shops = ['1', '2', '3', '4', '5']
    const all = eachInTurn(2, shops, async shop => {
      said.push(`${shop} begins`)
      if (shop === '1') await gate.promise
      if (shop === '3') throw new Error('broken')
      said.push(`${shop} ends`)
      return shop
    })
    const ended = Promise.allSettled([all])
    await pause()
    gate.resolve()
    await ended
    await expect(all).rejects.toThrow('broken')
    expect(said).toEqual(['1 begins', '2 begins', '2 ends', '3 begins', '1 ends'])
    expect(await eachInTurn(2, shops, async shop => shop)).toEqual(shops)
  })
  test('one key one after the other, keys beside each other, a full line refuses', async () => {
    const inTurn = queuePerKey(3)
    const order: string[] = []
    const work = (name: string) => async (): Promise<void> => {
      order.push(`${name} begins`)
      await pause()
      order.push(`${name} ends`)
    }
    const works = [inTurn('a', work('a1')), inTurn('a', work('a2')), inTurn('a', work('a3')), inTurn('b', work('b1'))]
    expect(inTurn('a', work('a4'))).toBeNull()
    await Promise.all(works.map(one => one ?? Promise.reject(new Error('refused'))))
    expect(order.filter(o => o.startsWith('a'))).toEqual(['a1 begins', 'a1 ends', 'a2 begins', 'a2 ends', 'a3 begins', 'a3 ends'])
    expect(order.indexOf('b1 begins')).toBeLessThan(order.indexOf('a1 ends'))
    await expect(inTurn('a', work('a5'))).resolves.toBeUndefined()
  })
})
