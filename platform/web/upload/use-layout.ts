/** The layout of a file as it is being taught: what the server suggests, mended by hand, tried again with each change. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LayoutSuggestion } from '../../declare/import-preview.ts'
import type { UploadDefinition } from '../../declare/wire.ts'
import type { UploadedFile } from '../../declare/wire-values.ts'
import { ApiError, api } from '../api/client.ts'
import { t } from '../i18n/t.ts'
import { pathOf } from '../values/call.ts'
import { useDebounced } from '../values/use-debounced.ts'

export type LayoutValues = Readonly<Record<string, string>>
export type Teach = NonNullable<UploadDefinition['teach']>

/** Gives a column to a field of the layout; a column goes to one field, a field has one column. */
export function assigned(values: LayoutValues, heads: readonly string[], head: string, field: string | null): LayoutValues {
  const kept = Object.entries(values).filter(([name, value]) => name !== field && !(heads.includes(name) && value === head))
  return Object.fromEntries(field === null ? kept : [...kept, [field, head]])
}

export interface TaughtLayout {
  readonly suggestion: LayoutSuggestion | undefined
  readonly values: LayoutValues
  readonly isTrying: boolean
  /** why the file can't be read at all */
  readonly refusal: string | null
  readonly headLine: number | null
  setHeadLine(line: number | null): void
  set(values: LayoutValues): void
  retry(): void
}

const typingMs = 400

export function useLayout(teach: Teach, file: UploadedFile, ownerId: string | null): TaughtLayout {
  const [byHand, setByHand] = useState<LayoutValues | null>(null)
  const [headLine, setHeadLine] = useState<number | null>(null)
  // words are typed letter by letter
  const [asked, setAsked] = useState<LayoutValues | null>(null)
  const soon = useDebounced((values: LayoutValues) => setAsked(values), typingMs)
  const query = useQuery({
    queryKey: ['layout', file.id, ownerId, headLine, asked],
    queryFn: ({ signal }) =>
      api.post<LayoutSuggestion>(
        pathOf(teach.suggest),
        {
          fileId: file.id,
          ...(ownerId === null ? {} : { [teach.ownerField]: ownerId }),
          ...(headLine === null ? {} : { headLine }),
          ...(asked === null ? {} : { values: asked }),
        },
        { signal, quiet: true },
      ),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    throwOnError: false,
  })
  const { error } = query
  return {
    suggestion: query.data,
    values: byHand ?? query.data?.values ?? {},
    isTrying: query.isFetching || asked !== byHand,
    refusal: error === null ? null : error instanceof ApiError ? error.msg : t('预览加载失败'),
    headLine,
    setHeadLine: line => {
      setHeadLine(line)
      soon.cancel()
      setByHand(null)
      setAsked(null)
    },
    set: values => {
      setByHand(values)
      soon.later(values)
    },
    retry: () => void query.refetch(),
  }
}

/** What stands in the way of keeping it, or null. */
export function layoutError(layout: TaughtLayout, name: string, ownerId: string | null, ownerTitle: string): string | null {
  const { suggestion, values } = layout
  const has = (field: string): boolean => (values[field] ?? '') !== ''
  if (ownerId === null) return t('请选择{title}', { title: ownerTitle })
  if (name.trim() === '') return t('请填写名称')
  if (layout.isTrying) return t('正在检查文件，请稍候')
  if (layout.refusal !== null) return layout.refusal
  if (!has('dayHead')) return t('请指出日期在哪一列')
  if (!has('amountHead') && !(has('incomeHead') && has('outgoHead'))) return t('请指出金额列，或收入列和支出列')
  if (suggestion?.read === null || suggestion?.rows.length === 0) return t('按这个版式一行也读不出，请检查列对应')
  return null
}
