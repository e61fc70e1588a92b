import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoHouse, type DemoHouse } from './test-house.ts'

let h: DemoHouse
beforeAll(async () => { h = await demoHouse() })
afterAll(() => h.close())

test('made', async () => {
  expect(h.demo.shops.length).toBe(12)
})
