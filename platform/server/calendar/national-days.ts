/**
 * Days off and make-up workdays that the State Council has decreed, of the years that chinese-days knows. A year beyond has its weekdays
 * alone.
 */
import decreed from 'chinese-days/dist/chinese-days.json' with { type: 'json' }
import type { DayKind } from '#platform/format/working-time.ts'

const { holidays, workdays } = decreed as Record<'holidays' | 'workdays', Readonly<Record<string, string>>>

/** YYYY-MM-DD -> what the day is; only what the decrees name. */
export const nationalDays: ReadonlyMap<string, DayKind> = new Map([
  ...Object.keys(holidays).map(day => [day, 'rest'] as const),
  ...Object.keys(workdays).map(day => [day, 'work'] as const),
])

/** YYYY-MM-DD -> what the day is (1 worked, 2 off) and of which holiday: `Spring Festival,春节,4` in the decrees. */
export const nationalDayNames: ReadonlyMap<string, { readonly kind: 1 | 2; readonly name: readonly [zh: string, en: string] }> = new Map(
  [[holidays, 2] as const, [workdays, 1] as const].flatMap(([days, kind]) =>
    Object.entries(days).map(([day, said]) => {
      const [en = '', zh = ''] = said.split(',')
      return [day, { kind, name: [zh, en] as const }] as const
    }),
  ),
)

/** The last year whose days are known. The next year's are decreed in November. */
export const lastKnownYear = Math.max(...Object.keys(holidays).map(day => Number(day.slice(0, 4))))
