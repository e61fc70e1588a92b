/** Values of a record as a card shows them, in both languages. Pure. */
import type { Field } from '#platform/declare/fields.ts'
import type { Title } from '#platform/declare/title.ts'
import { canonical, isDecimal } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'

const shownMax = 200
const both = (text: string): Title => [text.slice(0, shownMax), text.slice(0, shownMax)]
const figures: ReadonlySet<string> = new Set(['decimal', 'money', 'percent'])

export function shownTitle(field: Field, row: Readonly<Record<string, unknown>>, name: string): Title {
  const value = row[`${name}Label`] ?? row[name]
  if (value === null || value === undefined || value === '') return ['', '']
  if (Array.isArray(value)) return both(value.map(one => asText(one as string)).join('、'))
  if (typeof value === 'boolean') return value ? ['是', 'Yes'] : ['否', 'No']
  const choice = Object.values(field.choices ?? {}).find(([code]) => code === value)
  if (choice !== undefined) return [choice[1], choice[2]]
  const text = asText(value as string)
  return both(figures.has(field.kind) && isDecimal(text) ? canonical(text) : text)
}
