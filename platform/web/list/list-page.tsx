/** The page behind `list/<type>`: any list the server describes, drawn from its description alone. */
import type { PageProps, Prepare } from '../pages.ts'
import { Loading } from '../shell/page/loading.tsx'
import { ListView } from './list-view.tsx'
import { RowsFailed } from './list-notices.tsx'
import { prepareList } from './use-list-data.ts'
import { useListDefinition } from './use-list-definition.ts'
import '../history/openers.tsx'
import '../upload/openers.ts'
import './list.css'

export const prepare: Prepare = prepareList

export default function ListPage({ type }: PageProps) {
  const { data, error, refetch } = useListDefinition(type)
  if (data !== undefined) return <ListView key={type} definition={data} />
  return error === null ? <Loading /> : <RowsFailed error={error} onRetry={() => void refetch()} />
}
