/** Why the sales of the last seven days are what they are. */
import { addDays } from '#platform/format/dates.ts'
import { today } from '#platform/web/list/today.ts'
import { WhyCard } from '#platform/web/report/why-card.tsx'

const days = 7

export default function SalesWhyCard() {
  return <WhyCard report="companySaleStatistics" startDate={addDays(today(), -days)} endDate={addDays(today(), -1)} />
}
