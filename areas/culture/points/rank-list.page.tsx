/** 排行榜: who has earned most in a month, a year, ever; in the company or a department. */
import { Empty, Segmented, Select } from 'antd'
import { useState } from 'react'
import { serverNowMs } from '#platform/web/api/clock.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { ReferenceSelect } from '#platform/web/values/reference-select.tsx'
import { usePage } from '#platform/web/page/page-context.ts'
import { useShell } from '#platform/web/page/shell-context.ts'
import { MonthButton } from '#platform/web/widgets/month-button.tsx'
import { dayInZone, homeZone } from '#platform/format/zones.ts'
import { LevelPicture, number, RankRow, useRank, type RankAsk } from './parts.tsx'
import { Avatar } from 'antd'
import type { Ranked } from './answers.ts'

const yearsBack = 5

export default function RankListPage() {
  const { menu } = usePage()
  const { profile } = useShell()
  const today = dayInZone(serverNowMs(), homeZone)
  const [ask, setAsk] = useState<RankAsk>({ period: 1, ...monthOf(today) })
  const { data, error, refetch, isPlaceholderData } = useRank(ask)
  return (
    <div className="zg-rank">
      <h1>{menu.meta.title}</h1>
      <RankBar ask={ask} onAsk={setAsk} today={today} />
      {data === undefined ? (
        error === null ? (
          <RowsLoading />
        ) : (
          <RowsFailed error={error} onRetry={() => void refetch()} />
        )
      ) : data.list.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('这段时间还没有人获得积分')} />
      ) : (
        <div className={isPlaceholderData ? 'zg-rank-old' : undefined}>
          <Podium list={data.list.filter(one => one.rank <= 3).slice(0, 3)} />
          {data.mine !== null && (
            <p className="zg-rank-own">
              {t('我排第 {rank}，获得 {points} 积分', { rank: data.mine.rank, points: number(data.mine.points) })}
            </p>
          )}
          <ol className="zg-rank-list">
            {data.list.map(one => (
              <RankRow key={one.employeeId} one={one} isMine={one.employeeId === profile.employeeId} />
            ))}
          </ol>
        </div>
      )}
    </div>
  )
}

/** of a day or a month */
const monthOf = (day: string) => ({ year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)) })

interface RankBarProps {
  readonly ask: RankAsk
  readonly onAsk: (ask: RankAsk) => void
  readonly today: string
}

/** Of which time, and of whom. */
function RankBar({ ask, onAsk, today }: RankBarProps) {
  const { year: thisYear, month: thisMonth } = monthOf(today)
  const { period, year = thisYear, month = thisMonth } = ask
  return (
    <div className="zg-rank-bar">
      <Segmented<RankAsk['period']>
        aria-label={t('期间')}
        value={ask.period}
        onChange={period => onAsk({ ...ask, period })}
        options={[
          { value: 1, label: t('月榜') },
          { value: 2, label: t('年榜') },
          { value: 3, label: t('总榜') },
        ]}
      />
      {ask.period === 2 && (
        <Select
          aria-label={t('年份')}
          value={ask.year ?? thisYear}
          onChange={year => onAsk({ ...ask, year })}
          options={Array.from({ length: yearsBack }, (_, n) => ({ value: thisYear - n, label: t('{year} 年', { year: thisYear - n }) }))}
        />
      )}
      {ask.period === 1 && (
        <MonthButton
          years="short"
          month={`${year}-${String(month).padStart(2, '0')}`}
          onChoose={chosen => onAsk({ ...ask, ...monthOf(chosen) })}
        />
      )}
      <ReferenceSelect
        aria-label={t('部门')}
        className="zg-rank-dept"
        target="department"
        placeholder={t('全公司')}
        value={ask.deptId ?? null}
        onChange={([deptId]) => onAsk(deptId === undefined ? { period, year, month } : { ...ask, deptId })}
      />
    </div>
  )
}

/** The first three, the first in the middle. */
function Podium({ list }: { list: readonly Ranked[] }) {
  const places = ['first', 'second', 'third']
  return (
    <div className="zg-podium" aria-hidden>
      {list.map((one, at) => (
        <div key={one.employeeId} className={`zg-podium-place zg-podium-${places[at] ?? ''}`}>
          <Avatar size={at === 0 ? 64 : 52} src={one.photo ?? undefined}>
            {[...one.name].at(-1)}
          </Avatar>
          <span className={`zg-medal zg-medal-${places[one.rank - 1] ?? ''}`}>{one.rank}</span>
          <strong>{one.name}</strong>
          <span className="zg-podium-level">
            <LevelPicture url={one.levelImageUrl} size={20} />
            {one.levelName}
          </span>
          <b>{number(one.points)}</b>
        </div>
      ))}
    </div>
  )
}
