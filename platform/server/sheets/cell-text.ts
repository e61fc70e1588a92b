/**
 * Turns the typed cell of a workbook into the text the same report has when a marketplace sends it as text:
 * a file kind reads one shape, whether the report was saved by Excel or not.
 */

import { dayNumber, dayOfNumber } from '#platform/format/dates.ts'
import type { Shown } from './number-formats.ts'

/** Digits Excel keeps and shows of a number; what stands behind them is noise of binary fractions. */
const EXCEL_DIGITS = 15
const SECOND_MS = 1000
const DAY_SECONDS = 86_400
/** serial 0 of the two date systems: what lies within the first day of it is a time of day without a date */
const DAY_ZERO_1900 = '1899-12-31'
const DAY_ZERO_1904 = '1904-01-01'
/** the serial of 29 February 1900, a day that never was and that Excel counts */
const LOTUS_SERIAL = 60
const SERIAL_MAX = 2_958_466

export type CellValue = string | number | boolean | Date | null

/** A number without the noise of binary fractions and without exponent: 0.30000000000000004 -> "0.3", 1e-7 -> "0.0000001". */
export function numberText(value: number): string {
  // ids of 16 digits come through whole where the file really holds them
  if (Number.isSafeInteger(value)) return String(value === 0 ? 0 : value)
  // the shortest text that means this number: at most 15 digits (sign, leading zero and point aside) leave no room for noise
  const shortest = String(value)
  if (shortest.length <= EXCEL_DIGITS && !shortest.includes('e')) return shortest
  if (!Number.isFinite(value)) return shortest
  const [mantissa = '0', exponent = '0'] = value.toExponential(EXCEL_DIGITS - 1).split('e')
  const negative = mantissa.startsWith('-')
  const digits = mantissa.replace(/[-.]/g, '').replace(/0+$/, '') || '0'
  // the point stands behind the first digit, moved by the exponent
  const point = 1 + Number(exponent)
  const whole = point <= 0 ? '0' : digits.slice(0, point).padEnd(point, '0')
  const decimals = point <= 0 ? '0'.repeat(-point) + digits : digits.slice(point)
  return `${negative ? '-' : ''}${whole}${decimals ? `.${decimals}` : ''}`
}

function clock(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

/**
 * A number that its style shows as a date: as dateText. Elapsed time may pass 24 hours: 1.5 -> "36:00:00". What Excel shows as ##### stays
 * a number.
 */
export function serialText(serial: number, shown: Exclude<Shown, 'number'>, is1904: boolean): string {
  if (serial < 0 || serial >= SERIAL_MAX) return numberText(serial)
  // serials are fractions of a day: seconds come out a little beside
  const total = Math.round(serial * DAY_SECONDS)
  if (shown === 'elapsed') return clock(total)
  const days = Math.floor(total / DAY_SECONDS)
  const seconds = total % DAY_SECONDS
  if (days === 0) return clock(seconds)
  const day = dayOfNumber(is1904 ? dayNumber(DAY_ZERO_1904) + days : dayNumber(DAY_ZERO_1900) + days - (days >= LOTUS_SERIAL ? 1 : 0))
  return seconds === 0 ? day : `${day} ${clock(seconds)}`
}

/** A date cell: 'YYYY-MM-DD', with ' HH:mm:ss' where it has a time of day; 'HH:mm:ss' where it has no date. */
export function dateText(value: Date, is1904: boolean): string {
  // serials are fractions of a day: seconds come out a few ms beside
  const iso = new Date(Math.round(value.getTime() / SECOND_MS) * SECOND_MS).toISOString()
  const [day = '', time = ''] = iso.slice(0, 19).split('T')
  if (day === (is1904 ? DAY_ZERO_1904 : DAY_ZERO_1900)) return time
  return time === '00:00:00' ? day : `${day} ${time}`
}

/** The text of any cell; nothing is trimmed. Booleans as Excel writes them into text files. */
export function cellText(value: CellValue | undefined, is1904: boolean): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return Number.isNaN(value.getTime()) ? '' : dateText(value, is1904)
}
