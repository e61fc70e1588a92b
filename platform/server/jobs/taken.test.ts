import { expect, test } from 'vitest'
import { Taken } from './taken.ts'

const first = { id: '7', attempts: 1 }
const second = { id: '7', attempts: 2 }

test('a job whose word comes after it was freed is not run beside its next try', async () => {
  const taken = new Taken()
  expect(taken.free(taken.begun, [first], [first])).toEqual(['7'])
  let runs = 0
  let finish: () => void = () => undefined
  const work = async (): Promise<void> => {
    runs += 1
    await new Promise<void>(done => (finish = done))
  }
  // nobody has taken it again yet
  await expect(taken.begin(first, work)).rejects.toThrow('begins again')
  const next = taken.begin(second, work)
  const late = taken.begin(first, work)
  expect(runs).toBe(1)
  finish()
  await Promise.all([next, late])
  expect(runs).toBe(1)
})

test('what has begun is not freed, until the queue holds it no more', async () => {
  const taken = new Taken()
  await taken.begin(first, async () => undefined)
  expect(taken.free(taken.begun, [first], [first])).toEqual([])
  expect(taken.begun).toEqual(['7 1'])
  expect(taken.free(taken.begun, [], [])).toEqual([])
  expect(taken.begun).toEqual([])
})
