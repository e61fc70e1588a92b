/** Controls that choose: from fixed options, from the records of another list, from its tree. */
import { Form, Select } from 'antd'
import { useContext } from 'react'
import type { FormItem } from '../../declare/wire.ts'
import { ReferenceSelect } from '../values/reference-select.tsx'
import { TreeRecords } from '../values/tree-records.tsx'
import { type ControlProps, FormScopeContext } from '../values/form-scope.ts'
import { clearable } from '../widgets/clearable.tsx'

/** Names of chosen records that stand in the control; the others are counted. */
const chosenShownMax = 20

export function Choose({ item, disabled, id, value, onChange }: ControlProps) {
  if (item.narrowedBy !== undefined || item.among !== undefined)
    return <Narrowed item={item} disabled={disabled} id={id} value={value} onChange={onChange} />
  if (item.target !== null) return <Records item={item} disabled={disabled} id={id} value={value} onChange={onChange} />
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      {...(item.multiple ? { mode: item.options.length > 0 ? ('multiple' as const) : ('tags' as const) } : {})}
      disabled={disabled}
      allowClear={clearable(!item.required)}
      {...(item.searchable ? { showSearch: { optionFilterProp: 'label' } } : {})}
      value={value}
      options={item.options.map(one => ({ ...one }))}
      onChange={next => onChange?.(next)}
    />
  )
}

/** A text of lines, each one of the options. */
export function ChooseLines({ item, disabled, id, value, onChange }: ControlProps) {
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      mode="multiple"
      className="zg-form-wide"
      disabled={disabled}
      // of several names that hold the word the shortest is meant
      showSearch={{ optionFilterProp: 'label', filterSort: (a, b) => String(a.label).length - String(b.label).length }}
      options={item.options.map(one => ({ ...one }))}
      value={typeof value === 'string' ? value.split('\n').filter(line => line !== '') : []}
      onChange={lines => onChange?.(lines.join('\n'))}
    />
  )
}

interface RecordsProps extends ControlProps {
  readonly where?: Readonly<Record<string, string>>
}

function Records({ item, disabled, id, value, onChange, where }: RecordsProps) {
  if (item.target === null) return null
  return (
    <ReferenceSelect
      {...(id === undefined ? {} : { id })}
      target={item.target}
      by={item.targetBy}
      where={where}
      multiple={item.multiple}
      {...(item.multiple ? { maxTagCount: chosenShownMax } : {})}
      disabled={disabled}
      allowClear={clearable(!item.required)}
      value={Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value : null}
      onChange={ids => onChange?.(item.multiple ? ids : ids[0])}
    />
  )
}

/** What the other fields of the form leave of the records; a field that is still empty narrows nothing. */
function Narrowed(props: ControlProps) {
  const form = Form.useFormInstance()
  const { narrowedBy, among } = props.item
  const where: unknown = Form.useWatch(values => JSON.stringify({ ...narrowing(narrowedBy ?? {}, values), ...texts(among) }), form)
  return <Records {...props} where={JSON.parse(typeof where === 'string' ? where : '{}') as Record<string, string>} />
}

function narrowing(narrowedBy: Readonly<Record<string, string>>, values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(narrowedBy).flatMap(([own, theirs]) => {
      const value = values[own]
      return typeof value === 'string' || typeof value === 'number' ? [[theirs, String(value)]] : []
    }),
  )
}

const texts = (among: Readonly<Record<string, string | number>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(among).map(([name, value]) => [name, String(value)]))

/** Found by a part of the name, shown below what it belongs to. */
export function ChooseInTree({ item, disabled, id, value, onChange }: ControlProps) {
  const { recordId } = useContext(FormScopeContext)
  return (
    <TreeRecords
      {...(id === undefined ? {} : { id })}
      className="zg-form-wide"
      target={item.target ?? ''}
      multiple={item.multiple}
      disabled={disabled}
      allowClear={clearable(!item.required)}
      exceptBelow={item.isOwnTree === true ? recordId : null}
      value={Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : []}
      onChange={ids => onChange?.(item.multiple ? ids : ids[0])}
    />
  )
}

/** Fields whose choice no longer fits when another changes are emptied, and what hangs on them in turn. */
export function emptied(items: readonly FormItem[], changed: readonly string[]): string[] {
  const found = new Set<string>()
  const follow = (names: readonly string[]): void => {
    for (const { field, narrowedBy } of items) {
      if (found.has(field) || !names.some(name => narrowedBy !== undefined && name in narrowedBy)) continue
      found.add(field)
      follow([field])
    }
  }
  follow(changed)
  return [...found]
}
