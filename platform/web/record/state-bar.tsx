/** The states of a record's machine, the present one marked. */
import type { ListDefinition, Row } from '../../declare/wire.ts'
import { asText } from '#platform/format/text.ts'

export function StateBar({ definition, row }: { readonly definition: ListDefinition; readonly row: Row }) {
  const { states, result } = definition
  const field = states === undefined ? undefined : result.find(one => one.field === states.field)
  if (field === undefined) return null
  const present = asText(row[field.field] ?? '')
  return (
    <ol className="zg-state-bar" aria-label={field.title}>
      {field.keyValueList.map(({ value, label }) => (
        <li key={value} {...(String(value) === present ? { 'aria-current': 'step' as const } : {})}>
          {label}
        </li>
      ))}
    </ol>
  )
}
