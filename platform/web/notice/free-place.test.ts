import { expect, test } from 'vitest'
import { freePlace, type Box } from './free-place.ts'

const box = (left: number, top: number, width: number, height: number): Box => ({ left, top, right: left + width, bottom: top + height })
const wide = { window: { width: 1280, height: 800 }, size: { width: 320, height: 40 }, top: 56, controls: [], kept: [] }

const covers = ({ left, top }: { left: number; top: number }, size: { width: number; height: number }, one: Box): boolean => {
  const [x, y] = [(one.left + one.right) / 2, (one.top + one.bottom) / 2]
  return x >= left && x <= left + size.width && y >= top && y <= top + size.height
}

test('with nothing there it lies at the top right, below the bar', () => {
  expect(freePlace(wide)).toEqual({ left: 952, top: 56 })
})

test('buttons of the head are left free, totals and pager whole', () => {
  const controls = Array.from({ length: 6 }, (_, i) => box(700 + i * 96, 140, 90, 32))
  const place = freePlace({ ...wide, controls: [box(1200, 60, 32, 32), ...controls], kept: [box(272, 718, 992, 36)] })
  for (const one of controls) expect(covers(place, wide.size, one)).toBe(false)
  expect(place.top + 40).toBeLessThan(718)
})

test('focus and pointer are kept off', () => {
  const place = freePlace({ ...wide, kept: [box(1000, 60, 200, 32)] })
  expect(place.top).toBeGreaterThan(60 + 30)
})

test('on a phone full of cards it lies between the centres of their controls', () => {
  const rows = Array.from({ length: 12 }, (_, i) => 170 + i * 51)
  const controls = rows.flatMap(top => [box(16, top + 15, 18, 18), box(48, top, 177, 22), box(335, top + 12, 32, 28)])
  const phone = { ...wide, window: { width: 375, height: 812 }, top: 52, controls: [...controls, box(0, 52, 375, 110)] }
  const place = freePlace(phone)
  for (const one of controls) expect(covers(place, wide.size, one)).toBe(false)
})

test('where nothing is free it covers as little as there is', () => {
  const controls = Array.from({ length: 200 }, (_, i) => box((i % 10) * 128, 56 + Math.floor(i / 10) * 40, 126, 38))
  expect(freePlace({ ...wide, controls })).toEqual({ left: expect.any(Number), top: expect.any(Number) })
})
