/** The template of a resource's import: what each column takes, and an example that is never imported. Pure. */
import type { Field } from '#platform/declare/fields.ts'
import type { ImportField } from './resource-fields.ts'

/** Begins the first cell of the template's example; a row that still begins so is passed over. */
export const exampleMark = '（示例）'

/** How a reference is written in a cell: what the target is called, and a few of its names. */
export interface Referred {
  readonly title: string
  readonly labels: readonly string[]
}

const numberBounds = ({ min, max }: Field['options']): string =>
  min !== undefined && max !== undefined
    ? `，${min} 至 ${max}`
    : min !== undefined
      ? `，不小于 ${min}`
      : max !== undefined
        ? `，不大于 ${max}`
        : ''
const listed = (names: readonly string[]): string => names.join('、')
export const choiceLabels = (field: Field): string[] =>
  field.kind === 'flag' ? ['是', '否'] : Object.values(field.choices ?? {}).map(([, zh]) => zh)

function kindText(field: Field, referred: Referred | null): string {
  const { min, max } = field.options
  switch (field.kind) {
    case 'text':
    case 'longText':
      return min !== undefined && min === max ? `${max} 个字` : max === undefined ? '文字' : `文字，最多 ${max} 个字`
    case 'integer':
      return `整数${numberBounds(field.options)}`
    case 'decimal':
    case 'money':
      return `数字，最多 ${field.scale ?? 4} 位小数${numberBounds(field.options)}，不写千分位逗号`
    case 'date':
      return '日期，写作 2026-01-31'
    case 'month':
      return '月份，写作 2026-01'
    case 'dateTime':
      return '时间，写作 2026-01-31 08:00'
    case 'choice':
    case 'flag':
      return `填写其中之一：${listed(choiceLabels(field))}`
    case 'reference':
      return `填写系统里已有的${referred?.title ?? field.title[0]}`
    case 'links':
      return `可填多个，用顿号隔开，都是系统里已有的${referred?.title ?? field.title[0]}`
    case 'choices':
      return `可填多个，用顿号隔开：${listed(choiceLabels(field))}`
    case 'texts':
      return '可填多个，用顿号隔开'
    default:
      return '文字'
  }
}

/** The comment on a column's head: whether it must be filled, what goes there, and what the form says of it. */
export function columnComment({ field, required }: ImportField, isKey: boolean, referred: Referred | null): string {
  const { default: fallback, help } = field.options
  const empty = required
    ? '必填'
    : fallback === undefined
      ? '可以不填'
      : `不填时为${field.choices || field.kind === 'flag' ? defaultLabel(field) : String(fallback)}`
  return [
    `${empty}。${kindText(field, referred)}。`,
    ...(help ? [`${help[0]}。`] : []),
    ...(isKey ? ['系统里已有时更新，没有时新增。'] : []),
  ].join('\n')
}

function defaultLabel(field: Field): string {
  const fallback = field.options.default
  if (field.kind === 'flag') return fallback === true ? '是' : '否'
  return Object.values(field.choices ?? {}).find(([code]) => code === fallback)?.[1] ?? String(fallback)
}

/** What might stand in a cell. */
export function exampleOf(field: Field, referred: Referred | null): string {
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
      return listed(choiceLabels(field).slice(0, 2))
    case 'choice':
    case 'flag':
      return choiceLabels(field)[0] ?? ''
    case 'links':
      return listed(referred?.labels.slice(0, 2) ?? [])
    case 'reference':
      return referred?.labels[0] ?? ''
    default:
      return field.options.optional ? '' : field.title[0]
  }
}
