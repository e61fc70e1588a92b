/** Which calls the specification names, and which of them no area serves. Pure over the text of endpoints.tsv and a list of bound calls. */

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

/** Specified calls that no route serves. */
export function missingCalls(specified: readonly string[], bound: readonly string[]): string[] {
  const served = new Set(bound.map(shape))
  return specified.filter(call => !served.has(shape(call)))
}
