/** 月结: the months of the books on the left; of the chosen one its checklist, closing and reopening, and what was carried into it. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Empty } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import { usePage } from '#platform/web/page/page-context.ts'
import type { BookMonth, BookMonths } from '../base/answers.ts'
import { MonthList } from './months/month-list.tsx'
import { MonthPane } from './months/month-pane.tsx'
import { doneOf } from './months/use-month-check.tsx'
import '#platform/web/table/list.css'
import './months/months.css'

// of the list: an answer to an approval of a month reads them anew
const queryKey = ['list', 'financeMonth', 'months']

/** The first that is over and open; where there is none the last. */
const firstOpen = (list: readonly BookMonth[]): string | undefined => (list.findLast(one => one.state === 0 && one.over) ?? list[0])?.month

export default function MonthsPage() {
  const { can } = usePage()
  const client = useQueryClient()
  const months = useQuery<BookMonths>({
    queryKey,
    queryFn: ({ signal }) => api.post('/financeMonth/months', { withCheck: false }, { signal, quiet: true }),
    throwOnError: (error, one) => isPageFailure(error, one.state.data !== undefined),
  })
  const [search, setSearch] = useSearchParams()
  const asked = search.get('month')
  const setAsked = (month: string): void => setSearch({ month }, { replace: true })
  // how far each month is, as its check runs
  const [, setDone] = useState(0)
  const list = months.data?.list ?? []
  const chosen = list.find(one => one.month === (asked ?? firstOpen(list))) ?? list[0]
  return (
    <section className="zg-list zg-months" aria-label={t('月结')}>
      <header className="zg-list-head">
        <h1>{t('月结')}</h1>
      </header>
      {months.data?.isWhole === false && (
        <Alert type="info" showIcon title={t('金额只包含您能看到的店铺。结账由能看到全部店铺的人操作。')} />
      )}
      {months.data === undefined ? (
        months.isError ? (
          <RowsFailed error={months.error} onRetry={() => void months.refetch()} />
        ) : (
          <RowsLoading />
        )
      ) : chosen === undefined ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('导入结算报告或交易明细后，有金额的月份显示在这里')} />
      ) : (
        <div className="zg-months-panes">
          <MonthList
            months={list}
            chosen={chosen.month}
            all={months.data.items.length}
            doneOf={month => doneOf(client, month, months.data.items)}
            onChoose={setAsked}
          />
          <MonthPane
            key={chosen.month}
            month={chosen}
            months={list}
            items={months.data.items}
            isWhole={months.data.isWhole}
            can={can}
            onChecked={setDone}
            onChanged={() => {
              // it stays the one that is shown
              setAsked(chosen.month)
              void client.invalidateQueries({ queryKey: ['report'] })
              return client.invalidateQueries({ queryKey: ['list', 'financeMonth'] })
            }}
          />
        </div>
      )}
    </section>
  )
}
