/** Instants as PostgreSQL prints them. Pure. */

const [blank, plus, minus] = [32, 43, 45]

/**
 * An instant as PostgreSQL prints it, in ISO 8601. Nearly all end in an offset of whole hours: these need no pattern. What has none (before
 * 1902, BC) stays as it is.
 */
export const isoInstant = (text: string): string => {
  const sign = text.charCodeAt(text.length - 3)
  if (text.charCodeAt(10) === blank && (sign === plus || sign === minus)) return `${text.slice(0, 10)}T${text.slice(11)}:00`
  return text.replace(
    /^(\d+-\d\d-\d\d) (\S*?)([+-]\d\d)(?::?(\d\d))?$/,
    (_all, day, time, hours, minutes) => `${day}T${time}${hours}:${minutes ?? '00'}`,
  )
}
