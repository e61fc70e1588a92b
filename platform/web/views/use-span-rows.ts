/** Rows of a calendar or a Gantt in one read, and the update that moves one of them. */
import { showBatchResult } from '../values/undo.ts'
import { t } from '../i18n/t.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { ListAnswer, ListDefinition, ListQuery, Row } from '../../declare/wire.ts'
import { change, read } from '../values/call.ts'
import { ignoreShownRefusal } from '../api/ignore-shown-refusal.ts'
import { spanBody, type Days, type SpanFields } from './span.ts'

/** What one read brings at most; what is beyond is told. */
export const rowsMax = 1_000

export interface SpanRows {
  readonly rows: readonly Row[]
  readonly total: number
  readonly isPending: boolean
  readonly error: Error | null
  retry(): void
  /** shown at once, and taken back where it is refused */
  move(row: Row, fields: SpanFields, days: Days): void
}

const none: readonly Row[] = []

export function useSpanRows(definition: ListDefinition, name: string, query: ListQuery, isReady: boolean): SpanRows {
  const client = useQueryClient()
  const key = useMemo(() => ['list', definition.type, name, query], [definition.type, name, query])
  const found = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      read<ListAnswer>(definition.calls.list, { ...query, pageNum: 1, pageSize: rowsMax, only: 'rows' }, { signal, quiet: true }),
    enabled: isReady,
    placeholderData: before => before,
    throwOnError: false,
  })
  const move = useCallback(
    (row: Row, fields: SpanFields, days: Days): void => {
      const call = definition.calls.update
      if (call === undefined) return
      const body = spanBody(row, fields, days)
      const before = client.getQueryData<ListAnswer>(key)
      const moved = { ...row, ...body }
      client.setQueryData<ListAnswer>(key, now => now && { ...now, list: now.list.map(one => (one.id === row.id ? moved : one)) })
      const done = async (): Promise<void> => {
        try {
          const saved = await change(call, body)
          const refresh = (): void => void client.invalidateQueries({ queryKey: ['list', definition.type] })
          showBatchResult(definition.calls, t('已保存'), saved, refresh)
        } catch (error) {
          client.setQueryData(key, before)
          throw error
        } finally {
          await client.invalidateQueries({ queryKey: ['list', definition.type] })
        }
      }
      void ignoreShownRefusal(done())
    },
    [client, definition, key],
  )
  return {
    rows: found.data?.list ?? none,
    total: found.data?.total ?? 0,
    isPending: found.isPending,
    error: found.error,
    retry: () => void found.refetch(),
    move,
  }
}
