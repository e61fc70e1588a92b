import type { GlobalToken } from 'antd'
import { expect, test } from 'vitest'
import { hatchLines, hatchOver, runsOf } from './hatch.ts'

test('neighbours are one stretch', () => {
  expect(runsOf(6, at => at !== 2 && at !== 3)).toEqual([
    [0, 1],
    [4, 5],
  ])
  expect(hatchOver(6, () => false, {} as GlobalToken)).toEqual([])
})

test.each([
  [40, 100],
  [100, 40],
  [3, 3],
])('lines of a box of %s by %s stay inside it, each at the same slope', (width, height) => {
  const lines = hatchLines({ x: 10, y: 20, width, height })
  for (const { x1, y1, x2, y2 } of lines) {
    expect(Math.min(x1, x2)).toBeGreaterThanOrEqual(10)
    expect(Math.max(x1, x2)).toBeLessThanOrEqual(10 + width)
    expect(Math.min(y1, y2)).toBeGreaterThanOrEqual(20)
    expect(Math.max(y1, y2)).toBeLessThanOrEqual(20 + height)
    expect(x2 - x1).toBe(y2 - y1)
  }
  expect(lines.length).toBe(Math.ceil((width + height) / 7) - 1)
})
