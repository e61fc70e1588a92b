/** The person's cards as the server keeps them, and how a new arrangement is saved. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import type { PeriodName } from '../../declare/wire-dashboards.ts'
import type { HomeCardsAnswer, ShownCard } from '../../declare/wire-home.ts'
import { isPageFailure } from '../page/error-boundary.tsx'
import { homeCardsPath } from './cards-path.ts'
import { findHomeCard } from './home-cards.ts'

export const homeCardsKey = ['homeCards']

export function useHomeCards() {
  const query = useQuery({
    queryKey: homeCardsKey,
    queryFn: ({ signal }) => api.get<HomeCardsAnswer>(homeCardsPath, undefined, { signal, quiet: true }),
  })
  const cards = query.data?.list.filter(card => findHomeCard(card.component) !== null)
  return { ...query, data: cards, isArranged: query.data?.arranged === true }
}

/** Cards of another page, which are the same for all who may see them. */
export function usePlaceCards(page: string) {
  const query = useQuery({
    queryKey: ['placeCards', page],
    queryFn: async ({ signal }) => (await api.get<HomeCardsAnswer>(homeCardsPath, { page }, { signal, quiet: true })).list,
    throwOnError: (reason, one) => isPageFailure(reason, one.state.data !== undefined),
  })
  return { ...query, data: query.data?.filter(card => findHomeCard(card.component) !== null) }
}

/** Shows the new arrangement at once; where it can't be saved the old one comes back. */
export function useArrange(): (cards: readonly ShownCard[]) => Promise<void> {
  const queryClient = useQueryClient()
  return async cards => {
    queryClient.setQueryData(homeCardsKey, { list: cards, arranged: true } satisfies HomeCardsAnswer)
    const keys = (hidden: boolean) => cards.filter(card => card.hidden === hidden).map(card => card.key)
    try {
      await api.write('/homeCard/update', { shown: keys(false), hidden: keys(true) })
    } finally {
      await queryClient.invalidateQueries({ queryKey: homeCardsKey })
    }
  }
}

/** As the presets of his roles have it. */
export function useResetHome(): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    await api.write('/homeCard/reset', {})
    await queryClient.invalidateQueries({ queryKey: homeCardsKey })
  }
}

/** What a card by a word shows. */
export function useCardData<Answer>(key: string, period?: PeriodName) {
  return useQuery({
    queryKey: ['homeCard', key, period ?? null],
    queryFn: ({ signal }) =>
      api.get<Answer>('/homeCard/read', { key, ...(period === undefined ? {} : { periodName: period }) }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    throwOnError: (reason, one) => isPageFailure(reason, one.state.data !== undefined),
  })
}

/** Takes a pinned card away. */
export function useUnpin(): (card: ShownCard) => Promise<void> {
  const queryClient = useQueryClient()
  return async ({ key }) => {
    await api.write('/homeCard/unpin', { key })
    await queryClient.invalidateQueries({ queryKey: homeCardsKey })
  }
}
