/** 月报: one page to print. The figures of a month with their changes and the budget, by platform, what moved, what is not in order. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert, Tag } from 'antd'
import { useSearchParams } from 'react-router'
import { addMonths, isMonth, monthOf } from '#platform/format/dates.ts'
import type { Change } from '#platform/format/change.ts'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { today } from '#platform/web/page/today.ts'
import { PaperButton } from '#platform/web/paper/paper-button.tsx'
import { usePaper } from '#platform/web/paper/use-paper.tsx'
import { lookOfTone } from '#platform/web/report/change-figure.tsx'
import { PageLink } from '#platform/web/report/page-link.tsx'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import { MonthButton } from '#platform/web/widgets/month-button.tsx'
import type { MonthReport } from './answers.ts'
import { paperOfMonth } from './month-report-paper.tsx'
import { comparedLines, shown, tablesOf, type MonthTable } from './month-report-tables.tsx'
import './month-report.css'

export default function MonthReportPage() {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('month') ?? ''
  const month = isMonth(asked) ? asked : addMonths(monthOf(today()), -1)
  const { data, error, refetch, isPlaceholderData } = useQuery<MonthReport>({
    queryKey: ['report', 'companyProfit', 'month', month],
    queryFn: ({ signal }) => api.post('/companyProfit/monthReport', { month }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
  return (
    <section className="zg-month-report" aria-label={t('月报')} aria-busy={isPlaceholderData}>
      <header>
        <h1>{t('{month} 月报', { month })}</h1>
        <MonthButton years="long" month={month} onChoose={next => setSearch({ month: next }, { replace: true })} />
        {data !== undefined && <Paper report={data} />}
      </header>
      {data === undefined ? (
        error === null ? (
          <RowsLoading />
        ) : (
          <RowsFailed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <Body report={data} />
      )}
    </section>
  )
}

function Paper({ report }: { report: MonthReport }) {
  const paper = usePaper(() => paperOfMonth(report))
  return (
    <>
      <PaperButton tools={paper} />
      {paper.sheet}
    </>
  )
}

function Body({ report }: { report: MonthReport }) {
  const { computing, missingRates, isClosed } = report
  return (
    <>
      <p>
        {t('全部店铺，人民币')} <Tag>{isClosed ? t('已结账') : t('未结账')}</Tag>
      </p>
      {computing.length > 0 && <Alert type="info" showIcon title={t('正在计算：{shops}', { shops: computing.join(t('、')) })} />}
      {missingRates.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('缺少汇率：{rates}', { rates: missingRates.map(one => `${one.month} ${one.currency}`).join(t('、')) })}
        />
      )}
      {comparedLines(report).map(one => (
        <p key={one} className="zg-month-compared">
          {one}
        </p>
      ))}
      {tablesOf(report).map(table => (
        <Box key={table.title} table={table} />
      ))}
      {report.findings.length === 0 && <p>{t('没有待处理的问题')}</p>}
    </>
  )
}

const lookOf = (value: string | null, tone: Change['tone'] | undefined): string =>
  tone === undefined ? (value?.startsWith('-') === true ? ' zg-negative' : '') : lookOfTone(tone)

function Box({ table: { title, heads, rows } }: { table: MonthTable }) {
  return (
    <div className="zg-month-box">
      <h2>{title}</h2>
      <div className="zg-month-scroll">
        <table>
          <thead>
            <tr>
              {heads.map(head => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, isSum, cells, component }) => (
              <tr key={name} className={isSum ? 'zg-month-sum' : ''}>
                <th scope="row">
                  {name} {component !== undefined && <PageLink component={component} title={t('去处理')} />}
                </th>
                {cells.map(({ value, kind, tone }, at) => (
                  <td key={heads[at + 1]}>
                    <span className={`zg-figure${lookOf(value, tone)}`} title={value ?? undefined}>
                      {shown(value, kind)}
                    </span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
