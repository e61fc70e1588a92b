/** Which calls of the specification the registered areas serve. Pure over the text of endpoints.tsv and a list of bound calls. */

/** `{product}` of a path stands for one of these. */
export const products = ['amazon', 'ebay', 'walmart', 'aliexpress'] as const

/** `GET /path` of every call that endpoints.tsv names: `*` is served as POST, `{product}` is each product. */
export function specifiedCalls(tsv: string): string[] {
  const calls: string[] = []
  for (const line of tsv.split('\n')) {
    const [method = '', path = ''] = line.split('\t')
    if (line.startsWith('#') || method === 'method' || path === '') continue
    const verb = method === '*' ? 'POST' : method
    if (path.includes('{product}')) calls.push(...products.map(product => `${verb} ${path.replace('{product}', product)}`))
    else calls.push(`${verb} ${path}`)
  }
  return calls
}

/** A path parameter is the same whatever it is called. */
const shape = (call: string): string => call.replace(/\{[^}]+\}/g, '{}')

export interface Difference {
  /** named as not yet served, but served: to be removed from the list */
  readonly nowServed: readonly string[]
  /** neither served nor named as not yet served */
  readonly missing: readonly string[]
  /** named as not yet served, but not in the specification */
  readonly unknown: readonly string[]
}

export function differenceOf(specified: readonly string[], bound: readonly string[], notYetServed: readonly string[]): Difference {
  const served = new Set(bound.map(shape))
  const listed = new Set(notYetServed)
  const named = new Set(specified)
  return {
    nowServed: notYetServed.filter(call => named.has(call) && served.has(shape(call))),
    missing: specified.filter(call => !served.has(shape(call)) && !listed.has(call)),
    unknown: notYetServed.filter(call => !named.has(call)),
  }
}

/** The list of not-yet-served.txt: one call a line, `#` begins a comment. */
export const listedCalls = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('#'))
