/** Answers read as JSON, held against being an object. Pure. */

/** An answer that is not what its model says. */
export class StrangeAnswer extends Error {}
/** The answer as JSON. Throws StrangeAnswer where it is none, or no object. */
export function answerOf<T extends object>({ body }: { readonly body: Buffer }): T {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    if (typeof value === 'object' && value !== null) return value as T
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new StrangeAnswer('an answer that is no object')
}
