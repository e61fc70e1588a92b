/** Which component draws a card of the home page. The composition root registers, the home page looks up. */
import type { ComponentType } from 'react'
import type { PageAsk } from '../../declare/wire-dashboards.ts'
import type { ShownCard } from '../../declare/wire-home.ts'
import { lazyPart, type LazyPart } from '../page/lazy-part.tsx'

/** A pinned list or report: its type, and the address that carries its state. */
export type Pin = PageAsk & { readonly fields?: readonly string[] }

/** `large`: opened over the page, with room for more. `card`: what the server says of it, a pinned page or figures to ask for among it. */
export interface HomeCardProps {
  readonly large: boolean
  readonly card: ShownCard
}
type CardComponent = LazyPart<HomeCardProps>

const cards = new Map<string, CardComponent>()

/**
 * `/areas/finance/profit/report/profit-trend.card.tsx` -> `finance/profit/report/profit-trend`; a card of the platform goes by its folder
 * there.
 */
export const cardKeyOf = (file: string): string => file.replace(/^\/(?:areas|platform\/web)\//, '').replace(/\.card\.tsx$/, '')

export function registerHomeCard(key: string, load: () => Promise<unknown>): void {
  cards.set(key, lazyPart(load as () => Promise<{ readonly default: ComponentType<HomeCardProps> }>))
}

/** null: this version of the program doesn't have it; the card is then not shown. */
export const findHomeCard = (key: string): CardComponent | null => cards.get(key) ?? null
