/**
 * Lines of code, comment and document have at most 140 characters. What the formatter can not break stands in a list by file that only
 * shrinks.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const charactersMax = 140
const folders = ['areas', 'bench', 'client/src', 'docs', 'platform', 'public', 'scripts', 'test', 'web']
const isSource = (file: string): boolean => /\.(?:tsx?|m?js|css)$/.test(file) || /^(?:docs\/.+|[\w.-]+)\.md$/.test(file)
/** Files of marketplaces and their heads, written as data; what is written by a program. */
const isData = (file: string): boolean =>
  file.startsWith('test/fixtures/') || file === 'docs/added-calls.md' || file === 'client/src/types.d.ts'

const isImport = (line: string): boolean => /^(?:import|export) .* from '[^']+'$/.test(line) || /^import '[^']+'$/.test(line)
const isAddress = (line: string): boolean => /https?:\/\/\S{60,}/.test(line)

export const tooLong = (source: string): number =>
  source.split('\n').filter(line => line.length > charactersMax && !isImport(line.trim()) && !isAddress(line)).length

type Counts = Readonly<Record<string, number>>

/** How many lines are too long, by file; and what the list allows. */
export function longLines(root: string): { readonly read: number; readonly found: Counts; readonly listed: Counts } {
  const files = [
    ...readdirSync(root).filter(isSource),
    ...folders.flatMap(folder =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .map(file => `${folder}/${file.replaceAll('\\', '/')}`)
        .filter(isSource),
    ),
  ].filter(file => !isData(file))
  const counts = files.map(file => [file, tooLong(readFileSync(join(root, file), 'utf8'))] as const)
  return {
    read: files.length,
    found: Object.fromEntries(counts.filter(([, count]) => count > 0).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    listed: JSON.parse(readFileSync(join(root, 'test/laws/long-lines.json'), 'utf8')) as Counts,
  }
}

if (import.meta.main) {
  const { found, listed } = longLines(join(import.meta.dirname, '..'))
  const files = [...new Set([...Object.keys(found), ...Object.keys(listed)])].filter(file => found[file] !== listed[file])
  for (const file of files) console.error(`${file}：${found[file] ?? 0} 行超过 ${charactersMax} 个字符，清单里是 ${listed[file] ?? 0}`)
  console.log(files.length === 0 ? '行长：全部符合' : `行长：${files.length} 个文件不符合`)
  process.exitCode = files.length === 0 ? 0 : 1
}
