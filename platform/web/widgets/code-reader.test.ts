/** Pictures of bar codes as a camera takes them: our own Code 128, an EAN-13 of a shop, uneven light, noise, blur, upside down. */
import { expect, test } from 'vitest'
import { code128Widths } from '#platform/format/code128.ts'
import { codeIn } from './code-reader.ts'

const [width, height] = [1_000, 400]

/** modules of bars and gaps, a bar first, in the middle of a grey picture */
function pictureOf(widths: readonly number[], { noise = 0, blur = 0, isTurned = false } = {}): Uint8ClampedArray {
  let seed = 7
  const below = (most: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % most
  const modules = widths.reduce((sum, one) => sum + one, 0)
  const size = Math.floor((width - 60) / modules)
  const row = Array.from({ length: width }, () => 230)
  let at = Math.floor((width - modules * size) / 2)
  for (const [nth, wide] of widths.entries()) {
    if (nth % 2 === 0) row.fill(20, at, at + wide * size)
    at += wide * size
  }
  const near = (x: number) => {
    const all = row.slice(Math.max(0, x - blur), x + blur + 1)
    return all.reduce((sum, one) => sum + one, 0) / all.length
  }
  const soft = row.map((_, x) => near(x))
  const picture = new Uint8ClampedArray(width * height).fill(200)
  for (let y = 60; y < height - 60; y++)
    for (let x = 0; x < width; x++) {
      // darker to the right
      const light = 1 - x / (4 * width)
      picture[y * width + (isTurned ? width - 1 - x : x)] = (soft[x] ?? 0) * light + below(2 * noise + 1) - noise
    }
  return picture
}

const left = ['3211', '2221', '2122', '1411', '1132', '1231', '1114', '1312', '1213', '3112']
const parities = ['LLLLLL', 'LLGLGG', 'LLGGLG', 'LLGGGL', 'LGLLGG', 'LGGLLG', 'LGGGLL', 'LGLGLG', 'LGLGGL', 'LGGLGL']
/** by the table of GS1: the first figure says which of the left ones are mirrored */
function eanWidths(code: string): readonly number[] {
  const [first = 0, ...rest] = [...code].map(Number)
  const parity = parities[first] ?? ''
  const one = (figure: number, isMirrored: boolean) => (isMirrored ? [...(left[figure] ?? '')].toReversed() : [...(left[figure] ?? '')])
  const begun = rest.slice(0, 6).flatMap((figure, at) => one(figure, parity[at] === 'G'))
  const ended = rest.slice(6).flatMap(figure => one(figure, false))
  return ['1', '1', '1', ...begun, '1', '1', '1', '1', '1', ...ended, '1', '1', '1'].map(Number)
}

test.each(['SZ-A01', 'RK-202611-0007', '1234567890', 'X003ABCDEF'])('reads our own sticker %s', code => {
  const widths = code128Widths(code) ?? []
  expect(codeIn(pictureOf(widths), width, height)).toBe(code)
  expect(codeIn(pictureOf(widths, { noise: 15, blur: 1 }), width, height)).toBe(code)
  expect(codeIn(pictureOf(widths, { isTurned: true }), width, height)).toBe(code)
})

test.each(['6901234567892', '4006381333931'])('reads the EAN-13 %s', code => {
  expect(codeIn(pictureOf(eanWidths(code), { noise: 15, blur: 1 }), width, height)).toBe(code)
})

test('finds none where there is none, and none that is half covered', () => {
  expect(codeIn(new Uint8ClampedArray(width * height).fill(180), width, height)).toBeNull()
  const covered = pictureOf(code128Widths('SZ-A01') ?? [])
  for (let y = 0; y < height; y++) covered.fill(200, y * width + width / 2, (y + 1) * width)
  expect(codeIn(covered, width, height)).toBeNull()
})
