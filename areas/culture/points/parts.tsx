/** Pieces that the pages and cards of points share: the way to the next level, a person with rank, what is read. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Avatar, Progress } from 'antd'
import { showNumber } from '#platform/format/numbers.ts'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import type { LevelLadder, OwnLevel, PointSums, Ranked, RankList } from './answers.ts'
import './points.css'

export const pointsKey = 'culturalPoint'

const unlessShown = (reason: Error, query: { readonly state: { readonly data: unknown } }): boolean =>
  isPageFailure(reason, query.state.data !== undefined)

export const useSums = () =>
  useQuery({
    queryKey: [pointsKey, 'sums'],
    queryFn: ({ signal }) => api.get<PointSums>('/culturalEmployeeAction/pointSumDetail', {}, { signal, quiet: true }),
    staleTime: 0,
    throwOnError: unlessShown,
  })
export const useLadder = () =>
  useQuery({
    queryKey: [pointsKey, 'ladder'],
    queryFn: ({ signal }) => api.get<LevelLadder>('/culturalLevel/ladder', {}, { signal, quiet: true }),
    staleTime: 0,
    throwOnError: unlessShown,
  })

export interface RankAsk {
  readonly period: 1 | 2 | 3
  readonly year?: number
  readonly month?: number
  readonly deptId?: string
}
export const useRank = (ask: RankAsk) =>
  useQuery({
    queryKey: [pointsKey, 'rank', ask],
    queryFn: ({ signal }) => api.post<RankList>('/culturalEmployeeAction/rankList2', ask, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    throwOnError: unlessShown,
  })

export const number = (value: number): string => showNumber(String(value))
/** With its sign: what came and what went. */
export const signedNumber = (value: number): string => (value > 0 ? `+${number(value)}` : number(value))

export const LevelPicture = ({ url, size }: { url: string | null; size: number }) =>
  url === null ? null : <img className="zg-level-picture" src={url} alt="" width={size} height={size} />

/** How far it is from the level one has to the next. */
export function LevelProgress({ own: { level, next, maxPoint }, gained }: { own: OwnLevel; gained: number }) {
  if (level === null) return null
  const from = level.minPoint
  const percent = next === null ? 100 : Math.round(((gained - from) / Math.max(1, maxPoint - from)) * 100)
  return (
    <div className="zg-level-progress">
      <Progress percent={percent} showInfo={false} aria-label={t('升级进度')} />
      <span>
        {next === null ? t('已是最高等级') : t('再得 {points} 积分升为{level}', { points: number(maxPoint - gained), level: next.name })}
      </span>
    </div>
  )
}

const medals: Readonly<Record<number, string>> = { 1: 'first', 2: 'second', 3: 'third' }

export function RankRow({ one, isMine }: { one: Ranked; isMine: boolean }) {
  const medal = medals[one.rank]
  return (
    <li className={isMine ? 'zg-rank-row zg-rank-mine' : 'zg-rank-row'}>
      <span className={medal === undefined ? 'zg-rank-no' : `zg-rank-no zg-medal zg-medal-${medal}`}>{one.rank}</span>
      <Avatar size={32} src={one.photo ?? undefined} alt="" aria-hidden>
        {[...one.name].at(-1)}
      </Avatar>
      <span className="zg-rank-who">
        <strong>
          {one.name}
          {isMine && <em>{t('我')}</em>}
        </strong>
        <span>{[one.deptName, one.levelName].filter(Boolean).join(' · ')}</span>
      </span>
      <LevelPicture url={one.levelImageUrl} size={24} />
      <span className="zg-rank-points">{number(one.points)}</span>
    </li>
  )
}
