/** Answers read as JSON, held against being an object. Pure. */

/** An answer that is not what its model says. */
export class StrangeAnswer extends Error {}
/** a number as the answer writes it: ids are longer than numbers hold */
const asWritten = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' ? (context?.source ?? String(value)) : value

/** The answer as JSON. Throws StrangeAnswer where it is none, or no object. `isExact`: its numbers stand as texts. */
export function answerOf<T extends object>({ body }: { readonly body: Buffer }, isExact = false): T {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'), isExact ? asWritten : undefined)
    if (typeof value === 'object' && value !== null) return value as T
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new StrangeAnswer('an answer that is no object')
}
