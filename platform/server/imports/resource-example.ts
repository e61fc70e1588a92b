/** The template of a resource's import: what each column takes, and an example that is never imported. Pure. */
import type { Field } from '#platform/declare/fields.ts'
import type { Language } from '../contract/context.ts'
import type { ImportField } from './resource-fields.ts'

/** Begin the first cell of the template's example; a row that still begins so is passed over. */
const exampleMarks = ['（示例）', '(Example) '] as const
export const exampleMark = (language: Language): string => exampleMarks[language === 'en' ? 1 : 0]
export const isExample = (cell: string): boolean => exampleMarks.some(mark => cell.trim().startsWith(mark.trim()))

/** How a reference is written in a cell: what the target is called, and a few of its names. */
export interface Referred {
  readonly title: string
  readonly labels: readonly string[]
}

/** The words of a template in one language. */
interface TemplateWords {
  readonly yesNo: readonly [yes: string, no: string]
  /** between several values of a cell */
  readonly comma: string
  readonly stop: string
  readonly bounds: (min: number | undefined, max: number | undefined) => string
  readonly letters: (min: number | undefined, max: number | undefined) => string
  readonly whole: string
  readonly number: (decimals: number, bounds: string) => string
  readonly date: string
  readonly month: string
  readonly time: string
  readonly oneOf: (names: string) => string
  readonly existing: (title: string) => string
  readonly several: string
  readonly severalExisting: (title: string) => string
  readonly severalOf: (names: string) => string
  readonly required: string
  readonly optional: string
  readonly fallback: (value: string) => string
  readonly key: string
}

const chinese: TemplateWords = {
  yesNo: ['是', '否'],
  comma: '、',
  stop: '。',
  bounds: (min, max) =>
    min !== undefined && max !== undefined
      ? `，${min} 至 ${max}`
      : min !== undefined
        ? `，不小于 ${min}`
        : max !== undefined
          ? `，不大于 ${max}`
          : '',
  letters: (min, max) => (min !== undefined && min === max ? `${max} 个字` : max === undefined ? '文字' : `文字，最多 ${max} 个字`),
  whole: '整数',
  number: (decimals, bounds) => `数字，最多 ${decimals} 位小数${bounds}，不写千分位逗号`,
  date: '日期，写作 2026-01-31',
  month: '月份，写作 2026-01',
  time: '时间，写作 2026-01-31 08:00',
  oneOf: names => `填写其中之一：${names}`,
  existing: title => `填写系统里已有的${title}`,
  several: '可填多个，用顿号隔开',
  severalExisting: title => `可填多个，用顿号隔开，都是系统里已有的${title}`,
  severalOf: names => `可填多个，用顿号隔开：${names}`,
  required: '必填',
  optional: '可以不填',
  fallback: value => `不填时为${value}`,
  key: '系统里已有时更新，没有时新增。',
}

const english: TemplateWords = {
  yesNo: ['Yes', 'No'],
  comma: ', ',
  stop: '. ',
  bounds: (min, max) =>
    min !== undefined && max !== undefined
      ? `, ${min} to ${max}`
      : min !== undefined
        ? `, at least ${min}`
        : max !== undefined
          ? `, at most ${max}`
          : '',
  letters: (min, max) =>
    min !== undefined && min === max ? `${max} characters` : max === undefined ? 'Text' : `Text, at most ${max} characters`,
  whole: 'Whole number',
  number: (decimals, bounds) => `Number, at most ${decimals} decimals${bounds}, without thousands separators`,
  date: 'Date, written as 2026-01-31',
  month: 'Month, written as 2026-01',
  time: 'Time, written as 2026-01-31 08:00',
  oneOf: names => `One of: ${names}`,
  existing: title => `One that exists: ${title}`,
  several: 'Several values, separated by commas',
  severalExisting: title => `Several that exist, separated by commas: ${title}`,
  severalOf: names => `Several values, separated by commas: ${names}`,
  required: 'Required',
  optional: 'May be empty',
  fallback: value => `If empty: ${value}`,
  key: 'Updated where it exists, added where it does not.',
}

const wordsIn = (language: Language): TemplateWords => (language === 'en' ? english : chinese)
const placeOf = (language: Language): 0 | 1 => (language === 'en' ? 1 : 0)
export const choiceLabels = (field: Field, language: Language = 'zh'): string[] =>
  field.kind === 'flag'
    ? [...wordsIn(language).yesNo]
    : Object.values(field.choices ?? {}).map(([, zh, en]) => (language === 'en' ? en : zh))

function kindText(field: Field, referred: Referred | null, language: Language): string {
  const { min, max } = field.options
  const words = wordsIn(language)
  const title = referred?.title ?? field.title[placeOf(language)]
  const choices = choiceLabels(field, language).join(words.comma)
  switch (field.kind) {
    case 'integer':
      return words.whole + words.bounds(min, max)
    case 'decimal':
    case 'money':
      return words.number(field.scale ?? 4, words.bounds(min, max))
    case 'date':
      return words.date
    case 'month':
      return words.month
    case 'dateTime':
      return words.time
    case 'choice':
    case 'flag':
      return words.oneOf(choices)
    case 'reference':
      return words.existing(title)
    case 'links':
      return words.severalExisting(title)
    case 'choices':
      return words.severalOf(choices)
    case 'texts':
      return words.several
    case 'text':
    case 'longText':
      return words.letters(min, max)
    default:
      return words.letters(undefined, undefined)
  }
}

/** The comment on a column's head: whether it must be filled, what goes there, and what the form says of it. */
export function columnComment(
  { field, required }: ImportField,
  isKey: boolean,
  referred: Referred | null,
  language: Language = 'zh',
): string {
  const { default: fallback, help } = field.options
  const words = wordsIn(language)
  const label = fallback === undefined ? '' : defaultLabel(field, language)
  // a text of the organisation's own language is not repeated in the other one
  const isUnsaid = fallback === undefined || (language === 'en' && /\p{Script=Han}/u.test(label))
  const empty = required ? words.required : isUnsaid ? words.optional : words.fallback(label)
  return [
    `${empty}${words.stop}${kindText(field, referred, language)}${words.stop}`.trimEnd(),
    ...(help ? [`${help[placeOf(language)]}${words.stop}`.trimEnd()] : []),
    ...(isKey ? [words.key] : []),
  ].join('\n')
}

function defaultLabel(field: Field, language: Language): string {
  const fallback = field.options.default
  if (field.kind === 'flag') return wordsIn(language).yesNo[fallback === true ? 0 : 1]
  const chosen = Object.values(field.choices ?? {}).find(([code]) => code === fallback)
  return chosen === undefined ? String(fallback) : language === 'en' ? chosen[2] : chosen[1]
}

/** What might stand in a cell. */
export function exampleOf(field: Field, referred: Referred | null, language: Language = 'zh'): string {
  switch (field.kind) {
    case 'date':
      return '2026-01-31'
    case 'month':
      return '2026-01'
    case 'dateTime':
      return '2026-01-31 08:00'
    case 'integer':
      return String(Math.max(1, field.options.min ?? 1))
    case 'decimal':
    case 'money':
      return '12.5'
    case 'choices':
      return choiceLabels(field, language).slice(0, 2).join(wordsIn(language).comma)
    case 'choice':
    case 'flag':
      return choiceLabels(field, language)[0] ?? ''
    case 'links':
      return (referred?.labels.slice(0, 2) ?? []).join(wordsIn(language).comma)
    case 'reference':
      return referred?.labels[0] ?? ''
    default:
      return field.options.optional ? '' : field.title[placeOf(language)]
  }
}
