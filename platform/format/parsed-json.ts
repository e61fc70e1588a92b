/** Values of a JSON document that others wrote, whatever stands there; a number is the text of its file (imports/json-file.ts). Pure. */
export type Json = Readonly<Record<string, unknown>>
export const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
export const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.map(objectOf) : [])
export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
/** The pages of an answer: in an array as a fetched window has them, or one alone. */
export const pagesOf = (document: unknown): readonly Json[] => (Array.isArray(document) ? document : [document]).map(objectOf)
