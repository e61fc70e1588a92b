/** The report by the clock that a question names. */
import { listed, sentence } from '#platform/declare/sentence.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { reportOn, type Report } from '#platform/declare/report.ts'
import { refuse } from '../../calls/refusal.ts'

export function askedReport(report: Report, clock: string | undefined): Report {
  if (clock === undefined) return report
  if (ownValue(report.clocks ?? {}, clock) === undefined)
    throw refuse.invalid([
      { field: 'clock', message: sentence`没有“${clock}”这个时间口径，可用：${listed(Object.keys(report.clocks ?? {}))}` },
    ])
  return reportOn(report, clock)
}
