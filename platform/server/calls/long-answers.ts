/** Envelopes as JSON text. A long one goes out in pieces, between which the process answers others. */
import { setImmediate as others } from 'node:timers/promises'
import { Readable } from 'node:stream'

interface Envelope {
  readonly code: number
  readonly msg: string
  readonly data: unknown
}

/** Data whose `list` is read while it is sent. */
export class LongAnswer {
  readonly data: Readonly<Record<string, unknown>>
  readonly list: AsyncIterable<readonly unknown[]>
  constructor(data: Readonly<Record<string, unknown>>, list: AsyncIterable<readonly unknown[]>) {
    this.data = data
    this.list = list
  }
}

/** rows that become text in one go */
const rowsAtOnce = 50
/** characters that are sent in one go */
const pieceMax = 256 * 1024

/**
 * The text; a stream of its pieces where it is longer than one. An error in the middle of the stream breaks the connection: half an answer
 * never looks whole.
 */
export function envelopeText(envelope: Envelope): string | Readable {
  const { data } = envelope
  if (data instanceof LongAnswer) return Readable.from(pieces(envelope, textsOfPortions(data.list)))
  const list = longListOf(data)
  if (list === null) return JSON.stringify(envelope)
  const texts = textsOf(list)
  const begun: string[] = []
  for (let length = 0; length <= pieceMax;) {
    const { value, done } = texts.next()
    if (done === true) return [...ends(envelope)].join(begun.join(','))
    begun.push(value)
    length += value.length
  }
  return Readable.from(
    pieces(
      envelope,
      (function* () {
        yield begun.join(',')
        yield* texts
      })(),
    ),
  )
}

/** What may be long of an answer: the data, or its `list`. */
function longListOf(data: unknown): readonly unknown[] | null {
  const list = Array.isArray(data) ? data : typeof data === 'object' && data !== null && 'list' in data ? data.list : null
  return Array.isArray(list) && list.length > rowsAtOnce ? list : null
}

function* textsOf(list: readonly unknown[]): Generator<string> {
  for (let from = 0; from < list.length; from += rowsAtOnce) yield JSON.stringify(list.slice(from, from + rowsAtOnce)).slice(1, -1)
}

async function* textsOfPortions(portions: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  for await (const portion of portions) yield* textsOf(portion)
}

/** What stands before the items of the list, and what behind them. */
function ends({ data, ...rest }: Envelope): readonly [string, string] {
  const head = `${JSON.stringify(rest).slice(0, -1)},"data":`
  if (Array.isArray(data)) return [`${head}[`, ']}']
  const { list: _list, ...others } = (data instanceof LongAnswer ? data.data : data) as Readonly<Record<string, unknown>>
  const beside = JSON.stringify(others).slice(1, -1)
  return [`${head}{"list":[`, `]${beside === '' ? '' : `,${beside}`}}}`]
}

async function* pieces(envelope: Envelope, texts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Buffer> {
  const [head, tail] = ends(envelope)
  let text = head
  let isFirst = true
  for await (const one of texts) {
    text += isFirst ? one : `,${one}`
    isFirst = false
    if (text.length < pieceMax) continue
    yield Buffer.from(text)
    text = ''
    await others()
  }
  yield Buffer.from(text + tail)
}
