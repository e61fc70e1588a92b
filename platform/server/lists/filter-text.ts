/** The filter of a list or report in words, for the sheet of an export that says what the file holds. */
import type { Field } from '#platform/declare/fields.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Condition, ConditionCode, ListQuery } from '#platform/declare/wire.ts'
import type { Context } from '../contract/context.ts'
import { fieldOf } from './columns.ts'
import { askingOf, conditionValues } from './conditions.ts'
import { labelsOf } from './labels.ts'
import { isWide } from './named-rows.ts'
import { boundDays, filterConditions } from './query.ts'
import { conditionField } from './search.ts'
import { treeOf } from './subtree.ts'

/** Values written out before the rest is counted. */
const valuesSaidMax = 20

const verbs: Readonly<Record<ConditionCode, string>> = {
  EQ: '等于',
  NE: '不等于',
  LIKE: '包含',
  NOT_LIKE: '不包含',
  START: '开头是',
  IN: '属于',
  NOT_IN: '不属于',
  GT: '大于',
  GE: '大于等于',
  LT: '小于',
  LE: '小于等于',
  BETWEEN: '介于',
  EMPTY: '为空',
  NOT_EMPTY: '不为空',
  YESTERDAY: '为昨天',
  TODAY: '为今天',
  LAST_WEEK: '为上周',
  THIS_WEEK: '为本周',
  LAST_MONTH: '为上月',
  THIS_MONTH: '为本月',
  LAST_7_DAYS: '为最近 7 天',
  LAST_30_DAYS: '为最近 30 天',
}

const verbsOfSeveral: Readonly<Partial<Record<ConditionCode, string>>> = {
  EQ: '包含全部',
  NE: '不全包含',
  IN: '包含任一',
  NOT_IN: '都不包含',
}

/** 甲、乙 等 120 个 */
export function severalText(values: readonly string[]): string {
  const said = values.slice(0, valuesSaidMax).join('、')
  return values.length > valuesSaidMax ? `${said} 等 ${values.length} 个` : said
}

/** Each condition as a sentence of title, verb and values; nothing filtered is said as well. */
export async function filterText(context: Context, r: Resource, query: ListQuery): Promise<string> {
  const asking = askingOf(context)
  const days = boundDays(r, query, asking)
  const period = days === null || r.bound === undefined ? [] : [`${fieldOf(r, r.bound.field)?.title[0] ?? ''}介于 ${days.join(' 至 ')}`]
  const said = await Promise.all(filterConditions(r, query, asking.resources).map(one => conditionSaid(context, r, one)))
  return [...period, ...said].join('；') || '无'
}

/** Fields of several values, and references into a tree, mean more by the same words. */
function verbSaid({ house }: Context, field: Field | undefined, code: ConditionCode): string {
  if (field?.kind === 'choices' || field?.kind === 'links') return verbsOfSeveral[code] ?? verbs[code]
  const isWithin = (code === 'IN' || code === 'NOT_IN') && field !== undefined && treeOf(field, house.registry.resources) !== null
  return isWithin ? `${verbs[code]}（含下级）` : verbs[code]
}

async function conditionSaid(context: Context, r: Resource, c: Condition): Promise<string> {
  const field = conditionField(r, c.field)
  const values = conditionValues(c) ?? []
  const shown = field === undefined ? values : await valuesSaid(context, field, values.slice(0, valuesSaidMax))
  const named = c.condition === 'BETWEEN' ? shown.join(' 至 ') : severalText([...shown, ...values.slice(shown.length)])
  return [`${field?.title[0] ?? c.field}${verbSaid(context, field, c.condition)}`, named].filter(one => one !== '').join(' ')
}

/** Stored values as a person reads them. */
async function valuesSaid(context: Context, field: Field, values: readonly string[]): Promise<readonly string[]> {
  if (field.choices) {
    const titles = new Map(Object.values(field.choices).map(one => [String(one[0]), one[1]]))
    return values.map(value => titles.get(value) ?? value)
  }
  if (field.kind === 'flag') return values.map(value => (value === '1' || value === 'true' ? '是' : '否'))
  if (field.to === undefined) return values
  const labels = await labelsOf(context, field.to, field.by ?? 'id', values, isWide(field))
  return values.map(value => labels.get(value) ?? value)
}
