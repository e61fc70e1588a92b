/** Days that a record lies in, and what an update that moves them says. Pure. */
import { addDays, dayNumber, isDate } from '#platform/format/dates.ts'
import { readInstant } from '#platform/format/instants.ts'
import { asText } from '#platform/format/text.ts'
import { dateTimeInZone, dayInZone, instantInZone } from '#platform/format/zones.ts'
import type { ListDefinition, Row } from '../../declare/wire.ts'
import { isOpenIn, mayEdit } from '../values/row-steps.ts'
import { organisationZone } from '../page/today.ts'

export interface SpanFields {
  readonly from: string
  readonly to: string | null
}
/** Both days included. */
export interface Days {
  readonly from: string
  readonly to: string
}

function dayOf(value: unknown): string | null {
  const written = value === null || value === undefined ? '' : asText(value)
  if (isDate(written)) return written
  const instant = readInstant(written)
  return instant === null ? null : dayInZone(instant, organisationZone)
}

/** Null: it has no day at all. With one alone it lies in that; an end before the beginning counts as none. */
export function daysOf(row: Row, { from, to }: SpanFields): Days | null {
  const first = dayOf(row[from])
  const last = to === null ? first : dayOf(row[to])
  const begin = first ?? last
  if (begin === null) return null
  return { from: begin, to: last === null || last < begin ? begin : last }
}

/** The same time of day on another day; a day is a day. */
function onDay(value: unknown, day: string): string {
  const instant = isDate(asText(value ?? '')) || value === null || value === undefined ? null : readInstant(asText(value))
  if (instant === null) return day
  const time = dateTimeInZone(instant, organisationZone).slice('2026-01-01 '.length)
  return new Date(instantInZone(day, time, organisationZone)).toISOString()
}

/** Whether the form of this record leaves its days open. */
export function mayMove(definition: ListDefinition, { from, to }: SpanFields, row: Row): boolean {
  const isOpen = (name: string): boolean => {
    const item = definition.form.find(one => one.field === name || one.until === name)
    return item !== undefined && !item.editDisabled && isOpenIn(item, row)
  }
  return definition.calls.update !== undefined && mayEdit(definition, row) && isOpen(from) && (to === null || isOpen(to))
}

/** Body of the update. What was empty and does not move stays empty. */
export function spanBody(row: Row, { from, to }: SpanFields, days: Days): Readonly<Record<string, unknown>> {
  const before = daysOf(row, { from, to })
  const isKept = (name: string, day: string, was: string | undefined): boolean =>
    (row[name] === null || row[name] === undefined) && day === was
  return {
    id: row.id,
    ...(row.version === undefined ? {} : { version: row.version }),
    ...(isKept(from, days.from, before?.from) ? {} : { [from]: onDay(row[from], days.from) }),
    ...(to === null || isKept(to, days.to, before?.to) ? {} : { [to]: onDay(row[to], days.to) }),
  }
}

export const movedBy = ({ from, to }: Days, by: number): Days => ({ from: addDays(from, by), to: addDays(to, by) })
export const lengthOf = ({ from, to }: Days): number => dayNumber(to) - dayNumber(from) + 1
