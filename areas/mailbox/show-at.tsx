/** When a letter was written, to the minute; of those that tell their day alone, the day. */
import { showInstant } from '#platform/web/values/value.ts'

const dayLength = 10
const minuteLength = 16

export const showAt = (at: string): string => (at.length === dayLength ? at : showInstant(at).slice(0, minuteLength))
