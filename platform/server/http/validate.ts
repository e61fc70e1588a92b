/** Checks input against its schema: every failing field in one answer, named as the person knows it. */
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { TLocalizedValidationError } from 'typebox/error'
import { Settings } from 'typebox/system'
import { Default } from 'typebox/value'
import type { Resource } from '#platform/declare/resource.ts'
import type { Language } from '../contract/context.ts'
import { fieldErrorsMax } from '../calls/refusal.ts'
import type { FieldError } from '../contract/route.ts'
import { ownValue } from '#platform/declare/own-value.ts'

// typebox would stop at the eighth
Settings.Set({ maxErrors: fieldErrorsMax })

export type Checked = { readonly value: Record<string, unknown>; readonly errors?: undefined } | { readonly errors: readonly FieldError[] }
export type Check = (input: Record<string, unknown>) => Checked

/** The check of one route. The schema is compiled on first use: 800 routes must not cost their compilation at start. */
export function checkOf(schema: TSchema, resource: Resource | undefined): Check {
  let compiled: ReturnType<typeof Compile> | undefined
  let fills: boolean | undefined
  return input => {
    compiled ??= Compile(schema)
    fills ??= saysDefault(schema)
    const value = fills ? (Default(schema, input) as Record<string, unknown>) : input
    if (compiled.Check(value)) return { value }
    return { errors: fieldErrors(compiled.Errors(value), (path, language) => titleOf(path, schema, resource, language)) }
  }
}

/** Whether a schema has a default anywhere: filling them in walks the whole input, and most calls have none. */
const saysDefault = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && ('default' in schema || Object.values(schema).some(saysDefault))

interface Described {
  readonly title?: string
  readonly properties?: Readonly<Record<string, Described | undefined>>
  readonly items?: Described
}

/** The title of a field, however deep: from the schema, else from the resource, else its name. */
function titleOf(path: readonly string[], schema: TSchema, resource: Resource | undefined, language: Language): string {
  let at: Described | undefined = schema as Described
  for (const part of path) at = ownValue(at?.properties, part) ?? at?.items
  const name = path.at(-1) ?? ''
  return at?.title ?? (path.length === 1 ? ownValue(resource?.fields, name)?.title[language === 'en' ? 1 : 0] : undefined) ?? name
}

type TitleOf = (path: readonly string[], language: Language) => string

/**
 * One error a field: a failing union reports each of its branches, the first says enough. What is said is put together by each language's
 * own grammar.
 */
function fieldErrors(errors: readonly TLocalizedValidationError[], titleOf: TitleOf): FieldError[] {
  const byField = new Map<string, FieldError>()
  const add = (field: string, message: (language: Language) => string): void =>
    void (byField.has(field) || byField.set(field, { field, message: [message('zh'), message('en')] }))
  for (const error of errors) {
    const path = error.instancePath.split('/').slice(1).map(unescaped)
    if (error.keyword === 'required')
      for (const name of error.params.requiredProperties)
        add([...path, name].join('.'), language => missing(titleOf([...path, name], language), path, language))
    else if (error.keyword === 'additionalProperties')
      for (const name of error.params.additionalProperties) add([...path, name].join('.'), language => unknownField(name, language))
    // a closed schema also says `false` at the unknown field itself
    else if (error.keyword === 'boolean') add(path.join('.'), language => unknownField(path.at(-1) ?? '', language))
    else add(path.join('.'), language => placed(at => titleOf(at, language), path, language) + complaint(error, language))
  }
  // a schema without properties reports the whole input under an empty name
  return [...byField.values()]
}

const unescaped = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~')
const unknownField = (name: string, language: Language): string => word(language, `未知的字段 ${name}，请去掉`, `Unknown field ${name}`)
const word = (language: Language, zh: string, en: string): string => (language === 'en' ? en : zh)

/** A Latin name stands apart from the Chinese behind it. */
const spaced = (text: string): string => (/[\x21-\x7e]$/.test(text) ? `${text} ` : text)
const lineOf = (path: readonly string[]): string | undefined => path.find(part => /^\d+$/.test(part))

