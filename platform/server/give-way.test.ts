import { Worker } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'
import { givingWay, Patience, PeoplesCalls, threadGivingWay } from './give-way.ts'
import { there } from './there.ts'

describe('who waits how long', () => {
  test.each([
    { what: 'nothing done, nothing earned', steps: [], ms: 0 },
    { what: 'a piece earns twice its time', steps: [['worked', 5]], ms: 10 },
    {
      what: 'pieces add up',
      steps: [
        ['worked', 5],
        ['worked', 7],
      ],
      ms: 24,
    },
    {
      what: 'what was waited is gone',
      steps: [
        ['worked', 20],
        ['waited', 30],
      ],
      ms: 10,
    },
    {
      what: 'a timer that came late is worked off',
      steps: [
        ['worked', 5],
        ['waited', 25],
        ['worked', 5],
      ],
      ms: -5,
    },
    { what: 'an hour of work does not let it wait for an hour', steps: [['worked', 3_600_000]], ms: 300 },
    { what: 'a clock that went back earns nothing', steps: [['worked', -50]], ms: 0 },
  ] as const)('$what', ({ steps, ms }) => {
    const patience = new Patience()
    for (const [what, by] of steps) patience[what](by)
    expect(patience.ms).toBe(ms)
  })

  test('in a house that is never quiet, pieces of any length keep a third of their speed', () => {
    for (const pieceMs of [0.2, 1, 3, 40, 2_000]) {
      const patience = new Patience()
      let [worked, waited] = [0, 0]
      for (let piece = 0; piece < 1_000; piece += 1) {
        worked += pieceMs
        patience.worked(pieceMs)
        waited += Math.max(0, patience.ms)
        patience.waited(Math.max(0, patience.ms))
      }
      expect(waited).toBeLessThanOrEqual(2 * worked)
    }
  })
})

/** A call that ends when it is told to. */
function call(calls: PeoplesCalls): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const underWay = calls.during(() => promise)
  return () => {
    resolve()
    return underWay
  }
}

describe('calls of people', () => {
  test('count from the first to the last, also those that fail', async () => {
    const calls = new PeoplesCalls()
    const [one, other] = [call(calls), call(calls)]
    expect(calls.underWay).toBe(2)
    await one()
    expect(calls.underWay).toBe(1)
    await other()
    await expect(calls.during(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
    await expect(
      calls.during(() => {
        throw new Error('at once')
      }),
    ).rejects.toThrow('at once')
    expect(calls.underWay).toBe(0)
  })

  test('whoever waits goes on with the end of the last one', async () => {
    const calls = new PeoplesCalls()
    const [one, other] = [call(calls), call(calls)]
    let goesOn = false
    const waiting = calls.none(3_600_000).then(() => (goesOn = true))
    await one()
    expect(goesOn).toBe(false)
    await other()
    await waiting
    expect(goesOn).toBe(true)
  })

  test('or when his time is over', async () => {
    const calls = new PeoplesCalls()
    const end = call(calls)
    await calls.none(1)
    expect(calls.underWay).toBe(1)
    await end()
  })
})

describe('long work', () => {
  /** a clock that the test moves */
  const clock = () => {
    let ms = 0
    return { now: () => ms, pass: (by: number) => (ms += by) }
  }

  test('does not wait where nobody calls', async () => {
    const time = clock()
    const giveWay = givingWay(new PeoplesCalls(), time.now)
    for (let piece = 0; piece < 10; piece += 1) {
      time.pass(3_600_000)
      await giveWay()
    }
    expect(time.now()).toBe(36_000_000)
  })

  test('waits for the call to end, and both of its parts go on then', async () => {
    const time = clock()
    const calls = new PeoplesCalls()
    const giveWay = givingWay(calls, time.now)
    const end = call(calls)
    time.pass(3_600_000)
    let gone = 0
    const parts = [giveWay(), giveWay()].map(part => part.then(() => (gone += 1)))
    await new Promise(done => setImmediate(done))
    await new Promise(done => setImmediate(done))
    expect(gone).toBe(0)
    await end()
    await Promise.all(parts)
    expect(gone).toBe(2)
  })

  test('goes on beside a call that never ends', async () => {
    const time = clock()
    const calls = new PeoplesCalls()
    const giveWay = givingWay(calls, time.now)
    const end = call(calls)
    for (let piece = 0; piece < 5; piece += 1) {
      time.pass(2)
      await giveWay()
    }
    expect(calls.underWay).toBe(1)
    await end()
  })

  test('in a thread: sees the calls, goes on with their end, and beside one that never ends', async () => {
    const calls = new PeoplesCalls()
    const script = `
      import { parentPort, workerData } from 'node:worker_threads'
      import { threadGivingWay } from ${JSON.stringify(new URL('./give-way.ts', import.meta.url).href)}
      let ms = 0
      const giveWay = threadGivingWay(workerData, () => ms)
      ms += 3_600_000
      parentPort.postMessage('waits')
      giveWay()
      parentPort.postMessage('went on')
    `
    const said: string[] = []
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`), { workerData: calls.shared })
    const end = call(calls)
    const ended = new Promise<void>((done, fail) => {
      worker.on('error', fail)
      worker.on('exit', () => done())
    })
    worker.on('message', (message: string) => {
      said.push(message)
      if (message === 'waits') void end()
    })
    await ended
    expect(said).toEqual(['waits', 'went on'])

    // here the clock stands still, so nothing is earned and nothing waited
    const [never, time] = [call(calls), clock()]
    threadGivingWay(there(calls.shared, 'the number'), time.now)()
    expect(calls.underWay).toBe(1)
    await never()
  })
})
