/** A card of why a report's figure moved in a period. */
import type { PeriodName } from '../../declare/wire-dashboards.ts'
import { CardEmpty, CardFailed, CardLoading } from '../cards/card-frame.tsx'
import type { HomeCardProps } from '../cards/home-cards.ts'
import { t } from '../i18n/t.ts'
import { useListDefinition } from '../values/use-list-definition.ts'
import { useShell } from '../page/shell-context.ts'
import { useWhyOf, whyUrl } from './use-why.ts'
import { WhyText } from './why-text.tsx'
import './why.css'

export default function WhyCard({ card: { why } }: HomeCardProps) {
  return why === undefined ? null : <Why report={why.report} name={why.period} />
}

function Why({ report, name }: { report: string; name: PeriodName }) {
  const { routes, go } = useShell()
  const definition = useListDefinition(report)
  const described = definition.data?.report ?? null
  const { data, error, refetch } = useWhyOf(described, name)
  const failure = definition.error ?? error
  const retry = (): void => void (definition.error === null ? refetch() : definition.refetch())
  if (described !== null && described.calls.why === undefined) return <CardEmpty text={t('没有查看这些数字的权限')} />
  if (data === undefined || described === null) return failure === null ? <CardLoading /> : <CardFailed error={failure} onRetry={retry} />
  const path = routes.find(one => one.menu.component === `report/${report}`)?.menu.path
  return (
    <WhyText
      answer={data.answer}
      onOpen={piece => {
        if (path !== undefined) go(whyUrl(described, path, data.query, piece))
      }}
    />
  )
}
