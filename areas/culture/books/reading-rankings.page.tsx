/** 阅读排行: books or readers of a year or a month. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Empty, Segmented, Select } from 'antd'
import { useState } from 'react'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { today } from '#platform/web/page/today.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import { usePage } from '#platform/web/page/page-context.ts'
import type { Ranking } from './answers.ts'
import './books.css'

type By = Parameters<typeof useRanking>[0]['by']
const yearsShown = 6

function useRanking(ask: { readonly year: number; readonly month: number; readonly by: 'book' | 'employee' }) {
  const { year, month, by } = ask
  return useQuery<Ranking>({
    queryKey: ['cultureBook', 'ranking', year, month, by],
    queryFn: ({ signal }) =>
      api.get('/cultureBook/bookReadingRankings', { year, by, ...(month === 0 ? {} : { month }) }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
}

export default function ReadingRankings() {
  const { menu } = usePage()
  const now = Number(today().slice(0, 4))
  const [year, setYear] = useState(now)
  const [month, setMonth] = useState(0)
  const [by, setBy] = useState<By>('book')
  const { data, error, refetch } = useRanking({ year, month, by })
  const most = data?.list[0]?.times ?? 1
  return (
    <div className="zg-books zg-books-narrow">
      <h1>{menu.meta.title}</h1>
      <div className="zg-books-bar">
        <Segmented<By>
          aria-label={t('排行')}
          value={by}
          onChange={setBy}
          options={[
            { value: 'book', label: t('图书') },
            { value: 'employee', label: t('读者') },
          ]}
        />
        <Select
          aria-label={t('年份')}
          value={year}
          options={Array.from({ length: yearsShown }, (_, at) => ({ value: now - at, label: t('{year} 年', { year: now - at }) }))}
          onChange={setYear}
        />
        <Select
          aria-label={t('月份')}
          className="zg-books-month"
          value={month}
          options={Array.from({ length: 13 }, (_, at) => ({ value: at, label: at === 0 ? t('全年') : t('{month} 月', { month: at }) }))}
          onChange={setMonth}
        />
      </div>
      {data === undefined ? (
        error === null ? (
          <RowsLoading />
        ) : (
          <RowsFailed error={error} onRetry={() => void refetch()} />
        )
      ) : data.list.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('这段时间还没有人借书')} />
      ) : (
        <ol className="zg-ranks">
          {data.list.map(one => (
            <li key={one.id} data-mine={one.mine || undefined}>
              <span className="zg-reading-place" data-rank={one.rank}>
                {one.rank}
              </span>
              <span className="zg-reading-name">
                <strong>{one.name}</strong>
                <small>{one.detail}</small>
              </span>
              <span className="zg-reading-bar" aria-hidden>
                <i style={{ width: `${(100 * one.times) / most}%` }} />
              </span>
              <span className="zg-reading-times">{t('{count} 次', { count: one.times })}</span>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
