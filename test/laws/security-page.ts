/** For tests: the lists of docs/security.md. An item names its files with their numbers, then the reason of all of them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Listed {
  readonly n: number
  readonly reason: string
}

/** file -> its number and its reason, of the section whose heading begins so; items and rows of a table. */
export function listedUnder(heading: string): ReadonlyMap<string, Listed> {
  const page = readFileSync(join(import.meta.dirname, '../../docs/security.md'), 'utf8')
  const section = page.split(/^## /m).find(s => s.startsWith(heading)) ?? ''
  const items = section.replaceAll(/\n +/g, ' ').matchAll(/^- ((?:`[^`]+` \d+(?:, )?)+): (.+)$/gm)
  const rows = section
    .matchAll(/^\| (`[^`]+`) \| (\d+) \| (.+) \|$/gm)
    .map(([, file = '', n = '', reason = '']) => ['', `${file} ${n}`, reason])
  return new Map(
    [...items, ...rows].flatMap(([, files = '', reason = '']) =>
      [...files.matchAll(/`([^`]+)` (\d+)/g)].map(([, file = '', n]): [string, Listed] => [file, { n: Number(n), reason }]),
    ),
  )
}
