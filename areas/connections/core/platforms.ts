/** The marketplaces that can be connected, by the number that shops name them by. */
import { aliexpress } from '../aliexpress/index.ts'
import { amazon } from '../amazon/index.ts'
import { ebay } from '../ebay/index.ts'
import { walmart } from '../walmart/index.ts'
import type { Platform, Source } from './platform.ts'

export const platforms = new Map<number, Platform>([
  [1, amazon],
  [2, ebay],
  [3, walmart],
  [4, aliexpress],
])

export function platformOf(number: number): Platform {
  const found = platforms.get(number)
  if (found === undefined) throw new Error(`no marketplace ${number}`)
  return found
}
/** What is fetched, by code. */
export const allSources = (): Readonly<Record<string, Source>> => Object.assign({}, ...[...platforms.values()].map(one => one.sources))
export const sourceOf = (code: string): Source | undefined => allSources()[code]

/** Sources whose kind of file nobody reads, or whose call is in no model: the program does not start with one. */
export const sourceFaults = (kinds: ReadonlySet<string>): string[] =>
  [...platforms.values()].flatMap(({ sources, operationOf }) =>
    Object.entries(sources).flatMap(([code, source]) => {
      const calls = source.by === 'call' ? [source.call] : source.by === 'files' ? [source.list, source.file] : []
      const lacking = calls.filter(call => operationOf(call).method !== 'GET')
      return [
        ...(kinds.has(source.kind) ? [] : [`${code}: no kind of file ${source.kind}`]),
        ...lacking.map(call => `${code}: ${call} writes, and no plan does`),
      ]
    }),
  )
