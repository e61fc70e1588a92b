import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

const never = new AbortController().signal
const limits = { atOnce: 2, waiting: 4, waitingOfOne: 2 }

test('a person has one turn at a time, and whoever waits behind his other ones is not kept waiting', async () => {
  const turns = new Turns(limits)
  const order: string[] = []
  const ask = async (who: string, name: string): Promise<(() => void) | null> => {
    const end = await turns.take(who, never)
    order.push(name)
    return end
  }
  const first = ask('a', 'a1')
  const second = ask('a', 'a2')
  const third = ask('a', 'a3')
  const other = ask('b', 'b1')
  const end = await first
  const endOther = await other
  expect(order).toEqual(['a1', 'b1'])
  const another = ask('c', 'c1')
  endOther?.()
  expect((await another) !== null).toBe(true)
  expect(order).toEqual(['a1', 'b1', 'c1'])
  end?.()
  const endSecond = await second
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2'])
  endSecond?.()
  await third
  expect(order.at(-1)).toBe('a3')
})

test('who asks for much comes after each of the others', async () => {
  const turns = new Turns({ atOnce: 1, waiting: 10, waitingOfOne: 5 })
  const order: string[] = []
  const asked = ['a', 'a', 'a', 'a', 'b', 'b', 'c'].map(async who => {
    const end = await turns.take(who, never)
    order.push(who)
    end?.()
  })
  await Promise.all(asked)
  expect(order).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a'])
})

test('too many of one person, or of all, are sent away', async () => {
  const turns = new Turns(limits)
  const [endA] = await Promise.all([turns.take('a', never), turns.take('b', never)])
  const waiting = ['a', 'a', 'c'].map(who => turns.take(who, never))
  expect(await turns.take('a', never)).toBeNull()
  const last = turns.take('d', never)
  expect(await turns.take('e', never)).toBeNull()
  endA?.()
  expect(await waiting[0]).not.toBeNull()
  void waiting
  void last
})

test('who goes away before his turn frees his place', async () => {
  const turns = new Turns({ atOnce: 1, waiting: 1, waitingOfOne: 1 })
  const end = await turns.take('a', never)
  const gone = new AbortController()
  const left = turns.take('b', gone.signal)
  gone.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  const next = turns.take('c', never)
  end?.()
  expect(await next).not.toBeNull()
  await expect(turns.take('d', gone.signal)).rejects.toThrow('gone')
})
