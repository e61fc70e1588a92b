/** A key of another program in memory: neither a log, an answer nor a message that prints it tells it. Pure. */
import { inspect } from 'node:util'

const hidden = '已隐藏'

export class Secret {
  readonly #text: string
  constructor(text: string) {
    this.#text = text
  }
  /** The key itself, for what is sent alone. */
  use(): string {
    return this.#text
  }
  toString(): string {
    return hidden
  }
  toJSON(): string {
    return hidden
  }
  [inspect.custom](): string {
    return hidden
  }
}
