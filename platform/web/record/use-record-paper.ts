/** The paper of a record; lines of a document are read when it is asked for by the button. */
import { useQueryClient } from '@tanstack/react-query'
import type { ListAnswer, ListDefinition, RecordDefinition, Row } from '../../declare/wire.ts'
import { serverNowMs } from '../api/clock.ts'
import { read } from '../values/call.ts'
import { listQuery } from '../values/list-query.ts'
import { emptyState, joinValues } from '../values/list-state.ts'
import { today } from '../page/today.ts'
import { definitionQuery } from '../values/use-list-definition.ts'
import { showInstant } from '../values/value.ts'
import { usePaper, type PaperTools } from '../paper/use-paper.tsx'
import { paperOfRecord, type PaperLines } from './record-paper.ts'

/** `2026-11-20 18:00` */
const minuteLength = 16
const linesMax = 1_000

export function useRecordPaper(definition: ListDefinition, record: RecordDefinition, row: Row): PaperTools {
  const client = useQueryClient()
  const { lines } = definition
  const made = (read: PaperLines | null) =>
    paperOfRecord({ definition, record, row, lines: read, at: showInstant(new Date(serverNowMs()).toISOString()).slice(0, minuteLength) })
  const now = () => {
    const known = lines === undefined ? undefined : client.getQueryData<ListDefinition>(definitionQuery(lines.type).queryKey)
    return made(known === undefined ? null : { definition: known, answer: null })
  }
  const whole = async () => {
    if (lines === undefined) return made(null)
    const known = await client.fetchQuery(definitionQuery(lines.type))
    const state = {
      ...emptyState,
      sort: { field: 'lineNo', way: 'ASC' as const },
      pageSize: linesMax,
      conditions: [{ field: lines.by, condition: 'EQ' as const, value: joinValues([row.id]) }],
    }
    const query = listQuery(known, state, {}, today())
    const answer = await client.fetchQuery({
      queryKey: ['list', known.type, query],
      queryFn: ({ signal }) => read<ListAnswer>(known.calls.list, { ...query }, { signal, quiet: true }),
    })
    return made({ definition: known, answer })
  }
  return usePaper(now, whole)
}
