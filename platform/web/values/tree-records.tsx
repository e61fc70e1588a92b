/** A searchable choice among the records of a tree, each below what it belongs to: in forms one or several, in filters several. */
import { useQuery } from '@tanstack/react-query'
import { TreeSelect, type TreeSelectProps } from 'antd'
import { useState, type Key } from 'react'
import type { TreeOption } from '../../declare/wire.ts'
import { api } from '../api/client.ts'
import { treeOf, without } from './tree.ts'
import { NoOptions } from './no-options.tsx'

/** A tree of up to this many records opens whole. */
const expandedMax = 50

interface TreeRecordsProps extends Omit<TreeSelectProps, 'treeData' | 'value' | 'onChange' | 'multiple' | 'showSearch' | 'prefix'> {
  /** list type of the records */
  readonly target: string
  readonly multiple?: boolean
  readonly value: readonly string[]
  readonly onChange: (value: readonly string[]) => void
  /** a record that is left out with all below it: it can't stand below itself */
  readonly exceptBelow?: string | null
  /** the field's title, inside the control before the value */
  readonly title?: string
}

/** Chosen ids, one at most unless `multiple`. */
export function TreeRecords({ target, multiple = false, value, onChange, exceptBelow = null, title, ...rest }: TreeRecordsProps) {
  const { data, isPending, isError } = useQuery({
    queryKey: ['options', target, 'tree'],
    queryFn: ({ signal }) => api.post<TreeOption[]>('/listField/options', { type: target, tree: true }, { signal }),
    staleTime: 30_000,
    // a select without options must not take the whole page away
    throwOnError: false,
  })
  const nodes = exceptBelow === null ? (data ?? []) : without(data ?? [], exceptBelow)
  const [unfolded, setUnfolded] = useState<readonly string[] | null>(null)
  // not by the control's own first state: that is decided before the records are there
  const folding =
    nodes.length > expandedMax
      ? {}
      : {
          treeExpandedKeys: [...(unfolded ?? nodes.map(one => String(one.value)))],
          onTreeExpand: (keys: readonly Key[]) => setUnfolded(keys.map(String)),
        }
  // until the names are there, an id would stand in the field
  const known = data === undefined ? [] : value
  return (
    <TreeSelect<string | string[]>
      {...(rest as object)}
      {...(title === undefined ? {} : { prefix: <span className="zg-control-title">{title}</span> })}
      {...(multiple ? { multiple: true } : {})}
      loading={isPending}
      showSearch={{ treeNodeFilterProp: 'title' }}
      treeLine
      {...folding}
      treeData={treeOf(nodes)}
      notFoundContent={
        <NoOptions target={target} state={isError ? 'failed' : isPending ? 'loading' : 'none'} isNarrowed={nodes.length > 0} />
      }
      {...(multiple ? { value: [...known] } : known[0] === undefined ? {} : { value: known[0] })}
      onChange={(next: string | string[] | undefined) => onChange(next === undefined ? [] : [next].flat())}
    />
  )
}
