import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'
import { yieldingToRequests, WaitBudget, RequestsUnderWay, threadYieldingToRequests } from './yield-to-requests.ts'
import { defined } from './defined.ts'

describe('who waits how long', () => {
  test.each([
    { what: 'nothing done, nothing earned', steps: [], ms: 0 },
    { what: 'a piece earns three times its own', steps: [['worked', 5]], ms: 15 },
    {
      what: 'pieces add up',
      steps: [
        ['worked', 5],
        ['worked', 7],
      ],
      ms: 36,
    },
    {
      what: 'what was waited is gone',
      steps: [
        ['worked', 20],
        ['waited', 30],
      ],
      ms: 30,
    },
    {
      what: 'a timer that came late is worked off',
      steps: [
        ['worked', 5],
        ['waited', 35],
        ['worked', 5],
      ],
      ms: -5,
    },
    { what: 'an hour of work does not let it wait for an hour', steps: [['worked', 3_600_000]], ms: 300 },
    { what: 'a clock that went back earns nothing', steps: [['worked', -50]], ms: 0 },
  ] as const)('$what', ({ steps, ms }) => {
    const patience = new WaitBudget()
    for (const [what, by] of steps) patience[what](by)
    expect(patience.ms).toBe(ms)
  })

  test('in a house that is never quiet, pieces of any length keep a quarter of their speed', () => {
    for (const pieceMs of [0.25, 1, 3, 40, 2_000]) {
      const patience = new WaitBudget()
      let [worked, waited] = [0, 0]
      for (let piece = 0; piece < 1_000; piece += 1) {
        worked += pieceMs
        patience.worked(pieceMs)
        waited += Math.max(0, patience.ms)
        patience.waited(Math.max(0, patience.ms))
      }
      expect(waited).toBeLessThanOrEqual(3 * worked)
    }
  })
})

describe('calls of people', () => {
  test('count from the first to the last, each once', () => {
    const calls = new RequestsUnderWay()
    const [one, other] = [calls.begin(), calls.begin()]
    expect(calls.underWay).toBe(2)
    one()
    one()
    expect(calls.underWay).toBe(1)
    other()
    expect(calls.underWay).toBe(0)
  })

  test('whoever waits goes on with the end of the last one', async () => {
    const calls = new RequestsUnderWay()
    const [one, other] = [calls.begin(), calls.begin()]
    let goesOn = false
    const waiting = calls.none(3_600_000).then(() => (goesOn = true))
    one()
    await turn()
    expect(goesOn).toBe(false)
    other()
    await waiting
    expect(goesOn).toBe(true)
  })

  test('but not where another follows at once', async () => {
    const calls = new RequestsUnderWay()
    const one = calls.begin()
    let goesOn = false
    const waiting = calls.none(3_600_000).then(() => (goesOn = true))
    one()
    const next = calls.begin()
    await pause(50)
    expect(goesOn).toBe(false)
    next()
    await waiting
    expect(goesOn).toBe(true)
  })

  test('or when his time is over', async () => {
    const calls = new RequestsUnderWay()
    calls.begin()
    await calls.none(1)
    expect(calls.underWay).toBe(1)
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
    const giveWay = yieldingToRequests(new RequestsUnderWay(), time.now)
    for (let piece = 0; piece < 10; piece += 1) {
      time.pass(3_600_000)
      await giveWay()
    }
    expect(time.now()).toBe(36_000_000)
  })

  test('waits for the call to end, and both of its parts go on then', async () => {
    const time = clock()
    const calls = new RequestsUnderWay()
    const giveWay = yieldingToRequests(calls, time.now)
    const end = calls.begin()
    time.pass(3_600_000)
    let gone = 0
    const parts = [giveWay(), giveWay()].map(part => part.then(() => (gone += 1)))
    await turn()
    await turn()
    expect(gone).toBe(0)
    end()
    await Promise.all(parts)
    expect(gone).toBe(2)
  })

  test('waits for a call that came after pieces without one', async () => {
    const time = clock()
    const calls = new RequestsUnderWay()
    const giveWay = yieldingToRequests(calls, time.now)
    time.pass(5)
    await giveWay()
    time.pass(3_600_000)
    await giveWay()
    const end = calls.begin()
    time.pass(5)
    let isGone = false
    const piece = giveWay().then(() => (isGone = true))
    await turn()
    await turn()
    expect(isGone).toBe(false)
    end()
    await piece
  })

  test('goes on beside a call that never ends', async () => {
    const time = clock()
    const calls = new RequestsUnderWay()
    const giveWay = yieldingToRequests(calls, time.now)
    const end = calls.begin()
    for (let piece = 0; piece < 5; piece += 1) {
      time.pass(2)
      await giveWay()
    }
    expect(calls.underWay).toBe(1)
    end()
  })

  test('in a thread: sees the calls, goes on with their end, and beside one that never ends', async () => {
    const calls = new RequestsUnderWay()
    const script = `
      import { parentPort, workerData } from 'node:worker_threads'
      import { threadYieldingToRequests } from ${JSON.stringify(new URL('./yield-to-requests.ts', import.meta.url).href)}
      let ms = 0
      const giveWay = threadYieldingToRequests(workerData, () => ms)
      ms += 3_600_000
      parentPort.postMessage('waits')
      giveWay()
      parentPort.postMessage('went on')
    `
    const said: string[] = []
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`), { workerData: calls.shared })
    const end = calls.begin()
    const ended = new Promise<void>((done, fail) => {
      worker.on('error', fail)
      worker.on('exit', () => done())
    })
    worker.on('message', (message: string) => {
      said.push(message)
      if (message === 'waits') end()
    })
    await ended
    expect(said).toEqual(['waits', 'went on'])

    // here the clock stands still, so nothing is earned and nothing waited
    const [never, time] = [calls.begin(), clock()]
    threadYieldingToRequests(defined(calls.shared, 'the number'), time.now)()
    expect(calls.underWay).toBe(1)
    never()
  })
})
