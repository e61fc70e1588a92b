/**
 * A small S3: one bucket in memory, path style, that checks every signature and every payload by itself, as Amazon describes it (Signature
 * Version 4).
 */
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface TestS3 {
  /** for FILES_URL */
  readonly url: string
  readonly objects: Map<string, Buffer>
  readonly uploads: Map<string, { readonly key: string; readonly begun: Date; readonly parts: Map<number, Buffer> }>
  /** requests it has taken, `METHOD path?query` */
  readonly seen: string[]
  /** statuses of the next answers, instead of what was asked */
  readonly failing: number[]
  close(): Promise<void>
}

const keys = { id: 'test-key', secret: 'a secret/with+signs' }
const bucket = 'zhanggui-test'
const region = 'cn-test-1'
const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, c => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

/** Why a request is not signed as it must be, or null. */
function faultOf(request: IncomingMessage, url: URL, body: Buffer): string | null {
  const given = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
    request.headers.authorization ?? '',
  )
  if (!given) return 'AccessDenied'
  const [, credential = '', signedHeaders = '', signature = ''] = given
  const [id, day, ...scope] = credential.split('/')
  const at = String(request.headers['x-amz-date'])
  const payload = String(request.headers['x-amz-content-sha256'])
  if (id !== keys.id || scope.join('/') !== `${region}/s3/aws4_request` || !at.startsWith(day ?? '-')) return 'InvalidAccessKeyId'
  if (payload !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const names = signedHeaders.split(';')
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every(name => names.includes(name))) return 'AccessDenied'
  const canonical = [
    request.method,
    url.pathname
      .split('/')
      .map(part => encoded(decodeURIComponent(part)))
      .join('/'),
    [...url.searchParams]
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .sort()
      .join('&'),
    ...names.map(name => `${name}:${String(request.headers[name]).trim()}`),
    '',
    signedHeaders,
    payload,
  ].join('\n')
  const signing = [region, 's3', 'aws4_request'].reduce((key, part) => hmac(key, part), hmac(`AWS4${keys.secret}`, day ?? ''))
  const text = ['AWS4-HMAC-SHA256', at, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n')
  return hmac(signing, text).toString('hex') === signature ? null : 'SignatureDoesNotMatch'
}

type State = Pick<TestS3, 'objects' | 'uploads'>
interface Asked {
  readonly method: string
  readonly key: string
  readonly query: URLSearchParams
  readonly body: Buffer
  readonly range: string | undefined
  readonly onlyNew: boolean
}
type Answer = readonly [status: number, body?: string | Buffer, headers?: Record<string, string>]
const error = (status: number, code: string): Answer => [status, `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`]
const etagOf = (content: Buffer): string => `"${createHash('md5').update(content).digest('hex')}"`

function ofBucket({ uploads }: State, { query }: Asked): Answer {
  if (!query.has('uploads')) return [200, '<ListBucketResult></ListBucketResult>']
  const list = [...uploads].map(
    ([id, { key, begun }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begun.toISOString()}</Initiated></Upload>`,
  )
  return [200, `<ListMultipartUploadsResult>${list.join('')}</ListMultipartUploadsResult>`]
}

/** Calls of an upload in parts. */
function ofUpload({ objects, uploads }: State, { method, key, query, body }: Asked): Answer {
  if (query.has('uploads')) {
    const id = randomUUID()
    uploads.set(id, { key, begun: new Date(), parts: new Map() })
    return [200, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`]
  }
  const id = query.get('uploadId') ?? ''
  const upload = uploads.get(id)
  if (upload?.key !== key) return error(404, 'NoSuchUpload')
  if (method === 'DELETE') {
    uploads.delete(id)
    return [204]
  }
  if (method === 'PUT') {
    upload.parts.set(Number(query.get('partNumber')), body)
    return [200, '', { etag: etagOf(body) }]
  }
  const listed = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)]
  const parts = listed.map(([, number, etag]) => ({ content: upload.parts.get(Number(number)), etag }))
  if (parts.some(({ content, etag }) => content === undefined || etagOf(content) !== etag)) return error(400, 'InvalidPart')
  const contents = parts.flatMap(({ content }) => (content === undefined ? [] : [content]))
  if (contents.slice(0, -1).some(content => content.length < 5 * 1_048_576)) return error(400, 'EntityTooSmall')
  objects.set(key, Buffer.concat(contents))
  uploads.delete(id)
  return [200, '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>']
}

function ofObject({ objects }: State, { method, key, body, range, onlyNew }: Asked): Answer {
  const there = objects.get(key)
  if (method === 'PUT') {
    if (onlyNew && there !== undefined) return error(412, 'PreconditionFailed')
    objects.set(key, body)
    return [200, '', { etag: etagOf(body) }]
  }
  if (method === 'DELETE') {
    objects.delete(key)
    return [204]
  }
  if (there === undefined) return error(404, 'NoSuchKey')
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? []
  if (from === undefined) return [200, there]
  return [206, there.subarray(Number(from), to === '' ? undefined : Number(to) + 1)]
}

async function answer(s3: TestS3, request: IncomingMessage): Promise<Answer> {
  const url = new URL(request.url ?? '', 'http://s3.test')
  const body = await buffer(request)
  const { method = 'GET' } = request
  s3.seen.push(`${method} ${url.pathname}${url.search}`)
  const failure = s3.failing.shift()
  if (failure !== undefined) return error(failure, 'SlowDown')
  const fault = faultOf(request, url, body)
  if (fault !== null) return error(403, fault)
  const [, named, ...key] = url.pathname.split('/').map(decodeURIComponent)
  if (named !== bucket) return error(404, 'NoSuchBucket')
  const asked: Asked = {
    method,
    key: key.join('/'),
    query: url.searchParams,
    body,
    range: request.headers.range,
    onlyNew: request.headers['if-none-match'] === '*',
  }
  if (asked.key === '') return ofBucket(s3, asked)
  return url.searchParams.has('uploads') || url.searchParams.has('uploadId') ? ofUpload(s3, asked) : ofObject(s3, asked)
}

function send(response: ServerResponse, method: string | undefined, [status, body = '', headers = {}]: Answer): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
  if (method === 'HEAD') response.end()
  else response.end(body)
}

export async function startS3(): Promise<TestS3> {
  const server = createServer((request, response) => {
    answer(s3, request).then(
      done => send(response, request.method, done),
      () => response.destroy(),
    )
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const s3: TestS3 = {
    url: `s3://${keys.id}:${encodeURIComponent(keys.secret)}@${bucket}/erp?endpoint=http://127.0.0.1:${port}&region=${region}`,
    objects: new Map(),
    uploads: new Map(),
    seen: [],
    failing: [],
    close: () => {
      server.closeAllConnections()
      return new Promise(done => server.close(() => done()))
    },
  }
  return s3
}
