/** 团队考勤: who is there, late and away at this moment, by group. */
import { useQuery } from '@tanstack/react-query'
import { Alert, Card, Empty, Statistic, Tag, Typography } from 'antd'
import { instantMs } from '#platform/format/instants.ts'
import { dateTimeInZone } from '#platform/format/zones.ts'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import { usePage } from '#platform/web/page/page-context.ts'
import { organisationZone } from '#platform/web/page/today.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import type { TeamGroup, TeamNow, TeamPerson } from '../answers.ts'
import './team.css'

const everyMs = 60_000
const clock = (instant: string): string => dateTimeInZone(instantMs(instant), organisationZone).slice(11, 16)

export default function TeamPage() {
  const { menu } = usePage()
  const { data, error, refetch } = useQuery<TeamNow>({
    queryKey: ['attendance', 'team'],
    queryFn: ({ signal }) => api.post<TeamNow>('/attendanceDay/team', {}, { signal, quiet: true }),
    refetchInterval: everyMs,
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
  if (data === undefined) return error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={() => void refetch()} />
  return (
    <div className="zg-team">
      <Typography.Title level={4}>{menu.meta.title}</Typography.Title>
      <Typography.Text type="secondary">
        {t('{day} {clock}，共 {n} 人，每分钟更新', { day: data.day, clock: clock(data.now), n: data.total })}
      </Typography.Text>
      {error !== null && <Alert type="warning" showIcon title={t('没有更新成功，以下是 {clock} 的情况', { clock: clock(data.now) })} />}
      {data.shown < data.total && <Alert type="info" showIcon title={t('人数较多，只统计了前 {n} 人', { n: data.shown })} />}
      {data.groups.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('还没有考勤组员')} />
      ) : (
        <div className="zg-team-groups">
          {data.groups.map(one => (
            <Group key={one.id} group={one} />
          ))}
        </div>
      )}
    </div>
  )
}

function Group({ group: { name, counts, people } }: { readonly group: TeamGroup }) {
  const figures = [
    [t('在岗'), counts.on],
    [t('迟到'), counts.late],
    [t('未到'), counts.notCome],
    [t('不在岗'), counts.away],
    [t('未上班'), counts.before],
    [t('已下班'), counts.over],
    [t('休息'), counts.rest],
  ] as const
  return (
    <Card title={name} size="small">
      <div className="zg-team-figures">
        {figures.map(([title, value]) => (
          <Statistic key={title} title={title} value={value} />
        ))}
      </div>
      <People title={t('迟到')} tone="warning" people={people.filter(one => one.now === 'late')} />
      <People title={t('未到')} tone="error" people={people.filter(one => one.now === 'notCome')} />
      <People title={t('不在岗')} tone="processing" people={people.filter(one => one.now === 'away')} />
    </Card>
  )
}

function People({ title, tone, people }: { readonly title: string; readonly tone: string; readonly people: readonly TeamPerson[] }) {
  if (people.length === 0) return null
  return (
    <p className="zg-team-people">
      <span>{title}</span>
      {people.map(one => (
        <Tag key={one.id} color={tone}>
          {one.firstIn === null ? one.name : `${one.name} ${clock(one.firstIn)}`}
        </Tag>
      ))}
    </p>
  )
}
