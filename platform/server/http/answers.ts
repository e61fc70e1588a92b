/** Writes answers: the JSON envelope, and files as streams. */
import { pipeline } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { envelopeText } from '../calls/long-answers.ts'
import type { AnswerHeaders, Blob } from '../contract/route.ts'

export interface Envelope {
  readonly code: number
  readonly msg: string
  readonly data: unknown
}

const listenersMax = 20

/** Sends an envelope, once: the code is kept for the log. */
export function sendEnvelope(reply: FastifyReply, status: number, envelope: Envelope, headers: AnswerHeaders = {}): FastifyReply {
  reply.request.answerCode = envelope.code
  return reply.code(status).headers(headers).header('content-type', 'application/json; charset=utf-8').send(envelopeText(envelope))
}

export const success = (data: unknown): Envelope => ({ code: 0, msg: '', data: data === undefined ? null : data })

/**
 * `attachment; filename="…"; filename*=UTF-8''…`: the plain name for what is old, the encoded one (RFC 5987) for everybody else.
 * Characters that would end the header or name a folder become `_`.
 */
export function contentDisposition(fileName: string, inline: boolean): string {
  const name = fileName.replace(/[\u0000-\u001f\u007f/\\]/g, '_') || 'file'
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/["%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, c => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  return `${inline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** What a file may do when the browser opens it: nothing, and no script ever. Chrome's PDF viewer does not run in a sandbox. */
const filePolicy = (contentType: string): string =>
  `default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; ` +
  `frame-ancestors 'self'${contentType.startsWith('application/pdf') ? '' : '; sandbox'}`

/**
 * Streams a file. The headers leave with the first bytes, so an error before them still answers the envelope (it is thrown);
 * an error after them destroys the connection: a short file must never look like a whole one.
 */
export async function sendBlob(reply: FastifyReply, blob: Blob): Promise<FastifyReply> {
  // the file may be the export itself, which waits for calls
  reply.request.endOfWait?.()
  await firstBytes(blob)
  reply.request.answerCode = 0
  reply.hijack()
  const raw = reply.raw
  raw.writeHead(blob.status ?? 200, {
    ...headersSoFar(reply),
    'content-type': blob.contentType,
    'content-disposition': contentDisposition(blob.fileName, blob.inline === true),
    'cache-control': 'private, no-cache',
    'content-security-policy': filePolicy(blob.contentType),
    'x-content-type-options': 'nosniff',
    ...(blob.size === undefined ? {} : { 'content-length': blob.size }),
    ...blob.headers,
  })
  if (reply.request.method === 'HEAD') {
    blob.blob.destroy()
    raw.end()
    return reply
  }
  // a pipeline listens several times beside the house: more than ten, and all of them end with this answer
  raw.setMaxListeners(listenersMax)
  pipeline(blob.blob, raw, error => {
    // ERR_STREAM_PREMATURE_CLOSE: the person closed the download
    if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') reply.request.log.error({ err: error }, 'a file broke off while it was sent')
    if (error) raw.destroy()
  })
  return reply
}

function headersSoFar(reply: FastifyReply): Record<string, string | number | string[]> {
  const headers: Record<string, string | number | string[]> = {}
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) headers[name] = value
  return headers
}

/** Waits until the stream has something to give, or has ended, or has failed (throws). */
async function firstBytes({ blob }: Blob): Promise<void> {
  if (blob.readableLength > 0 || blob.readableEnded) return
  await new Promise<void>((resolve, reject) => {
    const settle = (then: () => void) => () => {
      blob.off('readable', onReadable).off('end', onReadable).off('error', onError)
      then()
    }
    const onReadable = settle(resolve)
    const onError = (error: Error): void => settle(() => reject(error))()
    blob.on('readable', onReadable).on('end', onReadable).on('error', onError)
  })
}
