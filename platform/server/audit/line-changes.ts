/** What an entry of the trail says of the lines of a document, in words: `第 3 行 数量` from 5 to 8. Pure. */
import { lineNo } from '#platform/declare/document.ts'
import type { HistoryChange } from '#platform/declare/history.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { asText } from '#platform/format/text.ts'
import type { Language } from '../contract/context.ts'
import { wireFields } from '../lists/columns.ts'
import { shown } from './changes.ts'

/** lines that one entry names; the others are counted */
const namedMax = 50

type Values = Readonly<Record<string, unknown>>
type Lines = Readonly<Record<string, Values>>

const linesIn = (given: unknown): Lines =>
  typeof given === 'object' && given !== null && 'lines' in given && typeof given.lines === 'object' ? ((given.lines ?? {}) as Lines) : {}

/** A whole line in one text: what was added, or taken away. */
const whole = (fields: Fields, values: Values, language: Language): string =>
  fields
    .flatMap(([name, field]) => {
      const text = shown(name, field, values, language)
      return text === null ? [] : [`${field.title[language === 'en' ? 1 : 0]} ${text}`]
    })
    .join(language === 'en' ? ', ' : '，')
type Fields = ReturnType<typeof wireFields>

export function lineChanges(r: Resource, before: unknown, after: unknown, language: Language): readonly HistoryChange[] {
  const [old, fresh] = [linesIn(before), linesIn(after)]
  const noOf = (id: string): number => Number((fresh[id] ?? old[id])?.[lineNo] ?? 0)
  const ids = [...new Set([...Object.keys(old), ...Object.keys(fresh)])].sort((a, b) => noOf(a) - noOf(b))
  const fields = wireFields(r).filter(([name]) => name !== lineNo && name !== r.linesOf?.field && Object.hasOwn(r.fields, name))
  const titleOf = (id: string): string => (language === 'en' ? `Line ${noOf(id)}` : `第 ${noOf(id)} 行`)
  const told = ids.slice(0, namedMax).flatMap((id): HistoryChange[] => {
    const [was, is] = [old[id], fresh[id]]
    if (was === undefined || is === undefined) {
      const side = (values: Values | undefined) => (values === undefined ? null : whole(fields, values, language))
      return [{ field: `lines[${id}]`, title: titleOf(id), before: side(was), after: side(is) }]
    }
    return fields.flatMap(([name, field]): HistoryChange[] => {
      const [from, to] = [shown(name, field, was, language), shown(name, field, is, language)]
      const title = `${titleOf(id)} ${field.title[language === 'en' ? 1 : 0]}`
      return from === to ? [] : [{ field: `lines[${id}].${name}`, title, before: from, after: to }]
    })
  })
  const left = ids.length - namedMax
  if (left <= 0) return told
  const more = language === 'en' ? `${left} more lines` : `另有 ${asText(left)} 行`
  return [...told, { field: 'lines', title: more, before: null, after: language === 'en' ? 'changed' : '也有修改' }]
}
