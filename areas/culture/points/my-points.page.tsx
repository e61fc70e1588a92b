/** 我的积分: what one has, what it is made of, what expires soon, every entry. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Empty, Segmented, Tag } from 'antd'
import { useState } from 'react'
import type { ListAnswer, Row } from '#platform/declare/wire.ts'
import { asText } from '#platform/format/text.ts'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { CardLink } from '#platform/web/cards/card-link.tsx'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { usePage } from '#platform/web/page/page-context.ts'
import { Pagination } from 'antd'
import { pageSteps } from '#platform/web/widgets/page-steps.tsx'
import type { PointSums } from './answers.ts'
import { LevelPicture, LevelProgress, number, pointsKey, signedNumber, useSums } from './parts.tsx'

type Shown = 'all' | 'in' | 'out'
const kindsOf: Readonly<Record<Shown, readonly string[]>> = { all: [], in: ['1', '6'], out: ['2', '3', '4', '5'] }
const pageSize = 15

export default function MyPointsPage() {
  const { menu } = usePage()
  const { data, error, refetch } = useSums()
  if (data === undefined) return error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={() => void refetch()} />
  return (
    <div className="zg-points">
      <h1 className="zg-hidden">{menu.meta.title}</h1>
      <Head sums={data} />
      <div className="zg-points-columns">
        <section className="zg-points-box">
          <h2>{t('积分构成')}</h2>
          <Made sums={data} />
        </section>
        <section className="zg-points-box">
          <h2>{t('积分记录')}</h2>
          <Entries />
        </section>
      </div>
    </div>
  )
}

function Head({ sums }: { sums: PointSums }) {
  const { own, earned, balance, reserved, spent, expired, expiring } = sums
  const soon = expiring[0]
  return (
    <section className="zg-points-head">
      <LevelPicture url={own.level?.imageUrl ?? null} size={72} />
      <div className="zg-points-level">
        <strong>{own.level?.name ?? t('还没有等级')}</strong>
        <LevelProgress own={own} gained={earned} />
        <CardLink to="/culture/member-level-show">{t('等级与权益')}</CardLink>
      </div>
      <dl className="zg-points-figures">
        <div className="zg-points-main">
          <dt>{t('可用积分')}</dt>
          <dd>{number(balance)}</dd>
        </div>
        <div>
          <dt>{t('累计获得')}</dt>
          <dd>{number(earned)}</dd>
        </div>
        <div>
          <dt>{t('兑换占用')}</dt>
          <dd>{number(reserved)}</dd>
        </div>
        <div>
          <dt>{t('已兑换')}</dt>
          <dd>{number(spent)}</dd>
        </div>
        <div>
          <dt>{t('已过期')}</dt>
          <dd>{number(expired)}</dd>
        </div>
      </dl>
      {soon !== undefined && (
        <p className="zg-points-soon">{t('{points} 积分将于 {day} 到期，请及时兑换', { points: number(soon.points), day: soon.on })}</p>
      )}
    </section>
  )
}

function Made({ sums: { byRule } }: { sums: PointSums }) {
  const most = Math.max(1, ...byRule.map(one => Math.abs(one.points)))
  if (byRule.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('还没有积分，登录、发帖、阅读公告都能获得')} />
  return (
    <ul className="zg-points-made">
      {byRule.map(one => (
        <li key={one.ruleId ?? 'other'}>
          <span>{one.name ?? t('其他')}</span>
          <span className="zg-points-bar" aria-hidden>
            <i style={{ width: `${(Math.abs(one.points) / most) * 100}%` }} />
          </span>
          <span className="zg-points-times">{t('{count} 次', { count: one.times })}</span>
          <strong>{number(one.points)}</strong>
        </li>
      ))}
    </ul>
  )
}

function Entries() {
  const [shown, setShown] = useState<Shown>('all')
  const [pageNum, setPageNum] = useState(1)
  const kinds = kindsOf[shown]
  const { data, error, refetch } = useQuery({
    queryKey: [pointsKey, 'entries', shown, pageNum],
    queryFn: ({ signal }) =>
      api.post<ListAnswer>(
        '/culturalEmployeeAction/culturalPointDetail',
        { pageNum, pageSize, ...(kinds.length > 0 ? { conditionList: [{ field: 'kind', condition: 'IN', condList: kinds }] } : {}) },
        { signal, quiet: true },
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return (
    <>
      <Segmented<Shown>
        aria-label={t('显示')}
        size="small"
        value={shown}
        onChange={next => {
          setShown(next)
          setPageNum(1)
        }}
        options={[
          { value: 'all', label: t('全部') },
          { value: 'in', label: t('获得') },
          { value: 'out', label: t('兑换与过期') },
        ]}
      />
      {data === undefined ? (
        error === null ? (
          <RowsLoading />
        ) : (
          <RowsFailed error={error} onRetry={() => void refetch()} />
        )
      ) : data.list.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('这里还没有记录')} />
      ) : (
        <ul className="zg-point-entries">
          {data.list.map(row => (
            <Entry key={row.id} row={row} />
          ))}
        </ul>
      )}
      {data !== undefined && (
        <Pagination
          size="small"
          itemRender={pageSteps}
          current={pageNum}
          pageSize={pageSize}
          total={data.total}
          showSizeChanger={false}
          hideOnSinglePage
          onChange={setPageNum}
        />
      )}
    </>
  )
}

const kindNames = (): Readonly<Record<number, string>> => ({
  1: t('获得'),
  2: t('兑换占用'),
  3: t('占用释放'),
  4: t('兑换支出'),
  5: t('过期'),
  6: t('调整'),
})

function Entry({ row }: { row: Row }) {
  const amount = Number(row['amount'])
  const what = [row['ruleIdLabel'], row['source'], row['note']].filter(Boolean).map(one => asText(one))
  return (
    <li>
      <time dateTime={asText(row['bookedOn'])}>{asText(row['bookedOn'])}</time>
      <span className="zg-point-what">
        <Tag>{kindNames()[Number(row['kind'])]}</Tag>
        {what.join(' · ')}
      </span>
      <strong className={amount < 0 ? 'zg-point-less' : undefined}>{signedNumber(amount)}</strong>
    </li>
  )
}
