/**
 * Ids, days and months as they travel: every schema of a call uses these, so that what no column could hold is refused before it is asked
 * for.
 */
import { Object as O, String as Text, type TProperties } from 'typebox'
import { Set as setFormat } from 'typebox/format'
import { isDate } from '#platform/format/dates.ts'

// the library's own takes the year 0, which no calendar of PostgreSQL has
setFormat('date', isDate)

/** Id of a stored record: 18 digits are fewer than a bigint holds, and more than are ever given. */
export const Id = (title = '编号') => Text({ title, pattern: '^[0-9]{1,18}$' })
/** Id of a row as its list gave it, also of rows without an id of their own. */
export const RowId = (title = '编号') => Text({ title, minLength: 1, maxLength: 400 })
/** `2026-01-31`, a day that there is. */
export const Day = (title = '日期') => Text({ title, format: 'date' })
/** `2026-01` */
export const Month = (title = '月份') => Text({ title, pattern: '^[1-9][0-9]{3}-(0[1-9]|1[0-2])$' })
/** What a call by hand is asked with: a filter that it does not know must not pass for one that was applied, so other names are refused. */
export const Query = <Properties extends TProperties>(properties: Properties) => O(properties, { additionalProperties: false })
