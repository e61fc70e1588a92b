/** What makes a line of a sheet the same line in another file, and whether it moved money. Pure. */
import { hash } from 'node:crypto'
import { ownValue } from '#platform/declare/own-value.ts'
import { asText } from '#platform/format/text.ts'
import type { MovedWord, SheetLayout, SheetLine } from '#platform/declare/sheet-layout.ts'

export const hasMoved = (word: MovedWord, state: string): boolean =>
  'only' in word ? word.only.includes(state) : !word.not.includes(state)

const between = '\u001F'
const inKey: (keyof SheetLine)[] = ['day', 'time', 'direction', 'amount', 'currency', 'balance']
/** A state may change between two downloads; everything else makes the line, or what the layout names. */
export function keyOf(layout: SheetLayout, line: Omit<SheetLine, 'key'>): string {
  const plain: Readonly<Record<string, unknown>> = line
  const bareText = (name: string, said: string): string =>
    layout.bareTexts?.includes(name) === true ? said.replaceAll(/[^\p{L}\p{N}]/gu, '') : said
  const of = (name: string): string => bareText(name, ownValue(line.texts, name) ?? asText(ownValue(plain, name) ?? ''))
  const names = layout.identity ?? [
    ...inKey,
    ...Object.keys(line.texts)
      .filter(name => name !== 'status')
      .sort(),
  ]
  return hash('sha256', names.map(of).join(between), 'hex').slice(0, 32)
}
