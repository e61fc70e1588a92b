/** The paper of a report: what stands on the page; names of chosen values that no row tells of are asked for first. */
import { useQueryClient } from '@tanstack/react-query'
import type { ReportAnswer } from '../../declare/wire.ts'
import { serverNowMs } from '../api/clock.ts'
import { read } from '../values/call.ts'
import { showInstant } from '../values/value.ts'
import { usePaper, type PaperTools } from '../paper/use-paper.tsx'
import { paperOfReport, type Names, type ShownReport } from './report-paper.ts'
import { levelSize, periodOf } from './report-query.ts'

/** `2026-11-20 18:00` */
const minuteLength = 16
const none: Names = new Map()

export function useReportPaper(
  shown: Omit<ShownReport, 'answer' | 'names' | 'at'> & { readonly answer: ReportAnswer | undefined },
): PaperTools {
  const client = useQueryClient()
  const { definition, state, answer } = shown
  const made = (names: Names) => {
    if (answer === undefined) return null
    const at = showInstant(new Date(serverNowMs()).toISOString()).slice(0, minuteLength)
    return paperOfReport({ ...shown, answer, names, at })
  }
  const namesOf = async (dimension: string, values: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const query = {
      by: [dimension],
      where: { [dimension]: values },
      ...periodOf(state),
      currency: 'CNY' as const,
      pageNum: 1,
      pageSize: levelSize,
    }
    const { list } = await client.fetchQuery({
      queryKey: ['report', definition.name, 'values', query],
      queryFn: ({ signal }) => read<ReportAnswer>(definition.calls.rows, query, { signal, quiet: true }),
    })
    return new Map(list.map(({ key, label }) => [key[dimension] ?? '', label[dimension] ?? '']))
  }
  const whole = async () =>
    made(
      new Map(await Promise.all(Object.entries(state.where).map(async ([name, values]) => [name, await namesOf(name, values)] as const))),
    )
  return usePaper(() => made(none), whole)
}