function missing(title: string, path: readonly string[], language: Language): string {
  const line = lineOf(path)
  if (language === 'en') return `${title} is required${line === undefined ? '' : ` in item ${Number(line) + 1}`}`
  return `${line === undefined ? '' : `第 ${Number(line) + 1} 项：`}请填写${/^[\x21-\x7e]/.test(title) ? ' ' : ''}${title}`
}

/** `明细第 3 项的数量`: numbers in the path are positions, counted from 1. */
function placed(title: (path: readonly string[]) => string, path: readonly string[], language: Language): string {
  if (path.length === 0) return word(language, '请求内容', 'The request ')
  let text = title(path.slice(0, 1))
  path.slice(1).forEach((part, i) => {
    if (/^\d+$/.test(part)) text = word(language, `${spaced(text)}第 ${Number(part) + 1} 项`, `${text} item ${Number(part) + 1}`)
    else
      text = word(
        language,
        `${spaced(text)}的 ${title(path.slice(0, i + 2))}`.replace(/的 (?=[^\x21-\x7e])/, '的'),
        `${text} ${title(path.slice(0, i + 2))}`,
      )
  })
  return language === 'en' ? `${text} ` : spaced(text)
}

const typeNames: Readonly<Record<string, readonly [string, string]>> = {
  string: ['文字', 'text'],
  number: ['数字', 'a number'],
  integer: ['整数', 'an integer'],
  boolean: ['是或否', 'true or false'],
  array: ['列表', 'a list'],
  object: ['对象', 'an object'],
  null: ['空', 'null'],
}
const formatNames: Readonly<Record<string, readonly [string, string]>> = {
  date: ['日期，例如 2026-01-31', 'a date such as 2026-01-31'],
  'date-time': ['时间，例如 2026-01-31T08:00:00+08:00', 'a time such as 2026-01-31T08:00:00+08:00'],
  email: ['邮箱地址', 'an e-mail address'],
  uuid: ['编号', 'an id'],
  uri: ['网址', 'an address'],
}

function complaint(error: TLocalizedValidationError, language: Language): string {
  const en = language === 'en'
  const named = (pair: readonly [string, string] | undefined, raw: string): string => (pair ? pair[en ? 1 : 0] : raw)
  switch (error.keyword) {
    case 'type': {
      const names = [error.params.type].flat().map(t => named(ownValue(typeNames, t), t))
      return en ? `must be ${names.join(' or ')}` : `应为${names.join('或')}`
    }
    case 'format':
      return en
        ? `must be ${named(ownValue(formatNames, error.params.format), error.params.format)}`
        : `应为${named(ownValue(formatNames, error.params.format), error.params.format)}`
    case 'pattern':
      return en ? 'has the wrong format' : '格式不正确'
    case 'enum':
      return en ? `must be one of ${error.params.allowedValues.join(', ')}` : `只能是 ${error.params.allowedValues.join('、')} 之一`
    case 'const':
      return en ? `must be ${String(error.params.allowedValue)}` : `只能是 ${String(error.params.allowedValue)}`
    case 'minLength':
      return error.params.limit === 1
        ? en
          ? 'must not be empty'
          : '不能为空'
        : en
          ? `must have at least ${error.params.limit} characters`
          : `至少 ${error.params.limit} 个字`
    case 'maxLength':
      return en ? `must have at most ${error.params.limit} characters` : `最多 ${error.params.limit} 个字`
    case 'minItems':
      return en ? `must have at least ${error.params.limit} items` : `至少 ${error.params.limit} 项`
    case 'maxItems':
      return en ? `must have at most ${error.params.limit} items` : `最多 ${error.params.limit} 项`
    case 'uniqueItems':
      return en ? 'must not repeat items' : '不能有重复项'
    case 'minimum':
      return en ? `must be at least ${error.params.limit}` : `不能小于 ${error.params.limit}`
    case 'maximum':
      return en ? `must be at most ${error.params.limit}` : `不能大于 ${error.params.limit}`
    case 'exclusiveMinimum':
      return en ? `must be greater than ${error.params.limit}` : `应大于 ${error.params.limit}`
    case 'exclusiveMaximum':
      return en ? `must be less than ${error.params.limit}` : `应小于 ${error.params.limit}`
    default:
      return en ? 'is not valid' : '不正确'
  }
}
