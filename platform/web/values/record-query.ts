import type { Row } from '../../declare/wire.ts'
import { api } from '../api/client.ts'

/** One record as its list shows it, with what may be done to it. */
export const recordQuery = (type: string, id: string) => ({
  queryKey: ['record', type, id],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.post<Row>('/listField/record', { type, id }, { signal, quiet: true }),
})
