/** One filter of a report by a dimension: records are searched for, other values are offered as the report has them or typed. */
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import type { DimensionDefinition, ReportAnswer, ReportDefinition } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { read } from '../values/call.ts'
import { ReferenceSelect } from '../values/reference-select.tsx'
import { periodOf } from './report-query.ts'
import type { ReportState } from './report-state.ts'
import { clearable } from '../widgets/clearable.tsx'

/** Values offered; others can be typed or pasted. */
const offeredMax = 200

interface DimensionFilterProps {
  readonly definition: ReportDefinition
  readonly dimension: DimensionDefinition
  readonly state: ReportState
  readonly onChange: (values: readonly string[]) => void
}

export function DimensionFilter(props: DimensionFilterProps) {
  const { dimension, state, onChange } = props
  if (dimension.target === null) return <ValueFilter {...props} />
  return (
    <ReferenceSelect
      className="zg-filter"
      aria-label={dimension.title}
      target={dimension.target}
      multiple
      title={dimension.title}
      none={t('未分摊')}
      value={state.where[dimension.name] ?? []}
      onChange={onChange}
    />
  )
}

function ValueFilter({ definition, dimension, state, onChange }: DimensionFilterProps) {
  const [isWanted, setWanted] = useState(false)
  const { [dimension.name]: chosen = [], ...where } = state.where
  const query = { by: [dimension.name], where, ...periodOf(state), currency: 'CNY' as const, pageNum: 1, pageSize: offeredMax }
  const offered = useQuery({
    queryKey: ['report', definition.name, 'values', query],
    queryFn: ({ signal }) => read<ReportAnswer>(definition.calls.rows, query, { signal, quiet: true }),
    // the names of chosen values are needed even before the list is opened
    enabled: isWanted || chosen.length > 0,
    throwOnError: false,
  })
  // with the name beside the value one finds a SKU by its product
  const options = (offered.data?.list ?? []).map(({ key, label }) => ({
    value: key[dimension.name] ?? '',
    label: [label[dimension.name], dimension.about === null ? undefined : label[dimension.about]].filter(Boolean).join(' ') || t('未分摊'),
  }))
  return (
    <Select
      className="zg-filter"
      mode="tags"
      allowClear={clearable()}
      maxTagCount={1}
      aria-label={dimension.title}
      prefix={<span className="zg-control-title">{dimension.title}</span>}
      value={[...chosen]}
      loading={offered.isFetching}
      notFoundContent={offered.isFetching ? t('加载中') : t('没有可选的值，可直接输入')}
      options={options}
      showSearch={{ optionFilterProp: 'label' }}
      // a column copied from a sheet
      tokenSeparators={[',', '，', '\n', '\t']}
      onOpenChange={isOpen => isOpen && setWanted(true)}
      onChange={(next: string[]) => onChange([...new Set(next.map(one => one.trim()))])}
    />
  )
}
