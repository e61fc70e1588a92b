/**
 * Turns at something that few can have at once: one a person, and whoever has waited longest among those who have none is next; people come
 * after each other, whatever each of them asks. Pure.
 */

export interface TurnLimits {
  readonly atOnce: number
  readonly waiting: number
  /** of one person */
  readonly waitingOfOne: number
}
interface Waiting {
  readonly who: string
  readonly begin: () => void
}

export class Turns {
  readonly #limits: TurnLimits
  readonly #under = new Set<string>()
  #waiting: Waiting[] = []

  constructor(limits: TurnLimits) {
    this.#limits = limits
  }

  /** Ends with what ends the turn; null: too many wait. Rejects with the reason of `signal` where it aborts before the turn has come. */
  async take(who: string, signal: AbortSignal): Promise<(() => void) | null> {
    signal.throwIfAborted()
    if (!this.#isFree(who)) {
      const mine = this.#waiting.filter(one => one.who === who).length
      if (this.#waiting.length >= this.#limits.waiting || mine >= this.#limits.waitingOfOne) return null
      await this.#wait(who, signal)
    }
    this.#under.add(who)
    return () => {
      this.#under.delete(who)
      this.#next()
    }
  }

  #isFree(who: string): boolean {
    return this.#under.size < this.#limits.atOnce && !this.#under.has(who)
  }

  #wait(who: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting = this.#waiting.filter(one => one !== mine)
        reject(signal.reason as Error)
      }
      const mine = {
        who,
        begin: () => {
          signal.removeEventListener('abort', leave)
          // the place is taken at once, so that a newcomer can't slip in between
          this.#under.add(who)
          resolve()
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#waiting.push(mine)
    })
  }

  #next(): void {
    const next = this.#waiting.find(one => this.#isFree(one.who))
    if (next === undefined) return
    const others = this.#waiting.filter(one => one.who !== next.who)
    this.#waiting = [...others, ...this.#waiting.filter(one => one.who === next.who && one !== next)]
    next.begin()
    this.#next()
  }
}
