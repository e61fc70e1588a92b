/** Turns at the one thread that draws: people after each other whatever each of them asks, so many wait and no more. */

const [waitingMax, waitingOfOneMax] = [300, 40]

export class Turns {
  readonly #waiting = new Map<string, (() => void)[]>()
  #count = 0
  #isTaken = false

  /** What the work says once it is his turn; null: too many wait, or he has gone. */
  async take<T>(who: string, work: () => Promise<T>, gone?: AbortSignal): Promise<T | null> {
    if (this.#isTaken && !(await this.#turn(who, gone))) return null
    this.#isTaken = true
    try {
      return gone?.aborted === true ? null : await work()
    } finally {
      this.#next()
    }
  }

  #turn(who: string, gone?: AbortSignal): Promise<boolean> {
    const mine = this.#waiting.get(who) ?? []
    if (this.#count >= waitingMax || mine.length >= waitingOfOneMax || gone?.aborted === true) return Promise.resolve(false)
    this.#count++
    this.#waiting.set(who, mine)
    return new Promise(done => {
      const go = (): void => {
        gone?.removeEventListener('abort', leave)
        done(true)
      }
      const leave = (): void => {
        this.#remove(who, go)
        done(false)
      }
      mine.push(go)
      gone?.addEventListener('abort', leave, { once: true })
    })
  }

  #remove(who: string, go: () => void): void {
    const left = (this.#waiting.get(who) ?? []).filter(one => one !== go)
    this.#count--
    // who asked last comes last
    this.#waiting.delete(who)
    if (left.length > 0) this.#waiting.set(who, left)
  }

  #next(): void {
    const [first] = this.#waiting
    const go = first?.[1][0]
    this.#isTaken = go !== undefined
    if (first === undefined || go === undefined) return
    this.#remove(first[0], go)
    go()
  }
}
