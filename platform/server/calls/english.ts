/**
 * English of refusals that are written in Chinese where they are thrown. The Chinese sentence is the key, as in the browser; `{}` stands for what is
 * filled in, in the order in which it comes, or `{1}`, `{2}` where English wants another order. What is filled in is put into English too where it is known: titles
 * of tables and fields, and sentences inside a sentence. Pure.
 */

import type { English } from '../contract/area.ts'

interface Template {
  readonly pattern: RegExp
  readonly english: string
}

/** a sentence in a sentence in a sentence */
const depthMax = 3
const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
const literalLength = (chinese: string): number => chinese.replaceAll('{}', '').length

function templateOf([chinese, english]: readonly [string, string]): Template {
  return { pattern: new RegExp(`^${chinese.split('{}').map(escaped).join('([\\s\\S]+?)')}$`), english }
}

/** Later tables win over earlier ones. A sentence that nobody has put into English stays as it is. */
export function englishOf(tables: readonly English[]): (message: string) => string {
  const all = new Map(tables.flatMap(table => Object.entries(table)))
  const exact = new Map([...all].filter(([chinese]) => !chinese.includes('{}')))
  // the one that says most is tried first: `{}不能为空` also fits what `{}名称不能为空` says better
  const templates = [...all]
    .filter(([chinese]) => chinese.includes('{}'))
    .toSorted(([a], [b]) => literalLength(b) - literalLength(a))
    .map(templateOf)
  const translated = (message: string, depth: number): string => {
    const known = exact.get(message)
    if (known !== undefined || depth > depthMax) return known ?? message
    for (const { pattern, english } of templates) {
      const match = pattern.exec(message)
      if (match === null) continue
      const parts = match.slice(1).map(part => translated(part, depth + 1))
      let next = 0
      return english.replace(/\{(\d*)\}/g, (_, at: string) => parts[at === '' ? next++ : Number(at) - 1] ?? '')
    }
    return message.includes('、')
      ? message
          .split('、')
          .map(part => exact.get(part) ?? part)
          .join(', ')
      : message
  }
  return message => translated(message, 0)
}
