/** Parts of a file as HTTP asks for them (RFC 9110, section 14). Pure. */
import type { ByteRange } from '../contract/file-store.ts'

/** What a request wants of a file: all, the part from start to end (both included), nothing that exists, or nothing new. */
export type Wanted = 'all' | 'unchanged' | 'beyond' | Required<ByteRange>

interface Conditions {
  readonly range?: string | undefined
  readonly ifRange?: string | undefined
  readonly ifNoneMatch?: string | undefined
}

/** `size` in bytes. Several ranges in one request, and what is no range of bytes, are answered by the whole file, as the RFC allows. */
export function wantedOf({ range, ifRange, ifNoneMatch }: Conditions, size: number, etag: string): Wanted {
  if (ifNoneMatch !== undefined && matches(ifNoneMatch, etag)) return 'unchanged'
  const asked = /^bytes=(\d*)-(\d*)$/.exec(range?.replaceAll(' ', '') ?? '')
  // If-Range: the part only of the file the browser already has a piece of
  if (!asked || (ifRange !== undefined && ifRange !== etag)) return 'all'
  const [, from = '', to = ''] = asked
  if (from === '' && to === '') return 'all'
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length === 0 ? 'beyond' : { start: size - length, end: size - 1 }
  }
  const start = Number(from)
  if (to !== '' && Number(to) < start) return 'all'
  return start >= size ? 'beyond' : { start, end: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}

const matches = (header: string, etag: string): boolean =>
  header.trim() === '*' || header.split(',').some(one => one.trim().replace(/^W\//, '') === etag)
