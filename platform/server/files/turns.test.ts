import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

test('turns go round between people, are bounded for each, and are not kept for who has gone', async () => {
  const turns = new Turns()
  const order: string[] = []
  const first = Promise.withResolvers<undefined>()
  const take = (who: string, gone?: AbortSignal) =>
    turns.take(
      who,
      async () => {
        order.push(who)
        if (order.length === 1) await first.promise
        return who
      },
      gone,
    )
  const leaving = new AbortController()
  const asked = [take('a'), ...Array.from({ length: 45 }, () => take('a')), take('b'), take('c', leaving.signal), take('b')]
  leaving.abort()
  first.resolve(undefined)
  const said = await Promise.all(asked)
  expect(said.filter(one => one === null)).toHaveLength(6)
  expect(order.slice(0, 5)).toEqual(['a', 'a', 'b', 'a', 'b'])
  expect(order).toHaveLength(43)
  expect(await take('c')).toBe('c')
})
