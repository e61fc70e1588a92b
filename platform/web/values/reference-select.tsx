/** Searchable select over the records of another list: options come from the server by keyword. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select, type SelectProps } from 'antd'
import { useState, type ReactNode } from 'react'
import type { RecordOption } from '../../declare/wire.ts'
import { api } from '../api/client.ts'
import { SmallPicture } from './cell-value.tsx'
import { multiSelectProps } from './multi-select-props.tsx'
import { NoOptions } from './no-options.tsx'
import { useDebounced } from './use-debounced.ts'
import { clearable } from '../widgets/clearable.tsx'

const searchDelayMs = 500

interface ReferenceSelectProps extends Omit<SelectProps, 'options' | 'value' | 'onChange' | 'mode' | 'showSearch' | 'prefix'> {
  /** list type of the records */
  readonly target: string
  /** natural key that stands for a record; absent: its id */
  readonly by?: string | undefined
  /** only records whose fields have these values */
  readonly where?: Readonly<Record<string, string>> | undefined
  readonly multiple?: boolean
  readonly value?: readonly string[] | string | null
  readonly onChange?: (value: readonly string[]) => void
  /** what the empty id is called, where it asks for what refers to none */
  readonly none?: string
  /** the field's title, inside the control before the value */
  readonly title?: string
}

function idsOf(value: ReferenceSelectProps['value']): string[] {
  if (value === null || value === undefined || value === '') return []
  return typeof value === 'string' ? [value] : [...value]
}

interface OptionsAsk {
  readonly target: string
  readonly by: string | undefined
  /** null: only the chosen ones are asked for */
  readonly keyword: string | null
  readonly ids: readonly string[]
  /** with what each record belongs to */
  readonly grouped?: boolean
  readonly where?: Readonly<Record<string, string>> | undefined
}

/** Options found by keyword, and those of the chosen ids that the keyword does not find. */
export function useRecordOptions({ target, by, keyword, ids, grouped = false, where }: OptionsAsk): {
  options: RecordOption[]
  loading: boolean
  failed: boolean
} {
  const asked = { type: target, ...(by === undefined ? {} : { by }), ...(grouped ? { grouped } : {}) }
  const found = useQuery({
    queryKey: ['options', target, by, keyword, grouped, where],
    queryFn: ({ signal }) =>
      api.post<RecordOption[]>('/listField/options', { ...asked, keyword, ...(where === undefined ? {} : { where }) }, { signal }),
    enabled: keyword !== null,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    // a select without options must not take the whole page away
    throwOnError: false,
  })
  const options = found.data ?? []
  // no record has the empty id: it stands for none
  const unnamed = ids.filter(id => id !== '' && !options.some(one => String(one.value) === id))
  const named = useQuery({
    queryKey: ['options', target, by, 'ids', ...unnamed],
    queryFn: ({ signal }) => api.post<RecordOption[]>('/listField/options', { ...asked, ids: unnamed }, { signal }),
    enabled: (keyword === null || found.data !== undefined) && unnamed.length > 0,
    staleTime: 30_000,
    throwOnError: false,
  })
  const chosen = (named.data ?? []).filter(one => unnamed.includes(String(one.value)))
  return { options: [...chosen, ...options], loading: found.isFetching, failed: found.isError }
}

const named = (label: ReactNode, picture: string | undefined): ReactNode =>
  picture === undefined ? (
    label
  ) : (
    <>
      <SmallPicture key={picture} file={picture} />
      {label}
    </>
  )

/** Records of like names are told apart by the second line. */
function TwoLines({ label, detail }: { label: ReactNode; detail: string | undefined }) {
  return detail === undefined ? (
    label
  ) : (
    <span className="zg-option">
      <span>{label}</span>
      <small>{detail}</small>
    </span>
  )
}

/** Chosen ids as strings, one at most unless `multiple`. */
export function ReferenceSelect({ target, by, where, multiple = false, value, onChange, title, none, ...rest }: ReferenceSelectProps) {
  const [keyword, setKeyword] = useState('')
  const search = useDebounced((text: string) => setKeyword(text.trim()), searchDelayMs)
  const ids = idsOf(value)
  const { options, loading, failed } = useRecordOptions({ target, by, keyword, ids, where })
  return (
    <Select
      {...rest}
      {...(multiple ? (title === undefined ? { mode: 'multiple' as const, maxTagCount: rest.maxTagCount ?? 1 } : multiSelectProps) : {})}
      {...(title === undefined ? {} : { prefix: <span className="zg-control-title">{title}</span> })}
      allowClear={rest.allowClear ?? clearable()}
      value={multiple ? ids : (ids[0] ?? null)}
      loading={loading}
      showSearch={{ filterOption: false, onSearch: search.later }}
      notFoundContent={
        <NoOptions
          target={target}
          state={failed ? 'failed' : loading ? 'loading' : 'none'}
          isNarrowed={keyword !== '' || where !== undefined}
        />
      }
      options={[
        ...(none !== undefined && ids.includes('') ? [{ value: '', label: none, detail: undefined, picture: undefined }] : []),
        ...options.map(one => ({ value: String(one.value), label: one.label, detail: one.detail, picture: one.picture })),
      ]}
      optionRender={option => <TwoLines label={named(option.label, option.data.picture)} detail={option.data.detail} />}
      onChange={(next: string | readonly string[] | null | undefined) => onChange?.(idsOf(next))}
    />
  )
}
