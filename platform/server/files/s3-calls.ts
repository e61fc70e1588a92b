/** Signed calls to an S3-compatible store: tried again when line or store fail, and named errors. */
import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import type { S3Address } from './s3-address.ts'

const triesMax = 4
const waitMs = 200
/** A part of 8 MB over a slow line; the store's own answer to a completed upload may take long too. */
const answerMsMax = 120_000

export interface S3Call {
  readonly method?: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array<ArrayBuffer> | string
}

export class S3Error extends Error {
  override name = 'S3Error'
  readonly status: number
  /** of a store without room: as a full disk says it (disk-full.ts) */
  readonly code: string | null

  constructor(status: number, text: string) {
    const code = /<Code>([^<]+)<\/Code>/.exec(text)?.[1]
    super(`文件存储（S3）拒绝了请求：${status}${code === undefined ? '' : ` ${code}`}`)
    this.status = status
    this.code = status === 507 || code === 'QuotaExceeded' ? 'ENOSPC' : null
  }
}

/**
 * A call of one object, or of the bucket where the key is empty. Answers of `allowed` statuses and success are given back, others throw.
 */
export type S3Caller = (key: string, call?: S3Call, allowed?: readonly number[]) => Promise<Response>

const sleep = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
const isPassing = (status: number): boolean => status >= 500 || status === 429

export function s3Caller(address: S3Address): S3Caller {
  const client = new AwsClient({ ...address, service: 's3' })
  const once = async (url: string, { method = 'GET', headers, body }: S3Call): Promise<Response> => {
    const content = body ?? ''
    const request = await client.sign(url, {
      method,
      headers: { ...headers, 'x-amz-content-sha256': createHash('sha256').update(content).digest('hex') },
      ...(body === undefined ? {} : { body }),
    })
    // until the answer begins; its body takes as long as its reader
    const abort = new AbortController()
    const late = setTimeout(() => abort.abort(new TypeError('no answer in time')), answerMsMax)
    return fetch(request, { signal: abort.signal }).finally(() => clearTimeout(late))
  }
  return async (key, call = {}, allowed = []) => {
    const path = (address.prefix + key).split('/').map(encodeURIComponent).join('/')
    const query = new URLSearchParams(call.query).toString()
    const url = `${address.url}${key === '' ? '' : `/${path}`}${query === '' ? '' : `?${query}`}`
    for (let tries = 1; ; tries += 1) {
      // TypeError: no connection, or it broke; all calls may be made twice
      const answer = await once(url, call).catch((error: unknown) => {
        if (tries < triesMax && error instanceof TypeError) return null
        throw new Error(`文件存储（S3）无法连接：${new URL(url).host}`, { cause: error })
      })
      if (answer !== null && (answer.ok || allowed.includes(answer.status))) return answer
      if (answer !== null && (tries === triesMax || !isPassing(answer.status)))
        throw new S3Error(answer.status, call.method === 'HEAD' ? '' : await answer.text())
      await answer?.body?.cancel()
      await sleep(waitMs * 2 ** tries)
    }
  }
}
