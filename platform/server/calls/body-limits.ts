/**
 * How much a call takes, by route: bytes of its JSON, and how deep, how many names and how many items it has. Counted before anything is
 * parsed. Pure.
 */
import type { BoundRoute } from '../contract/registry.ts'
import type { texts } from './messages.ts'

export interface BodyLimits {
  readonly bytesMax: number
  /** brackets in brackets */
  readonly depthMax: number
  /** names of all objects together */
  readonly keysMax: number
  /** items of all lists together */
  readonly itemsMax: number
}

const KB = 1024
/** Calls open to anybody: a form of a few fields. */
export const openLimits: BodyLimits = { bytesMax: 16 * KB, depthMax: 8, keysMax: 200, itemsMax: 500 }
/** One record with a rich text of 200,000 characters, or a question with 5,000 values. */
const usualLimits: BodyLimits = { bytesMax: 1024 * KB, depthMax: 32, keysMax: 6_000, itemsMax: 20_000 }
/** 10,000 rows of an id and a version. */
const rowsLimits: BodyLimits = { bytesMax: 4 * 1024 * KB, depthMax: 32, keysMax: 40_000, itemsMax: 40_000 }

const takesRows: ReadonlySet<BoundRoute['verb']> = new Set(['batchUpdate', 'export'])
/** A record, whose texts may be long. */
const takesRecord: ReadonlySet<BoundRoute['verb']> = new Set(['add', 'update', 'call'])

export function limitsOf({ demand, verb, resource }: Pick<BoundRoute, 'demand' | 'verb' | 'resource'>): BodyLimits {
  if (demand.kind === 'anyone') return openLimits
  if (takesRows.has(verb)) return rowsLimits
  if (!takesRecord.has(verb)) return usualLimits
  const longest = Math.max(0, ...Object.values(resource?.fields ?? {}).map(field => field.options.bytesMax ?? 0))
  // formats are full of quotes, each of which takes two bytes in JSON
  return longest === 0 ? usualLimits : { ...usualLimits, bytesMax: Math.max(usualLimits.bytesMax, longest * 2) }
}

/** What of a JSON text is beyond the limits; null: nothing. One pass over the text, broken or not; texts within it are jumped over. */
export function excessOf(json: string, limits: BodyLimits): keyof typeof texts | null {
  let [keys, items] = [0, 0]
  /** of each bracket that is open: whether it is a list */
  const open: boolean[] = []
  for (let i = 0; i < json.length; i++) {
    const code = json.charCodeAt(i)
    if (code === quote) i = endOfText(json, i)
    else if (code === colon) keys++
    else if (code === comma) items += open.at(-1) === true ? 1 : 0
    else if (code === openList || code === openObject) {
      open.push(code === openList)
      if (code === openList) items++
      if (open.length > limits.depthMax) return 'tooDeep'
    } else if (code === closeList || code === closeObject) open.pop()
    if (keys > limits.keysMax) return 'tooManyKeys'
    if (items > limits.itemsMax) return 'tooManyItems'
  }
  return null
}

const [quote, colon, comma] = [0x22, 0x3a, 0x2c]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]
const backslash = 0x5c

/** Place of the quote that ends the text begun at `start`; the end of the JSON where there is none. */
function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let before = end - 1
    while (json.charCodeAt(before) === backslash) before--
    if ((end - before) % 2 === 1) return end
  }
  return json.length
}
