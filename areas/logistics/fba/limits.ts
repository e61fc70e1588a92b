/** What a marketplace allows of a box, and which boxes go under which number as people type it. Pure: exact decimals. */
import { compare, divide } from '#platform/format/decimal.ts'

export interface Limit {
  readonly maxSide: string
  readonly maxWeight: string
  readonly heavyFrom: string | null
}
/** of amazon.com, where nothing else is entered: 25 in and 50 lb (Seller Central, Shipping and routing requirements) */
export const usualLimit: Limit = { maxSide: '63.5', maxWeight: '22.7', heavyFrom: '15' }

export interface CheckedBox {
  readonly boxNo: number
  readonly length: string | null
  readonly width: string | null
  readonly height: string | null
  readonly weight: string | null
  readonly isEmpty: boolean
  /** a seller SKU that lies in it with two expiry days */
  readonly twoDays: string | null
}
export type Fault = 'empty' | 'unmeasured' | 'side' | 'weight' | 'days' | 'heavy'
export interface Finding {
  readonly boxNo: number
  readonly fault: Fault
  /** it must be mended before a file is made; else it is told alone */
  readonly isError: boolean
}
/** `isOwn`: the limits are those of the marketplace itself; others only warn. */
export function findingsOf(boxes: readonly CheckedBox[], limit: Limit, isOwn: boolean): readonly Finding[] {
  return boxes.flatMap(({ boxNo, length, width, height, weight, isEmpty, twoDays }): Finding[] => {
    const of = (fault: Fault, isError = true): Finding => ({ boxNo, fault, isError })
    const sides = [length, width, height]
    const isMeasured = weight !== null && !sides.includes(null)
    return [
      ...(isEmpty ? [of('empty')] : []),
      ...(isMeasured ? [] : [of('unmeasured')]),
      ...(sides.some(one => one !== null && compare(one, limit.maxSide) > 0) ? [of('side', isOwn)] : []),
      ...(weight !== null && compare(weight, limit.maxWeight) > 0 ? [of('weight', isOwn)] : []),
      ...(twoDays === null ? [] : [of('days')]),
      ...(weight !== null && limit.heavyFrom !== null && compare(weight, limit.heavyFrom) > 0 ? [of('heavy', false)] : []),
    ]
  })
}

export interface Part {
  readonly no: string
  readonly centre: string | null
  readonly boxes: readonly number[]
}
export type SplitFault =
  | { readonly why: 'cells' | 'boxes' | 'number' | 'lines'; readonly at: number }
  | { readonly why: 'twice' | 'unknown' | 'left'; readonly boxNo: number }

const range = /^(\d{1,4})(?:\s*[-~–]\s*(\d{1,4}))?$/u
/** Lines of boxes (`1-7`, `8,10`), number and centre, by tab, blanks or both; each box of the order stands in one of them. */
export function readSplit(text: string, isNumber: (no: string) => boolean, boxNos: readonly number[]): readonly Part[] | SplitFault {
  const parts = new Map<string, { centre: string | null; boxes: number[] }>()
  const named = new Set<number>()
  const known = new Set(boxNos)
  for (const [index, line] of text.split(/\r?\n/u).entries()) {
    if (line.trim() === '') continue
    const at = index + 1
    const [given = '', rawNo = '', centre = '', more] = line.trim().split(/\s+/u)
    if (rawNo === '' || more !== undefined) return { why: 'cells', at }
    const no = rawNo.toUpperCase()
    if (!isNumber(no)) return { why: 'number', at }
    const part = parts.get(no) ?? { centre: centre === '' ? null : centre.toUpperCase(), boxes: [] }
    for (const piece of given.split(/[,，、]/u)) {
      const match = range.exec(piece)
      const [from, to] = [Number(match?.[1] ?? 0), Number(match?.[2] ?? match?.[1] ?? 0)]
      if (match === null || from < 1 || to < from) return { why: 'boxes', at }
      for (let boxNo = from; boxNo <= to; boxNo += 1) {
        if (!known.has(boxNo)) return { why: 'unknown', boxNo }
        if (named.has(boxNo)) return { why: 'twice', boxNo }
        named.add(boxNo)
        part.boxes.push(boxNo)
      }
    }
    parts.set(no, part)
  }
  if (parts.size === 0) return { why: 'lines', at: 1 }
  const left = boxNos.find(boxNo => !named.has(boxNo))
  if (left !== undefined) return { why: 'left', boxNo: left }
  return [...parts].map(([no, one]) => ({ no, ...one }))
}

const [cmOfInch, kgOfPound] = ['2.54', '0.45359237']
export const units = { metric: [1, 'CM / KG', 'CM / KG'], imperial: [2, 'IN / LB', 'IN / LB'] } as const
/** A side or a weight in the unit that is asked for, two decimals. */
export const inUnit = (of: 'side' | 'weight', value: string, unit: number): string =>
  unit === units.metric[0] ? divide(value, '1', 2, 'halfUp') : divide(value, of === 'side' ? cmOfInch : kgOfPound, 2, 'halfUp')
