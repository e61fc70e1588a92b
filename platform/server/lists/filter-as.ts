/** Which control the filter of a field gets. Pure. */
import type { Field, FilterAs } from '#platform/declare/fields.ts'
import type { Resource } from '#platform/declare/resource.ts'

/** More choices than these are looked for, not overlooked at a glance. */
const fewMax = 6

/** The declared control, else the one that fits the field's kind; null: the field is no filter. */
export function filterAsOf(f: Field): FilterAs | null {
  const { filter, filterAs } = f.options
  if (filter === undefined || filterAs !== undefined) return filterAs ?? null
  if (filter === 'contains') return 'text'
  const isRange = filter === 'range'
  switch (f.kind) {
    case 'date':
    case 'dateTime':
    case 'month':
      return isRange ? 'dateRange' : 'date'
    case 'integer':
    case 'decimal':
    case 'money':
      return isRange ? 'numberRange' : 'text'
    case 'flag':
      return 'radio'
    case 'choice':
    case 'choices':
      if (Object.keys(f.choices ?? {}).length > fewMax) return 'select'
      return filter === 'select' ? 'tags' : 'radio'
    case 'reference':
    case 'links':
      return 'select'
    default:
      return 'text'
  }
}

/** What a declared control can't show: the program refuses to start with it. */
export function filterFaults(name: string, f: Field, target: Resource | undefined): string[] {
  const { filter, filterAs } = f.options
  if (filterAs === undefined) return []
  if (filter === undefined) return [`${name}: filterAs without filter`]
  const isChosen = f.choices !== undefined || f.kind === 'flag'
  if ((filterAs === 'radio' || filterAs === 'checkbox' || filterAs === 'tags') && !isChosen) return [`${name}: ${filterAs} needs choices`]
  if (filterAs === 'select' && !isChosen && f.to === undefined) return [`${name}: select needs choices or a reference`]
  if (filterAs === 'groups' && target?.option?.group === undefined)
    return [`${name}: groups needs a reference whose target declares option.group`]
  return []
}
