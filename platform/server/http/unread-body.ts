/**
 * A handler may refuse an upload before it has read it. Nobody reads on then, the connection stays full, and Node never learns that the
 * other side has gone: each such refusal would hold a connection for good.
 */
import type { IncomingMessage } from 'node:http'

/** A browser shows the answer only when it could send on; whoever has more to send than this allows is cut off. */
const readOnMsMax = 10_000

/** To be called when the answer is out: reads what is left of the request, into nothing. */
export function readToEnd(request: IncomingMessage): void {
  // a request that a test injects has no connection, and does not say
  if (request.complete !== false || request.destroyed) return
  request.unpipe()
  request.resume()
  const late = setTimeout(() => request.destroy(), readOnMsMax)
  late.unref()
  request.once('close', () => clearTimeout(late))
}
