/** A card of a report's measures on the home page. */
import type { HomeCardProps } from '#platform/web/cards/home-cards.ts'
import { MeasureView } from './measure-view.tsx'

const noFilter = {}

export default function MeasureCard({ card: { measure } }: HomeCardProps) {
  return measure === undefined ? null : <MeasureView ask={measure} filter={noFilter} />
}
