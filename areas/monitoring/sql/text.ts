/** The text of a statement as a person reads it: values in place of their numbers, a line for each of its parts. Pure. */

import { asText } from '#platform/format/text.ts'

/** quoted names and values, which are left as they are */
const quoted = /'(?:[^']|'')*'|"(?:[^"]|"")*"/gu
const indent = '  '

const textLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`
const arrayItem = (value: unknown): string =>
  value === null || value === undefined ? 'null' : `"${asText(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

/** A value as PostgreSQL writes it. */
export function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  if (value instanceof Date) return textLiteral(value.toISOString())
  if (Array.isArray(value)) return textLiteral(`{${value.map(arrayItem).join(',')}}`)
  return textLiteral(typeof value === 'string' ? value : JSON.stringify(value))
}

/** Works on what stands outside of quotes. */
function outside(sql: string, work: (piece: string) => string): string {
  let [made, at] = ['', 0]
  for (const match of sql.matchAll(quoted)) {
    made += work(sql.slice(at, match.index)) + match[0]
    at = match.index + match[0].length
  }
  return made + work(sql.slice(at))
}

/** `$1` by the first value, and so on. */
export const withValues = (sql: string, values: readonly unknown[]): string =>
  outside(sql, piece => piece.replaceAll(/\$(\d+)/gu, (_, number: string) => literal(values[Number(number) - 1])))

const begins = /^(?:from|where|order by|group by|having|limit|offset|union all|union|left join|inner join|cross join|select)\b/iu

/** A line for each clause, moved in by the parentheses around it. */
export function laidOut(sql: string): string {
  const words = sql.match(/'(?:[^']|'')*'|"(?:[^"]|"")*"|[()]|\s+|[^\s()'"]+/gu) ?? []
  const open: boolean[] = []
  let made = ''
  for (const [at, word] of words.entries()) {
    const rest = words.slice(at, at + 3).join('')
    if (word === '(') open.push(/^\s*(?:select|with)\b/iu.test(words.slice(at + 1, at + 3).join('')))
    const depth = open.filter(Boolean).length
    if (begins.test(rest) && (open.length === 0 || open.at(-1) === true) && made !== '') made = `${made.trimEnd()}\n${indent.repeat(depth)}`
    if (word === ')' && open.pop() === true) made = `${made.trimEnd()}\n${indent.repeat(open.filter(Boolean).length)}`
    made += /^\s+$/u.test(word) ? (made.endsWith('\n') || made.endsWith(' ') ? '' : ' ') : word
  }
  return made.trim()
}

export const readable = (sql: string, values: readonly unknown[]): string => laidOut(withValues(sql, values))
