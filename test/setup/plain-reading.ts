/**
 * For tests: a second, plain reading of files. Lines are split and cells found by their heads here, amounts are numbers of ten-thousandths;
 * nothing of the product's readers is used but by `productReads`, which is what the reading is compared with.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { expect } from 'vitest'
import type { FileKind, ReadAsk, Refusal } from '#platform/declare/file-kind.ts'
import { asText } from '#platform/format/text.ts'
import { areas } from '#areas/index.ts'
import { openSource, surveyOf } from '#platform/server/imports/source.ts'
import { genuineFolder } from './genuine.ts'

export const fixtures = join(import.meta.dirname, '../fixtures')
const kinds = areas.flatMap(area => (area.families ?? []).flatMap(family => [...family.kinds]))

/** What the product's reader makes of a file, as an import does. */
export async function productReads(
  path: string,
  zone = 'UTC',
  more: Partial<ReadAsk> = {},
): Promise<{ kind: string; lines: Record<string, unknown>[] }> {
  const opened = await openSource(path, kinds as readonly FileKind[])
  if (!opened.ok) throw new Error(JSON.stringify(opened.reason))
  const { source } = opened
  try {
    const survey = await surveyOf(source)
    const lines: Record<string, unknown>[] = []
    const refused: Refusal[] = [...survey.refusals]
    const sink = {
      line: (line: unknown) => void lines.push(line as Record<string, unknown>),
      refuse: (one: Refusal) => void refused.push(one),
    }
    const reader = source.kind.read(source.match, survey.format, { zone, currency: 'USD', ...more }, sink)
    for await (const rows of source.rows()) for (const row of rows) reader.row(row)
    reader.end()
    expect(refused).toEqual([])
    return { kind: source.kind.code, lines }
  } finally {
    await source.close()
  }
}

export function textOf(path: string): string {
  const bytes = readFileSync(path)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder(path.includes('bank') ? 'gb18030' : 'windows-1252').decode(bytes)
  }
}
export function cellsOf(line: string, separator: string): string[] {
  if (separator === '\t') return line.split('\t').map(cell => cell.trim())
  const cells = ['']
  let isQuoted = false
  for (const [at, letter] of [...line].entries()) {
    if (letter === '"') {
      if (!isQuoted && at > 0 && line[at - 1] === '"') cells[cells.length - 1] += '"'
      isQuoted = !isQuoted
    } else if (letter === ',' && !isQuoted) cells.push('')
    else cells[cells.length - 1] += letter
  }
  return cells.map(cell => cell.trim())
}
/** Ten-thousandths. `mark` is the decimal mark of the file; everything that is no digit, sign or mark is left out. */
export function units(cell: string, mark = '.'): bigint {
  const plain = [...cell].filter(letter => /[\d-]/.test(letter) || letter === mark).join('')
  if (/^-*$/.test(plain)) return 0n
  const [whole = '', part = ''] = plain.replace('-', '').split(mark)
  const value = BigInt(whole || '0') * 10_000n + BigInt(part.padEnd(4, '0').slice(0, 4))
  return plain.startsWith('-') ? -value : value
}
export const said = (value: unknown): bigint => units(asText(value ?? ''))

interface Plain {
  readonly heads: readonly string[]
  readonly rows: readonly (readonly string[])[]
}
/** The table below the first line that has this head. */
export function plainTable(path: string, head: string, separator: string): Plain {
  const lines = textOf(path).replace('\uFEFF', '').split(/\r?\n/)
  const at = lines.findIndex(line => cellsOf(line, separator).includes(head))
  if (at < 0) throw new Error(`no head ${head} in ${path}`)
  const rows = lines.slice(at + 1).filter(line => line.trim() !== '')
  return { heads: cellsOf(lines[at] ?? '', separator), rows: rows.map(line => cellsOf(line, separator)) }
}
export const cellIn = ({ heads }: Plain, row: readonly string[], ...names: string[]): string => {
  const at = names.map(name => heads.indexOf(name)).find(place => place >= 0) ?? -1
  return at < 0 ? '' : (row[at] ?? '')
}

/** Lines and sums by a key: what both readings must agree in. */
type Told = readonly (readonly [key: string, amount: bigint])[]
export function sums(told: Told): Record<string, string> {
  const by = new Map<string, bigint>()
  for (const [key, amount] of told) by.set(key, (by.get(key) ?? 0n) + amount)
  return Object.fromEntries([...by].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, amount]) => [key, String(amount)]))
}
const filesIn = (name: string, end: string, base = fixtures): string[] =>
  existsSync(join(base, name))
    ? readdirSync(join(base, name))
        .filter(file => file.endsWith(end) && file !== 'SOURCES.md')
        .map(file => join(base, name, file))
    : []
/** The repository's samples and, where the folder is there, the whole files. */
export const both = (own: string, ownEnd: string, whole: string, wholeEnd = ownEnd): string[] => [
  ...filesIn(own, ownEnd),
  ...(genuineFolder === '' ? [] : filesIn(whole, wholeEnd, genuineFolder)),
]
const short = (path: string): string => path.split('/').slice(-2).join('/')
export const named = (paths: readonly string[]): [string, string][] => paths.map(path => [short(path), path])

