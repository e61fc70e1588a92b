/** Controls that choose: from fixed options, from the records of another list, from its tree. */
import { useQuery } from '@tanstack/react-query'
import { Form, Select, TreeSelect } from 'antd'
import { useState, type Key } from 'react'
import type { FormItem, TreeOption } from '../../declare/wire.ts'
import { api } from '../api/client.ts'
import { t } from '../i18n/t.ts'
import { ReferenceSelect } from '../list/reference-select.tsx'
import type { ControlProps } from './form-control.tsx'
import { treeOf } from './tree.ts'

/** A tree of up to this many records opens whole. */
const expandedMax = 50

export function Choose({ item, disabled, id, value, onChange }: ControlProps) {
  if (item.narrowedBy !== undefined) return <Narrowed item={item} disabled={disabled} id={id} value={value} onChange={onChange} />
  if (item.target !== null) return <Records item={item} disabled={disabled} id={id} value={value} onChange={onChange} />
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      {...(item.multiple ? { mode: item.options.length > 0 ? ('multiple' as const) : ('tags' as const) } : {})}
      disabled={disabled}
      allowClear={!item.required}
      {...(item.searchable ? { showSearch: { optionFilterProp: 'label' } } : {})}
      value={value}
      options={item.options.map(one => ({ ...one }))}
      onChange={next => onChange?.(next)}
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
      disabled={disabled}
      allowClear={!item.required}
      value={Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value : null}
      onChange={ids => onChange?.(item.multiple ? ids : ids[0])}
    />
  )
}

/** What the other fields of the form leave of the records; a field that is still empty narrows nothing. */
function Narrowed(props: ControlProps) {
  const form = Form.useFormInstance()
  const { narrowedBy } = props.item
  const where: unknown = Form.useWatch(values => JSON.stringify(narrowing(narrowedBy ?? {}, values)), form)
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

/** Found by a part of the name, shown below what it belongs to. */
export function ChooseInTree({ item, disabled, id, value, onChange }: ControlProps) {
  const target = item.target ?? ''
  const { data, isPending, isError } = useQuery({
    queryKey: ['options', target, 'tree'],
    queryFn: ({ signal }) => api.post<TreeOption[]>('/listField/options', { type: target, tree: true }, { signal }),
    staleTime: 30_000,
    // a select without options must not take the whole page away
    throwOnError: false,
  })
  const nodes = data ?? []
  const [unfolded, setUnfolded] = useState<readonly string[] | null>(null)
  // not by the control's own first state: that is decided before the records are there
  const folding =
    nodes.length > expandedMax
      ? {}
      : {
          treeExpandedKeys: [...(unfolded ?? nodes.map(one => String(one.value)))],
          onTreeExpand: (keys: readonly Key[]) => setUnfolded(keys.map(String)),
        }
  return (
    <TreeSelect
      {...(id === undefined ? {} : { id })}
      className="zg-form-wide"
      disabled={disabled}
      allowClear={!item.required}
      loading={isPending}
      showSearch={{ treeNodeFilterProp: 'title' }}
      treeLine
      {...folding}
      treeData={treeOf(nodes)}
      notFoundContent={isError ? t('选项加载失败，请重新打开') : isPending ? t('加载中') : t('没有匹配的选项')}
      // until the names are there, an id would stand in the field
      value={typeof value === 'string' && data !== undefined ? value : undefined}
      onChange={(next: string | undefined) => onChange?.(next)}
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
