/** The month that is due to be closed, and what still keeps it open. */
import { useQuery } from '@tanstack/react-query'
import { ExclamationCircleOutlined } from '@ant-design/icons'
import { api } from '#platform/web/api/client.ts'
import { CardEmpty, CardFailed, CardLoading } from '#platform/web/home/card-frame.tsx'
import { CardLink } from '#platform/web/home/card-link.tsx'
import { t } from '#platform/web/i18n/t.ts'
import { isPageFailure } from '#platform/web/shell/page/error-boundary.tsx'
import type { DueMonth, Finding } from './amazon/answers.ts'

const pagePath = '/finance/months'

const Found = ({ finding: { path, message } }: { finding: Finding }) => (
  <li>
    <span title={message}>
      <ExclamationCircleOutlined aria-hidden /> {path === null ? message : <CardLink to={path}>{message}</CardLink>}
    </span>
  </li>
)

export default function MonthCloseCard() {
  const { data, error, refetch } = useQuery({
    queryKey: ['financeMonthDue'],
    queryFn: ({ signal }) => api.post<DueMonth>('/financeMonth/due', {}, { signal, quiet: true }),
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
  if (data === undefined) return error === null ? <CardLoading /> : <CardFailed error={error} onRetry={() => void refetch()} />
  const { due, open } = data
  if (due === null) return <CardEmpty text={t('没有待结账的月份')} />
  const findings = due.blockers
  return (
    <>
      <div>
        <CardLink to={pagePath}>
          {findings.length === 0
            ? data.isWhole
              ? t('{month} 可以结账', { month: due.month })
              : t('{month} 您能看到的店铺没有待处理的问题', { month: due.month })
            : t('{month} 还有 {count} 项待处理', { month: due.month, count: findings.length })}
        </CardLink>
      </div>
      {open > 1 && <div>{t('共 {count} 个月待结账', { count: open })}</div>}
      <ul className="zg-card-rows">
        {findings.map(finding => (
          <Found key={finding.message} finding={finding} />
        ))}
      </ul>
    </>
  )
}
