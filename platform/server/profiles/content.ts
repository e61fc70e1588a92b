/** What a scheme says, held against the declaration of its list; and what of it still holds when it is read. Pure. */
import type { Title } from '#platform/declare/title.ts'
import { allText } from '#platform/declare/search.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { ListView } from '#platform/declare/shown-as.ts'
import type { Condition, FieldDefinition, ListLayout, Scheme, SchemeContent } from '#platform/declare/wire.ts'
import { isRelativeCondition } from '#platform/format/date-ranges.ts'
import { refuse } from '../calls/refusal.ts'
import type { FieldError } from '../contract/route.ts'
import { fieldOf } from '../lists/columns.ts'
import { conditionField } from '../lists/search.ts'
import { predicateOfCondition, type Asking } from '../lists/conditions.ts'

/** pixels */
const widthMin = 40
const widthMax = 800
export const clampWidth = (width: number | null | undefined): number | null =>
  width === null || width === undefined ? null : Math.min(widthMax, Math.max(widthMin, Math.round(width)))

/** The column every logistics list shows; a scheme that shows it alone says nothing about columns (specification, section 5). */
const defaultColumnTitle = '物流单号'
const columnsMax = 500
/** former contents kept for taking a change back */
export const historyMax = 20

interface Said {
  readonly name?: string
  readonly columnList?: readonly { readonly field: string; readonly width?: number | null }[]
  readonly conditionList?: readonly Condition[]
  readonly orderByList?: readonly { readonly field: string; readonly orderBy: 'ASC' | 'DESC' }[]
  readonly view?: ListView
}

/** What each kind is called in a refusal. */
const words: Readonly<Record<Scheme['kind'], Title>> = { 1: ['方案', 'scheme'], 2: ['标签', 'tab'], 3: ['列方案', 'column set'] }

/** The words of the search box stand for no field of their own. */
const isAllText = (r: Resource, field: string): boolean => field === allText && conditionField(r, field) !== undefined

/** The content to keep; one refusal names every fault. `fields`: those the caller may see. */
export function checkedContent(
  r: Resource,
  fields: readonly FieldDefinition[],
  said: Said,
  asking: Asking,
  kind: Scheme['kind'],
): SchemeContent {
  const errors: FieldError[] = []
  const titles = new Map(fields.map(f => [f.field, f.title]))
  const titleOf = (field: string): { title: string } => ({ title: titles.get(field) ?? conditionField(r, field)?.title[0] ?? field })
  const name = said.name?.trim() ?? ''
  if (name === '') errors.push({ field: 'name', message: sentence`${words[kind]}名称不能为空` })
  const columns = said.columnList ?? []
  const conditions = said.conditionList ?? []
  const order = said.orderByList ?? []
  if (columns.length > columnsMax) errors.push({ field: 'columnList', message: sentence`最多保存 ${columnsMax} 列` })
  for (const c of columns) if (!titles.has(c.field)) errors.push({ field: 'columnList', message: sentence`未知的列 ${c.field}` })
  for (const c of conditions) {
    const faulty =
      titles.has(c.field) || isAllText(r, c.field)
        ? predicateOfCondition(r, c, asking)
        : { field: c.field, message: sentence`未知的筛选字段 ${c.field}` }
    if ('message' in faulty) errors.push({ field: 'conditionList', message: faulty.message })
  }
  for (const o of order)
    if (!titles.has(o.field) || fieldOf(r, o.field)?.options.sort !== true)
      errors.push({ field: 'orderByList', message: sentence`不能按 ${o.field} 排序` })
  for (const [list, field] of [
    [columns, 'columnList'],
    // a tab keeps what the bar says: filter and search box may both name a field
    [kind === 2 ? [] : conditions, 'conditionList'],
    [order, 'orderByList'],
  ] as const) {
    const twice = list.find((one, i) => list.findIndex(other => other.field === one.field) !== i)
    if (twice) errors.push({ field, message: sentence`${titles.get(twice.field) ?? twice.field}出现了两次，请只保留一个` })
  }
  if (said.view !== undefined && !hasView(r, said.view)) errors.push({ field: 'view', message: sentence`此列表没有这种视图` })
  if (errors.length > 0) throw refuse.invalid(errors)
  const onlyDefault = columns.length === 1 && titles.get(columns[0]?.field ?? '') === defaultColumnTitle
  return {
    name,
    columnList: onlyDefault ? [] : columns.map(c => ({ field: c.field, width: clampWidth(c.width), ...titleOf(c.field) })),
    conditionList: conditions.map(c => ({ ...keptCondition(c), ...titleOf(c.field) })),
    orderByList: order.map(o => ({ field: o.field, orderBy: o.orderBy, ...titleOf(o.field) })),
    ...(said.view === undefined ? {} : { view: said.view }),
  }
}

const hasView = ({ shownAs }: Resource, view: ListView): boolean => view === 'table' || shownAs?.[view] !== undefined

/** Relative days and the tests for emptiness say all by themselves; values beside them are not looked at, and not kept. */
function keptCondition({ field, condition, value, condList }: Condition): Condition {
  if (isRelativeCondition(condition) || condition === 'EMPTY' || condition === 'NOT_EMPTY') return { field, condition }
  // the list of values goes before the joined ones
  return condList !== undefined && condList.length > 0 ? { field, condition, condList } : { field, condition, value: value ?? '' }
}

/**
 * The part that still holds, and the titles of what has been removed from the declaration; what the reader may not see is dropped in
 * silence.
 */
export function presentContent(
  r: Resource,
  fields: readonly FieldDefinition[],
  kept: SchemeContent,
): { readonly content: SchemeContent; readonly removed: readonly string[] } {
  const seen = new Set(fields.map(f => f.field))
  const holds = (one: { readonly field: string }): boolean => seen.has(one.field) || isAllText(r, one.field)
  const all = [...kept.columnList, ...kept.conditionList, ...kept.orderByList]
  const removed = all.filter(one => conditionField(r, one.field) === undefined).map(one => one.title ?? one.field)
  return {
    content: {
      name: kept.name,
      columnList: kept.columnList.filter(holds),
      conditionList: kept.conditionList.filter(holds),
      orderByList: kept.orderByList.filter(holds),
      ...(kept.view !== undefined && hasView(r, kept.view) ? { view: kept.view } : {}),
    },
    removed: [...new Set(removed)],
  }
}

/** A layout without fields the list does not have (any more, or for this person), its widths within bounds. */
export function checkedLayout(fields: readonly FieldDefinition[], layout: ListLayout): ListLayout {
  const known = new Map(fields.map(f => [f.field, f]))
  const taken = new Set<string>()
  const columns = layout.columns.flatMap(column => {
    const field = known.get(column.field)
    if (!field || taken.has(column.field)) return []
    taken.add(column.field)
    return [{ ...column, isShow: column.isShow || field.isDisabled, width: clampWidth(column.width) }]
  })
  return { columns, density: layout.density }
}
