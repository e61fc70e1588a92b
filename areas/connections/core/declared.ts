/** Operations of a marketplace that publishes no file which may be kept here: what is called of it, written down. Pure. */
import type { ModelOperation, ModelParameter } from './model.ts'

interface Declared {
  readonly id: string
  readonly method?: ModelOperation['method']
  readonly path: string
  readonly query?: readonly string[]
  readonly headers?: readonly string[]
  /** calls a second, and at once */
  readonly rate: number
  readonly burst: number
}
export function declared(operations: readonly Declared[]): (call: string) => ModelOperation {
  const parameter = (at: ModelParameter['in']) => (name: string) => ({ name, in: at, required: false, list: null }) as const
  const known = new Map(
    operations.map(({ id, method = 'GET', path, query = [], headers = [], rate, burst }): [string, ModelOperation] => {
      const whole = { name: wholeQuery, in: 'whole', required: false, list: null } as const
      const parameters = [...query.map(parameter('query')), ...headers.map(parameter('header')), whole]
      return [id, { id, method, path, parameters, rate, burst, responses: {} }]
    }),
  )
  return call => {
    const found = known.get(call)
    if (found === undefined) throw new Error(`no operation ${call}`)
    return found
  }
}
/** stands for the whole query: of a marketplace whose next page is told as one */
export const wholeQuery = 'query'
