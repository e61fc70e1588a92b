/** A card of why a report's figure moved in a period. */
import { completeOf, periodOf } from '../../format/named-periods.ts'
import type { PeriodName } from '../../declare/wire-dashboards.ts'
import { CardEmpty, CardFailed, CardLoading } from '../cards/card-frame.tsx'
import type { HomeCardProps } from '../cards/home-cards.ts'
import { t } from '../i18n/t.ts'
import { today } from '../page/today.ts'
import { useListDefinition } from '../values/use-list-definition.ts'
import { useShell } from '../page/shell-context.ts'
import { useWhy, whyUrl } from './use-why.ts'
import { WhyText } from './why-text.tsx'
import './why.css'

export default function WhyCard({ card: { why } }: HomeCardProps) {
  return why === undefined ? null : <Why report={why.report} name={why.period} />
}

function Why({ report, name }: { report: string; name: PeriodName }) {
  const { routes, go } = useShell()
  const definition = useListDefinition(report)
  const described = definition.data?.report ?? null
  const whole = periodOf(name, today())
  const queryOf = ({ from, to }: typeof whole) => ({ startDate: from, endDate: to, compare: 'before' as const })
  const first = useWhy(described, queryOf(whole))
  // as the figures beside it: up to the last complete day
  const complete = completeOf(name, whole, first.data?.compared?.until)
  const query = queryOf(complete)
  const again = useWhy(described, complete.to === whole.to ? null : query)
  const { data, error, refetch } = complete.to === whole.to ? first : again
  const failure = definition.error ?? error
  const retry = (): void => void (definition.error === null ? refetch() : definition.refetch())
  if (described !== null && described.calls.why === undefined) return <CardEmpty text={t('没有查看这些数字的权限')} />
  if (data === undefined || described === null) return failure === null ? <CardLoading /> : <CardFailed error={failure} onRetry={retry} />
  const path = routes.find(one => one.menu.component === `report/${report}`)?.menu.path
  return (
    <WhyText
      answer={data}
      onOpen={piece => {
        if (path !== undefined) go(whyUrl(described, path, query, piece))
      }}
    />
  )
}
