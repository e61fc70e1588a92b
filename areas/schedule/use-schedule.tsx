/** Reading and writing the schedule from its page. */
import { feedback } from '#platform/web/api/feedback.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#platform/web/api/client.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import { t } from '#platform/web/i18n/t.ts'
import type { Occurrence, SpecialDay, WorkSpan } from './answers.ts'

const key = 'MyScheduleData'

interface Stretch {
  readonly startDate: string
  readonly endDate: string
}

export function useSchedule({ startDate, endDate }: Stretch, employeeIds: readonly string[]) {
  return useQuery<readonly Occurrence[]>({
    queryKey: [key, 'list', startDate, endDate, employeeIds],
    queryFn: ({ signal }) => api.post(`/${key}/list`, { startDate, endDate, employeeIds }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
}

export function useSpecialDays({ startDate, endDate }: Stretch): readonly SpecialDay[] {
  const { data } = useQuery<readonly SpecialDay[]>({
    queryKey: [key, 'days', startDate, endDate],
    queryFn: ({ signal }) => api.post(`/${key}/days`, { startDate, endDate }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  return data ?? []
}

/** The company's hours of work on the day that is shown. */
export function useWorkHours(day: string): readonly WorkSpan[] {
  const { data } = useQuery<readonly WorkSpan[]>({
    queryKey: [key, 'hours', day],
    queryFn: ({ signal }) => api.post(`/${key}/hours`, { day }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  return data ?? []
}

/** Writes, tells that it is done, and reads anew; a refusal is told by the call itself and also reads anew. */
export function useWrite(): (call: string, body: object, done: string) => Promise<boolean> {
  const client = useQueryClient()
  return async (call, body, done) => {
    try {
      await api.write(`/${key}/${call}`, body)
      feedback.success(done)
      return true
    } catch {
      // the call has shown why
      return false
    } finally {
      void client.invalidateQueries({ queryKey: [key] })
    }
  }
}

export const kindNames = (): Readonly<Record<number, string>> => ({ 1: t('日程'), 2: t('会议'), 3: t('待办'), 4: t('外出') })
export const kindHues: Readonly<Record<number, string>> = { 1: 'blue', 2: 'green', 3: 'gold', 4: 'purple' }
export const visibilityNames = (): Readonly<Record<number, string>> => ({
  1: t('同事只看到忙闲'),
  2: t('同事可见主题和地点'),
  3: t('同事看不到'),
})
export const answerNames = (): Readonly<Record<number, string>> => ({ 1: t('待回复'), 2: t('已接受'), 3: t('已谢绝') })
export const remindNames = (): Readonly<Record<number, string>> => ({
  0: t('开始时'),
  5: t('{n} 分钟前', { n: 5 }),
  15: t('{n} 分钟前', { n: 15 }),
  30: t('{n} 分钟前', { n: 30 }),
  60: t('{n} 小时前', { n: 1 }),
  1440: t('{n} 天前', { n: 1 }),
  2880: t('{n} 天前', { n: 2 }),
})
export const repeatNames = (): Readonly<Record<string, string>> => ({
  none: t('不重复'),
  daily: t('每天'),
  workdays: t('每个工作日（周一至周五）'),
  weekly: t('每周'),
  fortnightly: t('每两周'),
  monthly: t('每月同一天'),
  lastDay: t('每月最后一天'),
  yearly: t('每年'),
  other: t('其他规则'),
})
