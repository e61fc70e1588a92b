/** What narrows a list, one chip each: its words, and the list without it. Pure. */
import { isRelativeCondition } from '#platform/format/date-ranges.ts'
import { t } from '../i18n/t.ts'
import type { Condition, FieldDefinition, ListDefinition } from '../../declare/wire.ts'
import { conditionName } from '../schemes/condition-names.ts'
import { liftedPresets } from '../values/list-query.ts'
import { splitValues, withFilters, type ListState } from '../values/list-state.ts'

export interface Chip {
  readonly key: string
  readonly title: string
  /** the operator, where it says more than "is" */
  readonly verb: string | null
  readonly values: readonly string[]
  /** of a reference: its values are ids to be named */
  readonly field: Pick<FieldDefinition, 'kind' | 'target' | 'targetBy' | 'keyValueList'> | null
  readonly without: ListState
}

const fieldOf = (definition: ListDefinition, name: string): FieldDefinition | null =>
  definition.filterList.find(one => one.field === name) ?? definition.result.find(one => one.field === name) ?? null

const plainVerbs: ReadonlySet<string> = new Set(['EQ', 'IN', 'LIKE'])

function filterChip(definition: ListDefinition, state: ListState, name: string, text: string): Chip {
  const field = fieldOf(definition, name)
  const isRange = field?.filterKind === 'range' || definition.bound?.field === name
  const [from = '', to = ''] = splitValues(text)
  const values = isRelativeCondition(text)
    ? [conditionName(text)]
    : isRange
      ? [from === to ? from : `${from} ~ ${to}`]
      : field?.filterKind === 'contains' || field === null
        ? [text]
        : splitValues(text)
  const without = withFilters(state, { [name]: '' })
  return { key: `f.${name}`, title: field?.title ?? name, verb: null, values, field: isRange ? null : field, without }
}

function conditionChip(definition: ListDefinition, state: ListState, one: Condition, at: number): Chip {
  const field = fieldOf(definition, one.field)
  const now = field?.kind === 'dateTime' ? t('现在') : t('今天')
  const all = one.condition === undefined ? [] : splitValues(one.value ?? '').map(value => (value === 'now' ? now : value))
  const values = one.condList !== undefined && one.condList.length > 0 ? one.condList : all
  const isBetween = one.condition === 'BETWEEN'
  return {
    key: `c.${at}.${one.field}`,
    title: one.field === definition.search?.field ? definition.search.title : (field?.title ?? one.field),
    verb: isBetween || plainVerbs.has(one.condition) ? null : conditionName(one.condition, field ?? undefined),
    values: isBetween ? [values.join(' ~ ')] : values,
    field: isBetween ? null : field,
    without: { ...state, conditions: (state.conditions ?? []).filter(other => other !== one), pageNum: 1 },
  }
}

/** Whether the list asks by it: what an address names besides narrows nothing. */
const isAsked = (definition: ListDefinition, name: string): boolean => definition.filterList.some(one => one.field === name)

/** Filters of the bar, the search box, then the conditions of scheme or dialog. */
export function chipsOf(definition: ListDefinition, state: ListState): readonly Chip[] {
  const { search } = state
  const lifted = liftedPresets(definition, state)
  const searched: Chip[] =
    search === null || (search.field !== definition.search?.field && fieldOf(definition, search.field) === null)
      ? []
      : [
          {
            key: 'search',
            title:
              search.field === definition.search?.field
                ? definition.search.title
                : (fieldOf(definition, search.field)?.title ?? search.field),
            verb: null,
            values: search.values,
            field: null,
            without: { ...state, search: null, pageNum: 1 },
          },
        ]
  return [
    ...searched,
    ...Object.entries(state.filters)
      .filter(([name]) => isAsked(definition, name) && !lifted.includes(name))
      .map(([name, text]) => filterChip(definition, state, name, text)),
    ...(state.conditions ?? []).map((one, at) => conditionChip(definition, state, one, at)),
  ]
}

/** What the filters are called that an exact number has lifted, and the list with them again: none is lifted twice. */
export function liftedChip(
  definition: ListDefinition,
  state: ListState,
): (Pick<Chip, 'title' | 'values'> & { readonly restored: ListState }) | null {
  const [name] = liftedPresets(definition, state)
  const text = name === undefined ? undefined : state.filters[name]
  if (name === undefined || text === undefined) return null
  const { title, values } = filterChip(definition, state, name, text)
  return { title, values, restored: { ...state, presets: [], pageNum: 1 } }
}
