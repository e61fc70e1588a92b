/** Why this month's profit is what it is. */
import { firstOfMonth, lastOfMonth, monthOf } from '#platform/format/dates.ts'
import { today } from '#platform/web/list/today.ts'
import { WhyCard } from '#platform/web/report/why-card.tsx'

export default function ProfitWhyCard() {
  const month = monthOf(today())
  return <WhyCard report="companyProfit" startDate={firstOfMonth(month)} endDate={lastOfMonth(month)} />
}
