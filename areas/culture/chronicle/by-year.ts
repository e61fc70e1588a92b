/** What employees see of the chronicle: the events by year, newest first. */
import type { Row } from '#platform/declare/wire.ts'
import type { ChronicleYear } from './answers.ts'

/** Rows in the order of the list, which is that of their days. */
export const byYear = (rows: readonly Row[]): readonly ChronicleYear[] =>
  [...Map.groupBy(rows, row => String(row['eventDate']).slice(0, 4))].map(([year, list]) => ({ year, list }))
