/** The page behind `list/<type>`: any list the server describes, drawn from its description alone. */
import { memo, useDeferredValue } from 'react'
import type { ListDefinition } from '../../declare/wire.ts'
import type { PageProps, Prepare } from '../page/pages.ts'
import { Loading } from '../page/loading.tsx'
import { ListView } from './list-view.tsx'
import { RowsFailed } from '../values/list-notices.tsx'
import { prepareList } from '../rows/use-list-data.ts'
import { useListDefinition } from '../values/use-list-definition.ts'
import '../history/openers.tsx'
import '../upload/openers.ts'
import '../table/list.css'

export const prepare: Prepare = prepareList

const CalmList = memo(ListView)

/** A column that is moved, pinned or hidden changes the whole description: the page is drawn with it between frames. */
function useCalm(definition: ListDefinition | undefined): ListDefinition | undefined {
  const later = useDeferredValue(definition)
  return later?.type === definition?.type ? later : definition
}

export default function ListPage({ type }: PageProps) {
  const { data, error, refetch } = useListDefinition(type)
  const calm = useCalm(data)
  if (calm !== undefined) return <CalmList key={type} definition={calm} />
  return error === null ? <Loading /> : <RowsFailed error={error} onRetry={() => void refetch()} />
}
