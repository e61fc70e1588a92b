/** The person's cards as the server keeps them, and how a new arrangement is saved. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import type { CentrePart } from '../../declare/wire-dashboards.ts'
import { isPageFailure } from '../shell/page/error-boundary.tsx'
import { homeCardsPath } from './cards-path.ts'
import { findHomeCard, type HomeCardProps } from './home-cards.ts'

export interface ShownCard {
  readonly key: string
  readonly title: string
  readonly component: string
  readonly wide: boolean
  readonly large: boolean
  readonly hidden: boolean
  readonly pin?: HomeCardProps['pin']
  readonly measure?: HomeCardProps['measure']
  /** of a centre */
  readonly part?: CentrePart
}

export const homeCardsKey = ['homeCards']

export function useHomeCards() {
  const query = useQuery({
    queryKey: homeCardsKey,
    queryFn: async ({ signal }) => (await api.get<{ list: readonly ShownCard[] }>(homeCardsPath, undefined, { signal, quiet: true })).list,
  })
  return { ...query, data: query.data?.filter(card => findHomeCard(card.component) !== null) }
}

/** Cards of another page, which are the same for all who may see them. */
export function usePlaceCards(page: string) {
  const query = useQuery({
    queryKey: ['placeCards', page],
    queryFn: async ({ signal }) => (await api.get<{ list: readonly ShownCard[] }>(homeCardsPath, { page }, { signal, quiet: true })).list,
    throwOnError: (reason, one) => isPageFailure(reason, one.state.data !== undefined),
  })
  return { ...query, data: query.data?.filter(card => findHomeCard(card.component) !== null) }
}

/** Shows the new arrangement at once; where it can't be saved the old one comes back. */
export function useArrange(): (cards: readonly ShownCard[]) => Promise<void> {
  const queryClient = useQueryClient()
  return async cards => {
    queryClient.setQueryData(homeCardsKey, cards)
    const keys = (hidden: boolean) => cards.filter(card => card.hidden === hidden).map(card => card.key)
    try {
      await api.write('/homeCard/update', { shown: keys(false), hidden: keys(true) })
    } finally {
      await queryClient.invalidateQueries({ queryKey: homeCardsKey })
    }
  }
}

/** Takes a pinned card away. */
export function useUnpin(): (card: ShownCard) => Promise<void> {
  const queryClient = useQueryClient()
  return async ({ key }) => {
    await api.write('/homeCard/unpin', { key })
    await queryClient.invalidateQueries({ queryKey: homeCardsKey })
  }
}
