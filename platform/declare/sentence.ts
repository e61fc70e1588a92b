/**
 * Sentences that the server says to people, as values: a Chinese template, which is the key, and what is filled in. Put into a language
 * where they leave the server. Pure.
 *
 *     refuse.rule(sentence`${r.title}正被其他记录使用，不能删除`)
 *
 * has the key `{}正被其他记录使用，不能删除`, whose English stands in the `english` of its area; `{1}`, `{2}` where English wants another order. A
 * name, number or code that is filled in is a plain string; what has a language of its own is a title, a sentence or a list of them.
 */
import { ownValue } from './own-value.ts'
import type { Title } from './title.ts'

export interface Sentence {
  readonly key: string
  readonly params: readonly Part[]
}

/** Parts one behind the other. */
export interface Listing {
  readonly list: readonly Part[]
  readonly mark: keyof typeof marks
}
export type Part = string | number | Title | Sentence | Listing

/** What may be said to a person: a plain string is none of it, so that no text is left without its English. */
export type Wording = Sentence | Title | Listing

/** English of sentences, by key. */
export type English = Readonly<Record<string, string>>
export type WordLanguage = 'zh' | 'en'

/** Chinese mark between the parts, and the English one */
const marks = { '': '', '、': ', ', '；': '; ', 或: ' or ' } as const
const place = '{}'

/** The tag of a sentence. */
export const sentence = (texts: TemplateStringsArray, ...params: readonly Part[]): Sentence => ({ key: texts.join(place), params })

export const listed = (list: readonly Part[], mark: Listing['mark'] = '、'): Listing => ({ list, mark })

/** The text in one language; a sentence without English stays Chinese. */
export function inWords(part: Part, language: WordLanguage, english: English): string {
  if (typeof part === 'string') return part
  if (typeof part === 'number') return String(part)
  if (isTitle(part)) return part[language === 'en' ? 1 : 0]
  if ('list' in part)
    return part.list.map(one => inWords(one, language, english)).join(language === 'en' ? (ownValue(marks, part.mark) ?? ', ') : part.mark)
  const template = language === 'en' ? (ownValue(english, part.key) ?? part.key) : part.key
  let next = 0
  return template.replace(/\{(\d*)\}/g, (_, at: string) => {
    const param = part.params[at === '' ? next++ : Number(at) - 1]
    // a name that the database does not have
    return param === undefined || param === null ? '' : inWords(param, language, english)
  })
}

const isTitle = (part: Part): part is Title => Array.isArray(part)

export const inChinese = (part: Part): string => inWords(part, 'zh', {})

/** With each text that is filled in cut to so many characters. */
export function shortened(part: Part, max: number): Part {
  if (typeof part === 'string') return part.length <= max ? part : `${part.slice(0, max - 1)}…`
  if (typeof part === 'number' || isTitle(part)) return part
  if ('list' in part) return { ...part, list: part.list.map(one => shortened(one, max)) }
  return { ...part, params: part.params.map(one => shortened(one, max)) }
}

/** As a column of text keeps it: JSON, but for a plain text, which stands as it is unless it would be taken for a sentence. */
export function toStored(part: Part): string {
  if (typeof part === 'object') return JSON.stringify(part)
  const text = String(part)
  return fromStored(text) === text ? text : JSON.stringify({ key: place, params: [text] } satisfies Sentence)
}

/** What a column of text keeps: texts that were stored before they were values stay as they are. */
export function fromStored(text: string): Part {
  if (!text.startsWith('{"key":') && !text.startsWith('["') && !text.startsWith('{"list":')) return text
  try {
    const value: unknown = JSON.parse(text)
    return isPart(value) ? value : text
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}

function isPart(value: unknown): value is Part {
  if (typeof value === 'string' || typeof value === 'number') return true
  if (Array.isArray(value)) return value.length === 2 && value.every(one => typeof one === 'string')
  if (typeof value !== 'object' || value === null) return false
  if ('list' in value) return Array.isArray(value.list) && value.list.every(isPart) && 'mark' in value && typeof value.mark === 'string'
  return 'key' in value && typeof value.key === 'string' && 'params' in value && Array.isArray(value.params) && value.params.every(isPart)
}
