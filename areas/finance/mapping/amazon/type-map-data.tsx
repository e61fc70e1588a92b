/** Calls of the mapping queue. */
import { keepPreviousData, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Option } from '#platform/declare/wire.ts'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'

/**
 * A kind of amount in Amazon's files, with its mapping in force; without one `id`, `item`, `source`, `version` and `validFrom` are null.
 */
export interface QueuedKind {
  readonly kindId: string
  readonly platform: number
  readonly family: number
  /** of words that no table knows, as their file says it; empty: canonical */
  readonly language: string
  readonly type: string
  readonly amountType: string
  readonly description: string
  readonly columnName: string
  readonly title: string
  readonly id: string | null
  readonly item: number | null
  readonly source: number | null
  readonly version: number | null
  /** YYYY-MM */
  readonly validFrom: string | null
  /** of a kind that nobody has mapped: the item of the same or a similar word, and the kind it comes from */
  readonly suggestion: { readonly item: number; readonly why: 'same' | 'similar'; readonly from: string } | null
}

export interface QueueAsk {
  readonly unmappedOnly: boolean
  readonly keyword: string
  readonly family: number | null
  readonly platform: number | null
}

/** An amount that the mapping in question moves from one finance item to another. */
export interface MovedAmount extends AlteredMonth {
  /** null: not mapped */
  readonly from: number | null
  readonly to: number
}

export interface AlteredMonth {
  readonly month: string
  readonly currency: string
  readonly amount: string
  readonly lines: number
  /** keeps the mapping it was closed with */
  readonly closed: boolean
}

export const reportFamilies = (): Option[] => [
  { value: 1, label: t('结算报告') },
  { value: 2, label: t('交易明细') },
  { value: 3, label: t('交易汇总') },
  { value: 4, label: t('eBay 交易') },
  { value: 5, label: t('沃尔玛对账') },
  { value: 6, label: t('速卖通放款') },
]

export const platforms = (): Option[] => [
  { value: 1, label: t('亚马逊') },
  { value: 2, label: 'eBay' },
  { value: 3, label: t('沃尔玛') },
  { value: 4, label: t('速卖通') },
]

/** Mappings from the beginning say this month. */
export const beginning = '1995-01'

/** A kind in words: its Chinese name, else the words of the file. */
export const kindName = (kind: QueuedKind): string => kind.title || kindWords(kind)
export const kindWords = (kind: QueuedKind): string =>
  [kind.type, kind.amountType, kind.description, kind.columnName, kind.language].filter(one => one !== '').join(' / ')

export function useQueue(ask: QueueAsk): UseQueryResult<{ readonly list: readonly QueuedKind[]; readonly total: number }> {
  const body = {
    unmappedOnly: ask.unmappedOnly,
    ...(ask.keyword === '' ? {} : { keyword: ask.keyword }),
    ...(ask.family === null ? {} : { family: ask.family }),
    ...(ask.platform === null ? {} : { platform: ask.platform }),
  }
  return useQuery({
    queryKey: ['typeMapQueue', body],
    queryFn: ({ signal }) => api.post('/AmazonTypeMap/queue', body, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    throwOnError: (error, one) => isPageFailure(error, one.state.data !== undefined),
  })
}

/** Months with money of this kind: what another mapping would alter. */
export function useAlteredMonths(kindId: string): UseQueryResult<{ readonly list: readonly AlteredMonth[] }> {
  return useQuery({
    queryKey: ['typeMapQueue', 'altered', kindId],
    queryFn: ({ signal }) => api.post('/AmazonTypeMap/alteredMonths', { kindId }, { signal, quiet: true }),
    throwOnError: false,
  })
}

/** What the chosen item would move from that month on; not asked before one is chosen. */
export function useMoved(
  kindId: string,
  item: string | null,
  from: string | null,
): UseQueryResult<{ readonly list: readonly MovedAmount[] }> {
  const body = { kindId, item: Number(item), ...(from === null ? {} : { validFrom: from }) }
  return useQuery({
    queryKey: ['typeMapQueue', 'moved', body],
    queryFn: ({ signal }) => api.post('/AmazonTypeMap/effect', body, { signal, quiet: true }),
    enabled: item !== null,
    throwOnError: false,
  })
}

/** Mappings change the queue and the figures of the profit report. */
export function useRefreshQueue(): () => void {
  const client = useQueryClient()
  return useCallback(() => {
    void client.invalidateQueries({ queryKey: ['typeMapQueue'] })
    void client.invalidateQueries({ queryKey: ['report'] })
  }, [client])
}

export interface MappingChange {
  readonly kind: QueuedKind
  readonly item: string
  /** null: for the whole time of the mapping in force, or from the beginning */
  readonly from: string | null
}

/** A mapping in force is changed where its own time is meant; from another month on, one more is added. */
export function saveMapping({ kind, item, from }: MappingChange): Promise<unknown> {
  if (kind.id !== null && (from === null || from === kind.validFrom))
    return api.write('/AmazonTypeMap/update', { id: kind.id, version: kind.version, item: Number(item) })
  return api.write('/AmazonTypeMap/insert', { kindId: kind.kindId, item: Number(item), ...(from === null ? {} : { validFrom: from }) })
}

export const removeMapping = (kind: QueuedKind): Promise<unknown> =>
  api.write('/AmazonTypeMap/delete', { id: kind.id, version: kind.version })
