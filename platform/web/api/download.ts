/** Files from the server: an export answers a file, or the JSON envelope when it is refused. */
import { proved } from './proof.ts'
import { callUrl, commonHeaders, noAnswer, parseJson, requestIdHeader, settle, type CallOptions } from './request.ts'

export interface DownloadedFile {
  readonly blob: Blob
  readonly name: string
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}

/** File name out of a content-disposition header (RFC 6266: `filename*` wins over `filename`). */
export function fileNameOf(disposition: string | null, fallback: string): string {
  const extended = /filename\*\s*=\s*utf-8'[^']*'([^;]+)/i.exec(disposition ?? '')?.[1]
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(disposition ?? '')
  const quoted = plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2]
  const name =
    (extended === undefined ? null : decoded(extended.trim())) ?? (quoted === undefined ? null : (decoded(quoted.trim()) ?? quoted.trim()))
  // a path in a file name is never meant
  return name?.replace(/[\\/]/g, '_') || fallback
}

interface DownloadOptions extends CallOptions {
  /** bytes received so far; what is streamed has no length to hold them against */
  readonly onReceived?: (bytes: number) => void
}

/** The body in one piece, counted on its way. */
async function blobOf(answer: Response, onReceived: (bytes: number) => void): Promise<Blob> {
  if (!answer.body) return answer.blob()
  let bytes = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, out) {
      bytes += chunk.length
      onReceived(bytes)
      out.enqueue(chunk)
    },
  })
  return new Response(answer.body.pipeThrough(counter), { headers: answer.headers }).blob()
}

/** Fetches a file by POST (`body` given) or GET. A refusal is told and thrown, and a proof asked for, as by every other call. */
export async function fetchFile(...asked: Parameters<typeof fetchOnce>): Promise<DownloadedFile> {
  try {
    return await fetchOnce(...asked)
  } catch (error) {
    if (await proved(error)) return fetchOnce(...asked)
    throw error
  }
}
async function fetchOnce(path: string, body: unknown, fallbackName: string, options: DownloadOptions = {}): Promise<DownloadedFile> {
  const init: RequestInit = { method: body === undefined ? 'GET' : 'POST', headers: commonHeaders(), credentials: 'same-origin' }
  if (options.signal !== undefined) init.signal = options.signal
  if (body !== undefined) {
    init.headers = { ...commonHeaders(), 'content-type': 'application/json' }
    init.body = JSON.stringify(body)
  }
  const answer = await fetch(callUrl(path, options.query), init).catch((error: unknown) => {
    throw error instanceof TypeError ? noAnswer() : error
  })
  const isFile = answer.ok && !(answer.headers.get('content-type') ?? '').includes('json')
  const { onReceived } = options
  if (isFile)
    return {
      blob: onReceived ? await blobOf(answer, onReceived) : await answer.blob(),
      name: fileNameOf(answer.headers.get('content-disposition'), fallbackName),
    }
  const envelope = parseJson(await answer.text())
  const data = settle(answer.status, envelope, answer.headers.get(requestIdHeader), options.quiet === true)
  // a successful JSON answer is no file: large exports answer `{ taskId }`
  throw new NotAFile(data)
}

/** The server answered with data instead of a file, for instance the task that will make it. */
export class NotAFile extends Error {
  readonly data: unknown
  constructor(data: unknown) {
    super('the answer is no file')
    this.name = 'NotAFile'
    this.data = data
  }
}

/** Hands a file to the browser's downloads. */
export function saveFile({ blob, name }: DownloadedFile): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Safari reads the address after the click has returned
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
