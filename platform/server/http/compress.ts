/** Compresses JSON answers above 1 KB. Files come compressed or incompressible and are left alone. */
import { pipeline, type Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)
const bytesMin = 1024
/** 4 is where brotli beats gzip in size at about gzip's speed. */
const brotliQuality = 4

const brotliOptions = {
  params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
}

export type Coding = 'br' | 'gzip'

/** The best coding that the client takes; null: as it is. `q=0` refuses one. */
export function codingOf(acceptEncoding: string | string[] | undefined): Coding | null {
  const accepted = new Map<string, number>()
  for (const part of String(acceptEncoding ?? '')
    .toLowerCase()
    .split(',')) {
    const [name = '', ...parameters] = part.trim().split(';')
    const q = parameters.map(p => /^\s*q=([\d.]+)\s*$/.exec(p)?.[1]).find(v => v !== undefined)
    accepted.set(name.trim(), q === undefined ? 1 : Number(q))
  }
  const takes = (coding: Coding): boolean => (accepted.get(coding) ?? accepted.get('*') ?? 0) > 0
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : null
}

/** The text in this coding; null where it is too short to be worth it. */
export async function compressed(text: string, coding: Coding): Promise<Buffer | null> {
  if (text.length < bytesMin && Buffer.byteLength(text) < bytesMin) return null
  if (coding === 'gzip') return await deflate(text)
  return await brotli(text, brotliOptions)
}

/** The same for what is sent while it is made. */
export function compressedStream(pieces: Readable, coding: Coding): Readable {
  const coder = coding === 'gzip' ? createGzip() : createBrotliCompress(brotliOptions)
  // an error of either side destroys both, and with them the answer
  return pipeline(pieces, coder, () => undefined)
}
