/**
 * Fetches the next piece while the one before is being worked on: the database reads while this process writes. Never more than one piece
 * ahead.
 */
export async function* readAhead<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]()
  let next = iterator.next()
  try {
    for (let got = await next; got.done !== true; got = await next) {
      next = iterator.next()
      // handled when it is awaited; a reader that stops before must not leave it unhandled
      next.catch(() => undefined)
      yield got.value
    }
  } finally {
    await iterator.return?.(undefined)
  }
}
