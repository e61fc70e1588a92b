/** Reading the shelf and writing to it from its pages. */
import { feedback } from '#platform/web/api/feedback.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Condition, ListAnswer, Row } from '#platform/declare/wire.ts'
import type { UploadedFile } from '#platform/declare/wire-values.ts'
import { ApiError, api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import type { BookView } from './answers.ts'

const key = 'cultureBook'

export interface ShelfAsk {
  readonly keyword: string
  /** ids of kinds; none: all */
  readonly typeId: string | null
  readonly isFree: boolean
  readonly pageNum: number
}
export const shelfPageSize = 24

const keywordCondition = (keyword: string): Condition =>
  /^97[89]\d{10}$/.test(keyword)
    ? { field: 'isbn', condition: 'EQ', value: keyword }
    : { field: 'allText', condition: 'LIKE', value: keyword.replaceAll(/([%_\\,])/g, '\\$1') }

export function useShelf({ keyword, typeId, isFree, pageNum }: ShelfAsk) {
  const conditionList: Condition[] = [
    { field: 'isPublic', condition: 'EQ', value: '1' },
    ...(keyword === '' ? [] : [keywordCondition(keyword)]),
    ...(typeId === null ? [] : [{ field: 'typeId', condition: 'EQ' as const, value: typeId }]),
    ...(isFree ? [{ field: 'freeCount', condition: 'GE' as const, value: '1' }] : []),
  ]
  return useQuery<ListAnswer>({
    queryKey: [key, 'shelf', conditionList, pageNum],
    queryFn: ({ signal }) => api.post('/cultureBook/list', { pageNum, pageSize: shelfPageSize, conditionList }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
}

export const useBook = (id: string) =>
  useQuery<BookView>({
    queryKey: [key, 'view', id],
    queryFn: ({ signal }) => api.get(`/cultureBook/view/${id}`, {}, { signal, quiet: true }),
    throwOnError: false,
  })

export const useMyBorrowing = (states: readonly number[], pageNum: number) =>
  useQuery<ListAnswer>({
    queryKey: [key, 'mine', states, pageNum],
    queryFn: ({ signal }) =>
      api.post(
        '/cultureBook/myBorrowing',
        {
          pageNum,
          pageSize: 20,
          ...(states.length === 0 ? {} : { conditionList: [{ field: 'state', condition: 'IN', condList: states.map(String) }] }),
        },
        { signal, quiet: true },
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })

/** Writes, says what was done and reads anew; a refusal is told by the call itself. Answers what the call answered. */
export function useShelfWrite(): <T>(path: string, body: object, done: (answer: T) => string) => Promise<boolean> {
  const client = useQueryClient()
  return async <T,>(path: string, body: object, done: (answer: T) => string) => {
    try {
      feedback.success(done(await api.write<T>(`/${path}`, body)))
      return true
    } catch (reason) {
      if (!(reason instanceof ApiError)) throw reason
      return false
    } finally {
      await client.invalidateQueries({ queryKey: [key] })
    }
  }
}

/** The picture of a book's own row. */
export const coverIn = (row: Row): string | null => ((row['cover'] ?? []) as readonly UploadedFile[])[0]?.id ?? null

/** How a borrowing stands, by the codes of the specification. */
export const stateNames = (): Readonly<Record<number, string>> => ({
  1: t('待审核'),
  2: t('借阅中'),
  3: t('已归还'),
  4: t('已驳回'),
  5: t('已撤回'),
  6: t('排队中'),
  7: t('已遗失'),
})