/** The first sheet of a workbook (.xlsx) as rows of texts: the archive and the markup are read here. */
export function plainWorkbook(path: string): string[][] {
  const bytes = readFileSync(path)
  const part = (wanted: RegExp): string => {
    // entries of the directory at the end name where each file begins
    for (let at = bytes.indexOf('PK\u0001\u0002', 0, 'latin1'); at >= 0; at = bytes.indexOf('PK\u0001\u0002', at + 4, 'latin1')) {
      const [size, nameLength, start] = [bytes.readUInt32LE(at + 20), bytes.readUInt16LE(at + 28), bytes.readUInt32LE(at + 42)]
      if (!wanted.test(bytes.toString('utf8', at + 46, at + 46 + nameLength))) continue
      const from = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28)
      return inflateRawSync(bytes.subarray(from, from + size)).toString('utf8')
    }
    return ''
  }
  const plain = (markup: string): string =>
    [...markup.matchAll(/<t(?: [^>]*)?>([^<]*)<\/t>/g)]
      .map(found => found[1] ?? '')
      .join('')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
  const shared = [...part(/^xl\/sharedStrings\.xml$/).matchAll(/<si>(.*?)<\/si>/gs)].map(found => plain(found[1] ?? ''))
  return [...part(/^xl\/worksheets\/[^/]+\.xml$/).matchAll(/<row [^>]*?(?:\/>|>(.*?)<\/row>)/gs)].map(([, row = '']) => {
    const cells: string[] = []
    for (const [, letters = '', words = '', inner = ''] of row.matchAll(/<c r="([A-Z]+)\d+"([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)) {
      const place = [...letters].reduce((n, letter) => n * 26 + letter.charCodeAt(0) - 64, 0) - 1
      const value = /<v>([^<]*)<\/v>/.exec(inner)?.[1] ?? ''
      cells[place] = words.includes('t="s"') ? (shared[Number(value)] ?? '') : inner.includes('<is>') ? plain(inner) : value
    }
    return Array.from(cells, cell => (cell ?? '').trim())
  })
}

/** The first sheet of an old workbook (.xls) as rows of texts: sectors, records and shared texts are read here. */
export function plainOldWorkbook(path: string): string[][] {
  const bytes = readFileSync(path)
  const size = 1 << bytes.readUInt16LE(30)
  const sector = (at: number): Buffer => bytes.subarray(size * (at + 1), size * (at + 2))
  const fat = sector(bytes.readInt32LE(76))
  const chain = (start: number): Buffer => {
    const parts: Buffer[] = []
    for (let at = start; at >= 0; at = fat.readInt32LE(at * 4)) parts.push(sector(at))
    return Buffer.concat(parts)
  }
  const directory = chain(bytes.readInt32LE(48))
  let stream: Buffer = Buffer.alloc(0)
  for (let at = 0; at < directory.length; at += 128)
    if (['Workbook', 'Book'].includes(directory.toString('utf16le', at, at + Math.max(0, directory.readUInt16LE(at + 64) - 2))))
      stream = chain(directory.readInt32LE(at + 116))
  const shared: string[] = []
  const rows: string[][] = []
  const put = (row: number, column: number, text: string): void => {
    while (rows.length <= row) rows.push([])
    const cells = rows[row] ?? []
    while (cells.length <= column) cells.push('')
    cells[column] = text
  }
  /** a number kept in four bytes: a whole one or the first half of a floating one, perhaps of hundredths */
  const packed = (data: Buffer, at: number): string => {
    const raw = data.readInt32LE(at)
    const wide = Buffer.alloc(8)
    wide.writeInt32LE(raw & ~3, 4)
    const value = (raw & 2) === 0 ? wide.readDoubleLE(0) : raw >> 2
    return String((raw & 1) === 0 ? value : value / 100)
  }
  for (let at = 0; at + 4 <= stream.length;) {
    const [id, length] = [stream.readUInt16LE(at), stream.readUInt16LE(at + 2)]
    const data = stream.subarray(at + 4, at + 4 + length)
    at += 4 + length
    if (id === 0x00fc)
      for (let from = 8; from + 3 <= data.length;) {
        const [letters, flags] = [data.readUInt16LE(from), data[from + 2] ?? 0]
        const [runs, more] = [(flags & 8) === 0 ? 0 : data.readUInt16LE(from + 3), (flags & 4) === 0 ? 0 : 4]
        const begin = from + 3 + ((flags & 8) === 0 ? 0 : 2) + more
        const end = begin + letters * ((flags & 1) === 0 ? 1 : 2)
        shared.push(data.toString((flags & 1) === 0 ? 'latin1' : 'utf16le', begin, end))
        from = end + runs * 4
      }
    if (id === 0x00fd) put(data.readUInt16LE(0), data.readUInt16LE(2), shared[data.readUInt32LE(6)] ?? '')
    if (id === 0x0203) put(data.readUInt16LE(0), data.readUInt16LE(2), String(data.readDoubleLE(6)))
    if (id === 0x027e) put(data.readUInt16LE(0), data.readUInt16LE(2), packed(data, 6))
    if (id === 0x00bd)
      for (let n = 0; n * 6 + 6 < length; n += 1) put(data.readUInt16LE(0), data.readUInt16LE(2) + n, packed(data, 6 + n * 6))
  }
  return rows.map(row => row.map(cell => cell.trim()))
}
