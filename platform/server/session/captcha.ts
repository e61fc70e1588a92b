/**
 * Verification picture of four digits and letters. It slows down a simple program; the lockout is what stops guessing. Pure except for
 * random numbers.
 */
import { randomInt } from 'node:crypto'
import { ownValue } from '#platform/declare/own-value.ts'

export const captchaMinutes = 5
/** Strokes of each sign on a grid 4 wide and 6 high: drawn as lines, so that the picture carries no text to be read out of it. */
const strokes: Readonly<Record<string, string>> = {
  A: 'M0 6L2 0L4 6M1 4H3',
  C: 'M4 1L3 0H1L0 1V5L1 6H3L4 5',
  E: 'M4 0H0V6H4M0 3H3',
  F: 'M4 0H0V6M0 3H3',
  H: 'M0 0V6M4 0V6M0 3H4',
  J: 'M1 0H4M3 0V5L2 6H1L0 5',
  K: 'M0 0V6M4 0L0 3L4 6',
  L: 'M0 0V6H4',
  M: 'M0 6V0L2 3L4 0V6',
  N: 'M0 6V0L4 6V0',
  P: 'M0 6V0H3L4 1V2L3 3H0',
  R: 'M0 6V0H3L4 1V2L3 3H0M2 3L4 6',
  T: 'M0 0H4M2 0V6',
  U: 'M0 0V5L1 6H3L4 5V0',
  W: 'M0 0L1 6L2 3L3 6L4 0',
  X: 'M0 0L4 6M4 0L0 6',
  Y: 'M0 0L2 3L4 0M2 3V6',
  '3': 'M0 0H4L2 2L4 4V5L3 6H1L0 5',
  '4': 'M3 6V0L0 4H4',
  '6': 'M4 0H2L0 3V5L1 6H3L4 5V4L3 3H0',
  '7': 'M0 0H4L1 6',
  '9': 'M4 3H1L0 2V1L1 0H3L4 1V3L2 6H0',
}
const signs = Object.keys(strokes)
const signCount = 4

export interface Captcha {
  readonly answer: string
  readonly svg: string
}

/** A new picture, 120 x 40, and what it shows. */
export function newCaptcha(): Captcha {
  const answer = Array.from({ length: signCount }, () => signs[randomInt(signs.length)] ?? '').join('')
  const drawn = [...answer].map((sign, at) => {
    const [x, y, turn, size] = [14 + at * 26 + randomInt(5), 9 + randomInt(5), randomInt(41) - 20, 38 + randomInt(9)]
    return `<path d="${ownValue(strokes, sign) ?? ''}" transform="translate(${x} ${y}) rotate(${turn}) scale(${size / 10})"/>`
  })
  const noise = Array.from(
    { length: 5 },
    () =>
      `<path d="M${randomInt(120)} ${randomInt(40)}Q${randomInt(120)} ${randomInt(40)} ${randomInt(120)} ${randomInt(40)}" opacity=".45"/>`,
  )
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40" viewBox="0 0 120 40">` +
    `<rect width="120" height="40" fill="#f0f2f5"/><g fill="none" stroke="#2f54eb" stroke-width="2" stroke-linecap="round">` +
    `<g stroke-width=".5">${drawn.join('')}</g>${noise.join('')}</g></svg>`
  return { answer, svg }
}

/** Whether what was typed is what the picture showed; case and spaces don't matter. */
export const isAnswer = (typed: string, answer: string): boolean => typed.replaceAll(/\s/g, '').toUpperCase() === answer
