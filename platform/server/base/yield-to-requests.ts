/**
 * Long work waits for people: between two pieces an export or an import waits while a person's call is under way, but
 * never for more than three times as long as it has worked. So it keeps at least a quarter of its speed however busy the house is. Each
 * process knows its own calls alone.
 */
import type { RequestsUnderWay as CallsUnderWay } from '../contract/house.ts'
import { performance } from 'node:perf_hooks'
import { setImmediate as turn } from 'node:timers/promises'

/** ms of waiting that a ms of work earns */
const earned = 3
/** ms that may be waited at once, after however much work: a call that takes longer is long work itself */
const patienceMsMax = 300
/** ms after the last call in which its answer arrives and the next one may follow: a page asks for several things in turn */
const restMs = 8
/** ms that are worth a timer */
const waitMsMin = 1

/** How long a piece of long work may wait for people: earned by working. Pure. */
export class WaitBudget {
  #ms = 0

  /** ms that may be waited now */
  get ms(): number {
    return this.#ms
  }

  worked(ms: number): void {
    this.#ms = Math.min(patienceMsMax, this.#ms + earned * Math.max(0, ms))
  }

  /** A timer may come late: what was waited too long is worked off before the next wait. */
  waited(ms: number): void {
    this.#ms -= ms
  }
}

/** The calls of people that this process is answering. Their number lies in shared memory, where threads see it too. */
export class RequestsUnderWay implements CallsUnderWay {
  readonly #number = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  readonly #whenNone = new Set<() => void>()
  #rest: NodeJS.Timeout | undefined

  /** for a thread: see `threadYieldingToRequests` */
  get shared(): Int32Array {
    return this.#number
  }

  get underWay(): number {
    return Atomics.load(this.#number, 0)
  }

  /** A call begins; it ends with the first call of what this gives. */
  begin(): () => void {
    if (Atomics.add(this.#number, 0, 1) === 0) clearTimeout(this.#rest)
    let isUnderWay = true
    return () => {
      if (!isUnderWay) return
      isUnderWay = false
      if (Atomics.sub(this.#number, 0, 1) === 1) this.#lastEnded()
    }
  }

  #lastEnded(): void {
    Atomics.notify(this.#number, 0)
    if (this.#whenNone.size > 0) this.#rest = setTimeout(() => this.#whenNone.forEach(told => told()), restMs)
  }

  /** Until no call is under way and none has followed at once, `msMax` at most. */
  none(msMax: number): Promise<void> {
    return new Promise(done => {
      const end = (): void => {
        clearTimeout(timer)
        this.#whenNone.delete(end)
        done()
      }
      const timer = setTimeout(end, msMax)
      this.#whenNone.add(end)
    })
  }
}

/**
 * Between two pieces of one long work: gives everybody else of this process his turn, and waits as the rule has it. Parts of the work that
 * run side by side wait together.
 */
export function yieldingToRequests(calls: CallsUnderWay, now: () => number = () => performance.now()): () => Promise<void> {
  const patience = new WaitBudget()
  let workingSince = now()
  let waiting: Promise<void> | null = null
  const wait = async (): Promise<void> => {
    const began = now()
    patience.worked(began - workingSince)
    if (calls.underWay > 0 && patience.ms >= waitMsMin) await calls.none(patience.ms)
    workingSince = now()
    patience.waited(workingSince - began)
  }
  return async () => {
    // calls that came meanwhile are taken in, and count
    await turn()
    // forgotten once it is over, not within: without a call under way `wait` has ended before it is kept here
    await (waiting ??= wait().finally(() => (waiting = null)))
  }
}

/**
 * The same rule for a thread with nothing else to do: it stands still, and goes on with the end of the last call, without the rest behind
 * it. `number`: `RequestsUnderWay.shared`.
 */
export function threadYieldingToRequests(number: Int32Array, now: () => number = () => performance.now()): () => void {
  const patience = new WaitBudget()
  let workingSince = now()
  return () => {
    const began = now()
    patience.worked(began - workingSince)
    const until = began + patience.ms
    for (let at = began, calls = Atomics.load(number, 0); calls > 0 && until - at >= waitMsMin; calls = Atomics.load(number, 0)) {
      Atomics.wait(number, 0, calls, until - at)
      at = now()
    }
    workingSince = now()
    patience.waited(workingSince - began)
  }
}
